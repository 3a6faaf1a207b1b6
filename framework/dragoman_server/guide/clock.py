"""The time, as far as the guide wants to know it."""

from typing import Protocol


class Clock(Protocol):
    """Whatever tells the time."""

    def now(self) -> float:
        """Return UNIX seconds, UTC; they may jump, backwards too."""
        ...
