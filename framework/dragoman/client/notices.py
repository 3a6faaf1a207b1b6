"""What the headers of a guide answer say: the read limit, the deprecation, the end."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from dragoman.client.waiting import http_date, whole_number
from dragoman.model import ReadLimit
from dragoman.operations import Notices

STRUCTURED_DATE = re.compile(r"@(-?\d{1,15})")
TRUE = frozenset({"true", "?1"})
FALSE = frozenset({"false", "?0"})
PARAMETER = re.compile(r"(?:^|[;,\s])(q|r|t|limit|remaining|reset)\s*=\s*(\d{1,15})", re.IGNORECASE)


def notices_of(headers: Mapping[str, str]) -> Notices:
    """Read what stands in the headers; what cannot be read counts as not there."""
    return Notices(
        limit=read_limit(headers),
        deprecation=deprecation_of(headers.get("Deprecation")),
        sunset=http_date(headers.get("Sunset", "")),
    )


def read_limit(headers: Mapping[str, str]) -> ReadLimit | None:
    """Read the three fields of the specification, or else the combined ones of later drafts."""
    limit = _first_number(headers.get("RateLimit-Limit", ""))
    remaining = whole_number(headers, "RateLimit-Remaining")
    reset = whole_number(headers, "RateLimit-Reset")
    if (limit, remaining, reset) == (None, None, None):
        return _combined(headers)
    return ReadLimit(limit=limit, remaining=remaining, reset=reset)


def deprecation_of(text: str | None) -> datetime | bool | None:
    """Read any of the three spellings: an HTTP date, ``@`` and UNIX seconds, or ``true``.

    Something else still means that the version is deprecated; ``false`` means that it is not.
    """
    if text is None or text.strip().lower() in FALSE or not text.strip():
        return None
    if found := STRUCTURED_DATE.fullmatch(text.strip()):
        try:
            return datetime.fromtimestamp(int(found[1]), UTC)
        except (ValueError, OverflowError, OSError):
            return True
    return http_date(text) or True


def _combined(headers: Mapping[str, str]) -> ReadLimit | None:
    """Read ``"default";r=50;t=30`` beside ``"default";q=100``, or ``limit=100, remaining=50, reset=30``."""
    policy = _parameters(headers.get("RateLimit-Policy", ""))
    state = {**policy, **_parameters(headers.get("RateLimit", ""))}
    if not state:
        return None
    return ReadLimit(
        limit=state.get("limit", state.get("q")),
        remaining=state.get("remaining", state.get("r")),
        reset=state.get("reset", state.get("t")),
    )


def _parameters(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, number in PARAMETER.findall(text):
        found.setdefault(name.lower(), int(number))
    return found


def _first_number(text: str) -> int | None:
    """Read a number that may be followed by quota policies, as in ``100, 100;w=60``."""
    found = re.match(r"\s*(\d{1,15})\s*(?:[,;]|$)", text)
    return int(found[1]) if found else None
