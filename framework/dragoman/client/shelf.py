"""Answers that are kept for a while, each with its age."""

from typing import Any, TypeVar, cast

from msgspec import structs

from dragoman.clock import Clock
from dragoman.operations import GuideOperation, GuideReply

T = TypeVar("T")

MOST = 64
"""Answers that are kept; the one fetched longest ago goes first."""


class Shelf:
    """Answers of the guide service by the call that they answer, that is by device type."""

    def __init__(self, clock: Clock, *, fresh_for: float, stale_for: float) -> None:
        """Call an answer fresh, or of use at all, for so many seconds."""
        self._clock = clock
        self._fresh_for = fresh_for
        self._stale_for = stale_for
        self._kept: dict[GuideOperation[Any], tuple[float, GuideReply]] = {}

    def keep(self, operation: GuideOperation[T], answer: T) -> None:
        """Keep an answer just fetched."""
        if isinstance(answer, GuideReply):
            self._kept.pop(operation, None)
            self._kept[operation] = self._clock.monotonic(), answer
            if len(self._kept) > MOST:
                del self._kept[next(iter(self._kept))]

    def fresh(self, operation: GuideOperation[T], seconds: float | None = None) -> T | None:
        """Return the answer that need not be fetched anew, with its age."""
        return self._younger_than(self._fresh_for if seconds is None else seconds, operation, stale=False)

    def stale(self, operation: GuideOperation[T], seconds: float | None = None) -> T | None:
        """Return the answer that may stand in for one that could not be fetched, with age and mark."""
        return self._younger_than(self._stale_for if seconds is None else seconds, operation, stale=True)

    def _younger_than(self, seconds: float, operation: GuideOperation[T], *, stale: bool) -> T | None:
        if operation not in self._kept:
            return None
        since, answer = self._kept[operation]
        age = self._clock.monotonic() - since
        if age >= seconds:
            return None
        return cast("T", structs.replace(answer, age=age, stale=stale))
