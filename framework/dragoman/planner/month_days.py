"""A day of a month or year as it is said, and the months after it: "first monday", "of every quarter"."""

import re

from dragoman.model.record import Record
from dragoman.planner.calendar_names import FROM_THE_END, MONTHS, ORDINALS, SPELT_DAYS, weekday_in
from dragoman.planner.dates import month_day
from dragoman.planner.fields import NAMES, CalendarDays, number_field
from dragoman.planner.weekdays import WORKING_DAY
from dragoman.planner.words import Reading, listed, rule

LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""Of the months, in days."""
IF_THERE_IS = "of the months that have it"
"""How it is said that not every month has a day."""
_IF_ANY = tuple(
    f"{joint}{word} there is {what}"
    for joint in (", ", "")
    for word in ("if", "when", "whenever")
    for what in ("one", "any")
)
MONTH_ENDS = ("month end", "month-end", "end of the month", "end of month")
"""What the last day of every month is called."""
_NTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)", re.ASCII)
_MOST_TURNS = 5
"""Days of one name in a month."""
EVERY_MONTH = (
    "of the month", "of each month", "of every month", "of a month", "in the month",
    "every month", "each month", "monthly",
)  # fmt: skip
"""How it is said that a day is one of each month."""
_QUARTERLY = ("of the quarter", "of each quarter", "of every quarter", "every quarter", "each quarter")
_YEARLY = ("of the year", "of each year", "of every year", "every year", "each year", "yearly", "annually")


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


def month_day_item(reading: Reading) -> Item | None:
    """Read a day of a month or a year."""
    return _turns(reading) or _edge(reading) or _date(reading) or _number(reading)


@rule
def _turns(reading: Reading) -> Item | None:
    """Read "first monday", "the first and third monday", "last friday"."""
    start = reading.at
    reading.take("the")
    turns = listed(reading, ordinal)
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
        is_last=max(turns) < 0,
    )


def ordinal(reading: Reading) -> int | None:
    """Read "first", "the 2nd", "second last"."""
    reading.take("the")
    word = reading.take(*ORDINALS)
    return ORDINALS[word] if word else None


@rule
def _edge(reading: Reading) -> Item | None:
    """Read "first day", "the last day", "last weekday", "the end of every month"."""
    start = reading.at
    if end := _end_of_every(reading) or _month_end(reading):
        return end
    reading.take("the")
    which = reading.take(*FROM_THE_END, "first", "1st", "last")
    kind = reading.take("day", *([] if which in FROM_THE_END else WORKING_DAY)) if which else ""
    if not kind:
        return None
    if turn := FROM_THE_END.get(which):
        return Item(days=CalendarDays(days=f"L{turn + 1}"), said=_said(reading, start), is_last=True)
    day, working_day = ("L", "LW") if which == "last" else ("1", "1W")
    days = day if kind == "day" else working_day
    return Item(
        days=CalendarDays(days=days),
        said=_said(reading, start),
        is_last=which == "last",
        is_first=which != "last",
    )


@rule
def _end_of_every(reading: Reading) -> Item | None:
    """Read "the end" and leave "of every month"; the "end of the month" comes once."""
    reading.take("at the", "the", "at")
    edge = reading.take("end", "beginning", "start")
    after = [word.text for word in reading.words[reading.at : reading.at + 2]]
    if not edge or after not in (["of", "every"], ["of", "each"]):
        return None
    days = CalendarDays(days="L" if edge == "end" else "1")
    return Item(days=days, said=f"the {edge}", is_last=edge == "end", is_first=edge != "end")


def _month_end(reading: Reading) -> Item | None:
    """Read the rest of "every month end"."""
    start = reading.at
    if not (_follows_every(reading, False) and reading.take(*MONTH_ENDS)):
        return None
    return Item(days=CalendarDays(days="L"), said=_said(reading, start), is_last=True)


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
    if not 1 <= day <= max(LENGTHS[each - 1] for each in months):
        return Item(days=CalendarDays(), said=said, number=-1)
    return Item(days=CalendarDays(days=str(day), months=number_field(months)), said=said)


@rule
def _next_month(reading: Reading) -> int | None:
    return reading.name(MONTHS) if reading.take(", and", ",", "and", "&") else None


@rule
def _number(reading: Reading) -> Item | None:
    """Read "the 15th", "day 15", "the first"."""
    start = reading.at
    the = bool(reading.take("the"))
    # "every day 5 times" and "each day 9 and 17" name no day of the month.
    if not _follows_every(reading, the) and reading.take("day"):
        number = reading.number()
    elif word := reading.take(*SPELT_DAYS):
        number = SPELT_DAYS[word]
    else:
        found = reading.match(_NTH)
        number = int(found[1]) if found else None
    if number is None:
        return None
    return Item(
        days=CalendarDays(days=str(number)), said=_said(reading, start), number=number, is_first=number == 1
    )


def _follows_every(reading: Reading, the: bool) -> bool:
    return not the and reading.at > 0 and reading.words[reading.at - 1].text in ("every", "each")


def _said(reading: Reading, start: int) -> str:
    return " ".join(word.text for word in reading.words[start : reading.at])


@rule
def months_after(reading: Reading) -> Months:
    """Read "of the month", "of every quarter", "in january and july"; nothing is read too."""
    if reading.take(IF_THERE_IS):
        return Months(name="month", if_there_is=True)
    for name, phrases in (("month", EVERY_MONTH), ("quarter", _QUARTERLY), ("year", _YEARLY)):
        if reading.take(*phrases):
            return Months(name=name, if_there_is=bool(reading.take(*_IF_ANY)))
    return _months_of(reading) or Months()


@rule
def _months_of(reading: Reading) -> Months | None:
    return named_months(reading) if reading.take("of every", "of each", "of", "in", "every", "each") else None


@rule
def named_months(reading: Reading) -> Months | None:
    """Read "january, april and july", and an "on" after them."""
    names = listed(reading, lambda each: each.name(MONTHS))
    if names is None:
        return None
    reading.take(", on", "on")
    return Months(name="named", numbers=tuple(sorted(set(names))))
