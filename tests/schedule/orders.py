"""What a simulated bot is to do by the clock, and when it is to be done, by the judge's own reckoning."""

import random
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import Literal, NamedTuple

from msgspec import Struct

from dragoman.planner import Cron, Days, Every, Once, Plan, Several
from schedule.cron_walk import Daemon, Job
from schedule.zone_classes import read_classes

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "America/Santiago",
    "America/Havana",
    "Africa/Cairo",
    "Africa/Casablanca",
    "Pacific/Auckland",
    "UTC",
)
PLUGIN = "poster"
"""How the bot.yaml calls the plugin that has the orders."""
FIRST, LAST = date(2026, 1, 1), date(2028, 12, 31)
"""The days that are reckoned with."""
DAY = 86_400
CatchUp = Literal["latest", "all", "none"]
_WEEKDAYS = ("*", "*", "*", "mon-fri", "mon-fri", "sat,sun", "mon", "1,3,5", "fri#1", "5L")
_HOURS = ("0", "1", "2", "2", "3", "9", "12", "17", "23", "1,2,3", "8-18/4", "0,12")
RARE = tuple(
    f"{minute} {hour} * * {weekday}"
    for minute, hour, weekday in zip(
        ("0", "30", "15", "45", "0,30", "5", "0") * 9, _HOURS * 5, _WEEKDAYS * 6, strict=False
    )
)
MONTHLY = ("0 9 1 * *", "30 2 L * *", "0 0 LW * *", "0 12 1,15 * *", "15 1 28-31 * *")
OFTEN = ("0 * * * *", "*/30 8-12 * * *", "0 */4 * * *", "*/30 2 * * *", "20 */6 * * mon-fri")


class Due(NamedTuple):
    """One time that something is to be done."""

    at: float
    """UNIX seconds."""
    key: str


class Order(Struct, frozen=True, kw_only=True):
    """Something that recurs."""

    name: str
    plan: Plan
    grace: int
    """Seconds by which it may be late."""
    catch_up: CatchUp
    jitter: int = 0
    """Seconds by which it is put off at most."""

    def rings(self, due: Due) -> float:
        """Return when it is done that is due, UNIX seconds: each time is put off by a part of its own.

        The first six bytes of the SHA-256 of plugin, order and key say by which part.
        """
        drawn = sha256(f"{PLUGIN}:{self.name}:{due.key}".encode()).hexdigest()[:12]
        return due.at + self.jitter * int(drawn, 16) / 16**12


def draw_orders(chance: random.Random, count: int, begin: float) -> list[Order]:
    """Draw so many, of all kinds, for a bot that begins at a moment."""
    kinds: list[Callable[[random.Random, float], Plan]] = [*(_cron,) * 6, _days, _every, _once, _several]
    return [_order(f"order {number}", chance.choice(kinds)(chance, begin), chance) for number in range(count)]


def _order(name: str, plan: Plan, chance: random.Random) -> Order:
    grace = chance.choice((300, 300, 300, 3600, 6 * 3600))
    catch_up: CatchUp = chance.choice(("latest", "latest", "all", "none"))
    # Less than half an hour, which is the least between two times of one plan.
    jitter = 0 if isinstance(plan, Several) else chance.choice((0, 0, 60, 900))
    return Order(name=name, plan=plan, grace=grace, catch_up=catch_up, jitter=jitter)


def _cron(chance: random.Random, begin: float) -> Cron:
    kind = chance.choices((RARE, MONTHLY, OFTEN), (20, 4, 1))[0]
    return Cron(expression=chance.choice(kind), zone=chance.choice(ZONES))


def _days(chance: random.Random, begin: float) -> Plan:
    start = datetime.fromtimestamp(begin, UTC).date() - timedelta(days=chance.randint(-2, 9))
    minute = chance.choice((120, 150, 165, 540, 1050))
    return Days(every=chance.randint(1, 4), start=start, minute=minute, zone=chance.choice(ZONES))


def _every(chance: random.Random, begin: float) -> Plan:
    anchor = begin - chance.choice((0, 60, 7 * DAY))
    return Every(seconds=chance.choice((3 * 3600, 5400 * 3, 7 * 3600, 36 * 3600)), anchor=anchor)


def _once(chance: random.Random, begin: float) -> Once:
    return Once(at=begin + 60 * chance.randint(2, 5 * 1440), zone=chance.choice(ZONES))


def _several(chance: random.Random, begin: float) -> Plan:
    nightly = Cron(expression="0 3 * * *", zone="Europe/Berlin")
    return Several(plans=(_cron(chance, begin), nightly, _once(chance, begin)))


def dues(plan: Plan, since: float, until: float) -> list[Due]:
    """Return when a plan's work is to be done, later than one moment and until another."""
    found = {due.at: due for due in reversed(list(_dues(plan, since, until)))}
    several_zones = (
        isinstance(plan, Several) and len({one.zone for one in plan.plans if isinstance(one, Cron)}) > 1
    )
    return [
        Due(at, _instant(at)) if several_zones else found[at] for at in sorted(found) if since < at <= until
    ]


def _dues(plan: Plan, since: float, until: float) -> Iterator[Due]:
    match plan:
        case Cron():
            yield from _dues_of_cron(plan.expression, plan.zone, since, until)
        case Days():
            minute = f"{plan.minute % 60} {plan.minute // 60} * * *"
            for due in _dues_of_cron(minute, plan.zone, since, until):
                passed = (date.fromisoformat(due.key[:10]) - plan.start).days
                if passed >= 0 and passed % plan.every == 0:
                    yield due
        case Every():
            number = max(int((since - plan.anchor) // plan.seconds), 1)
            while (at := plan.anchor + number * plan.seconds) <= until:
                yield Due(at, _instant(at))
                number += 1
        case Once():
            yield Due(plan.at, _instant(plan.at))
        case Several():
            for one in plan.plans:
                yield from _dues(one, since, until)
        case _:
            raise AssertionError("such plans are not drawn")


def _dues_of_cron(expression: str, zone: str, since: float, until: float) -> Iterator[Due]:
    job, offsets = _job(expression), _offsets(zone)
    daemon = Daemon(job, offsets)
    minute = int(since // 60)
    while (found := daemon.after(minute)) is not None and found * 60 <= until:
        minute = found
        offset = next(offset for start, offset in reversed(offsets) if start <= minute)
        wall = datetime.fromtimestamp((minute + offset) * 60, UTC).strftime("%Y-%m-%dT%H:%M")
        yield Due(minute * 60.0, _instant(minute * 60) if job.is_wild else wall)


def _instant(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).replace(tzinfo=None).isoformat() + "Z"


@cache
def _job(expression: str) -> Job:
    return Job(expression, FIRST, LAST)


@cache
def _offsets(zone: str) -> tuple[tuple[int, int], ...]:
    (found,) = read_classes([zone])
    return found.offsets


@cache
def changes() -> tuple[float, ...]:
    """Return when clocks are changed in any of the zones, UNIX seconds."""
    first, last = (int(datetime(year, 6, 1, tzinfo=UTC).timestamp()) for year in (2026, 2028))
    found = {minute * 60 for zone in ZONES for minute, _ in _offsets(zone) if first < minute * 60 < last}
    return tuple(sorted(float(one) for one in found))
