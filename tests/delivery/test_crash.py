"""A bot that is killed, as a real process, once at every point of a message's way."""

from delivery import crash
from dragoman.delivery.crash import POINTS


async def test_a_bot_killed_at_every_point_answers_each_message_once() -> None:
    tally = await crash.run(len(POINTS), seed=20)
    assert (tally.kills, tally.lost, tally.doubled, tally.unasked, tally.disordered) == (14, 0, 0, 0, 0)
    assert tally.asked >= tally.at_points >= 12
