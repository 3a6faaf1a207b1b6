"""Many polls are parked and hear of an event: a small sample of what `polls.py` measures."""

from benchmarks.polls import measure


async def test_polls_are_held_and_all_hear_of_an_event() -> None:
    figures = await measure(polls=200, fanout=100, rounds=1, starts=1, turns=1)
    assert (figures["polls"], figures["fanout"]) == (200, 100)
    assert 0 < figures["start_mb"] < 120
