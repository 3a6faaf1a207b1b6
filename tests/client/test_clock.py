"""The manual clock wakes its sleepers at their own hour, in order."""

import asyncio

import pytest

from dragoman.clock import Clock, ManualClock, SystemClock


async def diary(clock: Clock, name: str, seconds: float, entries: list[tuple[str, float]]) -> None:
    await clock.sleep(seconds)
    entries.append((name, clock.monotonic()))


async def test_sleepers_wake_in_the_order_of_their_hours() -> None:
    clock, entries = ManualClock(monotonic=0.0), list[tuple[str, float]]()
    async with asyncio.TaskGroup() as group:
        for name, seconds in (("late", 3.0), ("early", 1.0), ("as early", 1.0), ("never reached", 0.0)):
            group.create_task(diary(clock, name, seconds, entries))
        await clock.advance(5.0)
    assert entries == [("never reached", 0.0), ("early", 1.0), ("as early", 1.0), ("late", 3.0)]
    assert clock.monotonic() == 5.0


async def test_one_advance_wakes_a_sleeper_again_and_again() -> None:
    clock, ticks = ManualClock(now=100.0), list[float]()

    async def tick() -> None:
        while True:
            await clock.sleep(10)
            ticks.append(clock.now())

    task = asyncio.create_task(tick())
    await clock.advance(35)
    task.cancel()
    assert ticks == [110.0, 120.0, 130.0]
    assert clock.now() == 135.0


async def test_a_cancelled_sleeper_is_passed_over() -> None:
    clock, entries = ManualClock(), list[tuple[str, float]]()
    task = asyncio.create_task(diary(clock, "gone", 1.0, entries))
    await clock.asleep()
    assert clock.sleepers == (1.0,)
    task.cancel()
    await clock.advance(2.0)
    assert entries == []
    assert not clock.sleepers


async def test_a_jump_of_the_wall_clock_wakes_nobody() -> None:
    clock, entries = ManualClock(now=0.0, monotonic=0.0), list[tuple[str, float]]()
    task = asyncio.create_task(diary(clock, "x", 60.0, entries))
    await clock.advance(1.0)
    clock.jump(3600)
    await clock.advance(1.0)
    assert (entries, clock.now(), clock.monotonic()) == ([], 3602.0, 2.0)
    task.cancel()


@pytest.mark.parametrize("seconds", [0.0, -5.0])
async def test_the_system_clock_does_not_mind_having_nothing_to_wait_for(seconds: float) -> None:
    clock = SystemClock()
    before = clock.monotonic()
    await clock.sleep(seconds)
    assert clock.monotonic() - before < 1.0
    assert clock.now() > 1_700_000_000
