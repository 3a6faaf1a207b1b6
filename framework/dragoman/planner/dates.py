"""Dates: ``2027-12-24``, ``24.12.``, ``24 December``, ``the 15th of next month``."""

import calendar
import re
from collections.abc import Callable
from datetime import date, timedelta

from dragoman.model.record import Record
from dragoman.planner.calendar_names import MONTHS, SPELT_DAYS, WEEKDAYS, weekday_name
from dragoman.planner.errors import Ambiguous, Impossible
from dragoman.planner.words import Reading, name_in, rule

YEAR = re.compile(r"(?:19|2\d)\d\d", re.ASCII)
"""A year that people mean; 1730 is rather a time of day."""
_ISO = re.compile(r"(\d{4})[-/](\d\d)[-/](\d\d)", re.ASCII)
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.?(\d{4}|\d\d)?", re.ASCII)
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d\d))?", re.ASCII)
_DASHED = re.compile(r"(\d{1,2})-(\d{1,2})-(\d{4})", re.ASCII)
_DASHED_NAME = re.compile(r"(\d{1,2})-([a-z]{3,9})(?:-(\d{4}|\d\d))?", re.ASCII)
_MONTHS_UNTIL_THE_SAME = 12 * 40
"""After so many each number has been on each day of the week, the 29th of February too."""
_SHORT_YEAR = re.compile(r"'(\d\d)", re.ASCII)
_LATE_YEAR = re.compile(r"(2[5-9]|[3-9]\d)", re.ASCII)
_DAY = re.compile(r"(\d{1,2})(st|nd|rd|th)?\.?", re.ASCII)


class Day(Record):
    """A day, and the days until it is meant again when its hour is over: 7 for a weekday, 0 for a date."""

    date: date
    step: int = 0


DayOf = Callable[[date], Day]
"""Which day is meant, seen from today; fails with `Impossible`, or with `Ambiguous`."""


def first_of_next_month(today: date) -> date:
    """Return the first day of the month after a day's."""
    return (today.replace(day=1) + timedelta(days=32)).replace(day=1)


def last_of_month(today: date) -> date:
    """Return the last day of a day's month."""
    return today.replace(day=calendar.monthrange(today.year, today.month)[1])


def by_date(reading: Reading, *, on: bool) -> DayOf | None:
    """Read a day that is told by its number; "the 15th" needs its "the", or an ``on`` before it."""
    return _weekday_and_date(reading) or _written(reading, on) or _named(reading) or _of_month(reading, on)


@rule
def _weekday_and_date(reading: Reading) -> DayOf | None:
    """Read "friday, 24 december", where the two must agree."""
    weekday = weekday_name(reading)
    reading.take(",")
    if weekday is None:
        return None
    found = _written(reading, on=False) or _named(reading)
    if found is None:
        return _weekday_and_number(reading, weekday)
    return lambda today: _agreeing(found(today), weekday)


@rule
def _weekday_and_number(reading: Reading, weekday: int) -> DayOf | None:
    """Read the rest of "friday the 13th"."""
    # "Friday 2nd try" is no date.
    if not (reading.take("the") or reading.whole):
        return None
    found = reading.match(_DAY)
    number = int(found[1]) if found and found[2] else spelt_day(reading)
    return None if number is None else lambda today: _next_on(today, number, weekday)


def _next_on(today: date, number: int, weekday: int) -> Day:
    """Return the next day of that number that is that day of the week."""
    found = _next_with(today, number, only=False)
    for _ in range(_MONTHS_UNTIL_THE_SAME):
        if found.date.weekday() == weekday:
            return found
        found = _next_with(found.date + timedelta(days=1), number, only=False)
    raise Impossible(f"there is no {tuple(WEEKDAYS)[weekday].capitalize()} the {number}th")


def _agreeing(found: Day, weekday: int) -> Day:
    if found.date.weekday() == weekday:
        return found
    said = tuple(WEEKDAYS)[weekday].capitalize()
    raise Impossible(f"{found.date.day} {found.date:%B %Y} is a {found.date:%A}, not a {said}")


@rule
def _written(reading: Reading, on: bool) -> DayOf | None:
    """Read "2027-12-24", "24.12.", "24/12"."""
    start = reading.at
    if iso := reading.match(_ISO):
        return lambda _today: Day(date=_iso(f"{iso[1]}-{iso[2]}-{iso[3]}"))
    if dotted := reading.match(_DOTTED):
        day, month, year = int(dotted[1]), int(dotted[2]), dotted[3]
        # "3.2" is a number, and "10.12" may be a time; "31.12" cannot.
        whole = dotted[0].count(".") == 2 or on or (day > 23 and len(dotted[2]) == 2)
        return (lambda today: dated(day, month, year, today)) if whole else None
    if slashed := reading.match(_SLASHED) or reading.match(_DASHED):
        return lambda today: _slashed(slashed, start, today)
    return _with_name(reading)


