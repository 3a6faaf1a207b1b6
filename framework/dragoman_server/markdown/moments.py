"""Points in time, which every reader sees in their own time zone."""

import re
from datetime import UTC, datetime

from dragoman_server.markdown.context import RenderContext
from dragoman_server.markdown.stash import escape_text

TIME = re.compile(r"<time:([^<>\x02]*)>")


def moment(match: re.Match[str], _context: RenderContext) -> str:
    """Render a point in time, or say that it is none."""
    written = match[1]
    found = _read(written.strip())
    if found is None:
        return f'<span class="timestamp-error">Invalid time format: {escape_text(written)}</span>'
    stamp = found.isoformat().replace("+00:00", "Z")
    return f'<time datetime="{stamp}">{escape_text(written)}</time>'


def _read(written: str) -> datetime | None:
    """Read UNIX seconds or an ISO 8601 date and time; without a time zone it is in UTC."""
    try:
        found = datetime.fromtimestamp(float(written), UTC)
    except (ValueError, OverflowError, OSError):
        found = None
    try:
        found = found or datetime.fromisoformat(written)
        if found.tzinfo is None:
            found = found.replace(tzinfo=UTC)
        return found.astimezone(UTC).replace(microsecond=0)
    except (ValueError, OverflowError):
        return None
