"""The server's clock: real by default, and frozen, advanced or set at will by whoever tries things out."""

import asyncio
import heapq
import math
import time
from collections.abc import Awaitable, Callable

A_HAIR = 1e-6
"""Seconds by which sums of times may be wrong."""

A_MOMENT = 0.5
"""Seconds by which a clock that runs may be from the machine's without being another."""

TimerCall = Callable[[], Awaitable[None] | None]
"""What a timer does; what it returns is awaited if it can be."""


class Timer:
    """A call that will be made when its time has come, unless it is cancelled before."""

    __slots__ = ("call", "due", "order")

    def __init__(self, due: float, order: int, call: TimerCall | None) -> None:
        """Note what to call and when."""
        self.due = due
        self.order = order
        self.call = call

    def cancel(self) -> None:
        """Forget the call; harmless when it was already made."""
        self.call = None

    def __lt__(self, other: "Timer") -> bool:
        """Order by time, then by who asked first."""
        return (self.due, self.order) < (other.due, other.order)


class Clock:
    """Two times that pass together: wall time (UNIX seconds, may jump) and elapsed time (never goes back).

    Whatever the server does later hangs on one of them: a heartbeat or an idle queue on elapsed time,
    a scheduled message on wall time. While the clock is frozen both stand still until it is advanced or set.
    """

    def __init__(self, start: float | None = None) -> None:
        """Start at the real time, or frozen at `start` (UNIX seconds, UTC)."""
        self._frozen_at: float | None = None
        self._elapsed_offset = 0.0
        self._machine = self._wall_offset = time.time() - time.monotonic()
        self._order = 0
        self._elapsed_timers: list[Timer] = []
        self._wall_timers: list[Timer] = []
        self._alarm: asyncio.TimerHandle | None = None
        self.rest: Callable[[], Awaitable[None]] = settle
        """Awaited after each thing that fell due while time is moved: others may have to do with it."""
        if start is not None:
            self.freeze(start)

    def monotonic(self) -> float:
        """Return the elapsed time in seconds, from an arbitrary beginning."""
        real = time.monotonic() if self._frozen_at is None else self._frozen_at
        return real + self._elapsed_offset

    def now(self) -> float:
        """Return the wall time: UNIX seconds, UTC."""
        return round(self.monotonic() + self._wall_offset, 6)

    @property
    def frozen(self) -> bool:
        """Whether time stands still."""
        return self._frozen_at is not None

    @property
    def moved(self) -> bool:
        """Whether the wall time is another than the machine's."""
        return self.frozen or abs(self._elapsed_offset + self._wall_offset - self._machine) > A_MOMENT

    def freeze(self, at: float | None = None) -> None:
        """Stop the time, at the wall time `at` if it is given."""
        if self._frozen_at is None:
            self._frozen_at = time.monotonic()
        if at is not None:
            self._wall_offset = at - self.monotonic()
        self._arm()

    async def halt(self) -> None:
        """Stop the time at the next whole second, when all that is due by then has happened."""
        self.freeze()
        await self.advance(math.ceil(self.now()) - self.now())
        whole = float(round(self.monotonic()))
        self._wall_offset = round(self.now()) - whole
        self._frozen_at, self._elapsed_offset = whole, 0.0

    def thaw(self) -> None:
        """Let the time run on from where it stands."""
        if self._frozen_at is not None:
            self._elapsed_offset += self._frozen_at - time.monotonic()
            self._frozen_at = None
            self._arm()

    def call_later(self, seconds: float, call: TimerCall) -> Timer:
        """Make `call` when `seconds` have elapsed."""
        return self._add(self._elapsed_timers, self.monotonic() + seconds, call)

    def call_at(self, when: float, call: TimerCall) -> Timer:
        """Make `call` when the wall time is `when`."""
        return self._add(self._wall_timers, when, call)

    async def advance(self, seconds: float) -> None:
        """Let `seconds` pass, and return when everything that fell due in them has happened, in order.

        A clock that runs is held meanwhile, and runs on from there.
        """
        runs = not self.frozen
        self.freeze()
        try:
            await self._pass_by(seconds)
        finally:
            if runs:
                self.thaw()
        self._arm()

    async def _pass_by(self, seconds: float) -> None:
        target = self.monotonic() + seconds
        await self.rest()
        while (wait := self._wait()) is not None and wait <= target - self.monotonic() + A_HAIR:
            self._elapsed_offset += max(0.0, min(wait, target - self.monotonic()))
            await self._fire()
            await self.rest()
        self._elapsed_offset += max(0.0, target - self.monotonic())
        await self.rest()

    async def jump(self, to: float) -> None:
        """Set the wall time to `to`, also backwards; what is then overdue happens before this returns."""
        self._wall_offset += to - self.now()
        while (wait := self._wait()) is not None and wait <= 0:
            await self._fire()
            await self.rest()
        await self.rest()
        self._arm()

    def rearm(self) -> None:
        """Look at the timers anew, after they were changed from outside."""
        self._arm()

    def close(self) -> None:
        """Drop all timers."""
        self._elapsed_timers.clear()
        self._wall_timers.clear()
        self._arm()

    def _add(self, timers: list[Timer], due: float, call: TimerCall) -> Timer:
        self._order += 1
        timer = Timer(due, self._order, call)
        heapq.heappush(timers, timer)
        if timers[0] is timer:
            self._arm()
        return timer

    def _wait(self) -> float | None:
        """Return the seconds until the next timer, or `None` if there is none."""
        waits = [
            timers[0].due - now
            for timers, now in ((self._elapsed_timers, self.monotonic()), (self._wall_timers, self.now()))
            if _drop_cancelled(timers)
        ]
        return min(waits, default=None)

    async def _fire(self) -> None:
        """Make the call of the earliest timer and let everyone whom it wakes have a turn."""
        elapsed, wall = self._elapsed_timers, self._wall_timers
        sources = [(t[0].due - now, t) for t, now in ((elapsed, self.monotonic()), (wall, self.now())) if t]
        timer = heapq.heappop(min(sources, key=lambda source: (source[0], source[1][0].order))[1])
        call, timer.call = timer.call, None
        result = call() if call is not None else None
        if result is not None:
            await result
        await settle()

    def _arm(self) -> None:
        """Set the alarm of the running loop to the next timer; while frozen there is none."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        wait = self._wait()
        if wait is not None and not self.frozen:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(0.0, wait), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._ringing = asyncio.ensure_future(self._fire_due())

    async def _fire_due(self) -> None:
        while not self.frozen and (wait := self._wait()) is not None and wait <= 0:
            await self._fire()
        self._arm()


def _drop_cancelled(timers: list[Timer]) -> bool:
    while timers and timers[0].call is None:
        heapq.heappop(timers)
    return bool(timers)


async def settle() -> None:
    """Give the tasks that were just woken their turn."""
    for _ in range(8):
        await asyncio.sleep(0)