@rule
def _with_name(reading: Reading) -> DayOf | None:
    """Read "24-dec-2027"."""
    found = reading.match(_DASHED_NAME)
    month = name_in(MONTHS, found[2]) if found else None
    if found is None or month is None:
        return None
    return lambda today: dated(int(found[1]), month, found[3], today)


def _iso(said: str) -> date:
    try:
        return date.fromisoformat(said)
    except ValueError as error:
        raise Impossible(f"there is no “{said}”: {error}") from error


def _slashed(said: re.Match[str], start: int, today: date) -> Day:
    """Return the date of "24/12"; "03/04" is the one in some countries and the other in others."""
    one, two, year = int(said[1]), int(said[2]), said[3]
    if one <= 12 and two <= 12 and one != two:
        names = tuple(MONTHS)
        ending = f" {_year(year)}" if year else ""
        meanings = (f"{one} {names[two - 1]}{ending}", f"{two} {names[one - 1]}{ending}")
        raise Ambiguous(f"“{said[0]}” is not the same day everywhere", start, start + 1, meanings)
    return dated(two, one, year, today) if two > 12 else dated(one, two, year, today)


@rule
def _named(reading: Reading) -> DayOf | None:
    """Read "24 December", "the 3rd of April 2027", "december 24th"."""
    found = month_day(reading)
    year = _year_after(reading) if found else None
    if found is None:
        return None
    if year is None and reading.take("next year", "of next year"):
        return lambda today: dated(*found, str(today.year + 1), today)
    return lambda today: dated(*found, year, today)


@rule
def month_day(reading: Reading) -> tuple[int, int] | None:
    """Read "24 December" or "december 24th" as a day and a month, January being 1."""
    reading.take("the")
    number = _number(reading)
    if number is None:
        month = reading.name(MONTHS)
        reading.take("the")
        number = _number(reading) if month else None
    else:
        reading.take("of")
        month = reading.name(MONTHS)
    return None if number is None or month is None else (number, month)


def _number(reading: Reading) -> int | None:
    """Read the day of a month in figures or words, "24", "24th", "twenty-fourth"."""
    found = reading.match(_DAY)
    return int(found[1]) if found else spelt_day(reading)


def spelt_day(reading: Reading) -> int | None:
    """Read the day of a month in words."""
    said = reading.take(*SPELT_DAYS)
    return SPELT_DAYS[said] if said else None


@rule
def _year_after(reading: Reading) -> str | None:
    if short := reading.match(_SHORT_YEAR) or (_late_year(reading) if reading.whole else None):
        return short[1]
    reading.take(",")
    year = reading.match(YEAR)
    return year[0] if year else None


def _late_year(reading: Reading) -> re.Match[str] | None:
    """Read a year of two figures that can be no hour, "1 sept 27"; it may count something."""
    return reading.match(_LATE_YEAR)


@rule
def _of_month(reading: Reading, on: bool) -> DayOf | None:
    """Read "the 15th", "on the 15th of next month", "20th of this month"."""
    the = bool(reading.take("the"))
    found = reading.match(_DAY)
    number = int(found[1]) if found and found[2] else spelt_day(reading)
    if number is None:
        return None
    if reading.take("of next month", "next month"):
        return lambda today: _next_with(first_of_next_month(today), number, only=True)
    only = bool(reading.take("of this month", "this month"))
    if not (the or on or only):
        return None
    return lambda today: _next_with(today, number, only=only)


def _next_with(today: date, number: int, *, only: bool) -> Day:
    """Return the next day of that number, or the one of the same month ``only``."""
    if not 1 <= number <= 31 or (only and number > last_of_month(today).day):
        raise Impossible(
            f"there is no day {number} in {today:%B %Y}" if only else f"there is no day {number}"
        )
    month = today
    while number > last_of_month(month).day or (month == today and number < today.day and not only):
        month = first_of_next_month(month)
    return Day(date=month.replace(day=number))


def dated(day: int, month: int, year: str | None, today: date) -> Day:
    """Return a date, without a year the next one to come; fails with Impossible when there is none such."""
    years = [_year(year)] if year else range(today.year, today.year + 9)
    for each in years:
        try:
            found = date(each, month, day)
        except ValueError:
            continue
        if year or found >= today:
            return Day(date=found)
    name = tuple(MONTHS)[month - 1].capitalize() if 1 <= month <= 12 else f"month {month}"
    raise Impossible(f"there is no {day} {name} {years[0]}")


def _year(said: str) -> int:
    return int(said) if len(said) == 4 else 2_000 + int(said)
