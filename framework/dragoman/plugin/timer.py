"""When a plugin is called without anybody asking: by a plan, or every so often from its first start on."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Self

import msgspec

from dragoman.planner import Every, Plan, parse_duration
from dragoman.plugin.context import Context
from dragoman.plugin.mode import Mode
from dragoman.plugin.schedules import GRACE, NO_JITTER, CatchUp, Schedule

TimerCall = Callable[[Context], Awaitable[None]]


class Interval(msgspec.Struct, frozen=True):
    """Every so often, counted from the first start of the bot."""

    every: timedelta

    @classmethod
    def of(cls, every: str) -> Self:
        """Read ``15m``; fails with ValueError, whose text is a sentence for people."""
        return cls(parse_duration(every))

    def plan(self, start: float) -> Every:
        """Return when it comes, counted from the start in UNIX seconds."""
        return Every(seconds=self.every.total_seconds(), anchor=start)


class Timer(msgspec.Struct, frozen=True):
    """Something that a plugin does by the clock."""

    name: str
    """Its name within the plugin, for the log; no two timers of a plugin share one."""
    schedule: Interval | Plan
    call: TimerCall
    grace: timedelta = GRACE
    """How late it may be; what is later is missed, which is noted."""
    catch_up: CatchUp = "latest"
    """Which of several times that passed meanwhile are made up for."""
    jitter: timedelta = NO_JITTER
    """By how much it is put off at most, each time by another amount."""
    delivery: Mode | None = None
    """What becomes of its messages in doubt; ``None`` for the plugin's."""

    def standing(self, now: float) -> Schedule:
        """Return it as a schedule that begins now, UNIX seconds."""
        when = self.schedule
        return Schedule(
            name=self.name,
            plan=when.plan(now) if isinstance(when, Interval) else when,
            grace=self.grace,
            catch_up=self.catch_up,
            jitter=self.jitter,
        )
