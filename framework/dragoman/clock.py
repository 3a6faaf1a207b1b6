"""Time handed in: the system's clock, and one for tests that stands still until told to go on."""

import asyncio
import heapq
import time
from typing import Protocol

SETTLING_STEPS = 50
"""Turns of the event loop given to woken tasks, enough for a chain of so many hand-overs."""


class Clock(Protocol):
    """What tells the time and waits."""

    def now(self) -> float:
        """Return the UNIX time in seconds, UTC; it may jump."""
        ...

    def monotonic(self) -> float:
        """Return seconds since some fixed moment; it never goes back. All durations are measured by it."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return when that many seconds have passed; at once when there are none."""
        ...


class SystemClock:
    """The time of the machine."""

    def now(self) -> float:
        """Return the UNIX time in seconds, UTC."""
        return time.time()

    def monotonic(self) -> float:
        """Return seconds since some fixed moment."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Return when that many seconds have passed."""
        await asyncio.sleep(max(seconds, 0.0))


class ManualClock:
    """A clock that moves only by ``advance``, waking its sleepers in the order of their hours."""

    def __init__(self, now: float = 1_800_000_000.0, monotonic: float = 1_000.0) -> None:
        """Start at the given UNIX time and monotonic reading."""
        self._now = now
        self._monotonic = monotonic
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = 0
        self._bedtime = asyncio.Event()

    def now(self) -> float:
        """Return the UNIX time in seconds, UTC."""
        return self._now

    def monotonic(self) -> float:
        """Return the monotonic reading in seconds."""
        return self._monotonic

    async def sleep(self, seconds: float) -> None:
        """Return when ``advance`` has moved the clock that far; a sleep of nothing yields once."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        woken = asyncio.get_running_loop().create_future()
        self._count += 1
        heapq.heappush(self._sleepers, (self._monotonic + seconds, self._count, woken))
        self._bedtime.set()
        await woken

    @property
    def sleepers(self) -> tuple[float, ...]:
        """The seconds that each sleeper still has to wait, soonest first."""
        return tuple(sorted(hour - self._monotonic for hour, _, woken in self._sleepers if not woken.done()))

    async def asleep(self, count: int = 1) -> None:
        """Return when at least ``count`` tasks are asleep: how to wait for work done over real sockets."""
        while len(self.sleepers) < count:
            self._bedtime.clear()
            await self._bedtime.wait()

    async def advance(self, seconds: float) -> None:
        """Move on by ``seconds``, waking each sleeper at its own hour and letting it run before the next.

        A sleeper that goes to sleep again within the span is woken again.
        """
        end = self._monotonic + seconds
        await settle()
        while self._sleepers and self._sleepers[0][0] <= end:
            hour, _, woken = heapq.heappop(self._sleepers)
            if woken.done():
                continue
            self._move(hour)
            woken.set_result(None)
            await settle()
        self._move(end)
        await settle()

    def jump(self, seconds: float) -> None:
        """Set the wall clock forward or back without any time passing, as an operator or NTP may do."""
        self._now += seconds

    def _move(self, monotonic: float) -> None:
        self._now += monotonic - self._monotonic
        self._monotonic = monotonic


async def settle() -> None:
    """Give the other tasks so many turns that chains of wake-ups come to rest."""
    for _ in range(SETTLING_STEPS):
        await asyncio.sleep(0)
