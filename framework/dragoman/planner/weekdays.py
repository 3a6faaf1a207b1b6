"""Days of the week as a recurrence names them: ``mon, wed and fri``, ``monday to friday``, ``weekends``."""

import re

from dragoman.model.record import Record
from dragoman.planner.calendar_names import weekday_in
from dragoman.planner.fields import WEEKEND, WORKING_DAYS
from dragoman.planner.words import Reading, listed, rule

_DASHED = re.compile(r"([a-z]{3,9})[-–]([a-z]{3,9})")
_SLASHED = re.compile(r"[a-z]{1,10}(?:/[a-z]{1,10})+")
_LETTERS = {"m": 0, "mo": 0, "t": 1, "tu": 1, "w": 2, "we": 2, "th": 3, "f": 4, "fr": 4, "sa": 5, "su": 6}
"""What stands for a day between slashes: "m/w/f"; of two it may be something else."""
_FEWEST_LETTERS = 3
_WORKING = ("weekday", "workday", "working day", "business day", "work day", "week day")
_GROUPS = {
    **{name: WORKING_DAYS for each in _WORKING for name in (f"{each}s", each)},
    **dict.fromkeys(("m-f", "mo-fr", "mtwtf"), WORKING_DAYS),
    "mwf": frozenset({0, 2, 4}),
    "weekends": WEEKEND,
    "weekend": WEEKEND,
    "the weekends": WEEKEND,
    "the weekend": WEEKEND,
}
WORKING_DAY = _WORKING
"""What one of Monday to Friday is called."""


class Weekdays(Record):
    """Days of the week, Monday being 0."""

    days: frozenset[int]
    recurring: bool
    """Whether the words alone say that they recur, as a plural or a list does."""


@rule
def weekdays(reading: Reading) -> Weekdays | None:
    """Read days of the week."""
    found = listed(reading, _item)
    if found is None:
        return None
    days = frozenset[int]().union(*(each.days for each in found))
    return Weekdays(days=days, recurring=found[0].recurring or len(found) > 1)


def _item(reading: Reading) -> Weekdays | None:
    return _group(reading) or _range(reading) or _slashed(reading) or _one(reading)


def _group(reading: Reading) -> Weekdays | None:
    name = reading.take(*_GROUPS)
    return (
        Weekdays(days=_GROUPS[name], recurring=name not in (*_WORKING, "weekend", "the weekend"))
        if name
        else None
    )


@rule
def _range(reading: Reading) -> Weekdays | None:
    """Read "mon-fri", "monday to friday"; "fri-mon" goes over the weekend."""
    if dashed := reading.match(_DASHED):
        first, last = weekday_in(dashed[1]), weekday_in(dashed[2])
    else:
        reading.take("from")
        first = _name(reading)
        joined = reading.take("to", "through", "thru", "-", "–")
        last = _name(reading) if joined else None
    if first is None or last is None:
        return None
    return Weekdays(days=frozenset((first + n) % 7 for n in range((last - first) % 7 + 1)), recurring=True)


@rule
def _slashed(reading: Reading) -> Weekdays | None:
    found = reading.match(_SLASHED)
    words = found[0].split("/") if found else []
    letters = _LETTERS if reading.whole or len(words) >= _FEWEST_LETTERS else {}
    names = [letters.get(word, weekday_in(word)) for word in words] or [None]
    days = frozenset(name for name in names if name is not None)
    return Weekdays(days=days, recurring=True) if len(days) == len(names) else None


def _one(reading: Reading) -> Weekdays | None:
    plural = reading.word.endswith("days")
    day = _name(reading)
    return None if day is None else Weekdays(days=frozenset({day}), recurring=plural)


def _name(reading: Reading) -> int | None:
    day = weekday_in(reading.word)
    reading.at += day is not None
    return day
