"""A time of day as people mean it; one that may be after noon or before is asked about."""

from datetime import time

from msgspec import structs

from dragoman.model.record import Record
from dragoman.planner.errors import Ambiguous, Impossible

PARTS = {
    "morning": time(9),
    "afternoon": time(15),
    "evening": time(18),
    "night": time(20),
}
"""When it is in the part of a day that is named without an hour."""
_END_OF_DAY = (
    "end of the day", "end of day", "end of business", "end of the business day", "end of work", "eod", "eob",
    "close of business", "cob",
)  # fmt: skip
NAMED = {
    **dict.fromkeys(("noon", "midday", "lunchtime", "lunch time", "lunch"), time(12)),
    **dict.fromkeys(("12 noon", "12 midday", "noonish"), time(12)),
    **dict.fromkeys(("midnight", "12 midnight"), time(0)),
    "first thing": time(9),
    **dict.fromkeys(_END_OF_DAY, time(17)),
}
"""Times of day that have a name."""
LATE = 6
"""Hours from 1 to 5, and 12, are at night those after midnight."""
DEFAULT = time(9)
"""When on a day that is named without a time."""
LATEST_ASKED = 6
"""Whether "at 5" is in the morning or in the afternoon is asked; "at 9" is as the clock says."""


class Hour(Record):
    """A time of day as it was said, between two words of the text."""

    hour: int
    minute: int = 0
    second: int | None = None
    """None when none was said."""
    half: str = ""
    """``am`` or ``pm``, when that was said."""
    bare: bool = False
    """A number alone."""
    at: bool = False
    """Whether "at" stood before it."""
    start: int = 0
    end: int = 0
    said: str = ""
    halves: bool = False
    """Whether the hour after it leaves open in which half of the day it is: the first of "8 and 9pm"."""

    @property
    def whole_minutes(self) -> time:
        """What it means where seconds cannot be kept; fails with Impossible, or with Ambiguous."""
        if self.second:
            raise Impossible(f"“{self.said}” has seconds, but what recurs comes at whole minutes")
        return self.time

    @property
    def time(self) -> time:
        """What it means; fails with Impossible, or with Ambiguous."""
        hour = self.hour
        if self.half:
            hour = hour % 12 + (12 if self.half == "pm" else 0) if 1 <= hour <= 12 else 24
        elif self.halves or (self.bare and 1 <= hour <= LATEST_ASKED):
            raise Ambiguous(
                f"“{self.said}” may be in the morning or in the afternoon",
                self.start,
                self.end,
                (f"{hour:02}:{self.minute:02}", f"{hour + 12}:{self.minute:02}"),
            )
        if hour > 23 or self.minute > 59 or (self.second or 0) > 59:
            raise Impossible(f"there is no “{self.said}” on any clock")
        return time(hour, self.minute, self.second or 0)

    @property
    def is_open(self) -> bool:
        """Tell whether it is written as an hour of either half of the day might be: ``9``, ``4:30``."""
        by_clock = self.said[:1] in "123456" and self.hour <= LATEST_ASKED
        return not self.half and 1 <= self.hour <= 12 and (self.bare or by_clock)

    @property
    def is_date_too(self) -> bool:
        """Tell whether it is written as a day and a month might be: ``10.12``."""
        return (
            "." in self.said and not self.half and not self.at and self.hour >= 1 and 1 <= self.minute <= 12
        )


def half_of(part: str, hour: int) -> str:
    """Return the half of the day in which an hour from 1 to 12 is in a part of it: at night 1 is early."""
    if part == "night" and not LATE <= hour < 12:
        return "am"
    return "am" if part == "morning" else "pm"


def before(later: Hour, said: Hour, *, until: bool = False) -> Hour:
    """Return an hour in the half of the day that a later one tells: "4 and 5pm", "from 2 ``until`` 3pm"."""
    if not (said.is_open and later.half and 1 <= later.hour <= 12):
        return said
    is_small = said.hour % 12 <= LATEST_ASKED
    if _minutes_of_half(said) < _minutes_of_half(later):
        asked = later.half == "pm" and not is_small
        return structs.replace(said, halves=True) if asked else structs.replace(said, half=later.half)
    if not until:
        return said
    if is_small:
        return structs.replace(said, half="am" if later.half == "pm" else "pm")
    return structs.replace(said, halves=later.half == "am")


def _minutes_of_half(said: Hour) -> int:
    return said.hour % 12 * 60 + said.minute


def hour_in(said: Hour, part: str) -> time:
    """Return what an hour means in a part of the day: "at 7" in the evening."""
    if said.half or not 1 <= said.hour <= 12:
        return said.time
    return structs.replace(said, half=half_of(part, said.hour)).time
