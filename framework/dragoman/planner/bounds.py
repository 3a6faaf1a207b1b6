"""When a recurrence begins and ends: "starting monday", "until 24 december 18:00"."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta

from msgspec import structs

from dragoman.model.record import Record
from dragoman.planner.calendar_names import MONTHS
from dragoman.planner.clock import hour
from dragoman.planner.dates import YEAR, Day, DayOf, by_date, dated, first_of_next_month, last_of_month
from dragoman.planner.days import day
from dragoman.planner.exact import exactly, read_exactly
from dragoman.planner.hours import Hour
from dragoman.planner.lapses import months_said
from dragoman.planner.near_days import COMING_WEEK, relative_day
from dragoman.planner.present import Present, first_moment, local
from dragoman.planner.spans import span
from dragoman.planner.words import Reading, longest, rule

_Edges = tuple[Callable[[date], date], Callable[[date], date]]
_UNITS = {"minute": "1m", "hour": "1h"}
_UNTIL = ("until", "till", "til", "through", "up to", "upto", "up until", "ending")


_WEEK: tuple[_Edges, _Edges] = (
    (lambda today: today, lambda today: _sunday(today)),
    (lambda today: _sunday(today) + timedelta(days=1), lambda today: _sunday(today) + timedelta(days=7)),
)
"""From the first to the last day of this week and of the next."""
_MONTH: tuple[_Edges, _Edges] = (
    (lambda today: today, last_of_month),
    (first_of_next_month, lambda today: last_of_month(first_of_next_month(today))),
)


def _sunday(today: date) -> date:
    return today + timedelta(days=6 - today.weekday())


class Bound(Record):
    """One end of a stretch of time, as it was said."""

    exact: str = ""
    day: DayOf | None = None
    hour: Hour | None = None

    @property
    def has_hour(self) -> bool:
        """Tell whether more than a day was said."""
        return bool(self.exact) or self.hour is not None

    def moment(self, present: Present, default: time) -> datetime:
        """Return when that is, on a day without an hour at the default one; fails with `NoPlan`."""
        if self.exact:
            return read_exactly(self.exact, present.zone)
        clock = self.hour.time if self.hour else default
        if self.day is not None:
            on = self.day(present.day).date
            return local(on, clock, present.zone) if self.hour else first_moment(on, clock, present.zone)
        today = present.now.date()
        moment = local(today, clock, present.zone)
        return local(today + timedelta(days=1), clock, present.zone) if present.is_over(moment) else moment


class Lasting(Record):
    """How long something goes on from its first occurrence on, as it was said: one of the three."""

    span: str = ""
    """As `parse_duration` reads it."""
    months: int = 0
    count: int = 0
    """How often it comes."""
    next: bool = False
    """Whether "the next" was said, so that it may stand without a recurrence."""


class Bounds(Record):
    """Both ends, of which either may be left open."""

    since: Bound | None = None
    until: Bound | None = None
    lasting: Lasting | None = None
    """Stands for the later end."""


def bounds(reading: Reading) -> Bounds:
    """Read when something begins and ends, in either order."""
    found = Bounds()
    while (more := more_bounds(reading, found)) is not None:
        found = more
    return found


@rule
def more_bounds(
    reading: Reading, found: Bounds, *, by_hours: bool = True, on_a_day: bool = False
) -> Bounds | None:
    """Read one end more than is known; an hour alone is an end of what goes ``by_hours`` of its own.

    What goes so ``on_a_day`` may be bounded by that day.
    """
    reading.take(",")
    if found == Bounds() and (
        both := _period(reading) or _between(reading) or (on_a_day and _on_a_day(reading))
    ):
        return both
    ends = found.until or found.lasting
    if not ends and (lasting := _lasting(reading)):
        return structs.replace(found, lasting=lasting)
    if found.since is None and reading.take("starting", "beginning", "from", "as of", "as from", "since"):
        since = _bound(reading, last=False)
        reading.take("onwards", "onward", "on")
        return structs.replace(found, since=since) if since else None
    if ends or not reading.take(*(_UNTIL if found.since is None else (*_UNTIL, "to"))):
        return None
    until = _bound(reading, last=True)
    reading.take("inclusive", "included", "(inclusive)")
    if until is None or (until.hour and not (until.day or by_hours)):
        return None
    return structs.replace(found, until=until)


@rule
def _on_a_day(reading: Reading) -> Bounds | None:
    """Read "today", "on 12 march", for what goes by hours on that day alone."""
    reading.take(",")
    found = relative_day(reading) or (by_date(reading, on=True) if reading.take("on") else None)
    return Bounds(since=Bound(day=found), until=Bound(day=found)) if found and reading.ends else None


@rule
def _period(reading: Reading) -> Bounds | None:
    """Read "this week", "only next month", "all of november": the days of it that are still to come."""
    reading.take("only")
    if reading.take("all of", "during", "throughout", "all through"):
        return _in_month(reading)
    said = reading.take(*COMING_WEEK, "this week", "next week", "this month", "next month")
    if not said:
        return None
    is_next = said.startswith("next") or said in COMING_WEEK
    first, last = (_WEEK if "week" in said else _MONTH)[is_next]
    since = Bound(day=lambda today: Day(date=first(today))) if is_next else None
    return Bounds(since=since, until=Bound(day=lambda today: Day(date=last(today))))


def _in_month(reading: Reading) -> Bounds | None:
    start = reading.at
    first = _month(reading, last=False)
    reading.at = start
    last = _month(reading, last=True)
    return Bounds(since=Bound(day=first), until=Bound(day=last)) if first and last else None


@rule
def _between(reading: Reading) -> Bounds | None:
    """Read "between 1 may and 5 may"."""
    since = _bound(reading, last=False) if reading.take("between") else None
    until = _bound(reading, last=True) if since and reading.take("and") else None
    return Bounds(since=since, until=until) if since and until and since.day and until.day else None


@rule
def _lasting(reading: Reading) -> Lasting | None:
    """Read "for 2 weeks", "for the next 3 days", "5 times", "twice"."""
    introduced = reading.take("for the next", "for next", "the next", "next", "for the", "for")
    is_next = introduced.endswith("next")
    if word := reading.take("once", "twice"):
        return Lasting(count=1 if word == "once" else 2)
    if count := _count(reading):
        return Lasting(count=count)
    if not introduced:
        return None
    if is_next and (unit := reading.take(*_UNITS)):
        return Lasting(span=_UNITS[unit], next=True)
    if months := months_said(reading):
        return Lasting(months=months)
    said = span(reading)
    return Lasting(span=said, next=is_next) if said else None


@rule
def _count(reading: Reading) -> int | None:
    count = reading.number()
    return count if reading.take("times", "occurrences", "repetitions") else None


@rule
def _bound(reading: Reading, *, last: bool) -> Bound | None:
    """Read a moment, a day or an hour, or a month, of which it is the first day or the ``last``."""
    reading.take("on", "at")
    if exact := exactly(reading):
        return Bound(exact=exact)
    if reading.take("now"):
        return Bound(day=lambda today: Day(date=today))
    found = longest(reading, lambda each: day(each, bound=True), lambda each: _month(each, last=last))
    found = found or (None if last else _begun(reading))
    clock = hour(reading)
    if found is None and clock is not None:
        found = day(reading)
    return Bound(day=found, hour=clock) if found or clock else None


def _begun(reading: Reading) -> DayOf | None:
    """Read "this month", which has begun."""
    period = reading.take("this month", "this week")
    if not period:
        return None
    return lambda today: Day(
        date=today.replace(day=1) if period == "this month" else _sunday(today) - timedelta(6)
    )


@rule
def _month(reading: Reading, *, last: bool) -> DayOf | None:
    """Read "may", "the end of may 2028"."""
    edge = reading.take(
        "the end of", "end of", "the beginning of", "the start of", "beginning of", "start of"
    )
    month = reading.name(MONTHS)
    year = reading.match(YEAR) if month else None
    if month is None:
        return None
    said = year[0] if year else None
    return lambda today: _edge(
        dated(1, month, said, today.replace(day=1)), last="end" in edge if edge else last
    )


def _edge(first: Day, *, last: bool) -> Day:
    return Day(date=last_of_month(first.date)) if last else first
