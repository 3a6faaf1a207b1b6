"""The timetable: every occurrence once, whatever the clock does."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from structlog.testing import capture_logs

from dragoman.clock import ManualClock, SystemClock, settle
from dragoman.plugin import Context, CronSchedule, Interval, Timer
from dragoman.schedule import ApSchedulerAlarm, ClockAlarm, Timetable, alarm_for

NINE = datetime.fromisoformat("2026-11-20T09:00+00:00").timestamp()
"""A Friday."""


async def nothing(context: Context) -> None:
    """Do nothing."""


HOURLY = Timer("hourly", Interval(timedelta(hours=1)), nothing)
DAILY = Timer("daily", CronSchedule.of("0 10 * * *"), nothing)


class Heard:
    """Notes when it was called, in hours after nine."""

    def __init__(self, clock: ManualClock) -> None:
        self.hours: list[float] = []
        self._clock = clock

    def __call__(self) -> None:
        self.hours.append(round((self._clock.now() - NINE) / 3_600, 2))


class LostAlarm:
    """An alarm that never rings."""

    def set(self, name: str, seconds: float, ring: Callable[[], None]) -> None: ...

    def close(self) -> None: ...


def made(timer: Timer, alarm: LostAlarm | None = None) -> tuple[Timetable, ManualClock, Heard]:
    clock = ManualClock(now=NINE)
    timetable = Timetable(clock, alarm or ClockAlarm(clock))
    heard = Heard(clock)
    timetable.add(timer.name, timer, heard)
    return timetable, clock, heard


async def test_every_occurrence_comes_once() -> None:
    timetable, clock, heard = made(HOURLY)
    await clock.advance(3 * 3_600 + 60)
    assert heard.hours == [1.0, 2.0, 3.0]
    assert timetable.upcoming() == {"hourly": NINE + 4 * 3_600}
    await timetable.close()
    await clock.advance(7_200)
    assert heard.hours == [1.0, 2.0, 3.0]


async def test_a_ring_that_is_lost_is_made_up_for() -> None:
    timetable, clock, heard = made(HOURLY, LostAlarm())
    await clock.advance(3 * 3_600 + 60)
    assert [round(hour) for hour in heard.hours] == [1, 2, 3]
    await timetable.close()


async def test_a_clock_that_is_set_back_repeats_nothing() -> None:
    timetable, clock, heard = made(DAILY)
    await clock.advance(3_700)
    clock.jump(-3_600)
    await clock.advance(3_700)
    assert heard.hours == [1.0]
    await timetable.close()


async def test_a_clock_that_is_set_forward_misses_what_is_long_past_and_says_so() -> None:
    timetable, clock, heard = made(DAILY)
    await clock.advance(60)
    clock.jump(6 * 3_600)
    with capture_logs() as logs:
        await clock.advance(60)
    assert heard.hours == []
    assert [line["event"] for line in logs] == ["clock jumped", "timer missed"]
    await clock.advance(24 * 3_600)
    assert heard.hours == [25.0]
    await timetable.close()


async def test_what_is_a_little_late_is_not_missed() -> None:
    timetable, clock, heard = made(DAILY)
    await clock.advance(1_800)
    clock.jump(1_800 + 120)
    await clock.advance(30)
    assert heard.hours == [1.04]
    await timetable.close()


async def test_an_interval_does_not_care_for_the_wall_clock() -> None:
    timetable, clock, heard = made(HOURLY)
    await clock.advance(1_800)
    clock.jump(-8 * 3_600)
    await clock.advance(1_800)
    assert heard.hours == [-7.0]
    await timetable.close()


async def test_many_missed_at_once_are_called_for_once() -> None:
    minutely = Timer("minutely", CronSchedule.of("* * * * *"), nothing)
    timetable, clock, heard = made(minutely)
    clock.jump(3_600)
    with capture_logs() as logs:
        await clock.advance(30)
    assert heard.hours == [1.01]
    assert ("timer missed", 59) in [(line["event"], line.get("times")) for line in logs]
    await timetable.close()


def test_apscheduler_serves_the_machines_clock_alone() -> None:
    async def kinds() -> tuple[type, type]:
        first, second = alarm_for(SystemClock()), alarm_for(ManualClock())
        first.close()
        second.close()
        return type(first), type(second)

    assert asyncio.run(kinds()) == (ApSchedulerAlarm, ClockAlarm)


@pytest.mark.parametrize("seconds", [0.0, -5.0, 0.02])
async def test_apscheduler_rings_on_the_event_loop_even_late(seconds: float) -> None:
    alarm = ApSchedulerAlarm()
    rung = asyncio.Event()
    alarm.set("a", 3_600.0, lambda: None)
    alarm.set("a", seconds, rung.set)
    await asyncio.wait_for(rung.wait(), 5)
    alarm.close()


async def test_an_alarm_of_the_same_name_is_replaced() -> None:
    clock = ManualClock()
    alarm = ClockAlarm(clock)
    rung: list[str] = []
    alarm.set("a", 5, lambda: rung.append("first"))
    alarm.set("a", 9, lambda: rung.append("second"))
    alarm.set("b", 9, lambda: rung.append("third"))
    await settle()
    await clock.advance(9)
    assert rung == ["second", "third"]
    alarm.close()
