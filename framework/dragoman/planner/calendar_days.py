"""Days of months and years: "the 1st and 15th", "last friday of the month", "every 24 december"."""

from collections.abc import Sequence
from datetime import date

from msgspec import structs

from dragoman.model.record import Record
from dragoman.planner.calendar_names import MONTHS
from dragoman.planner.errors import Ambiguous, Impossible
from dragoman.planner.fields import CalendarDays, crons, number_field
from dragoman.planner.frequencies import how_often
from dragoman.planner.hours import Hour
from dragoman.planner.month_days import (
    IF_THERE_IS,
    LENGTHS,
    MONTH_ENDS,
    Item,
    Months,
    month_day_item,
    months_after,
    named_months,
)
from dragoman.planner.occurrences import next_after
from dragoman.planner.plans import Recurrence, Several
from dragoman.planner.rhythms import Asked, Rhythm
from dragoman.planner.times_of_day import hours
from dragoman.planner.words import ORDINAL_NUMBERS, Reading, listed, rule

_QUARTERS, _QUARTER_ENDS = "1-10/3", "3-12/3"
_TWICE = {
    "month": ("on the 1st and 15th of the month", "on the 15th and the last day of the month"),
    "year": ("every year on 1 january and 1 july", "every year on 30 june and 31 december"),
}
"""What is offered to those who name no days."""
_HALF_YEARLY = (
    "half yearly",
    "half-yearly",
    "semiannually",
    "semi-annually",
    "every half year",
    "every half-year",
)
_SHORTEST = 28
"""Days that every month has."""
_PERIODS = {
    "month": ("every month", "each month", "monthly", "once a month"),
    "quarter": ("every quarter", "each quarter", "quarterly", "once a quarter"),
    "year": ("every year", "each year", "yearly", "annually", "once a year"),
}


class Period(Record):
    """How often, as far as it was said before the days."""

    name: str = ""
    """``month``, ``quarter``, ``year``, ``every`` for that word alone, or nothing."""
    step: int = 1
    """Every so many months."""
    count: int = 0
    """How many days must be named; 0 for any number."""


_HALF_YEAR = Period(name="year", count=2)


@rule
def calendar_days(reading: Reading) -> Rhythm | None:
    """Read days that recur by the month, the quarter or the year."""
    begin = reading.at
    period = _period(reading)
    reading.take("on", ", on", *([","] if reading.whole else []))
    start = reading.at
    items, months = _days_and_months(reading, months_first=period.name == "every")
    between: tuple[Hour, ...] = ()
    if items and not (period.name or months.name):
        between, months = _hours_and_months(reading)
    if not _recurs(period, items, months):
        return None
    if period is _HALF_YEAR and items and not any(item.days.months != "*" for item in items):
        period = Period(name="month", step=6)
    end = reading.at
    if period.count and len(items) != period.count:
        return Rhythm(plans=lambda _asked: _ask_for_days(period, len(items), begin, end))
    if period.name == "every" and not months.name and _may_be_weeks(items):
        return Rhythm(plans=lambda _asked: _ask_for_weeks(items[0], begin, end))
    bare = not period.name and len(items) == len(months.numbers) == 1

    def plans(asked: Asked) -> tuple[Recurrence, ...]:
        _check_numbers(items, months, start, end)
        if bare:
            _ask_for_year(items[0], _plans(_days(period, items, months), 1, asked), asked, start, end)
        return _plans(_days(period, items, months), period.step, asked)

    return Rhythm(plans=plans, hours=between)


def _hours_and_months(reading: Reading) -> tuple[tuple[Hour, ...], Months]:
    """Read "9:30 am every month" after the days."""
    start, zone = reading.at, reading.zone
    reading.take(",")
    found = hours(reading) or ()
    months = months_after(reading) if found else Months()
    if months.name not in _PERIODS or not reading.ends:
        reading.at, reading.zone = start, zone
        return (), Months()
    return found, months


