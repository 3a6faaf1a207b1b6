"""Several times of day, "at 9, 12 and 15", and a time of day as an option: ``09:00``."""

import re
from datetime import time
from typing import Self

from msgspec import structs

from dragoman.planner.clock import closes, hour, part_of_day
from dragoman.planner.errors import Ambiguous, Impossible, Unknown
from dragoman.planner.hours import NAMED, PARTS, Hour, before, half_of
from dragoman.planner.words import Reading, listed, rule, words_of

_WRITTEN_OUT = re.compile(r"0\d[0-5]\d", re.ASCII)
_AFTER = frozenset({"today", "tomorrow", "tonight", "on", "sharp", "or"})
"""What follows an hour at the beginning of a whole text."""
_NAMES = {**PARTS, **NAMED}


def hours(reading: Reading, *, alone: bool = False) -> tuple[Hour, ...] | None:
    """Read one time of day or several: "at 9:00 and 17:30", "at 9, 12 and 15"; ``alone`` no number is one."""
    if parted := hours_by_parts(reading):
        return parted
    first = hour(reading, bare=_is_begun(reading) if alone else closes(reading))
    if first is None:
        return None
    more: list[Hour] = []
    while (following := _next_hour(reading)) is not None:
        more.append(following)
    found = [first, *more]
    for place in range(len(more), 0, -1):
        found[place - 1] = before(found[place], found[place - 1])
    return tuple(found)


def _is_begun(reading: Reading) -> bool:
    """Tell whether the number that a whole text begins with is an hour: "0730 tomorrow", "10 UTC"."""
    is_hour = _WRITTEN_OUT.fullmatch(reading.word) or reading.zone_at(reading.at + 1)
    after = [word.text for word in reading.words[reading.at + 1 : reading.at + 2]]
    return reading.whole and bool(is_hour or set(after) & _AFTER)


@rule
def hours_by_parts(reading: Reading) -> tuple[Hour, ...] | None:
    """Read "morning 9 and evening 6", "in the morning at 8 and in the evening at 7"."""
    found = listed(reading, _in_part) or []
    return tuple(found) if len(found) > 1 else None


@rule
def _in_part(reading: Reading) -> Hour | None:
    part = part_of_day(reading)
    found = hour(reading, bare=True) if part else None
    if part is None or found is None or found.half or not 1 <= found.hour <= 12:
        return found if part else None
    return structs.replace(found, half=half_of(part, found.hour), bare=False)


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
    if found is None or found.second is not None or not reading.done or reading.zone:
        raise Unknown(f"“{text.strip()}” is not a time of day such as 09:00, 9am or 14:30")
    try:
        return found.time
    except Impossible as error:
        raise Unknown(f"“{text.strip()}” is not a time of day: hours end at 23, minutes at 59") from error
    except Ambiguous as error:
        raise Unknown(f"“{text.strip()}” is not a time of day: {error.sentence}") from error
