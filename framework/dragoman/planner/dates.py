"""The days that people name: ``tomorrow``, ``next friday``, ``24 December``, ``end of month``."""

import calendar
import re
from collections.abc import Callable
from datetime import date, timedelta

from dragoman.model.record import Record
from dragoman.planner.errors import Ambiguous, Impossible
from dragoman.planner.words import Reading, name_in, rule

WEEKDAYS = {
    name: place
    for place, name in enumerate(
        ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    )
}
"""Monday is 0."""
_WEEKDAYS_AND_PLURALS = {**WEEKDAYS, **{f"{name}s": place for name, place in WEEKDAYS.items()}}
MONTHS = {name.lower(): place for place, name in enumerate(calendar.month_name) if name}
"""January is 1."""
ORDINALS = {
    **{name: place for place, name in enumerate(("first", "second", "third", "fourth", "fifth", "sixth"), 1)},
    **{f"{number}{suffix}": number for number, suffix in enumerate(("st", "nd", "rd", "th", "th", "th"), 1)},
    "last": -1,
}
"""Which of a month; the last is -1."""
_ISO = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.?(\d{4}|\d\d)?", re.ASCII)
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d\d))?", re.ASCII)
_YEAR = re.compile(r"20\d\d|\d{4}", re.ASCII)
_DAY = re.compile(r"(\d{1,2})(st|nd|rd|th)?\.?", re.ASCII)
_SATURDAY = 5
_RELATIVE = {
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
    "today": 0,
    "tomorrow": 1,
    "tmrw": 1,
    "tmr": 1,
    "yesterday": -1,
}


class Day(Record):
    """A day, and the days until it is meant again when its hour is over: 7 for a weekday, 0 for a date."""

    date: date
    step: int = 0


DayOf = Callable[[date], Day]
"""Which day is meant, seen from today; fails with `Impossible`, or with `Ambiguous`."""


@rule
def day(reading: Reading) -> DayOf | None:
    """Read a day."""
    on = bool(reading.take("on", "by"))
    return (
        _relative(reading)
        or _next_period(reading)
        or _end(reading)
        or _turn_of_month(reading)
        or _weekday_and_date(reading)
        or _weekday(reading)
        or _written(reading, on)
        or _named(reading)
        or _of_month(reading, on)
    )


def _relative(reading: Reading) -> DayOf | None:
    said = reading.take(*_RELATIVE)
    return (lambda today: Day(date=today + timedelta(days=_RELATIVE[said]))) if said else None


@rule
def _next_period(reading: Reading) -> DayOf | None:
    """Read "next week", "next week on friday", "friday next week", "next month", "next year"."""
    weekday = reading.name(WEEKDAYS)
    period = reading.take("next week", "next month", "next year")
    if period == "next week" and weekday is None:
        start = reading.at
        reading.take("on")
        weekday = weekday_name(reading)
        reading.at = start if weekday is None else reading.at
    if not period or (weekday is not None and period != "next week"):
        return None
    if weekday is not None:
        return lambda today: Day(date=_of_next_week(today, weekday))
    if period == "next week":
        return lambda today: Day(date=today + timedelta(days=7))
    if period == "next month":
        return lambda today: Day(date=_first_of_next_month(today))
    return lambda today: Day(date=date(today.year + 1, 1, 1))


def weekday_name(reading: Reading) -> int | None:
    """Go over the name of a day of the week, whole or shortened, and return it; Monday is 0."""
    return reading.name(WEEKDAYS)


def _of_next_week(today: date, weekday: int) -> date:
    return today + timedelta(days=7 - today.weekday() + weekday)


def _first_of_next_month(today: date) -> date:
    return (today.replace(day=1) + timedelta(days=32)).replace(day=1)


def last_of_month(today: date) -> date:
    """Return the last day of a day's month."""
    return today.replace(day=calendar.monthrange(today.year, today.month)[1])


@rule
def _end(reading: Reading) -> DayOf | None:
    """Read "end of month", "the end of next month", "end of the week", "the end of the year"."""
    reading.take("at the", "the", "at")
    if not reading.take("end of the", "end of this", "end of"):
        return None
    match reading.take("month", "next month", "week", "year"):
        case "month":
            return lambda today: Day(date=last_of_month(today))
        case "next month":
            return lambda today: Day(date=last_of_month(_first_of_next_month(today)))
        case "week":
            return lambda today: Day(date=today + timedelta(days=(4 - today.weekday()) % 7), step=7)
        case "year":
            return lambda today: Day(date=date(today.year, 12, 31))
        case _:
            return None


