"""Every so often: "every 15 minutes", "hourly", "every 2 hours between 8 and 18 on weekdays"."""

import re
from datetime import time

from msgspec import structs

from dragoman.model.record import Record
from dragoman.planner.clock import hour, minutes_apart
from dragoman.planner.durations import parse_duration
from dragoman.planner.errors import Ambiguous
from dragoman.planner.fields import EVERY_DAY
from dragoman.planner.hours import LATEST_ASKED, Hour, before
from dragoman.planner.plans import Recurrence
from dragoman.planner.rhythms import Asked, Rhythm, every_so_often
from dragoman.planner.spans import is_days, span
from dragoman.planner.weekdays import weekdays
from dragoman.planner.words import Reading, rule

_NOON, _EVENING = 12, 18
_DASHED = re.compile(r"(\d{1,2})(?::(\d\d))?([ap]m)?[-–](\d{1,2})(?::(\d\d))?([ap]m)?", re.ASCII)
_PAST = re.compile(r":([0-5]\d)", re.ASCII)
_ON_THE_HOUR = ("on the hour", "at the top of the hour", "on the full hour", "at the full hour")
_ON_THE_HALF = ("on the half hour", "at the half hour", "on the half-hour")
_UNITS = {"hour": "1h", "minute": "1m", "second": "1s", "other hour": "2h", "other minute": "2m"}


class Window(Record):
    """From one hour to another, both included."""

    first: Hour
    last: Hour
    dashed: str = ""
    """The word that both are written in, if they are."""

    @property
    def times(self) -> tuple[time, time]:
        """What they mean; fails with `Impossible`, or with `Ambiguous`."""
        told = before(self.last, self.first, until=True)
        if self.dashed and told.halves:
            raise self._asked([time(told.hour, told.minute), time(told.hour + 12, told.minute)])
        if told != self.first:
            return told.whole_minutes, self.last.whole_minutes
        if self._ends_by_day:
            return self.first.whole_minutes, structs.replace(self.last, half="pm").whole_minutes
        if self._ends_by_night:
            return self.first.whole_minutes, structs.replace(self.last, half="am").whole_minutes
        first, last = self.first.whole_minutes, self.last.whole_minutes
        if self.dashed and self._ends_early:
            later = last.replace(hour=last.hour + 12)
            raise Ambiguous(
                f"“{self.dashed}” may end in the morning or in the afternoon",
                self.first.start,
                self.first.end,
                (f"{first:%H:%M}-{last:%H:%M}", f"{first:%H:%M}-{later:%H:%M}"),
            )
        return first, last

    def _asked(self, firsts: list[time]) -> Ambiguous:
        """Ask about "8-10pm", which is one word."""
        meanings = tuple(f"{each:%H:%M}-{self.last.time:%H:%M}" for each in firsts)
        sentence = f"“{self.dashed}” may begin in the morning or in the evening"
        return Ambiguous(sentence, self.first.start, self.first.end, meanings)

    @property
    def _ends_early(self) -> bool:
        """Tell whether the last hour is one from 1 to 6 that is not told from its double after noon."""
        told = bool(self.last.half) or not (self.dashed or self.last.bare)
        return not told and 1 <= self.last.hour <= LATEST_ASKED and self.last.hour < self.first.hour

    @property
    def _ends_by_day(self) -> bool:
        """Tell whether it is a day's work, "from 9 to 5"."""
        return self._ends_early and self.first.half != "pm" and LATEST_ASKED < self.first.hour <= _NOON

    @property
    def _ends_by_night(self) -> bool:
        return self._ends_early and not self.first.half and self.first.hour >= _EVENING


@rule
def interval(reading: Reading) -> Rhythm | None:
    """Read a recurrence that goes by hours, minutes or seconds."""
    days = _days(reading)
    reading.take(",")
    said = _how_often(reading)
    if said is None:
        return None
    past = _past(reading) if said == "1h" else None
    window = _window(reading)
    days = days or _days(reading)
    window = window or _window(reading)

    def plans(asked: Asked) -> tuple[Recurrence, ...]:
        seconds = parse_duration(said).total_seconds()
        return every_so_often(seconds, window.times if window else None, days or EVERY_DAY, past)(asked)

    return Rhythm(plans=plans, by_hours=False)


@rule
def _days(reading: Reading) -> frozenset[int] | None:
    introduced = bool(reading.take("on", "at", "every", "each"))
    if reading.take("every day", "each day", "daily", "day"):
        return EVERY_DAY
    found = weekdays(reading)
    return found.days if found and (found.recurring or introduced) else None


@rule
def _how_often(reading: Reading) -> str | None:
    """Read "every 2 hours", "hourly"; return it as `parse_duration` reads it."""
    if reading.take("hourly", "once an hour") or _is_on_the_hour(reading):
        return "1h"
    if not reading.take("every", "each", "once every"):
        return None
    if unit := reading.take(*_UNITS):
        return _UNITS[unit]
    said = span(reading)
    return said if said and not is_days(said) else None


def _is_on_the_hour(reading: Reading) -> bool:
    """Tell whether a whole text begins with "on the hour" or "on the half hour", for every hour."""
    at = reading.at
    found = reading.whole and bool(reading.take(*_ON_THE_HOUR, *_ON_THE_HALF))
    reading.at = at
    return found


@rule
def _past(reading: Reading) -> int | None:
    """Read "at :15", "at half past", "on the hour", "at ten past the hour": the minute of an hour."""
    if reading.take(*_ON_THE_HOUR):
        return 0
    if reading.take(*_ON_THE_HALF):
        return 30
    reading.take("at the", "at", "on the", "on")
    if (minutes := minutes_apart(reading)) is not None:
        reading.take("the hour", "hour")
        return minutes % 60
    if reading.take("minute"):
        minutes = reading.number()
        return minutes if minutes is not None and minutes < 60 else None
    found = reading.match(_PAST)
    return int(found[1]) if found else None


@rule
def _window(reading: Reading) -> Window | None:
    """Read "between 8 and 18", "from 9:00 to 17:00", "8-18"."""
    reading.take(",")
    opening = reading.take("between", "from", "during")
    start = reading.at
    if dashed := reading.match(_DASHED):
        first_hour = _hour_of(dashed[1], dashed[2], dashed[3], start)
        last_hour = _hour_of(dashed[4], dashed[5], dashed[6], start)
        first_hour = structs.replace(first_hour, bare=bool(dashed[6]) and not (dashed[2] or dashed[3]))
        return Window(first=first_hour, last=last_hour, dashed="" if dashed[5] else dashed[0])
    first = hour(reading, bare=bool(opening))
    joined = reading.take(*(("and",) if opening == "between" else ("to", "until", "till", "-", "–")))
    last = hour(reading, bare=True) if first and joined else None
    return Window(first=first, last=last) if first and last else None


def _hour_of(hour: str, minute: str | None, half: str | None, place: int) -> Hour:
    """Return an hour that is written with a dash; there it is meant by the 24-hour clock."""
    said = f"{hour}:{minute or '00'}"
    return Hour(
        hour=int(hour), minute=int(minute or 0), half=half or "", start=place, end=place + 1, said=said
    )
