"""What is excepted from a recurrence: "except weekends", "but not the first one of the month"."""

from dragoman.planner.calendar_names import weekday_in
from dragoman.planner.dates import DayOf
from dragoman.planner.days import day
from dragoman.planner.fields import EVERY_DAY
from dragoman.planner.month_days import EVERY_MONTH, month_day_item, ordinal
from dragoman.planner.near_days import near_day
from dragoman.planner.weekdays import weekdays
from dragoman.planner.words import Reading, listed, rule

_BUT = (
    "except for", "except", "but never", "but not", "other than", "but", "apart from", "bar", "excluding",
    "excl", "without", "just not", "not", "never", "minus", "besides",
)  # fmt: skip
_HOLIDAYS = ("public holidays", "bank holidays", "holidays", "on holidays")


@rule
def every_day_but(reading: Reading) -> frozenset[int] | None:
    """Read "except on sundays"; return the other days."""
    if not _but(reading):
        return None
    found = listed(reading, weekdays, joints=("or",))
    excepted = frozenset[int]().union(*(each.days for each in found or ()))
    return EVERY_DAY - excepted if found and excepted < EVERY_DAY else None


def _but(reading: Reading) -> bool:
    found = bool(reading.take(*_BUT))
    reading.take("on")
    return found


@rule
def turns_but(reading: Reading) -> list[int] | None:
    """Read "but not the first one of the month"."""
    turns = listed(reading, ordinal, joints=("or", "or on")) if _but(reading) else None
    if turns and not reading.take("one", "ones") and weekday_in(reading.word) is not None:
        reading.at += 1
    return turns if turns and reading.take(*EVERY_MONTH) else None


@rule
def one_day_but(reading: Reading) -> DayOf | None:
    """Read "except today", "but not next monday"."""
    return near_day(reading) if _but(reading) else None


@rule
def any_day_but(reading: Reading) -> bool | None:
    """Read "not on the 30th", "except 24 december", "except holidays", none of which can be kept."""
    if not _but(reading):
        return None
    return bool(reading.take(*_HOLIDAYS) or month_day_item(reading) or day(reading, bound=True)) or None
