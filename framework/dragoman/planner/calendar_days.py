"""Days of months and years: "the 1st and 15th", "last friday of the month", "every 24 december"."""

import re
from collections.abc import Sequence
from datetime import date

from msgspec import structs

from dragoman.model.record import Record
from dragoman.planner.dates import MONTHS, ORDINALS, month_day, weekday_in
from dragoman.planner.errors import Impossible
from dragoman.planner.fields import NAMES, CalendarDays, crons, number_field
from dragoman.planner.hours import Ambiguous
from dragoman.planner.occurrences import next_after
from dragoman.planner.plans import Recurrence, Several
from dragoman.planner.rhythms import Asked, Rhythm
from dragoman.planner.weekdays import WORKING_DAY
from dragoman.planner.words import ORDINAL_NUMBERS, Reading, listed, rule

_NTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)", re.ASCII)
_QUARTERS, _QUARTER_ENDS = "1-10/3", "3-12/3"
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MOST_TURNS = 5
"""Days of one name in a month."""
_SHORTEST = 28
"""Days that every month has."""
_PERIODS = {
    "month": ("every month", "each month", "monthly", "once a month"),
    "quarter": ("every quarter", "each quarter", "quarterly", "once a quarter"),
    "year": ("every year", "each year", "yearly", "annually", "once a year"),
}
_EVERY_MONTH = (
    "of the month", "of each month", "of every month", "of a month", "in the month",
    "every month", "each month", "monthly",
)  # fmt: skip
_QUARTERLY = ("of the quarter", "of each quarter", "of every quarter", "every quarter", "each quarter")
_YEARLY = ("of the year", "of each year", "of every year", "every year", "each year", "yearly", "annually")
_IF_THERE_IS = "of the months that have it"


class Period(Record):
    """How often, as far as it was said before the days."""

    name: str = ""
    """``month``, ``quarter``, ``year``, ``every`` for that word alone, or nothing."""
    step: int = 1
    """Every so many months."""


class Item(Record):
    """A day of a month or year as it was said."""

    days: CalendarDays
    said: str
    number: int = 0
    """The day of the month, if it was told by a number; -1 for a day that there is not."""
    turn: int = 0
    """Which of a day of the week, if it was told so; the last is -1."""
    is_last: bool = False
    is_first: bool = False


class Months(Record):
    """Which months, as far as that was said after the days."""

    name: str = ""
    """``month``, ``quarter``, ``year``, ``named`` or nothing."""
    numbers: tuple[int, ...] = ()
    if_there_is: bool = False
    """Whether months without that day were thought of."""


@rule
def calendar_days(reading: Reading) -> Rhythm | None:
    """Read days that recur by the month, the quarter or the year."""
    begin = reading.at
    period = _period(reading)
    reading.take("on", ", on")
    start = reading.at
    items = listed(reading, _item) or []
    months = months_after(reading) if items else Months()
    if not _recurs(period, items, months):
        return None
    if period.name == "every" and not months.name and _may_be_weeks(items):
        place, end = begin, reading.at
        return Rhythm(plans=lambda _asked: _ask_for_weeks(items[0], place, end))
    end = reading.at
    bare = not period.name and len(items) == len(months.numbers) == 1

    def plans(asked: Asked) -> tuple[Recurrence, ...]:
        _check_numbers(items, months, start, end)
        if bare:
            _ask_for_year(items[0], _plans(_days(period, items, months), 1, asked), asked, start, end)
        return _plans(_days(period, items, months), period.step, asked)

    return Rhythm(plans=plans)


@rule
def _period(reading: Reading) -> Period:
    for name, phrases in _PERIODS.items():
        if reading.take(*phrases):
            return Period(name=name)
    return _months_apart(reading) or Period(name="every" if reading.take("every", "each") else "")


@rule
def _months_apart(reading: Reading) -> Period | None:
    """Read "every other month", "every 3 months", "every third month"."""
    if not reading.take("every", "each"):
        return None
    if reading.take("other"):
        step: int | None = 2
    else:
        step = ORDINAL_NUMBERS.get(reading.word)
        reading.at += step is not None
        step = step or reading.number()
    return Period(name="month", step=step) if step is not None and reading.take("months", "month") else None


def _item(reading: Reading) -> Item | None:
    return _turns(reading) or _edge(reading) or _date(reading) or _number(reading)


