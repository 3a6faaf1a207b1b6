"""When a plan comes next, and when it came last, around changes of the clocks too."""

import math
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Protocol
from zoneinfo import ZoneInfo

from dragoman.model.record import Record
from dragoman.planner.expressions import LAST_YEAR, expression_of
from dragoman.planner.plans import Cron, Days, Every, Fold, Gap, Once, Plan, Several, Within, zone_info
from dragoman.planner.zones import DAY, moment_of, turned_back, wall_of

FIRST = datetime(2, 1, 1, tzinfo=UTC).timestamp()
"""UNIX seconds; nothing occurs earlier."""
LAST = datetime(LAST_YEAR, 12, 1, tzinfo=UTC).timestamp()
"""UNIX seconds; nothing occurs later."""
_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - in UTC, and so written without saying so


class Occurrence(Record):
    """One time that something is due."""

    at: float
    """UNIX seconds."""
    key: str
    """What tells it from the plan's other occurrences, over changes of the clocks and restarts.

    ``2026-10-25T02:30``, the wall time, for what recurs by days; else ``2026-10-25T00:30:00Z``.
    """


class Walls(Protocol):
    """The wall times, in minutes, that something recurs at."""

    def later(self, wall: int) -> int | None:
        """Return the first one after this; None when there is none."""
        ...

    def earlier(self, wall: int) -> int | None:
        """Return the last one before this; None when there is none."""
        ...


Moments = Callable[[int], float | None]
"""From a wall time to its moment; never falls when the wall time grows."""


def next_after(plan: Plan, after: float) -> Occurrence | None:
    """Return the first occurrence later than a moment, UNIX seconds; None when nothing comes any more."""
    if after > LAST:
        return None
    return _next(plan, max(after, FIRST))


def previous_before(plan: Plan, before: float) -> Occurrence | None:
    """Return the last occurrence earlier than a moment, UNIX seconds; None when there was none."""
    if before < FIRST:
        return None
    return _previous(plan, min(before, LAST))


