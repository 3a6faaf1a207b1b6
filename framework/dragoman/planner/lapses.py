"""Times that are told by how long it is until then: ``in 2h``, ``a week from friday``."""

import calendar
import re
from datetime import UTC, date, datetime

from dragoman.planner.appointments import Said, meant, with_more
from dragoman.planner.clock import ABOUT, closes, hour
from dragoman.planner.dates import Day, DayOf
from dragoman.planner.days import day
from dragoman.planner.durations import parse_duration
from dragoman.planner.errors import Ambiguous, Impossible
from dragoman.planner.hours import Hour
from dragoman.planner.near_days import near_day
from dragoman.planner.plans import Plan
from dragoman.planner.present import Meaning, Present, at_moment, first_moment, local
from dragoman.planner.spans import is_days, span
from dragoman.planner.words import Reading, rule

_HOURS = re.compile(r"([7-9]|1\d|2[0-3])h", re.ASCII)
_HOURS_AND_MINUTES = re.compile(r"(?:[7-9]|1\d|2[0-3])h[0-5]\d", re.ASCII)
_MONTHS = {"month": 1, "months": 1, "year": 12, "years": 12, "yr": 12, "yrs": 12}
_AROUND = ("before", "after", "prior")
"""What follows a length of time that is counted from something else: "2 days before the release"."""
_MOST_MONTHS = 1_200


@rule
def after_a_while(reading: Reading, *, introduced: bool = False) -> Meaning | None:
    """Read "in 2h", "2 hours from now", "in half an hour", "in 3 days at 9:00", "a month ago"."""
    nearly = reading.whole and bool(reading.take(*ABOUT))
    opened = bool(reading.take("in", "after"))
    nearly = nearly or (opened and bool(reading.take(*ABOUT)))
    start = reading.at
    minus = bool(opened and reading.take("minus", "-"))
    months = months_said(reading)
    said = None if months else span(reading)
    since = _days_from(reading, opened=opened) if is_days(said or "") else None
    if since is not None and said:
        days = parse_duration(said)
        return _on_a_day_after(reading, lambda today: Day(date=since(today).date + days))
    closed = reading.take("from now", "from today", "later", "ago", "before now")
    if opened and not closed:
        reading.take("time", "' time", "from now")
    alone = not (opened or closed)
    if alone and (nearly or reading.word in _AROUND):
        return None
    if not (months or said) or (alone and (introduced or _is_clock(reading, start))):
        return None
    sign = -1 if minus or closed in ("ago", "before now") else 1
    clock = _clock(reading) if not alone and (months or is_days(said or "")) else None
    reading.take_zone()
    if alone and (figure := _HOURS.fullmatch(reading.words[start].text)):
        return lambda _present: _ask_for_hours(int(figure[1]), start)
    return lambda present: at_moment(_elapsed(sign, months, said or "", clock, present), present)


@rule
def _clock(reading: Reading) -> Hour | None:
    """Read the time of the day that is so many days away: "10 days from now, 2 pm"."""
    reading.take(",")
    return hour(reading, bare=closes(reading))


def _is_clock(reading: Reading, start: int) -> bool:
    """Tell whether it is written as a time of day: "17h30", but not "1h30"."""
    found = _HOURS_AND_MINUTES.fullmatch(reading.words[start].text)
    return found is not None and reading.at == start + 1


def _ask_for_hours(number: int, start: int) -> Plan:
    """Ask about "17h", which is 17 hours to some and 17:00 to others."""
    meanings = (f"in {number} hours", f"at {number:02}:00")
    raise Ambiguous(f"“{number}h” may be a length of time or a time of day", start, start + 1, meanings)


@rule
def _days_from(reading: Reading, *, opened: bool) -> DayOf | None:
    """Read "from friday", after a number of days; "on friday" and "tomorrow" unless "in" stood before it."""
    if reading.take("from"):
        return day(reading)
    if opened:
        return None
    reading.take("on")
    return near_day(reading)


def _on_a_day_after(reading: Reading, found: DayOf) -> Meaning:
    said = with_more(reading, Said(day=found))
    return lambda present: meant([said], present)


@rule
def months_said(reading: Reading) -> int | None:
    """Read "a month", "two years"; return how many months that is."""
    number = 1 if reading.take("a", "one") else reading.number()
    unit = reading.take(*_MONTHS) if number else ""
    return number * _MONTHS[unit] if number and unit else None


def _elapsed(sign: int, months: int | None, said: str, clock: Hour | None, present: Present) -> datetime:
    """Return the moment after a while, by its sign: days go by the calendar, hours by the clock."""
    if months and months > _MOST_MONTHS:
        raise Impossible("that is more than a hundred years away")
    today = present.now.date() if clock is None else present.day
    try:
        if months:
            day = months_later(today, sign * months)
        else:
            passed = sign * parse_duration(said)
            if not (passed and is_days(said)):
                return (present.now.astimezone(UTC) + passed).astimezone(present.zone)
            day = today + passed
        if clock is not None:
            return local(day, clock.time, present.zone)
        return first_moment(day, present.now.time(), present.zone)
    except (OverflowError, ValueError) as error:
        raise Impossible(str(error)) from error


def months_later(start: date, months: int) -> date:
    """Return the same day some months later, or the last one of a month that is shorter."""
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    return date(year, month + 1, min(start.day, calendar.monthrange(year, month + 1)[1]))
