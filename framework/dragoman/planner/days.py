"""Any day that people name: ``tomorrow``, ``24 December``, ``end of month``, ``monday week``."""

from datetime import timedelta

from dragoman.planner.counted_days import calendar_week, counted_day
from dragoman.planner.dates import Day, DayOf, by_date
from dragoman.planner.month_turns import end_of_period, turn_of_month
from dragoman.planner.near_days import near_day
from dragoman.planner.words import Reading, longest, rule


@rule
def day(reading: Reading, *, bound: bool = False) -> DayOf | None:
    """Read a day; one that is a ``bound`` may be told by its number alone: "15th"."""
    on = bool(reading.take("on", "by")) or (bound and reading.whole)
    return longest(
        reading,
        _weeks_after,
        counted_day,
        calendar_week,
        end_of_period,
        turn_of_month,
        lambda each: by_date(each, on=on),
    )


@rule
def _weeks_after(reading: Reading) -> DayOf | None:
    """Read "friday", "monday week", "tomorrow fortnight"."""
    found = near_day(reading)
    weeks = {"week": 1, "fortnight": 2}.get(reading.take("week", "fortnight")) if found else None
    if found is None or weeks is None:
        return found
    return lambda today: Day(date=found(today).date + timedelta(weeks=weeks))
