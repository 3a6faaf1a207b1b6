"""The clock: frozen, advanced, set, and real."""

import asyncio
from random import Random

import pytest

from dragoman_server import Clock


async def test_a_frozen_clock_stands_still_and_moves_when_it_is_told() -> None:
    clock = Clock(1000)
    assert (clock.now(), clock.frozen) == (1000, True)
    await clock.advance(5.5)
    assert clock.now() == 1005.5


async def test_what_falls_due_happens_in_its_order_and_at_its_time() -> None:
    clock = Clock(1000)
    happened: list[tuple[str, float]] = []

    def note(name: str) -> None:
        happened.append((name, clock.now()))

    clock.call_later(30, lambda: note("c"))
    clock.call_at(1010, lambda: note("a"))
    clock.call_later(10, lambda: note("b"))
    clock.call_later(20, lambda: note("never")).cancel()
    await clock.advance(29)
    assert happened == [("a", 1010), ("b", 1010)]
    await clock.advance(1)
    assert happened == [("a", 1010), ("b", 1010), ("c", 1030)]
    assert clock.now() == 1030


async def test_what_a_timer_sets_in_turn_happens_too_and_is_awaited() -> None:
    clock, happened = Clock(0), list[float]()

    async def again() -> None:
        await asyncio.sleep(0)
        happened.append(clock.now())
        clock.call_later(10, again)

    clock.call_later(10, again)
    await clock.advance(35)
    assert happened == [10, 20, 30]


async def test_a_jump_sets_the_wall_time_only() -> None:
    clock, happened = Clock(1000), list[str]()
    clock.call_later(50, lambda: happened.append("elapsed"))
    clock.call_at(2000, lambda: happened.append("wall"))
    before = clock.monotonic()
    await clock.jump(3000)
    assert (happened, clock.now(), clock.monotonic()) == (["wall"], 3000, before)
    await clock.jump(500)
    await clock.advance(50)
    assert (happened, clock.now()) == (["wall", "elapsed"], 550)


async def test_time_runs_on_when_the_clock_is_thawed() -> None:
    clock, rang = Clock(1000), asyncio.Event()
    clock.call_later(0.01, rang.set)
    assert not rang.is_set()
    clock.thaw()
    async with asyncio.timeout(5):
        await rang.wait()
    assert 1000.01 <= clock.now() < 1005
    clock.freeze()
    assert clock.now() == clock.now()
    clock.close()


async def test_a_real_clock_can_be_advanced() -> None:
    clock, rang = Clock(), list[str]()
    clock.call_later(3600, lambda: rang.append("x"))
    before = clock.now()
    await clock.advance(3600)
    assert rang == ["x"]
    assert 3600 <= clock.now() - before < 3605
    clock.close()


async def test_a_clock_halts_at_a_whole_second_when_all_till_then_has_happened() -> None:
    clock, happened = Clock(1_800_000_000.0), list[str]()
    clock.call_at(1_800_000_006, lambda: happened.append("soon"))
    clock.call_at(1_800_000_007, lambda: happened.append("later"))
    await clock.advance(5.321_987)
    await clock.halt()
    assert (clock.now(), clock.frozen, happened) == (1_800_000_006.0, True, ["soon"])
    await clock.advance(1)
    assert (clock.now(), happened) == (1_800_000_007.0, ["soon", "later"])


@pytest.mark.parametrize("seed", range(40))
async def test_what_is_due_at_the_very_end_happens_at_its_second(seed: int) -> None:
    chance, happened = Random(seed), list[float]()
    clock = Clock(1_800_000_000.0)
    for _ in range(20):
        clock.call_later(chance.uniform(0, 7200), lambda: None)
    clock.call_at(1_800_007_200.0, lambda: happened.append(clock.now()))
    await clock.advance(chance.uniform(0, 3600))
    await clock.halt()
    await clock.advance(1_800_007_200.0 - clock.now())
    assert (happened, clock.now()) == ([1_800_007_200.0], 1_800_007_200.0)
