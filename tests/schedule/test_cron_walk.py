"""The judge's own cron, held against days counted by hand and against a plainer walk."""

import random
from datetime import UTC, date, datetime

import pytest

from schedule.cron_walk import Daemon, Job, walk
from schedule.expressions import draw_expressions
from schedule.zone_classes import read_classes

BERLIN, LORD_HOWE, UTC_ONLY = read_classes(["Europe/Berlin", "Australia/Lord_Howe", "UTC"])


def minute(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) // 60


def following(expression: str, since: str, count: int) -> list[str]:
    """Return when a job runs in Berlin, in UTC."""
    daemon, at, found = Daemon(Job(expression), BERLIN.offsets), minute(since), []
    for _ in range(count):
        due = daemon.after(at)
        assert due is not None
        at = due
        found.append(datetime.fromtimestamp(at * 60, UTC).strftime("%m-%d %H:%M"))
    return found


@pytest.mark.parametrize(
    ("expression", "days"),
    [
        ("0 0 L * *", ["2026-01-31", "2026-02-28", "2026-03-31"]),
        ("0 0 LW * *", ["2026-01-30", "2026-02-27", "2026-03-31"]),
        ("0 0 * * 5L", ["2026-01-30", "2026-02-27", "2026-03-27"]),
        ("0 0 L-1 * *", ["2026-01-30", "2026-02-27", "2026-03-30"]),
        ("0 0 * * fri#-2", ["2026-01-23", "2026-02-20", "2026-03-20"]),
        ("0 0 * * mon#1", ["2026-01-05", "2026-02-02", "2026-03-02"]),
        ("0 0 * * 7#5", ["2026-03-29", "2026-05-31", "2026-08-30"]),
        ("0 0 13 * fri", ["2026-01-02", "2026-01-09", "2026-01-13"]),
        ("0 0 */10 * fri", ["2026-05-01", "2026-07-31", "2026-08-21"]),
        ("0 0 29 2 *", ["2028-02-29", "2032-02-29", "2036-02-29"]),
        ("0 0 28/2 jan,Mar */2", ["2026-03-28", "2027-01-28", "2027-01-30"]),
    ],
)
def test_days_are_matched_as_a_crontab_says(expression: str, days: list[str]) -> None:
    job = Job(expression)
    start = date(2026, 1, 1).toordinal()
    found = (date.fromordinal(day) for day in range(start, start + 4000))
    assert [str(day) for day in found if job.matches_day(day)][:3] == days


@pytest.mark.parametrize(
    ("expression", "since", "found"),
    [
        ("30 2 * * *", "2026-03-28T12:00", ["03-29 01:00", "03-30 00:30"]),
        ("0,30 2,3 * * *", "2026-03-28T12:00", ["03-29 01:00", "03-29 01:30", "03-30 00:00"]),
        ("30 2 * * *", "2026-10-24T12:00", ["10-25 00:30", "10-26 01:30"]),
        ("*/30 2 * * *", "2026-03-28T12:00", ["03-30 00:00", "03-30 00:30"]),
        ("*/30 2 * * *", "2026-10-24T12:00", ["10-25 00:00", "10-25 00:30", "10-25 01:00", "10-25 01:30"]),
        ("0 */2 * * *", "2026-10-24T21:30", ["10-24 22:00", "10-25 00:00", "10-25 01:00", "10-25 03:00"]),
        ("0 0-4 * * *", "2026-10-24T21:30", ["10-24 22:00", "10-24 23:00", "10-25 00:00", "10-25 02:00"]),
    ],
)
def test_clocks_are_changed_as_debian_has_it(expression: str, since: str, found: list[str]) -> None:
    assert following(expression, since, len(found)) == found


@pytest.mark.parametrize("expression", draw_expressions(36, seed=5)[::3])
def test_the_quick_daemon_does_what_the_plain_one_does(expression: str) -> None:
    job = Job(expression)
    chance = random.Random(expression)
    for zone_class in (BERLIN, LORD_HOWE):
        daemon = Daemon(job, zone_class.offsets)
        change, _ = chance.choice(zone_class.changes)
        since, until = change - 200, change + 200
        plain = walk(job, zone_class.offsets, since, until)
        forward = [due for one in range(since - 1, until - 1) if (due := daemon.after(one)) == one + 1]
        backward = [due for one in range(since + 1, until + 1) if (due := daemon.before(one)) == one - 1]
        assert forward == plain
        assert backward == plain


def test_zones_whose_clocks_agree_are_one_class() -> None:
    (berlin,) = read_classes(["Europe/Berlin", "Europe/Paris"])
    assert berlin.names == ("Europe/Berlin", "Europe/Paris")
    assert [
        change for change in berlin.changes if minute("2026-01-01") < change[0] < minute("2027-01-01")
    ] == [
        (minute("2026-03-29T01:00"), 60),
        (minute("2026-10-25T01:00"), -60),
    ]
    assert UTC_ONLY.changes == ()
