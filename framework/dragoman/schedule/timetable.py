"""Looks at what is due when something is, and after every jump of the clock."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from dragoman.clock import Clock
from dragoman.schedule.alarm import Alarm

TICK = 30.0
"""Seconds between two looks at the clock, which find its jumps and alarms that were lost."""
JUMP = 5.0
"""Seconds by which wall and monotonic clock may part between two looks without being said to jump."""
SOONEST = 0.001
"""Seconds until an alarm at least."""
NEXT = "next"

Look = Callable[[], Awaitable[float | None]]
"""Deals with what is due, and returns when the next thing is, UNIX seconds; None when nothing is."""


class Timetable:
    """One alarm, for whatever is due next."""

    def __init__(
        self,
        clock: Clock,
        alarm: Alarm,
        look: Look,
        *,
        is_out_of_date: Callable[[], bool],
        jumped: Callable[[], None],
    ) -> None:
        """Look with this; ``is_out_of_date`` is asked every half minute whether to look all the same.

        ``jumped`` is called when the wall clock was set, or the machine has slept.
        """
        self._clock = clock
        self._alarm = alarm
        self._look = look
        self._is_out_of_date = is_out_of_date
        self._jumped = jumped
        self._log: structlog.typing.FilteringBoundLogger = structlog.get_logger()
        self._offset = clock.now() - clock.monotonic()
        self._next: float | None = None
        self._again = False
        self._ended = False
        self._looking: asyncio.Task[None] | None = None
        self._ticking: asyncio.Task[None] | None = None

    @property
    def next(self) -> float | None:
        """When the next thing is due, UNIX seconds; None when nothing is."""
        return self._next

    def start(self) -> None:
        """Look now, and go on."""
        self._ticking = asyncio.create_task(self._tick())
        self.look()

    def look(self) -> None:
        """Deal with what is due, and see when the next thing is."""
        self._again = True
        if not self._ended and (self._looking is None or self._looking.done()):
            self._looking = asyncio.create_task(self._look_on())

    async def looked(self) -> None:
        """Return when nobody looks any more."""
        while self._looking is not None and not self._looking.done():
            await asyncio.wait({self._looking})

    async def end(self) -> None:
        """Let nothing be due any more, when what has been found to be due is dealt with."""
        self._ended = True
        await self.looked()
        await self.close()

    async def close(self) -> None:
        """Let nothing be due any more."""
        self._ended = True
        self._alarm.close()
        tasks = [task for task in (self._ticking, self._looking) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._ticking = self._looking = None

    async def _look_on(self) -> None:
        while self._again:
            self._again = False
            self._next = await self._look()
        if self._next is not None and not self._ended:
            self._alarm.set(NEXT, max(self._next - self._clock.now(), SOONEST), self.look)

    async def _tick(self) -> None:
        while True:
            await self._clock.sleep(TICK)
            now = self._clock.now()
            jump = now - self._clock.monotonic() - self._offset
            if abs(jump) > JUMP:
                self._offset += jump
                self._log.warning("clock jumped", seconds=round(jump, 1))
                self._jumped()
            is_overdue = self._next is not None and self._next <= now
            if abs(jump) > JUMP or is_overdue or self._is_out_of_date():
                self.look()
