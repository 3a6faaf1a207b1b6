"""The timetable: when it looks, and that it does not end in the midst of it."""

import asyncio

from dragoman.clock import ManualClock, settle
from dragoman.schedule import ClockAlarm, Timetable


class Looks:
    """Notes when somebody looks; each look waits until it may go on."""

    def __init__(self, clock: ManualClock) -> None:
        self.clock = clock
        self.begun: list[float] = []
        self.over = 0
        self.may = asyncio.Event()
        self.may.set()
        self.next: float | None = None
        self.jumps = 0

    async def look(self) -> float | None:
        self.begun.append(self.clock.monotonic())
        await self.may.wait()
        self.over += 1
        return self.next

    def jumped(self) -> None:
        self.jumps += 1


def made() -> tuple[Timetable, Looks]:
    clock = ManualClock(monotonic=0.0)
    looks = Looks(clock)
    timetable = Timetable(
        clock, ClockAlarm(clock), looks.look, is_out_of_date=lambda: False, jumped=looks.jumped
    )
    return timetable, looks


async def test_it_looks_at_the_start_when_something_is_due_and_when_it_is_told_to() -> None:
    timetable, looks = made()
    looks.next = looks.clock.now() + 100.0
    timetable.start()
    await looks.clock.advance(10.0)
    looks.next = looks.clock.now() + 90.0
    timetable.look()
    await looks.clock.advance(80.0)
    assert looks.begun == [0.0, 10.0]
    looks.next = None
    await looks.clock.advance(10.0)
    assert (looks.begun, timetable.next) == ([0.0, 10.0, 100.0], None)
    await timetable.close()


async def test_a_clock_that_jumped_is_found_within_half_a_minute() -> None:
    timetable, looks = made()
    timetable.start()
    await settle()
    looks.clock.jump(3_600.0)
    await looks.clock.advance(60.0)
    assert (looks.begun, looks.jumps) == ([0.0, 30.0], 1)
    await timetable.close()


async def test_it_ends_when_what_was_found_to_be_due_is_dealt_with() -> None:
    timetable, looks = made()
    timetable.start()
    await settle()
    looks.may.clear()
    timetable.look()
    await settle()
    ending = asyncio.create_task(timetable.end())
    await settle()
    timetable.look()
    assert not ending.done()
    looks.may.set()
    await ending
    await looks.clock.advance(60.0)
    assert (len(looks.begun), looks.over) == (3, 3)


async def test_it_stops_at_once_when_there_is_no_time_left() -> None:
    timetable, looks = made()
    looks.may.clear()
    timetable.start()
    await settle()
    await timetable.close()
    assert (len(looks.begun), looks.over) == (1, 0)
