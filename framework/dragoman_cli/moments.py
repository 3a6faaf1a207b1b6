"""Times and spans as they are typed at the command line, and how a moment is told there."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from dragoman.errors import UserError
from dragoman.planner import next_after, parse_duration, read_plan

ZONE = ZoneInfo("UTC")
"""Where a time is meant that names no zone."""


def moment(text: str, now: float) -> float:
    """Read a time, such as ``tomorrow 9:00``; returns UNIX seconds. Fails with UserError."""
    try:
        plan = read_plan(text, datetime.fromtimestamp(now, UTC), ZONE)
    except ValueError as error:
        raise UserError(str(error)) from None
    found = next_after(plan, now)
    if found is None:
        raise UserError(f"{text!r} is over: it is {told(now)}")
    return found.at


def span(text: str) -> float:
    """Read a span of time, such as ``2h`` or plain seconds; returns seconds. Fails with UserError."""
    try:
        seconds = float(text) if text.replace(".", "", 1).isdigit() else parse_duration(text).total_seconds()
    except ValueError as error:
        raise UserError(str(error)) from None
    return seconds


def told(at: float) -> str:
    """Return a moment as people read it, in UTC."""
    return datetime.fromtimestamp(at, UTC).strftime("%A %Y-%m-%d %H:%M:%S UTC")
