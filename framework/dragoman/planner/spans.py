"""Lengths of time in the words of a longer text: "2h", "an hour and 30 minutes", "a couple of days"."""

import re

from dragoman.planner.durations import parse_duration
from dragoman.planner.errors import Impossible, Unknown
from dragoman.planner.words import Reading, rule

_SPAN = re.compile(r"(?:\d{1,9}(?:\.\d{1,3})?[a-z]+)+", re.ASCII)
_HOURS_AND_MINUTES = re.compile(r"(\d{1,3})h([0-5]\d)", re.ASCII)
_FIGURE = re.compile(r"\d{1,9}(?:\.\d{1,3})?", re.ASCII)
_WHOLE = re.compile(r"\d{1,3}", re.ASCII)
_UNIT = re.compile(r"(?:week|wk|day|hour|hr|minute|min|second|sec)s?|[wdhms]")
_DAYS = re.compile(r"(?:\d+ ?(?:w|d|wks?|weeks?|days?) ?)+", re.ASCII)
_FRACTIONS = {"half": 0.5, "quarter": 0.25, "one quarter": 0.25, "three quarters": 0.75}
_SECONDS = {"hour": 3_600, "minute": 60, "day": 86_400}


@rule
def span(reading: Reading) -> str | None:
    """Read a length of time, "2h", "an hour and 30 minutes", and return it as `parse_duration` reads it."""
    if spoken := _fraction(reading) or _fortnights(reading) or _hours_and_minutes(reading):
        return spoken
    parts: list[str] = []
    while (part := _span_part(reading, parts)) is not None:
        parts.append(part)
    return " ".join(parts) or None


@rule
def _fraction(reading: Reading) -> str | None:
    """Read "half an hour", "three quarters of an hour", "a quarter hour"."""
    reading.take("the next", "the", "a")
    fraction = reading.take(*_FRACTIONS)
    if not fraction:
        return None
    reading.take("of an", "of a", "an", "a")
    unit = reading.take(*_SECONDS)
    return f"{int(_FRACTIONS[fraction] * _SECONDS[unit])}s" if unit else None


@rule
def _fortnights(reading: Reading) -> str | None:
    count = 1 if reading.take("a", "the next", "the") else reading.number() or 1
    return f"{14 * count}d" if reading.take("fortnights", "fortnight") else None


@rule
def _hours_and_minutes(reading: Reading) -> str | None:
    """Read "1h30", which is a time of day where no length of time is expected."""
    found = reading.match(_HOURS_AND_MINUTES)
    return f"{found[1]}h{found[2]}m" if found else None


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
    number = _number(reading)
    half = bool(number and reading.take("and a half", "1/2"))
    unit = reading.match(_UNIT) if number else None
    if unit is None:
        return None
    half = half or bool(reading.take("and a half"))
    if half and "." in number:
        return None
    return f"{number}.5{unit[0]}" if half else f"{number}{unit[0]}"


def _number(reading: Reading) -> str:
    """Read "a", "two", "2.5", "1,5"; empty for none."""
    if reading.take("a couple of", "a couple"):
        return "2"
    if reading.take("a", "an"):
        return "1"
    figure = reading.match(_FIGURE)
    if figure is None:
        number = reading.number()
        return "" if number is None else str(number)
    whole = "." not in figure[0]
    return figure[0] + ((_decimals(reading) or "") if whole else "")


@rule
def _decimals(reading: Reading) -> str | None:
    """Read the ",5" of "1,5", which is one word to people."""
    end = reading.words[reading.at - 1].end
    figure = reading.match(_WHOLE) if reading.take(",") else None
    return f".{figure[0]}" if figure and reading.words[reading.at - 1].start == end + 1 else None


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