def _days_and_months(reading: Reading, *, months_first: bool) -> tuple[list[Item], Months]:
    """Read "the 1st of april", "april and may on the 1st"."""
    at = reading.at
    months = named_months(reading) if months_first else None
    items = listed(reading, month_day_item) or []
    if months and items:
        return items, months
    reading.at = at
    items = listed(reading, month_day_item) or []
    return items, months_after(reading) if items else Months()


@rule
def _period(reading: Reading) -> Period:
    if _is_month_end(reading):
        return Period(name="every")
    for name, phrases in _PERIODS.items():
        if reading.take(*phrases):
            return Period(name=name)
    few = _times_a_year(reading) or _times_a_month(reading) or _months_apart(reading)
    return few or Period(name="every" if reading.take("every", "each", "always") else "")


@rule
def _is_month_end(reading: Reading) -> bool | None:
    """Read the "every" of "every month end"."""
    start = bool(reading.take("every", "each")) and reading.at
    return None if not start or not _stands_here(reading, MONTH_ENDS) else True


def _stands_here(reading: Reading, phrases: Sequence[str]) -> bool:
    at = reading.at
    found = bool(reading.take(*phrases)) and reading.word != "of"
    reading.at = at
    return found


@rule
def _times_a_year(reading: Reading) -> Period | None:
    """Read "half yearly", "twice a year"."""
    if reading.take(*_HALF_YEARLY):
        return _HALF_YEAR
    count = how_often(reading)
    return (
        Period(name="year", count=count) if count and reading.take("a year", "per year", "yearly") else None
    )


@rule
def _times_a_month(reading: Reading) -> Period | None:
    """Read "twice a month"."""
    count = how_often(reading)
    if count is None or not reading.take("a month", "per month", "each month", "every month", "monthly"):
        return None
    return Period(name="month", count=count)


def _ask_for_days(period: Period, said: int, start: int, end: int) -> tuple[Recurrence, ...]:
    often = f"{period.count} times a {period.name}"
    if said or period.count != 2:
        raise Impossible(f"{often} were asked for: name that many days of the {period.name}")
    raise Ambiguous(f"{often} may be on any days", start, end, _TWICE[period.name])


@rule
def _months_apart(reading: Reading) -> Period | None:
    """Read "every other month", "every 3 months", "every third month"."""
    if not reading.take("every", "each"):
        return None
    if reading.take("other", "alternate"):
        step: int | None = 2
    else:
        step = ORDINAL_NUMBERS.get(reading.word)
        reading.at += step is not None
        step = step or reading.number()
    return Period(name="month", step=step) if step is not None and reading.take("months", "month") else None


def _recurs(period: Period, items: Sequence[Item], months: Months) -> bool:
    """Tell whether the words say that something recurs, and not only a day to come."""
    if not items:
        return period.name in _PERIODS
    yearly = "year" in (period.name, months.name)
    dated = any(item.days.months != "*" or item.number < 0 for item in items)
    if yearly and months.name != "named":
        return dated or all(item.is_last or item.is_first for item in items)
    if period.name or months.name in ("month", "quarter"):
        return True
    if len(items) > 1:
        return not all(item.days.months.isdigit() for item in items)
    # "24 december" is a day to come, "the 1st of april and october" recurs.
    several = items[0].days.months != "*" and not items[0].days.months.isdigit()
    return several or months.name == "named" or "#" in items[0].days.weekdays


def _may_be_weeks(items: Sequence[Item]) -> bool:
    """Tell whether "every second friday" may mean every other one."""
    return len(items) == 1 and items[0].turn > 1


def _ask_for_weeks(item: Item, start: int, end: int) -> tuple[Recurrence, ...]:
    name = item.said.split()[-1]
    weeks = f"every other {name}" if item.turn == 2 else f"every {item.turn} weeks on {name}"
    meanings = (weeks, f"every {item.said} of the month")
    raise Ambiguous(f"“every {item.said}” may go by weeks or by months", start, end, meanings)


