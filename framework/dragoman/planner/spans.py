"""Lengths of time in the words of a longer text: "2h", "an hour and 30 minutes", "a couple of days"."""

import re

from dragoman.planner.durations import parse_duration
from dragoman.planner.errors import Impossible, Unknown
from dragoman.planner.words import Reading, rule

_SPAN = re.compile(r"(?:\d{1,9}(?:\.\d{1,3})?[a-z]+)+", re.ASCII)
_FIGURE = re.compile(r"\d{1,9}(?:\.\d{1,3})?", re.ASCII)
_UNIT = re.compile(r"(?:week|day|hour|hr|minute|min|second|sec)s?|[wdhms]")
_DAYS = re.compile(r"(?:[\d.]+ ?(?:w|d|weeks?|days?) ?)+", re.ASCII)
_SPOKEN = {
    "a fortnight": "14d",
    "half an hour": "30m",
    "half hour": "30m",
    "a half hour": "30m",
    "a quarter of an hour": "15m",
    "the next quarter of an hour": "15m",
    "a quarter hour": "15m",
    "an hour and a half": "90m",
    "one and a half hours": "90m",
}


@rule
def span(reading: Reading) -> str | None:
    """Read a length of time, "2h", "an hour and 30 minutes", and return it as `parse_duration` reads it."""
    if spoken := reading.take(*_SPOKEN):
        return _SPOKEN[spoken]
    parts: list[str] = []
    while (part := _span_part(reading, parts)) is not None:
        parts.append(part)
    return " ".join(parts) or None


@rule
def _span_part(reading: Reading, before: list[str]) -> str | None:
    if before:
        reading.take(", and", "and", ",")
    part = _glued(reading) or _counted(reading)
    return part if part and _is_span(" ".join([*before, part])) else None


def _glued(reading: Reading) -> str | None:
    found = reading.match(_SPAN)
    return found[0] if found else None


@rule
def _counted(reading: Reading) -> str | None:
    if reading.take("a couple of", "a couple"):
        number = "2"
    elif reading.take("a", "an"):
        number = "1"
    elif figure := reading.match(_FIGURE):
        number = figure[0]
    else:
        number = str(reading.number() or "")
    unit = reading.match(_UNIT) if number else None
    return f"{number}{unit[0]}" if unit else None


def _is_span(said: str) -> bool:
    """Tell whether it is a length of time, be it one that is too long."""
    try:
        parse_duration(said)
    except Unknown:
        return False
    except Impossible:
        return True
    return True


def is_days(said: str) -> bool:
    """Tell whether a length of time is told in days and weeks only."""
    return _DAYS.fullmatch(said) is not None
