"""When schedules come next, around the changes of the clocks too."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.plugin import CronSchedule, Interval
from dragoman.schedule import next_occurrence


def at(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def following(expression: str, zone: str, after: str, count: int) -> list[str]:
    """Return the next occurrences in UTC."""
    schedule = CronSchedule.of(expression, zone)
    moment, found = at(after), []
    for _ in range(count):
        moment = next_occurrence(schedule, moment, 0.0)
        found.append(datetime.fromtimestamp(moment, UTC).strftime("%m-%d %H:%M"))
    return found


@pytest.mark.parametrize(
    ("expression", "zone", "after", "found"),
    [
        ("0 9 * * mon-fri", "UTC", "2026-11-20T10:00Z", ["11-23 09:00", "11-24 09:00"]),
        ("0 9 * * 1", "UTC", "2026-11-21T10:00Z", ["11-23 09:00", "11-30 09:00"]),
        ("0 9 * * 7", "UTC", "2026-11-21T10:00Z", ["11-22 09:00", "11-29 09:00"]),
        ("*/15 * * * *", "UTC", "2026-11-21T10:01Z", ["11-21 10:15", "11-21 10:30"]),
        ("0 0 13 * 5", "UTC", "2026-11-21T10:00Z", ["11-27 00:00", "12-04 00:00"]),
        # The gap of spring: what falls into it comes at its end, once.
        ("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", ["03-29 01:00", "03-30 00:30"]),
        ("0,30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", ["03-29 01:00", "03-30 00:00"]),
        # Midnight after the gap of spring, which a well-known scheduler misses.
        ("0 0 * * mon", "Europe/Berlin", "2026-03-28T12:00Z", ["03-29 22:00", "04-05 22:00"]),
        ("0 0 1 * *", "Europe/Berlin", "2026-03-28T12:00Z", ["03-31 22:00", "04-30 22:00"]),
        # The repeated hour of autumn: once, the first; an expression with * goes on in real time.
        ("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00Z", ["10-25 00:30", "10-26 01:30"]),
        ("30 2 * * *", "Europe/Berlin", "2026-10-25T01:15Z", ["10-26 01:30"]),
        ("*/30 * * * *", "Europe/Berlin", "2026-10-25T00:00Z", ["10-25 00:30", "10-25 01:00", "10-25 01:30"]),
    ],
)  # fmt: skip
def test_cron_keeps_the_rules(expression: str, zone: str, after: str, found: list[str]) -> None:
    assert following(expression, zone, after, len(found)) == found


def test_intervals_are_counted_from_the_start() -> None:
    hourly = Interval(timedelta(hours=1))
    assert next_occurrence(hourly, after=100.0, start=100.0) == 3_700.0
    assert next_occurrence(hourly, after=3_700.0, start=100.0) == 7_300.0
    assert next_occurrence(hourly, after=3_699.5, start=100.0) == 3_700.0
    assert next_occurrence(hourly, after=0.0, start=100.0) == 3_700.0


zones = st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"])
expressions = st.sampled_from(
    ["0 0 * * mon", "30 2 * * *", "*/7 * * * *", "0 */3 * * *", "15 1,2,3 * * *", "0 0 1 * *"]
)
moments = st.integers(at("2024-01-01T00:00Z").__int__(), at("2032-01-01T00:00Z").__int__())


@given(expressions, zones, moments)
def test_the_next_occurrence_is_later_and_nothing_lies_between(
    expression: str, zone: str, after: int
) -> None:
    schedule = CronSchedule.of(expression, zone)
    first = next_occurrence(schedule, float(after), 0.0)
    assert first > after
    between = after + (first - after) / 2
    assert next_occurrence(schedule, between, 0.0) == first
    assert datetime.fromtimestamp(first, ZoneInfo(zone)).second == 0
