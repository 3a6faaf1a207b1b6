"""How long something lasts, as people write it: ``2h``, ``30d``, ``1h30m``."""

import re
from datetime import timedelta
from typing import Self

from dragoman.planner.errors import Impossible, Unknown

SECONDS = {"w": 604_800, "d": 86_400, "h": 3_600, "m": 60, "s": 1}
_NAMES = {
    "weeks": "w",
    "week": "w",
    "wks": "w",
    "wk": "w",
    "days": "d",
    "day": "d",
    "hours": "h",
    "hour": "h",
    "hrs": "h",
    "hr": "h",
    "minutes": "m",
    "minute": "m",
    "mins": "m",
    "min": "m",
    "seconds": "s",
    "second": "s",
    "secs": "s",
    "sec": "s",
}
_PART = re.compile(r"(\d{1,9}(?:\.\d{1,3})?) *(" + "|".join([*_NAMES, *SECONDS]) + r")(?![a-z])", re.ASCII)
_BETWEEN = re.compile(r"\s*(?:,|and)?\s*")
LONGEST = timedelta(days=36_525)
"""A hundred years: longer is a slip of the finger, and would overflow a date."""


class Duration(timedelta):
    """A length of time; as an option it is written ``2h``, ``30d`` or ``1h30m`` in the YAML."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a duration; fails with ValueError, whose text is a sentence for people."""
        span = parse_duration(text)
        return cls(seconds=span.total_seconds())

    def __str__(self) -> str:
        """Write the duration as it is read: ``1h30m``."""
        return format_duration(self)


def parse_duration(text: str) -> timedelta:
    """Read ``2h``, ``1h30m``, ``2 hours`` or ``1d 12h``; fails with ValueError and a sentence for people."""
    rest = text.strip().casefold().rstrip(",:;")
    parts: list[tuple[str, str]] = []
    while rest:
        part = _PART.match(rest)
        if part is None:
            raise Unknown(f"“{text.strip()}” is not a length of time such as 30m, 2h, 1h30m or 7d")
        parts.append((part[1], _NAMES.get(part[2], part[2])))
        rest = rest[part.end() :]
        rest = rest[_between(rest) :]
    return _sum(text, parts)


def _between(rest: str) -> int:
    """Return how much of the joint between two parts to skip: ``1h, 30m`` and ``1h and 30m``."""
    joint = _BETWEEN.match(rest)
    return joint.end() if joint and joint.end() < len(rest) else 0


def _sum(text: str, parts: list[tuple[str, str]]) -> timedelta:
    units = [unit for _, unit in parts]
    if not parts:
        raise Unknown("a length of time is missing: write it like 30m, 2h, 1h30m or 7d")
    if len(set(units)) < len(units) or sorted(units, key=list(SECONDS).index) != units:
        raise Unknown(f"“{text.strip()}” names a unit twice or out of order: write it like 1d12h or 1h30m")
    seconds = sum(float(number) * SECONDS[unit] for number, unit in parts)
    if seconds > LONGEST.total_seconds():
        raise Impossible(f"“{text.strip()}” is longer than a hundred years")
    return timedelta(seconds=seconds)


def format_duration(span: timedelta) -> str:
    """Write a length of time the short way: ``1h30m``, ``7d``, ``0s``, ``1.5s``."""
    days, rest = divmod(abs(span), timedelta(days=1))
    seconds, micros = divmod(round(rest / timedelta(microseconds=1)), 1_000_000)
    hours, seconds = divmod(seconds, 3_600)
    minutes, seconds = divmod(seconds, 60)
    fraction = f".{micros:06d}".rstrip("0") if micros else ""
    parts = [(days, "d"), (hours, "h"), (minutes, "m")]
    text = "".join(f"{number}{unit}" for number, unit in parts if number)
    if seconds or fraction or not text:
        text += f"{seconds}{fraction}s"
    return f"-{text}" if span < timedelta() else text
