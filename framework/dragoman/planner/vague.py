"""Words that are about a time and tell none, so that they are asked about: "later", "sometime next week"."""

import re

from dragoman.planner.calendar_names import WEEKDAYS, weekday_name
from dragoman.planner.errors import Ambiguous
from dragoman.planner.near_days import COMING_WEEK, near_day
from dragoman.planner.plans import Plan
from dragoman.planner.present import Meaning, Present
from dragoman.planner.times_of_day import hours
from dragoman.planner.words import Reading, rule

_SOON = (
    "later on", "later", "in a while", "in a bit", "in some time", "after some time",
    "after a while", "at some point", "sometime soon", "some time soon", "sometime later", "sometime",
)  # fmt: skip
_SOME_DAY = ("one of these days", "some day", "someday", "one day", "in the next days", "in the coming days")
_SOMETIME = ("sometime", "some time", "any time", "anytime", "at some point", "one day", "some day")
_UNITS = ("minute", "hour", "day", "week", "month", "year")
_PLURALS = {f"{unit}s": unit for unit in _UNITS} | {"mins": "minute", "hrs": "hour"}
_FROM_TO = re.compile(r"(\d{1,3})[-–](\d{1,3})", re.ASCII)
_MANY = {f"{count} {unit}s": unit for count in ("a few", "few", "some", "several") for unit in _UNITS}
_WORKING_DAYS = tuple(WEEKDAYS)[:5]
_PARTS = ("morning", "afternoon", "evening")


@rule
def vague(reading: Reading) -> Meaning | None:
    """Read what is no certain time; nothing but that may be in the text."""
    start = reading.at
    meanings = _or_two(reading)
    if not meanings and reading.whole:
        meanings = _sometime(reading) or _soon(reading) or _a_few(reading) or _between(reading)
    if not meanings:
        return None
    end = reading.at
    said = " ".join(word.text for word in reading.words[start:end])
    reading.take(",")
    hours(reading)

    def ask(_present: Present) -> Plan:
        raise Ambiguous(f"“{said}” is no certain time", start, end, meanings)

    return ask


def _soon(reading: Reading) -> tuple[str, ...]:
    if reading.take("later today"):
        return "in 1 hour", "in 3 hours", "tonight"
    if reading.take(*_SOON):
        return "in 1 hour", "in 3 hours", "tomorrow at 9:00"
    return ("tomorrow", "in 3 days", "in a week") if reading.take(*_SOME_DAY) else ()


@rule
def _or_two(reading: Reading) -> tuple[str, ...] | None:
    """Read "in an hour or two", "in 2 or 3 days", "in 2-3 weeks"."""
    if not reading.take("in", "after"):
        return None
    if reading.take("a", "an", "one"):
        unit = reading.take(*_UNITS)
        return _each((1, 2), unit) if unit and reading.take("or two", "or 2", "or so or two") else None
    if dashed := reading.match(_FROM_TO):
        first, last = int(dashed[1]), int(dashed[2])
    else:
        first = reading.number() or 0
        last = (reading.number() or 0) if reading.take("or", "to", "-", "–") else 0
    unit = _PLURALS.get(reading.take(*_PLURALS), "")
    return _each((first, last), unit) if unit and 0 < first < last else None


def _each(counts: tuple[int, ...], unit: str) -> tuple[str, ...]:
    return tuple(f"in {count} {unit}{'s' if count > 1 else ''}" for count in counts)


@rule
def _a_few(reading: Reading) -> tuple[str, ...] | None:
    """Read "in a few days", "some weeks from now"."""
    opened = reading.take("in the next", "in", "after", "within")
    unit = _MANY.get(reading.take(*_MANY))
    closed = reading.take("from now", "later", "time")
    return _each((2, 3, 5), unit) if unit and (opened or closed) else None


@rule
def _sometime(reading: Reading) -> tuple[str, ...] | None:
    """Read "sometime next week", "any time tomorrow"."""
    if not reading.take(*_SOMETIME):
        return None
    reading.take("in", "during")
    if week := reading.take("next week", "this week", *COMING_WEEK):
        which = "this week" if week == "this week" else "next week"
        return tuple(f"{day} {which}" for day in _WORKING_DAYS)
    if month := reading.take("next month", "this month"):
        return tuple(f"{day} {month}" for day in ("on the 1st of", "on the 15th of", "the last day of"))
    reading.take("on")
    start = reading.at
    if near_day(reading) is None:
        return None
    day = " ".join(word.text for word in reading.words[start : reading.at])
    return tuple(f"{day} {part}" for part in _PARTS)


@rule
def _between(reading: Reading) -> tuple[str, ...] | None:
    """Read "between monday and wednesday"."""
    first = weekday_name(reading) if reading.take("between") else None
    last = weekday_name(reading) if first is not None and reading.take("and") else None
    if first is None or last is None or first == last:
        return None
    days = [(first + count) % 7 for count in range((last - first) % 7 + 1)]
    return tuple(f"on {tuple(WEEKDAYS)[day]}" for day in days)
