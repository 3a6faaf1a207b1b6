"""Keeps the next occurrence of every timer, and calls when it comes."""

import asyncio
from collections.abc import Callable

import structlog

from dragoman.clock import Clock
from dragoman.plugin import Interval, Timer
from dragoman.schedule.alarm import Alarm
from dragoman.schedule.occurrences import next_occurrence

TICK = 30.0
"""Seconds between two looks at the clock, which find its jumps and alarms that were lost."""
GRACE = 300.0
"""Seconds by which an occurrence may be late; a later one is missed, and that is logged."""
JUMP = 5.0
"""Seconds by which wall and monotonic clock may part between two looks without being said to jump."""
EARLY = 0.5
"""Seconds by which a ring may be early: clocks are read at slightly different moments."""
MOST_COUNTED = 1_000
"""Occurrences that are counted one by one when many were missed."""

Due = Callable[[], None]


class _Entry:
    """A timer with its next occurrence."""

    def __init__(self, name: str, timer: Timer, due: Due, start: float) -> None:
        self.name = name
        self.timer = timer
        self.due = due
        self.start = start
        """From where intervals count, UNIX seconds; moves along when the wall clock jumps."""
        self.next = start
        self.last = 0.0
        """The last occurrence that was dealt with; it never comes again, wherever the clock is set."""


class Timetable:
    """The timers of a bot."""

    def __init__(self, clock: Clock, alarm: Alarm) -> None:
        """Begin without timers."""
        self._clock = clock
        self._alarm = alarm
        self._entries: dict[str, _Entry] = {}
        self._log: structlog.typing.FilteringBoundLogger = structlog.get_logger()
        self._offset = clock.now() - clock.monotonic()
        self._ticking: asyncio.Task[None] | None = None

    def add(self, name: str, timer: Timer, due: Due) -> None:
        """Call ``due`` at every occurrence of a timer from now on; the name is the timer's alone."""
        entry = _Entry(name, timer, due, self._clock.now())
        self._entries[name] = entry
        self._plan(entry)
        if self._ticking is None:
            self._ticking = asyncio.create_task(self._tick())

    def upcoming(self) -> dict[str, float]:
        """Return the next occurrence of each timer, UNIX seconds."""
        return {name: entry.next for name, entry in self._entries.items()}

    async def close(self) -> None:
        """Let no more occurrence come."""
        self._alarm.close()
        self._entries.clear()
        if self._ticking is not None:
            self._ticking.cancel()
            await asyncio.gather(self._ticking, return_exceptions=True)
            self._ticking = None

    def _plan(self, entry: _Entry) -> None:
        entry.next = next_occurrence(entry.timer.schedule, max(self._clock.now(), entry.last), entry.start)
        self._set(entry)

    def _set(self, entry: _Entry) -> None:
        self._alarm.set(entry.name, entry.next - self._clock.now(), lambda: self._ring(entry))

    def _ring(self, entry: _Entry) -> None:
        now = self._clock.now()
        if entry.next - now > EARLY:
            self._set(entry)
            return
        latest, missed = self._latest(entry, now)
        entry.last = latest
        late = now - latest
        if late > GRACE:
            missed += 1
        if missed:
            self._log.warning("timer missed", timer=entry.name, times=missed, late=round(late, 1))
        self._plan(entry)
        if late <= GRACE:
            entry.due()

    def _latest(self, entry: _Entry, now: float) -> tuple[float, int]:
        """Return the latest occurrence that has come, and how many before it were passed over."""
        latest, missed = entry.next, 0
        while missed < MOST_COUNTED:
            following = next_occurrence(entry.timer.schedule, latest, entry.start)
            if following > now:
                break
            latest, missed = following, missed + 1
        return latest, missed

    async def _tick(self) -> None:
        while True:
            await self._clock.sleep(TICK)
            jump = self._clock.now() - self._clock.monotonic() - self._offset
            if abs(jump) > JUMP:
                self._offset += jump
                self._log.warning("clock jumped", seconds=round(jump, 1))
                self._replan(jump)
            self._ring_overdue()

    def _replan(self, jump: float) -> None:
        for entry in self._entries.values():
            if isinstance(entry.timer.schedule, Interval):
                entry.start += jump
                entry.next += jump
                entry.last += jump
                self._set(entry)
            elif jump < 0 or entry.next > self._clock.now():
                self._plan(entry)

    def _ring_overdue(self) -> None:
        """Ring for what is due and whose own ring did not come."""
        for entry in tuple(self._entries.values()):
            if entry.next <= self._clock.now() - EARLY:
                self._ring(entry)
