"""How long to wait: what servers ask for in headers, and back-off with full jitter."""

import math
import random
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from dragoman.errors import RateLimited, ServiceError
from dragoman.model import Record

Jitter = Callable[[], float]
"""Gives a number from 0 up to 1; handed in so that tests can choose it."""

system_jitter: Jitter = random.random


class BackOff(Record):
    """Pauses that grow: a random part of ``first * 2**n``, which is never more than ``longest``."""

    first: float
    """Seconds."""
    longest: float
    """Seconds."""

    def pause(self, failures: int, jitter: Jitter) -> float:
        """Return the seconds to wait after so many failures before this one."""
        return jitter() * min(self.longest, self.first * 2.0 ** min(failures, 60))

    def pause_after(self, error: ServiceError, failures: int, jitter: Jitter) -> float:
        """Return the seconds to wait after a failure, on top of those that the service asks for."""
        wished = error.retry_after if isinstance(error, RateLimited) else 0.0
        return wished + self.pause(failures, jitter)


def http_date(text: str) -> datetime | None:
    """Read a date as HTTP writes it, in any of its three forms; ``None`` for anything else."""
    try:
        moment = parsedate_to_datetime(text.strip())
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def seconds_until(text: str | None, now: float) -> float | None:
    """Read a ``Retry-After``: seconds, fractions allowed, or a date; ``None`` for anything else."""
    if text is None:
        return None
    moment = http_date(text)
    return max(0.0, moment.timestamp() - now) if moment else plain_seconds(text)


def plain_seconds(value: object) -> float | None:
    """Read a number of seconds; ``None`` for what is none, negative, or without end."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        seconds = float(value)
    except (ValueError, OverflowError):
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def whole_number(headers: Mapping[str, str], name: str) -> int | None:
    """Read a header that holds a number not below zero; ``None`` for anything else."""
    text = headers.get(name, "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None
