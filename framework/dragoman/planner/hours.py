"""Times of day: ``9:00``, ``9am``, ``noon``; one that may be after noon or before is asked about."""

import re
from datetime import time
from typing import Self

from msgspec import structs

from dragoman.model.record import Record
from dragoman.planner.errors import Ambiguous, Impossible, Unknown
from dragoman.planner.words import NUMBERS, Reading, rule, words_of

PARTS = {
    "morning": time(9),
    "afternoon": time(15),
    "evening": time(18),
    "night": time(20),
}
"""When it is in the part of a day that is named without an hour."""
NAMED = {"noon": time(12), "midday": time(12), "midnight": time(0)}
LATE = 6
"""Hours from 1 to 5, and 12, are at night those after midnight."""
DEFAULT = time(9)
"""When on a day that is named without a time."""
_NAMES = {**PARTS, **NAMED}
_OTHER_HALF = {"am": "pm", "pm": "am"}
_FIGURES = re.compile(r"(?P<hour>\d{1,2})[:.h](?P<minute>\d\d)(?P<half>[ap]\.?m\.?)?", re.ASCII)
_HOUR = re.compile(r"(?P<hour>\d{1,2})(?P<half>[ap]\.?m\.?)?", re.ASCII)
_HALF = re.compile(r"[ap]\.?m\.?")
LATEST_ASKED = 6
"""Whether "at 5" is in the morning or in the afternoon is asked; "at 9" is as the clock says."""


class Hour(Record):
    """A time of day as it was said, between two words of the text."""

    hour: int
    minute: int = 0
    half: str = ""
    """``am`` or ``pm``, when that was said."""
    bare: bool = False
    """A number alone."""
    at: bool = False
    """Whether "at" stood before it."""
    start: int = 0
    end: int = 0
    said: str = ""

    @property
    def time(self) -> time:
        """What it means; fails with Impossible, or with Ambiguous."""
        hour = self.hour
        if self.half:
            hour = hour % 12 + (12 if self.half == "pm" else 0) if 1 <= hour <= 12 else 24
        elif self.bare and 1 <= hour <= LATEST_ASKED:
            raise Ambiguous(
                f"“{self.said}” may be in the morning or in the afternoon",
                self.start,
                self.end,
                (f"{hour:02}:{self.minute:02}", f"{hour + 12}:{self.minute:02}"),
            )
        if hour > 23 or self.minute > 59:
            raise Impossible(f"there is no “{self.said}” on any clock")
        return time(hour, self.minute)

    @property
    def is_date_too(self) -> bool:
        """Tell whether it is written as a day and a month might be: ``10.12``."""
        return (
            "." in self.said and not self.half and not self.at and self.hour >= 1 and 1 <= self.minute <= 12
        )


@rule
def hour(reading: Reading, *, bare: bool = False) -> Hour | None:
    """Read a time of day; a number alone counts after "at", or when ``bare`` ones do."""
    introduced = bool(reading.take("at", "@", "by", "around"))
    start = reading.at
    found = _named(reading) or _spoken(reading) or _figures(reading) or _number(reading, introduced or bare)
    if found is None:
        return None
    end = reading.at
    half = found.half or _part_after(reading, found)
    reading.take_zone()
    return Hour(
        hour=found.hour,
        minute=found.minute,
        half=half,
        bare=found.bare and not half,
        at=introduced,
        start=start,
        end=end,
        said=" ".join(word.text for word in reading.words[start:end]),
    )


def _named(reading: Reading) -> Hour | None:
    name = reading.take(*NAMED)
    return Hour(hour=NAMED[name].hour) if name else None


@rule
def _spoken(reading: Reading) -> Hour | None:
    """Read "half past 9", "quarter to 10"."""
    reading.take("a")
    part = reading.take("half past", "quarter past", "quarter to")
    number = reading.number() if part else None
    if number is None or not 1 <= number <= 23:
        return None
    half = _half(reading)
    if part == "quarter to":
        # A quarter to noon is in the morning.
        half = _OTHER_HALF.get(half, "") if number == 12 else half
        return Hour(hour=number - 1 or 12, minute=45, half=half, bare=True)
    return Hour(hour=number, minute=30 if part == "half past" else 15, half=half, bare=True)