def _ask_for_year(item: Item, plans: tuple[Recurrence, ...], asked: Asked, start: int, end: int) -> None:
    """Ask whether "the last friday of november" is meant once or every year."""
    found = next_after(Several(plans=plans), asked.present.now.timestamp())
    assert found is not None, "a cron expression that was read has occurrences"
    day = date.fromisoformat(found.key[:10])
    said = f"{item.said} of {tuple(MONTHS)[day.month - 1]}"
    meanings = (f"{said} {day.year}", f"every year on {said}")
    raise Ambiguous(f"“{said}” may be meant once or every year", start, end, meanings)


def _check_numbers(items: Sequence[Item], months: Months, start: int, end: int) -> None:
    """Refuse days that no month has, and ask about those that some have not."""
    for item in items:
        if item.number < 0 or item.number > 31 or item.days.days == "0":
            raise Impossible(f"there is no {item.said}")
        if months.numbers and all(item.number > LENGTHS[month - 1] for month in months.numbers):
            names = ", ".join(tuple(MONTHS)[month - 1].capitalize() for month in months.numbers)
            raise Impossible(f"there is no {item.said} of {names}")
    rare = any(item.number > _SHORTEST for item in items)
    if not rare or months.if_there_is or months.name in ("named", "quarter"):
        return
    last = " and ".join("the last day" if item.number > _SHORTEST else item.said for item in items)
    only = " and ".join(item.said for item in items)
    meanings = (f"{last} of the month", f"{only} {IF_THERE_IS}")
    raise Ambiguous(f"not every month has “{only}”", start, end, meanings)


def _days(period: Period, items: Sequence[Item], months: Months) -> tuple[CalendarDays, ...]:
    """Return the days in cron's fields, those of equal months and of one kind together."""
    names = {period.name, months.name}
    found = [_in_months(item, names, months) for item in items] or [
        CalendarDays(days="1", months={"quarter": _QUARTERS, "year": "1"}.get(period.name, "*"))
    ]
    by_day = [each for each in found if each.weekdays == "*"]
    together = {each.months: "" for each in by_day}
    for each in by_day:
        together[each.months] += f",{each.days}" if together[each.months] else each.days
    return (
        *(CalendarDays(days=_sorted(days), months=months) for months, days in together.items()),
        *(each for each in found if each.weekdays != "*"),
    )


def _sorted(days: str) -> str:
    each = sorted(set(days.split(",")), key=lambda day: (not day.isdigit(), day.rjust(2)))
    return ",".join(each)


def _in_months(item: Item, names: set[str], months: Months) -> CalendarDays:
    if item.days.months != "*":
        return item.days
    if months.numbers:
        return structs.replace(item.days, months=number_field(months.numbers))
    if "quarter" in names:
        return structs.replace(item.days, months=_QUARTER_ENDS if item.is_last else _QUARTERS)
    if "year" in names:
        return structs.replace(item.days, months="12" if item.is_last else "1")
    return item.days


def _plans(days: tuple[CalendarDays, ...], step: int, asked: Asked) -> tuple[Recurrence, ...]:
    if step != 1:
        days = tuple(structs.replace(each, months=_every_months(each, step, asked)) for each in days)
    return tuple(cron for each in days for cron in crons(each, asked.times, asked.zone))


def _every_months(days: CalendarDays, step: int, asked: Asked) -> str:
    """Return the months of every so many, from the month of the next time on."""
    if step < 1 or 12 % step:
        raise Impossible(
            f"every {step} months is not the same in every year: every 2, 3, 4, 6 or 12 months can be kept"
        )
    every = Several(plans=crons(days, asked.times, asked.zone))
    found = next_after(every, (asked.since or asked.present.now).timestamp())
    first = date.fromisoformat(found.key[:10]).month if found else 1
    return number_field(sorted((first - 1 + count) % 12 + 1 for count in range(0, 12, step)))
