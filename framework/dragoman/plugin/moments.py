"""A point in time, as people write it: ``09:00``, ``tomorrow 9am``, ``2026-12-01 08:00``, ``in 2h``."""

import re
from datetime import date, datetime, time, timedelta
from typing import Self
from zoneinfo import ZoneInfo

from dragoman.plugin.durations import parse_duration

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_CLOCK = re.compile(r"(?P<hour>\d{1,2})(?::(?P<minute>\d{2}))?\s*(?P<half>am|pm)?", re.ASCII)
_TAGGED = re.compile(r"<time:(?P<moment>[^>]+)>")
_NAMED = {"noon": time(12), "midnight": time(0), "morning": time(9), "evening": time(18)}
_NINE = time(9)


class TimeOfDay(time):
    """A time of day; as an option it is written ``09:00`` in the YAML."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a time of day; fails with ValueError, whose text is a sentence for people."""
        read = parse_time(text)
        return cls(read.hour, read.minute)


def parse_time(text: str) -> time:
    """Read ``09:00``, ``9am``, ``9:30 pm`` or ``noon``; fails with ValueError and a sentence for people."""
    bare = text.strip().casefold().rstrip(",:;")
    if bare in _NAMED:
        return _NAMED[bare]
    found = _CLOCK.fullmatch(bare)
    if found is None or (found["minute"] is None and found["half"] is None):
        raise ValueError(f"“{text.strip()}” is not a time of day such as 09:00, 9am or 14:30")
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    if found["half"] and 1 <= hour <= 12:
        hour = hour % 12 + (12 if found["half"] == "pm" else 0)
    elif found["half"]:
        hour = 24
    if hour > 23 or minute > 59:
        raise ValueError(f"“{text.strip()}” is not a time of day: hours end at 23, minutes at 59")
    return time(hour, minute)


def parse_moment(text: str, now: datetime, zone: ZoneInfo) -> datetime:
    """Read a point in time, the words meant in this zone; fails with ValueError and a sentence for people.

    A time that is over for today is tomorrow's; a weekday is the next one. The answer knows its zone.
    """
    bare = " ".join(text.strip().casefold().rstrip(",:;").split())
    moment = _tagged(bare, zone) or _after(bare, now) or _on_a_day(bare, now.astimezone(zone), zone)
    if moment is None:
        raise ValueError(
            f"“{text.strip()}” is not a time such as 14:30, tomorrow 9am, friday 14:30, "
            "2026-12-01 08:00 or in 2h"
        )
    return moment


def _tagged(bare: str, zone: ZoneInfo) -> datetime | None:
    """Read ``<time:...>`` and ISO 8601 with a time."""
    tag = _TAGGED.fullmatch(bare)
    written = tag["moment"] if tag else bare
    if not re.match(r"\d{4}-\d\d-\d\d[ t]\d", written):
        return None
    try:
        read = datetime.fromisoformat(written.upper())
    except ValueError:
        return None
    return read if read.tzinfo else read.replace(tzinfo=zone)


def _after(bare: str, now: datetime) -> datetime | None:
    """Read ``in 2h`` and ``2h``."""
    try:
        return now + parse_duration(bare.removeprefix("in "))
    except (ValueError, OverflowError):
        return None


def _on_a_day(bare: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    """Read a day, a time of day, or both."""
    first, _, rest = bare.partition(" ")
    day = _day(first, now.date())
    if day is None:
        return _today_or_tomorrow(bare.removeprefix("at "), now, zone)
    clock = _time_or_none(rest.removeprefix("at ")) if rest else _NINE
    if clock is None:
        return None
    moment = datetime.combine(day, clock, zone)
    if _weekday(first) is not None and moment <= now:
        moment = datetime.combine(day + timedelta(days=7), clock, zone)
    return moment


def _today_or_tomorrow(bare: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    clock = _time_or_none(bare)
    if clock is None:
        return None
    moment = datetime.combine(now.date(), clock, zone)
    return moment if moment > now else datetime.combine(now.date() + timedelta(days=1), clock, zone)


def _time_or_none(bare: str) -> time | None:
    try:
        return parse_time(bare)
    except ValueError:
        return None


def _weekday(word: str) -> int | None:
    return next((place for place, name in enumerate(WEEKDAYS) if word in (name, name[:3])), None)


def _day(word: str, today: date) -> date | None:
    if word in ("today", "tonight"):
        return today
    if word == "tomorrow":
        return today + timedelta(days=1)
    weekday = _weekday(word)
    if weekday is not None:
        return today + timedelta(days=(weekday - today.weekday()) % 7)
    try:
        return date.fromisoformat(word) if re.fullmatch(r"\d{4}-\d\d-\d\d", word) else None
    except ValueError:
        return None
