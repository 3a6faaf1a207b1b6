"""Times that come once: ``in 2h``, ``tomorrow 9am``, ``friday evening``, ``2026-12-01 08:00``."""

import calendar
import math
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import structs

from dragoman.model.record import Record
from dragoman.planner.dates import Day, DayOf, day
from dragoman.planner.durations import parse_duration
from dragoman.planner.errors import Ambiguous, Impossible
from dragoman.planner.hours import DEFAULT, LATE, PARTS, Hour, hour, hour_in, part_of_day
from dragoman.planner.plans import Once, Plan
from dragoman.planner.spans import is_days, span
from dragoman.planner.words import Reading, longest, rule


class Present(Record):
    """When and where something is said."""

    now: datetime
    """In the zone."""
    zone: ZoneInfo
    past: bool = False
    """Whether a time may be meant that is over."""

    def is_over(self, moment: datetime) -> bool:
        """Tell whether a moment is over; two of one zone would be compared by the wall alone."""
        return moment.timestamp() <= self.now.timestamp()


Meaning = Callable[[Present], Plan]
"""What words mean once it is known when and where they are said; fails with `NoPlan`, or with `Ambiguous`."""

_TAGGED = re.compile(r"<time:([^>]+)>")
_ISO = re.compile(r"(\d{4}-\d\d-\d\d)t(\d\d:?\d\d(?::?\d\d)?(?:\.\d{1,6})?(?:z|[+-]\d\d:?\d\d)?)", re.ASCII)
_SECONDS = re.compile(r"\d\d:\d\d:\d\d(?:z|[+-]\d\d:\d\d)?|\d\d:\d\d(?:z|[+-]\d\d:\d\d)", re.ASCII)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_MONTHS = {"month": 1, "months": 1, "year": 12, "years": 12}
_MOST_MONTHS = 1_200
_END_OF_DAY = Hour(hour=17)


def once(reading: Reading) -> Meaning | None:
    """Read a time that comes once."""
    return longest(reading, _exact, _after_a_while, _on_a_day)


def once_at_the_end(reading: Reading) -> Meaning | None:
    """Read a time that comes once, where a length of time is none without its "in"."""
    return longest(reading, _exact, lambda each: _after_a_while(each, introduced=True), _on_a_day)


def at_moment(moment: datetime, present: Present) -> Once:
    """Return the plan of a moment, to whole seconds; fails with `Impossible` when it is over."""
    if present.is_over(moment) and not present.past:
        local = moment.astimezone(present.zone)
        raise Impossible(f"{local:%A, %d %B %Y, %H:%M} is over: name a time that is still to come")
    return Once(at=math.ceil(moment.timestamp()), zone=str(present.zone))


