"""The machine's clock, with durations that pass faster: a minute's doubt takes seconds."""

import asyncio
import time


class HurriedClock:
    """A clock whose durations are so many times shorter; the time of day is the machine's."""

    def __init__(self, times: float) -> None:
        """Hurry."""
        self._times = times

    def now(self) -> float:
        """Return the UNIX time in seconds, UTC."""
        return time.time()

    def monotonic(self) -> float:
        """Return seconds since some fixed moment, as they pass here."""
        return time.monotonic() * self._times

    async def sleep(self, seconds: float) -> None:
        """Return when that many seconds have passed here."""
        await asyncio.sleep(max(seconds, 0.0) / self._times)
