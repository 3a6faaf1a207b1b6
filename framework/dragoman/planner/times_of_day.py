"""Several times of day, "at 9, 12 and 15", and a time of day as an option: ``09:00``."""

from datetime import time
from typing import Self

from dragoman.planner.clock import closes, hour
from dragoman.planner.errors import Ambiguous, Impossible, Unknown
from dragoman.planner.hours import NAMED, PARTS, Hour
from dragoman.planner.words import Reading, rule, words_of

_NAMES = {**PARTS, **NAMED}


def hours(reading: Reading, *, alone: bool = False) -> tuple[Hour, ...] | None:
    """Read one time of day or several: "at 9:00 and 17:30", "at 9, 12 and 15"; ``alone`` no number is one."""
    first = hour(reading, bare=not alone and closes(reading))
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
    if found is None or found.second is not None or not reading.done or reading.zone:
        raise Unknown(f"“{text.strip()}” is not a time of day such as 09:00, 9am or 14:30")
    try:
        return found.time
    except Impossible as error:
        raise Unknown(f"“{text.strip()}” is not a time of day: hours end at 23, minutes at 59") from error
    except Ambiguous as error:
        raise Unknown(f"“{text.strip()}” is not a time of day: {error.sentence}") from error