def local(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """Return a wall-clock time in its zone; fails with `Impossible` for one that the clocks skip."""
    naive = datetime.combine(day, clock)
    moment = naive.replace(tzinfo=zone)
    if moment.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != naive:
        raise Impossible(
            f"there is no {naive:%H:%M} on {naive:%A, %d %B %Y} in {zone}: the clocks go forward then"
        )
    return moment


def first_moment(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """Return a wall-clock time in its zone; one that the clocks skip is as much later."""
    return datetime.combine(day, clock, zone).astimezone(UTC).astimezone(zone)


@rule
def _exact(reading: Reading) -> Meaning | None:
    """Read ``<time:...>`` and ISO 8601 with its time, as one word or two."""
    reading.take("on", "at")
    said = exactly(reading)
    if said is None:
        return None
    reading.take_zone()
    return lambda present: at_moment(read_exactly(said, present.zone), present)


@rule
def exactly(reading: Reading) -> str | None:
    """Read a moment that is written out to the second or with its zone, for `read_exactly`."""
    if tagged := reading.match(_TAGGED):
        return tagged[1]
    if iso := reading.match(_ISO):
        return iso[0]
    day = reading.match(_DATE)
    clock = reading.match(_SECONDS) if day else None
    return f"{day[0]}t{clock[0]}" if day and clock else None


def read_exactly(said: str, zone: ZoneInfo) -> datetime:
    """Return a moment that is written out; fails with `Impossible` when there is none such."""
    try:
        read = datetime.fromisoformat(said.upper())
        return read if read.tzinfo else local(read.date(), read.time(), zone)
    except (ValueError, OverflowError) as error:
        if isinstance(error, Impossible):
            raise
        raise Impossible(f"there is no “{said}”: {error}") from error


@rule
def _after_a_while(reading: Reading, *, introduced: bool = False) -> Meaning | None:
    """Read "in 2h", "2 hours from now", "in half an hour", "in 3 days at 9:00", "in a month"."""
    opened = bool(reading.take("in", "after"))
    months = _months(reading)
    said = None if months else span(reading)
    since = _days_from(reading) if is_days(said or "") else None
    if since is not None and said:
        days = parse_duration(said)
        return _on_a_day_after(reading, lambda today: Day(date=since(today).date + days))
    closed = bool(reading.take("from now", "later"))
    if not (months or said) or (introduced and not (opened or closed)):
        return None
    clock = hour(reading) if opened and (months or is_days(said or "")) else None
    reading.take_zone()
    return lambda present: at_moment(_elapsed(months, said or "", clock, present), present)


@rule
def _days_from(reading: Reading) -> DayOf | None:
    """Read "from friday", after a number of days."""
    return day(reading) if reading.take("from") else None


def _on_a_day_after(reading: Reading, found: DayOf) -> Meaning:
    said = _with_more(reading, _Said(day=found))
    return lambda present: at_moment(_moment(said, present), present)


@rule
def _months(reading: Reading) -> int | None:
    number = 1 if reading.take("a", "one") else reading.number()
    unit = reading.take(*_MONTHS) if number else ""
    return number * _MONTHS[unit] if number and unit else None


def _elapsed(months: int | None, said: str, clock: Hour | None, present: Present) -> datetime:
    """Return the moment after a while: days are counted by the calendar, hours by the clock."""
    if months and months > _MOST_MONTHS:
        raise Impossible("that is more than a hundred years away")
    try:
        if months:
            day = months_later(present.now.date(), months)
        else:
            passed = parse_duration(said)
            if not (passed and is_days(said)):
                return (present.now.astimezone(UTC) + passed).astimezone(present.zone)
            day = present.now.date() + passed
        if clock is not None:
            return local(day, clock.time, present.zone)
        return first_moment(day, present.now.time(), present.zone)
    except (OverflowError, ValueError) as error:
        raise Impossible(str(error)) from error


def months_later(start: date, months: int) -> date:
    """Return the same day some months later, or the last one of a month that is shorter."""
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    return date(year, month + 1, min(start.day, calendar.monthrange(year, month + 1)[1]))


class _Said(Record):
    """A day, a part of it and a time of day, as far as they were said."""

    day: DayOf | None = None
    part: str = ""
    hour: Hour | None = None


@rule
def _on_a_day(reading: Reading) -> Meaning | None:
    """Read a day, a part of a day and a time of day, in any order and each at most once."""
    said = _with_more(reading, _Said())
    if said.day is None and said.hour is None and not said.part:
        return None
    return lambda present: at_moment(_moment(said, present), present)


def _with_more(reading: Reading, said: _Said) -> _Said:
    while (more := _more(reading, said)) is not None:
        said = more
    reading.take_zone()
    return said


@rule
def _more(reading: Reading, said: _Said) -> _Said | None:
    begun = said != _Said()
    if begun:
        reading.take(",")
    if said.day is None and not said.part and reading.take("tonight"):
        return structs.replace(said, day=_today, part="night")
    if not begun and reading.take("end of the day", "end of day", "eod"):
        return structs.replace(said, day=_today, hour=_END_OF_DAY)
    if said.day is None and (named := day(reading)):
        return structs.replace(said, day=named)
    if not said.part and (part := part_of_day(reading, alone=not begun)):
        return structs.replace(said, part=part)
    if said.hour is None and (clock := hour(reading)):
        return structs.replace(said, hour=clock)
    return None


def _today(today: date) -> Day:
    return Day(date=today)


def _moment(said: _Said, present: Present) -> datetime:
    """Return the moment of a day and a time of day, of which either may be left out."""
    if said.day is None and said.hour is not None and not said.part:
        return _next_hour(said.hour, present)
    today = present.now.date()
    found = (said.day or _today)(today)
    clock = _clock(said)
    if _is_past_midnight(said, clock, found.date == today):
        found = Day(date=found.date + timedelta(days=1), step=found.step)
    moment = local(found.date, clock, present.zone)
    again = found.step and present.is_over(moment)
    return local(found.date + timedelta(days=found.step), clock, present.zone) if again else moment


def _is_past_midnight(said: _Said, clock: time, today: bool) -> bool:
    """Tell whether the hours after a day are meant: "today at midnight", "tonight at 1"."""
    return (today and clock == time(0)) or (said.part == "night" and clock < time(LATE))


def _clock(said: _Said) -> time:
    if said.hour is None:
        return PARTS[said.part] if said.part else DEFAULT
    return hour_in(said.hour, said.part) if said.part else said.hour.time


def _next_hour(said: Hour, present: Present) -> datetime:
    """Return when it is that time of day next: today or tomorrow."""
    if said.is_date_too:
        meanings = (f"{said.hour}:{said.minute:02}", f"{said.hour}.{said.minute}.")
        raise Ambiguous(f"“{said.said}” may be a time or a day", said.start, said.end, meanings)
    today = present.now.date()
    moment = local(today, said.time, present.zone)
    over = present.is_over(moment)
    return local(today + timedelta(days=1), said.time, present.zone) if over else moment
