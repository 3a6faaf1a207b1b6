"""Two copies of a bot that claim, as real processes that are killed."""

from delivery import crash_copies


async def test_one_of_them_answers_each_message() -> None:
    tally = await crash_copies.run(3, seed=1, watch=0.0)
    assert (tally.kills, tally.lost, tally.doubled, tally.unasked) == (3, 0, 0, 0)
    assert tally.at_points >= 2
