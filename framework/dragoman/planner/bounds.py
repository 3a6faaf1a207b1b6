"""When a recurrence begins and ends: "starting monday", "until 24 december 18:00"."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta

from msgspec import structs

from dragoman.model.record import Record
from dragoman.planner.calendar_names import MONTHS
from dragoman.planner.clock import hour
from dragoman.planner.dates import YEAR, Day, DayOf, dated, first_of_next_month, last_of_month
from dragoman.planner.days import day
from dragoman.planner.exact import exactly, read_exactly
from dragoman.planner.hours import Hour
from dragoman.planner.lapses import months_said
from dragoman.planner.present import Present, first_moment, local
from dragoman.planner.spans import span
from dragoman.planner.words import Reading, rule

_Edges = tuple[Callable[[date], date], Callable[[date], date]]
_UNTIL = ("until", "till", "through", "up to", "ending")


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
        today = present.now.date()
        if self.day is not None:
            on = self.day(today).date
            return local(on, clock, present.zone) if self.hour else first_moment(on, clock, present.zone)
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
def more_bounds(reading: Reading, found: Bounds, *, by_hours: bool = True) -> Bounds | None:
    """Read one end more than is known; an hour alone is an end of what goes ``by_hours`` of its own."""
    reading.take(",")
    if found == Bounds() and (both := _period(reading) or _between(reading)):
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


def _period(reading: Reading) -> Bounds | None:
    """Read "this week", "next month": the days of it that are still to come."""
    said = reading.take("this week", "next week", "this month", "next month")
    if not said:
        return None
    first, last = (_WEEK if said.endswith("week") else _MONTH)[said.startswith("next")]
    since = Bound(day=lambda today: Day(date=first(today))) if said.startswith("next") else None
    return Bounds(since=since, until=Bound(day=lambda today: Day(date=last(today))))


@rule
def _between(reading: Reading) -> Bounds | None:
    """Read "between 1 may and 5 may"."""
    since = _bound(reading, last=False) if reading.take("between") else None
    until = _bound(reading, last=True) if since and reading.take("and") else None
    return Bounds(since=since, until=until) if since and until and since.day and until.day else None


@rule
def _lasting(reading: Reading) -> Lasting | None:
    """Read "for 2 weeks", "for the next 3 days", "5 times", "twice"."""
    introduced = reading.take("for the next", "for the", "for")
    if word := reading.take("once", "twice"):
        return Lasting(count=1 if word == "once" else 2)
    if count := _count(reading):
        return Lasting(count=count)
    if not introduced:
        return None
    if months := months_said(reading):
        return Lasting(months=months)
    said = span(reading)
    return Lasting(span=said, next=introduced == "for the next") if said else None


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
    found = day(reading) or _month(reading, last=last)
    clock = hour(reading)
    if found is None and clock is not None:
        found = day(reading)
    return Bound(day=found, hour=clock) if found or clock else None


@rule
def _month(reading: Reading, *, last: bool) -> DayOf | None:
    """Read "may", "may 2028"."""
    reading.take("the end of", "the beginning of")
    month = reading.name(MONTHS)
    year = reading.match(YEAR) if month else None
    if month is None:
        return None
    said = year[0] if year else None
    return lambda today: _edge(dated(1, month, said, today.replace(day=1)), last=last)


def _edge(first: Day, *, last: bool) -> Day:
    return Day(date=last_of_month(first.date)) if last else first
