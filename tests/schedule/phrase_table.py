"""Reads the tables of phrases: what people write for times and recurrences, and what is expected of it."""

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from msgspec import Struct

_NAMES = ("phrases.txt", "phrases_of_offices.txt", "phrases_of_bounds.txt", "phrases_of_chat.txt")
TABLES = tuple(Path(__file__).with_name(name) for name in _NAMES)
WORDS = ("unclear", "impossible", "unknown")
MOMENT = re.compile(r"(?:(\d{4})-)?(\d\d)-(\d\d) (\d\d):(\d\d)(?::(\d\d))?(Z?)")

Answer = str | tuple[datetime, ...]
"""One of `WORDS`, or the moments in UTC: three of what recurs, the one of what does not."""


class Row(Struct, frozen=True, kw_only=True):
    """One phrase."""

    phrase: str
    now: datetime
    zone: str
    answers: tuple[Answer, ...]
    """Any of these is right."""


def read_rows(text: str) -> Iterator[Row]:
    """Give the rows of a table."""
    zone, now = "UTC", datetime.min.replace(tzinfo=UTC)
    for line in text.splitlines():
        if line.startswith("== "):
            zone, _, moment = line.removeprefix("== ").partition(" (")[0].partition(", ")
            now = _read_now(moment.strip(), ZoneInfo(zone))
        elif line.strip() and not line.startswith("#"):
            phrase, _, rest = line.partition("|")
            answers = tuple(_read_answer(answer, now, ZoneInfo(zone)) for answer in rest.split(" or "))
            yield Row(phrase=phrase.strip(), now=now, zone=zone, answers=answers)


def _read_now(text: str, zone: ZoneInfo) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment.astimezone(zone) if moment.tzinfo else moment.replace(tzinfo=zone)


def _read_answer(text: str, now: datetime, zone: ZoneInfo) -> Answer:
    if text.strip() in WORDS:
        return text.strip()
    found: list[datetime] = []
    for part in text.split("|"):
        found.append(_read_moment(part.strip(), found[-1] if found else now, zone))
    return tuple(found)


def _read_moment(text: str, after: datetime, zone: ZoneInfo) -> datetime:
    """Read a moment, of the first year that makes it later than another when it names none."""
    match = MOMENT.fullmatch(text)
    assert match is not None, f"{text!r} is no moment"
    year, month, day, hour, minute, second = (int(group) if group else 0 for group in match.groups()[:6])
    place = UTC if match[7] else zone
    years = (
        [year] if year else [one for one in range(after.year, after.year + 9) if _has_day(one, month, day)]
    )
    moments = (datetime(one, month, day, hour, minute, second, tzinfo=place).astimezone(UTC) for one in years)
    return next(moment for moment in moments if moment > after)


def _has_day(year: int, month: int, day: int) -> bool:
    return day <= monthrange(year, month)[1]
