"""Times and spans as they are typed at the command line, and how a moment is told there."""

import time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from dragoman.errors import UserError
from dragoman.planner import Unknown, next_after, parse_duration, read_moment, read_plan
from dragoman_server import Clock

ZONE = ZoneInfo("UTC")
"""Where a time is meant that names no zone."""
LONGEST = 100 * 366 * 86_400.0
"""Seconds that may pass at once: what is due in them has to happen."""


def moment(text: str, now: float) -> float:
    """Read a time, such as ``tomorrow 9:00``, which may be over; returns UNIX seconds. Fails with UserError.

    What comes again and again is meant the next time.
    """
    present = datetime.fromtimestamp(now, UTC)
    try:
        return read_moment(text, present, ZONE).timestamp()
    except Unknown:
        pass
    except ValueError as error:
        raise UserError(str(error)) from None
    try:
        found = next_after(read_plan(text, present, ZONE), now)
    except ValueError as error:
        raise UserError(str(error)) from None
    if found is None:
        raise UserError(f"“{text}” never comes again: it is {told(now)}")
    return found.at


def standing_clock(at: str | None) -> Clock:
    """Return a server's clock that stands still at a time, or else at this second; fails with UserError."""
    now = time.time()
    return Clock(float(int(now if at is None else moment(at, now))))


def span_until(text: str, now: float) -> float:
    """Read a time that is still to come; returns the seconds until then. Fails with UserError."""
    seconds = moment(text, now) - now
    if seconds < 0:
        raise UserError(f"“{text}” is over, for it is {told(now)}: name a time that is still to come")
    return _bounded(text, seconds)


def span(text: str) -> float:
    """Read a span of time, such as ``2h`` or plain seconds; returns seconds. Fails with UserError."""
    plain = text.isascii() and text.replace(".", "", 1).isdigit()
    try:
        seconds = float(text) if plain else parse_duration(text).total_seconds()
    except ValueError as error:
        raise UserError(str(error)) from None
    return _bounded(text, seconds)


def told(at: float) -> str:
    """Return a moment as people read it, in UTC."""
    return datetime.fromtimestamp(at, UTC).strftime("%A %Y-%m-%d %H:%M:%S UTC")


def iso(at: float) -> str:
    """Return a moment as programs read it, in UTC: ``2027-01-15T08:00:00Z``."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _bounded(text: str, seconds: float) -> float:
    if seconds > LONGEST:
        raise UserError(f"“{text}” is too long to wait for: a hundred years at most")
    return seconds
