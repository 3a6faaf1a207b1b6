"""Spares a plugin that only fails: it rests a while, then one call shows whether it is well."""

from typing import Literal

from dragoman.client import BackOff
from dragoman.clock import Clock

FAILURES = 5
"""Failures in a row after which a plugin rests."""
REST = BackOff(first=30.0, longest=600.0)


class Breaker:
    """The recent luck of one plugin."""

    def __init__(self, clock: Clock) -> None:
        """Begin well."""
        self._clock = clock
        self._failures = 0
        self._rests = 0
        self._until = 0.0
        self._trying = False

    @property
    def state(self) -> Literal["closed", "open", "half-open"]:
        """Whether calls go through, do not, or one of them does."""
        if self._failures < FAILURES:
            return "closed"
        return "half-open" if self._clock.monotonic() >= self._until else "open"

    def may_call(self) -> bool:
        """Whether a call may be made now; one that is let through to try must be reported on."""
        if self._failures < FAILURES:
            return True
        if self._trying or self._clock.monotonic() < self._until:
            return False
        self._trying = True
        return True

    def report(self, *, failed: bool) -> bool:
        """Learn how a call ended; returns whether the plugin begins to rest by that."""
        self._trying = False
        if not failed:
            self._failures = self._rests = 0
            return False
        self._failures += 1
        if self._failures < FAILURES:
            return False
        self._until = self._clock.monotonic() + REST.pause(self._rests, _no_jitter)
        self._rests += 1
        return True


def _no_jitter() -> float:
    return 1.0
