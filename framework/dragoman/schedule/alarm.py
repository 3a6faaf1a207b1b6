"""What rings after so many seconds: APScheduler on the machine's clock, or any clock that is handed in."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from dragoman.clock import Clock, SystemClock

Ring = Callable[[], None]


class Alarm(Protocol):
    """Rings once for each name that is set."""

    def set(self, name: str, seconds: float, ring: Ring) -> None:
        """Ring in that many seconds; an alarm of the same name is replaced."""
        ...

    def close(self) -> None:
        """Forget all alarms."""
        ...


class ApSchedulerAlarm:
    """APScheduler with its memory store and one-shot jobs only.

    A ring that comes late comes all the same: what is too late is decided by who is rung for. A job only
    passes the ring on, so that closing, which cancels jobs, cannot cancel any work.
    """

    def __init__(self) -> None:
        """Start the scheduler on the running event loop."""
        self._scheduler = AsyncIOScheduler(timezone=UTC)
        self._scheduler.start()

    def set(self, name: str, seconds: float, ring: Ring) -> None:
        """Ring in that many seconds; an alarm of the same name is replaced."""
        self._scheduler.add_job(
            _pass_on,
            "date",
            run_date=datetime.now(UTC) + timedelta(seconds=max(seconds, 0.0)),
            args=(ring,),
            id=name,
            replace_existing=True,
            misfire_grace_time=None,
        )

    def close(self) -> None:
        """Forget all alarms."""
        self._scheduler.shutdown(wait=False)


async def _pass_on(ring: Ring) -> None:
    """Ring on the event loop, where a plain function would be taken to a thread."""
    ring()


class ClockAlarm:
    """One sleeping task an alarm, on whatever clock."""

    def __init__(self, clock: Clock) -> None:
        """Use this clock."""
        self._clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def set(self, name: str, seconds: float, ring: Ring) -> None:
        """Ring in that many seconds; an alarm of the same name is replaced."""
        if name in self._tasks:
            self._tasks[name].cancel()
        self._tasks[name] = asyncio.create_task(self._wait(name, seconds, ring))

    def close(self) -> None:
        """Forget all alarms."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    async def _wait(self, name: str, seconds: float, ring: Ring) -> None:
        await self._clock.sleep(seconds)
        del self._tasks[name]
        ring()


def alarm_for(clock: Clock) -> Alarm:
    """Return APScheduler for the machine's own clock, and an alarm on the clock itself for any other."""
    return ApSchedulerAlarm() if isinstance(clock, SystemClock) else ClockAlarm(clock)