@rule
def _turn_of_month(reading: Reading) -> DayOf | None:
    """Read "first monday of next month", "last day of this month", "last friday in november 2027"."""
    reading.take("the")
    turn = reading.take(*ORDINALS)
    is_day = bool(turn and reading.take("day"))
    weekday = None if is_day else weekday_name(reading)
    if not turn or not (is_day or weekday is not None) or not reading.take("of", "in"):
        return None
    month = _month(reading)
    if month is None:
        return None
    return lambda today: Day(date=_turn(month(today), ORDINALS[turn], weekday))


@rule
def _month(reading: Reading) -> DayOf | None:
    """Read "this month", "next month", "november 2027": the first day of it."""
    if reading.take("next month"):
        return lambda today: Day(date=_first_of_next_month(today))
    if reading.take("this month"):
        return lambda today: Day(date=today.replace(day=1))
    number = reading.name(MONTHS)
    year = reading.match(_YEAR) if number else None
    if number is None or year is None:
        return None
    return lambda _today: Day(date=date(max(int(year[0]), 1), number, 1))


def _turn(first: Day, turn: int, weekday: int | None) -> date:
    """Return the n-th day, or day of the week, of a month."""
    last = last_of_month(first.date)
    days = [first.date + timedelta(days=place) for place in range(last.day)]
    fitting = [each for each in days if weekday is None or each.weekday() == weekday]
    if turn > len(fitting):
        raise Impossible(f"there is no such day in {first.date:%B %Y}")
    return fitting[turn - 1 if turn > 0 else -1]


@rule
def _weekday(reading: Reading) -> DayOf | None:
    """Read "friday" or "this weekend", the coming one, and "next friday", the one of next week."""
    said = reading.take("this coming", "this", "the coming", "coming", "next", "the")
    weekday = _SATURDAY if reading.take("weekend") else weekday_name(reading)
    if weekday is None:
        return None
    if said == "next":
        return lambda today: Day(date=_of_next_week(today, weekday))
    return lambda today: Day(date=today + timedelta(days=(weekday - today.weekday()) % 7), step=7)


@rule
def _weekday_and_date(reading: Reading) -> DayOf | None:
    """Read "friday, 24 december", where the two must agree."""
    weekday = weekday_name(reading)
    reading.take(",")
    found = (_written(reading, on=False) or _named(reading)) if weekday is not None else None
    if weekday is None or found is None:
        return None
    return lambda today: _agreeing(found(today), weekday)


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
        return lambda _today: Day(date=_iso(iso[0]))
    if dotted := reading.match(_DOTTED):
        day, month, year = int(dotted[1]), int(dotted[2]), dotted[3]
        # "3.2" is a number, and "10.12" may be a time; "31.12" cannot.
        whole = dotted[0].count(".") == 2 or on or (day > 23 and len(dotted[2]) == 2)
        return (lambda today: dated(day, month, year, today)) if whole else None
    slashed = reading.match(_SLASHED)
    if slashed is None:
        return None
    return lambda today: _slashed(slashed, start, today)


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
    return lambda today: dated(*found, year, today)


@rule
def month_day(reading: Reading) -> tuple[int, int] | None:
    """Read "24 December" or "december 24th" as a day and a month, January being 1."""
    reading.take("the")
    number = reading.match(_DAY)
    if number is None:
        month = reading.name(MONTHS)
        number = reading.match(_DAY) if month else None
    else:
        reading.take("of")
        month = reading.name(MONTHS)
    return (int(number[1]), month) if number and month else None


@rule
def _year_after(reading: Reading) -> str | None:
    reading.take(",")
    year = reading.match(_YEAR)
    return year[0] if year else None


@rule
def _of_month(reading: Reading, on: bool) -> DayOf | None:
    """Read "the 15th", "on the 15th of next month"."""
    the = bool(reading.take("the"))
    found = reading.match(_DAY)
    if found is None or not found[2] or not (the or on):
        return None
    number = int(found[1])
    if reading.take("of next month"):
        return lambda today: _next_with(_first_of_next_month(today), number, only=True)
    only = bool(reading.take("of this month"))
    return lambda today: _next_with(today, number, only=only)


def _next_with(today: date, number: int, *, only: bool) -> Day:
    """Return the next day of that number, or the one of the same month ``only``."""
    if not 1 <= number <= 31 or (only and number > last_of_month(today).day):
        raise Impossible(
            f"there is no day {number} in {today:%B %Y}" if only else f"there is no day {number}"
        )
    month = today
    while number > last_of_month(month).day or (month == today and number < today.day and not only):
        month = _first_of_next_month(month)
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


def weekday_in(word: str) -> int | None:
    """Return the day of the week that a word names, in the singular or the plural; Monday is 0."""
    return name_in(_WEEKDAYS_AND_PLURALS, word)
