"""The machine's clock, with durations that pass faster: a minute's doubt takes seconds."""

import asyncio
import time


class HurriedClock:
    """A clock whose durations are so many times shorter; the time of day is the machine's, or runs along."""

    def __init__(self, times: float, now: float | None = None) -> None:
        """Hurry; from ``now`` on, in UNIX seconds, the time of day does so too."""
        self._times = times
        self._began = time.monotonic() * times
        self._now = now

    def now(self) -> float:
        """Return the UNIX time in seconds, UTC."""
        return time.time() if self._now is None else self._now + self.monotonic() - self._began

    def monotonic(self) -> float:
        """Return seconds since some fixed moment, as they pass here."""
        return time.monotonic() * self._times

    async def sleep(self, seconds: float) -> None:
        """Return when that many seconds have passed here."""
        await asyncio.sleep(max(seconds, 0.0) / self._times)
