"""Moments that are written out: ``2027-12-01T08:00:00Z``, ``<time:2027-12-01T08:00:00Z>``."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from dragoman.planner.errors import Impossible
from dragoman.planner.present import Meaning, at_moment, local
from dragoman.planner.words import Reading, rule

_TAGGED = re.compile(r"<time:([^>]+)>")
_ISO = re.compile(r"(\d{4}-\d\d-\d\d)t(\d\d:?\d\d(?::?\d\d)?(?:\.\d{1,6})?(?:z|[+-]\d\d:?\d\d)?)", re.ASCII)
_SECONDS = re.compile(r"\d\d:\d\d:\d\d(?:z|[+-]\d\d:\d\d)?|\d\d:\d\d(?:z|[+-]\d\d:\d\d)", re.ASCII)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


@rule
def exact(reading: Reading) -> Meaning | None:
    """Read ``<time:...>`` and ISO 8601 with its time, as one word or two."""
    reading.take("on", "at")
    said = exactly(reading)
    if said is None:
        return None
    reading.take_zone()
    return lambda present: at_moment(read_exactly(said, present.zone), present)


@rule
def exactly(reading: Reading) -> str | None:
    """Read a moment that is written out to the second or with its zone, for `read_exactly`."""
    if tagged := reading.match(_TAGGED):
        return tagged[1]
    if iso := reading.match(_ISO):
        return iso[0]
    day = reading.match(_DATE)
    clock = reading.match(_SECONDS) if day else None
    return f"{day[0]}t{clock[0]}" if day and clock else None


def read_exactly(said: str, zone: ZoneInfo) -> datetime:
    """Return a moment that is written out; fails with `Impossible` when there is none such."""
    try:
        read = datetime.fromisoformat(said.upper())
        return read if read.tzinfo else local(read.date(), read.time(), zone)
    except (ValueError, OverflowError) as error:
        if isinstance(error, Impossible):
            raise
        raise Impossible(f"there is no “{said}”: {error}") from error
