"""When a recurrence begins and ends: "starting monday", "until 24 december 18:00"."""

from datetime import datetime, time, timedelta

from msgspec import structs

from dragoman.model.record import Record
from dragoman.planner.clock import hour
from dragoman.planner.dates import Day, DayOf
from dragoman.planner.days import day
from dragoman.planner.exact import exactly, read_exactly
from dragoman.planner.hours import Hour
from dragoman.planner.lapses import months_said
from dragoman.planner.present import Present, first_moment, local
from dragoman.planner.spans import span
from dragoman.planner.words import Reading, rule

_UNTIL = ("until", "till", "through", "up to", "ending")


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
def more_bounds(reading: Reading, found: Bounds) -> Bounds | None:
    """Read one end more than is known."""
    reading.take(",")
    if found.until is None and found.lasting is None and (lasting := _lasting(reading)):
        return structs.replace(found, lasting=lasting)
    if found.since is None and reading.take("starting", "beginning", "from", "as of", "as from", "since"):
        since = _bound(reading)
        return structs.replace(found, since=since) if since else None
    if found.until or found.lasting:
        return None
    if reading.take(*(_UNTIL if found.since is None else (*_UNTIL, "to"))):
        until = _bound(reading)
        return structs.replace(found, until=until) if until and (until.day or until.exact) else None
    return None


@rule
def _lasting(reading: Reading) -> Lasting | None:
    """Read "for 2 weeks", "for the next 3 days", "5 times"."""
    introduced = reading.take("for the next", "for the", "for")
    count = reading.number()
    if count is not None and reading.take("times", "occurrences", "repetitions"):
        return Lasting(count=count)
    reading.at -= count is not None
    if not introduced:
        return None
    if months := months_said(reading):
        return Lasting(months=months)
    said = span(reading)
    return Lasting(span=said) if said else None


@rule
def _bound(reading: Reading) -> Bound | None:
    reading.take("on", "at")
    if exact := exactly(reading):
        return Bound(exact=exact)
    if reading.take("now"):
        return Bound(day=lambda today: Day(date=today))
    found = day(reading)
    clock = hour(reading)
    if found is None and clock is not None:
        found = day(reading)
    return Bound(day=found, hour=clock) if found or clock else None
