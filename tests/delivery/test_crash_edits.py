"""A bot that is killed, as a real process, while people edit what they have said."""

from delivery import crash_edits


async def test_each_message_has_one_answer_to_what_it_says_in_the_end() -> None:
    tally = await crash_edits.run(7, seed=1)
    assert (tally.kills, tally.lost, tally.doubled, tally.unasked) == (7, 0, 0, 0)
    assert tally.at_points >= 6