def _next(plan: Plan, after: float) -> Occurrence | None:
    match plan:
        case Cron() | Days():
            return _of_wall(plan, _ByWall(plan).next(after))
        case Every():
            passed = max((after - plan.anchor) // plan.seconds, 0.0)
            return _of_interval(plan, passed, after)
        case Once():
            return Occurrence(at=plan.at, key=_instant(plan.at)) if plan.at > after else None
        case Within():
            found = _next(plan.plan, after if plan.since is None else max(after, _before(plan.since)))
            return found if found and (plan.until is None or found.at <= plan.until) else None
        case Several():
            following = [found for each in plan.plans if (found := _next(each, after))]
            return _told_apart(plan, min(following, key=_at, default=None))


def _previous(plan: Plan, before: float) -> Occurrence | None:
    match plan:
        case Cron() | Days():
            return _of_wall(plan, _ByWall(plan).previous(before))
        case Every():
            return _before_interval(plan, before)
        case Once():
            return Occurrence(at=plan.at, key=_instant(plan.at)) if plan.at < before else None
        case Within():
            found = _previous(plan.plan, before if plan.until is None else min(before, _after(plan.until)))
            return found if found and (plan.since is None or found.at >= plan.since) else None
        case Several():
            preceding = [found for each in plan.plans if (found := _previous(each, before))]
            return _told_apart(plan, max(preceding, key=_at, default=None))


def _told_apart(plan: Several, found: Occurrence | None) -> Occurrence | None:
    """Return an occurrence with a key of its own: in several zones one wall time is several moments."""
    plans = [each.plan if isinstance(each, Within) else each for each in plan.plans]
    walls = {(each.zone, each.fold) for each in plans if isinstance(each, Cron | Days)}
    return found if found is None or len(walls) < 2 else Occurrence(at=found.at, key=_instant(found.at))


def _at(occurrence: Occurrence) -> float:
    return occurrence.at


def _before(moment: float) -> float:
    return math.nextafter(moment, -math.inf)


def _after(moment: float) -> float:
    return math.nextafter(moment, math.inf)


def _of_interval(plan: Every, passed: float, after: float) -> Occurrence | None:
    """Return the first of the occurrences from this number on that is later; division may have rounded."""
    count = max(passed, 1.0)
    while plan.anchor + count * plan.seconds <= after:
        count += 1.0
    at = plan.anchor + count * plan.seconds
    return Occurrence(at=at, key=_instant(at)) if at <= LAST else None


def _before_interval(plan: Every, before: float) -> Occurrence | None:
    count = (before - plan.anchor) // plan.seconds + 1.0
    while count >= 1.0 and plan.anchor + count * plan.seconds >= before:
        count -= 1.0
    at = plan.anchor + count * plan.seconds
    return Occurrence(at=at, key=_instant(at)) if count >= 1.0 and at >= FIRST else None


def _instant(at: float) -> str:
    return f"{(_EPOCH + timedelta(seconds=at)).isoformat()}Z"


class _Stride:
    """The wall times of every so many days."""

    def __init__(self, plan: Days) -> None:
        self._first = (plan.start.toordinal() - 1) * DAY + plan.minute
        self._step = plan.every * DAY

    def later(self, wall: int) -> int | None:
        found = self._first + max((wall - self._first) // self._step + 1, 0) * self._step
        return found if found < _LAST_WALL else None

    def earlier(self, wall: int) -> int | None:
        count = (wall - self._first - 1) // self._step
        return self._first + count * self._step if count >= 0 else None


_LAST_WALL = (date(LAST_YEAR, 12, 31).toordinal() - 1) * DAY


class _ByWall:
    """Finds the moments of wall times, of which some come twice and some never."""

    def __init__(self, plan: Cron | Days) -> None:
        self._zone = zone_info(plan)
        self._walls: Walls = expression_of(plan.expression) if isinstance(plan, Cron) else _Stride(plan)
        gap, fold = _rules(plan)
        self._both = fold == "both"
        self._first = _moments(self._zone, second=fold == "second", skip=gap == "skip")
        self._second = _moments(self._zone, second=fold != "first", skip=gap == "skip")

    def next(self, after: float) -> float | None:
        moment = math.floor(after)
        wall, back = wall_of(moment, self._zone), turned_back(moment, self._zone)
        found = self._later(wall - back, after, self._first)
        if not (back and self._both):
            return found
        other = self._later(wall - back, after, self._second)
        return min((at for at in (found, other) if at is not None), default=None)

    def previous(self, before: float) -> float | None:
        moment = math.ceil(before)
        wall, back = wall_of(moment, self._zone), turned_back(moment, self._zone)
        found = self._earlier(wall + back + 1, before, self._second)
        if not (back and self._both):
            return found
        other = self._earlier(wall + back + 1, before, self._first)
        return max((at for at in (found, other) if at is not None), default=None)

    def _later(self, wall: int, after: float, moments: Moments) -> float | None:
        following = self._walls.later(wall)
        while following is not None:
            at = moments(following)
            if at is not None and at > after:
                return at
            following = self._walls.later(following)
        return None

    def _earlier(self, wall: int, before: float, moments: Moments) -> float | None:
        preceding = self._walls.earlier(wall)
        while preceding is not None:
            at = moments(preceding)
            if at is not None and at < before:
                return at
            preceding = self._walls.earlier(preceding)
        return None


def _moments(zone: ZoneInfo, *, second: bool, skip: bool) -> Moments:
    return partial(moment_of, zone=zone, second=second, skip=skip)


def _rules(plan: Cron | Days) -> tuple[Gap, Fold]:
    return ("skip", "both") if _goes_on(plan) else (plan.gap, plan.fold)


def _goes_on(plan: Cron | Days) -> bool:
    return isinstance(plan, Cron) and expression_of(plan.expression).goes_on


def _of_wall(plan: Cron | Days, at: float | None) -> Occurrence | None:
    if at is None:
        return None
    if _goes_on(plan) or plan.fold == "both":
        return Occurrence(at=at, key=_instant(at))
    local = datetime.fromtimestamp(at, zone_info(plan))
    return Occurrence(at=at, key=local.strftime("%Y-%m-%dT%H:%M"))