@rule
def _figures(reading: Reading) -> Hour | None:
    """Read "9:00", "9.30 pm", "17h30"."""
    found = reading.match(_FIGURES)
    if found is None:
        return None
    read = Hour(
        hour=int(found["hour"]),
        minute=int(found["minute"]),
        half=(found["half"] or "").replace(".", "") or _half(reading),
    )
    is_date = "." in found[0] and not read.half and (read.hour > 23 or read.minute > 59)
    reading.take("o'clock", "oclock", "h")
    return None if is_date else read


@rule
def _number(reading: Reading, introduced: bool) -> Hour | None:
    """Read "9am", "9 pm", "9 o'clock"; a number alone where a time is expected."""
    found = reading.match(_HOUR)
    word = reading.word
    if found is None and word in NUMBERS and NUMBERS[word] <= 12:
        reading.at += 1
        number, half = NUMBERS[word], _half(reading)
    elif found is not None:
        number, half = int(found["hour"]), (found["half"] or "").replace(".", "") or _half(reading)
    else:
        return None
    clock = bool(reading.take("o'clock", "oclock"))
    if not (half or clock or introduced):
        return None
    bare = found is None or not found["hour"].startswith("0")
    return Hour(hour=number, half=half, bare=bare and not half)


def _half(reading: Reading) -> str:
    found = reading.match(_HALF)
    return found[0].replace(".", "") if found else ""


def _part_after(reading: Reading, said: Hour) -> str:
    """Read "in the morning" after an hour that is not told by the 24-hour clock."""
    phrases = {f"in the {part}": part for part in PARTS} | {"at night": "night"}
    found = reading.take(*phrases)
    return _half_of(phrases[found], said.hour) if found and 1 <= said.hour <= 12 else ""


def _half_of(part: str, hour: int) -> str:
    """Return the half of the day in which an hour from 1 to 12 is in a part of it: at night 1 is early."""
    if part == "night" and not LATE <= hour < 12:
        return "am"
    return "am" if part == "morning" else "pm"


@rule
def part_of_day(reading: Reading, *, alone: bool = False) -> str | None:
    """Read "morning" or "in the evening"; ``alone`` it needs "this" or "in the"."""
    introduced = reading.take("this", "in the", "at")
    name = reading.take(*PARTS)
    return name if name and (introduced or not alone) else None


def hour_in(said: Hour, part: str) -> time:
    """Return what an hour means in a part of the day: "at 7" in the evening."""
    if said.half or not 1 <= said.hour <= 12:
        return said.time
    return structs.replace(said, half=_half_of(part, said.hour)).time


def hours(reading: Reading) -> tuple[Hour, ...] | None:
    """Read one time of day or several: "at 9:00 and 17:30", "at 9, 12 and 15"."""
    first = hour(reading)
    if first is None:
        return None
    more: list[Hour] = []
    while (following := _next_hour(reading)) is not None:
        more.append(following)
    return (first, *more)


@rule
def _next_hour(reading: Reading) -> Hour | None:
    joint = reading.take(", and", "and", "&", ",")
    # A bare number after a comma is an hour only if the list goes on, as in "at 9, 12 and 15".
    found = hour(reading, bare=joint != ",") or (hour(reading, bare=True) if joint else None)
    if not joint or found is None:
        return None
    goes_on = reading.word in {",", "and", "&"}
    return found if joint != "," or not found.bare or goes_on else None


class TimeOfDay(time):
    """A time of day; as an option it is written ``09:00`` in the YAML."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a time of day; fails with ValueError, whose text is a sentence for people."""
        read = parse_time(text)
        return cls(read.hour, read.minute)


def parse_time(text: str) -> time:
    """Read ``09:00``, ``9am``, ``9:30 pm`` or ``noon``; fails with `Unknown`."""
    reading = Reading(text, words_of(text))
    if reading.word in _NAMES and len(reading.words) == 1:
        return _NAMES[reading.word]
    found = hour(reading)
    if found is None or not reading.done or reading.zone:
        raise Unknown(f"“{text.strip()}” is not a time of day such as 09:00, 9am or 14:30")
    try:
        return found.time
    except Impossible as error:
        raise Unknown(f"“{text.strip()}” is not a time of day: hours end at 23, minutes at 59") from error
    except Ambiguous as error:
        raise Unknown(f"“{text.strip()}” is not a time of day: {error.sentence}") from error
