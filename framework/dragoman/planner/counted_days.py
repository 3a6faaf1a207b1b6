"""Days that are counted from another, or by weeks: "3 working days after 6 july", "tuesday in week 10"."""

import re
from datetime import date, timedelta

from dragoman.planner.calendar_names import weekday_name
from dragoman.planner.dates import Day, DayOf, by_date
from dragoman.planner.errors import Impossible
from dragoman.planner.month_turns import end_of_period, turn_of_month
from dragoman.planner.near_days import near_day, weekday_after
from dragoman.planner.weekdays import WORKING_DAY
from dragoman.planner.words import Reading, longest, rule

_WORKING = tuple(name for each in WORKING_DAY for name in (f"{each}s", each))
_DAYS = {"days": 1, "day": 1, "weeks": 7, "week": 7}
_BEFORE = ("before", "prior to", "ahead of")
_AFTER = ("after", "following")
_FROM_NOW = ("from now", "from today", "later")
_EVERY_MONTH = ("of every month", "of each month", "of the month", "every month", "each month", "monthly")
_WEEK = ("calendar week", "week number", "week no", "week", "cw", "kw")
_WEEK_IN_ONE = re.compile(r"(?:cw|kw)(\d{1,2})", re.ASCII)
_MOST = 1_000
"""Days that are counted one by one."""


@rule
def counted_day(reading: Reading) -> DayOf | None:
    """Read "two working days before 15 march", "the day after 3 may", "in 3 working days"."""
    opened = bool(reading.take("in", "after"))
    only = reading.take("the last", "the first", "the next", "the", "next", "last", "first", "a")
    count = 1 if only or (reading.whole and reading.word == "day") else reading.number()
    working = bool(reading.take(*_WORKING))
    unit = 1 if working else _DAYS.get(reading.take(*_DAYS), 0)
    if count is None or not unit:
        return None
    way = -1 if reading.take(*_BEFORE) else 1 if reading.take(*_AFTER) else 0
    if working and not way and (opened or only in ("the next", "next") or reading.take(*_FROM_NOW)):
        return lambda today: Day(date=_counted(today, count, working=True))
    found = longest(reading, near_day, end_of_period, turn_of_month, _dated) if way else None
    if found is None:
        return None
    if reading.take(*_EVERY_MONTH):
        return _refuse
    return lambda today: Day(date=_counted(found(today).date, way * count * unit, working=working))


def _dated(reading: Reading) -> DayOf | None:
    return by_date(reading, on=reading.whole)


def _refuse(_today: date) -> Day:
    raise Impossible("what is so many days before or after a day can be told once, but not for every month")


def _counted(start: date, days: int, *, working: bool) -> date:
    """Return the day that is so many days later, or earlier if they are less than 0."""
    if not working:
        return start + timedelta(days=days)
    if abs(days) > _MOST:
        raise Impossible(f"{abs(days)} working days are too many to be counted")
    step = timedelta(days=1 if days > 0 else -1)
    for _ in range(abs(days)):
        start += step
        while start.weekday() > 4:
            start += step
    return start


@rule
def calendar_week(reading: Reading) -> DayOf | None:
    """Read "tuesday in week 10", "in calendar week 10 on tuesday"; without a day it is Monday."""
    weekday = weekday_name(reading)
    # "Read week 12" is no time.
    if not reading.take("in", "of", ",") and weekday is None and not reading.whole:
        return None
    reading.take("the")
    if one := reading.match(_WEEK_IN_ONE):
        week: int | None = int(one[1])
    else:
        week = reading.number() if reading.take(*_WEEK) else None
    if week is None:
        return None
    weekday = _then_weekday(reading) if weekday is None else weekday
    return lambda today: _in_week(today, week, (weekday or 0) + 1)


@rule
def _then_weekday(reading: Reading) -> int | None:
    reading.take(",")
    return weekday_after(reading)


def _in_week(today: date, week: int, weekday: int) -> Day:
    """Return a day of the next calendar week of that number that is not over."""
    for year in (today.isocalendar().year, today.isocalendar().year + 1):
        try:
            found = date.fromisocalendar(year, week, weekday)
        except ValueError as error:
            raise Impossible(f"there is no calendar week {week} in {year}") from error
        if found >= today:
            break
    return Day(date=found)