@rule
def _turns(reading: Reading) -> Item | None:
    """Read "first monday", "the first and third monday", "last friday"."""
    start = reading.at
    reading.take("the")
    turns = listed(reading, _ordinal)
    weekday = weekday_in(reading.word) if turns else None
    if turns is None or weekday is None:
        return None
    reading.at += 1
    fields = [
        f"{(weekday + 1) % 7}L" if turn == -1 else f"{NAMES[weekday]}#{turn}" for turn in sorted(set(turns))
    ]
    if max(turns) > _MOST_TURNS:
        return Item(days=CalendarDays(), said=_said(reading, start), number=-1)
    return Item(
        days=CalendarDays(weekdays=",".join(fields)),
        said=_said(reading, start),
        turn=turns[0] if len(turns) == 1 else 0,
        is_last=turns == [-1],
    )


def _ordinal(reading: Reading) -> int | None:
    reading.take("the")
    word = reading.take(*ORDINALS)
    return ORDINALS[word] if word else None


@rule
def _edge(reading: Reading) -> Item | None:
    """Read "first day", "the last day", "last weekday"."""
    start = reading.at
    reading.take("the")
    which = reading.take("first", "1st", "last")
    kind = reading.take("day", *WORKING_DAY) if which else ""
    if not kind or (which != "last" and kind != "day"):
        return None
    days = "1" if which != "last" else "L" if kind == "day" else "LW"
    return Item(
        days=CalendarDays(days=days),
        said=_said(reading, start),
        is_last=which == "last",
        is_first=which != "last",
    )


@rule
def _date(reading: Reading) -> Item | None:
    """Read "24 december", "the 1st of april and october"."""
    start = reading.at
    found = month_day(reading)
    if found is None:
        return None
    day, month = found
    more: list[int] = []
    while (following := _next_month(reading)) is not None:
        more.append(following)
    months = tuple(sorted({month, *more}))
    said = _said(reading, start)
    if not 1 <= day <= max(_LENGTHS[each - 1] for each in months):
        return Item(days=CalendarDays(), said=said, number=-1)
    return Item(days=CalendarDays(days=str(day), months=number_field(months)), said=said)


@rule
def _next_month(reading: Reading) -> int | None:
    return reading.name(MONTHS) if reading.take(", and", ",", "and", "&") else None


@rule
def _number(reading: Reading) -> Item | None:
    """Read "the 15th", "day 15"."""
    start = reading.at
    reading.take("the")
    if reading.take("day"):
        number = reading.number()
    else:
        found = reading.match(_NTH)
        number = int(found[1]) if found else None
    if number is None:
        return None
    return Item(
        days=CalendarDays(days=str(number)), said=_said(reading, start), number=number, is_first=number == 1
    )


def _said(reading: Reading, start: int) -> str:
    return " ".join(word.text for word in reading.words[start : reading.at])


@rule
def months_after(reading: Reading) -> Months:
    """Read "of the month", "of every quarter", "in january and july"; nothing is read too."""
    if reading.take(_IF_THERE_IS):
        return Months(name="month", if_there_is=True)
    for name, phrases in (("month", _EVERY_MONTH), ("quarter", _QUARTERLY), ("year", _YEARLY)):
        if reading.take(*phrases):
            return Months(name=name)
    return _named_months(reading) or Months()


@rule
def _named_months(reading: Reading) -> Months | None:
    if not reading.take("of every", "of each", "of", "in", "every", "each"):
        return None
    names = listed(reading, lambda each: each.name(MONTHS))
    return Months(name="named", numbers=tuple(sorted(set(names)))) if names else None


def _recurs(period: Period, items: Sequence[Item], months: Months) -> bool:
    """Tell whether the words say that something recurs, and not only a day to come."""
    if not items:
        return period.name in _PERIODS
    yearly = "year" in (period.name, months.name)
    dated = any(item.days.months != "*" or item.number < 0 for item in items)
    if yearly and months.name != "named":
        return dated or all(item.is_last or item.is_first for item in items)
    if period.name or months.name in ("month", "quarter") or len(items) > 1:
        return True
    # "24 december" is a day to come, "the 1st of april and october" recurs.
    several = items[0].days.months != "*" and not items[0].days.months.isdigit()
    return several or months.name == "named" or items[0].turn > 0


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
        if months.numbers and all(item.number > _LENGTHS[month - 1] for month in months.numbers):
            names = ", ".join(tuple(MONTHS)[month - 1].capitalize() for month in months.numbers)
            raise Impossible(f"there is no {item.said} of {names}")
    rare = any(item.number > _SHORTEST for item in items)
    if not rare or months.if_there_is or months.name in ("named", "quarter"):
        return
    last = " and ".join("the last day" if item.number > _SHORTEST else item.said for item in items)
    only = " and ".join(item.said for item in items)
    meanings = (f"{last} of the month", f"{only} {_IF_THERE_IS}")
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
