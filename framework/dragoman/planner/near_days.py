"""Days that are told from today on: ``tomorrow``, ``friday``, ``next week``, ``this weekend``."""

from datetime import date, timedelta

from dragoman.planner.calendar_names import WEEKDAYS, weekday_name
from dragoman.planner.dates import Day, DayOf, by_date, first_of_next_month
from dragoman.planner.errors import Ambiguous
from dragoman.planner.words import Reading, rule

_SATURDAY = 5
COMING_WEEK = ("this coming week", "this week coming", "the coming week", "coming week")
"""What the next week is called besides."""
_RELATIVE = {
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
    "today": 0,
    "tomorrow": 1,
    "yesterday": -1,
    "the week after next": 14,
    "week after next": 14,
    "last week": -7,
}
_WEEKS = {
    "last week": -1,
    "this week": 0,
    **dict.fromkeys(("next week", *COMING_WEEK), 1),
    **dict.fromkeys(("the week after next", "week after next"), 2),
}


def near_day(reading: Reading) -> DayOf | None:
    """Read a day that is told from today on."""
    return relative_day(reading) or _of_a_period(reading) or _weekday(reading)


def relative_day(reading: Reading) -> DayOf | None:
    """Read "today", "tomorrow"."""
    said = reading.take(*_RELATIVE)
    return (lambda today: Day(date=today + timedelta(days=_RELATIVE[said]))) if said else None


@rule
def _of_a_period(reading: Reading) -> DayOf | None:
    """Read "next week", "next week on friday", "friday of this week", "next month on the 3rd"."""
    weekday = weekday_name(reading)
    if weekday is not None:
        reading.take("of", "in", ",")
    period = reading.take(*COMING_WEEK, *_WEEKS, "next month", "next year")
    if period in _WEEKS:
        weekday = weekday_after(reading) if weekday is None else weekday
        return _of_week(_WEEKS[period], weekday)
    if not period or weekday is not None:
        return None
    if period == "next year":
        return lambda today: Day(date=date(today.year + 1, 1, 1))
    return _in_next_month(reading)


@rule
def weekday_after(reading: Reading) -> int | None:
    """Read "on friday" after a week."""
    reading.take("on")
    return weekday_name(reading)


def _of_week(weeks: int, weekday: int | None) -> DayOf | None:
    """Return a day of this week or of the next; "this week" alone is no day."""
    if weekday is not None:
        return lambda today: Day(date=_monday(today) + timedelta(weeks=weeks, days=weekday))
    return (lambda today: Day(date=today + timedelta(weeks=weeks))) if weeks > 0 else None


def _in_next_month(reading: Reading) -> DayOf:
    """Read the day after "next month"; without any it is the first."""
    on = bool(reading.take("on"))
    found = by_date(reading, on=on)
    return lambda today: found(first_of_next_month(today)) if found else Day(date=first_of_next_month(today))


def _monday(today: date) -> date:
    return today - timedelta(days=today.weekday())


@rule
def _weekday(reading: Reading) -> DayOf | None:
    """Read "friday" or "this weekend", the coming one, and "last friday", which is over."""
    start = reading.at
    said = reading.take(
        "this coming", "this", "the coming", "coming", "next", "last", "at the", "over the", "the"
    )
    weekend = bool(reading.take("weekend"))
    weekday = _SATURDAY if weekend else weekday_name(reading)
    if weekday is None or (said in ("at the", "over the") and not weekend):
        return None
    if said == "next":
        end = reading.at
        return lambda today: _next(today, weekday, start, end)
    if said == "last":
        return lambda today: Day(date=today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1))
    return lambda today: Day(date=today + timedelta(days=(weekday - today.weekday()) % 7), step=7)


def _next(today: date, weekday: int, start: int, end: int) -> Day:
    """Return the day of next week; people mean either of two by "next" while this week's is to come."""
    if weekday > today.weekday():
        name = tuple(WEEKDAYS)[weekday]
        meanings = (f"{name} this week", f"{name} next week")
        raise Ambiguous(f"“next {name}” may be in this week or in the next", start, end, meanings)
    return Day(date=_monday(today) + timedelta(weeks=1, days=weekday))
