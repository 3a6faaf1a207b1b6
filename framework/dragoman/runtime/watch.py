"""Looks after how long handlers take: one look a second over all that run, instead of a timer for each."""

import asyncio
from collections.abc import Awaitable, Callable

from dragoman.clock import Clock
from dragoman.runtime.isolation import Outcome, isolated

LOOK = 1.0
"""Seconds between two looks at most."""
STUBBORN = 5.0
"""Seconds after which a handler that was told to end counts as one that does not."""

Stuck = Callable[[asyncio.Task[None], str], None]


class TimeIsOver(Exception):
    """A handler took longer than it may."""


class Turn:
    """One handler's time."""

    __slots__ = ("deadline", "expired", "given_up", "name", "task")

    def __init__(self, name: str, task: asyncio.Task[None], deadline: float) -> None:
        """Begin; the deadline is on the monotonic clock."""
        self.name = name
        self.task = task
        self.deadline = deadline
        self.expired = False
        """Whether the time is over, and the handler was told to end."""
        self.given_up = False


class Watch:
    """Ends handlers whose time is over."""

    def __init__(self, clock: Clock, stuck: Stuck) -> None:
        """Call ``stuck`` with the task and the name of a handler that does not end when told to."""
        self._clock = clock
        self._stuck = stuck
        self._turns: set[Turn] = set()
        self._busy = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None

    def start(self) -> asyncio.Task[None]:
        """Start looking; the task that is returned ends only by a mistake of ours."""
        self._looking = asyncio.create_task(self._look())
        return self._looking

    async def close(self) -> None:
        """Stop looking."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
            self._looking = None

    def begin(self, name: str, seconds: float) -> Turn:
        """Begin a turn of the running task; it is cancelled when that many seconds have passed."""
        task = asyncio.current_task()
        assert task is not None, "a handler runs in a task"
        turn = Turn(name, task, self._clock.monotonic() + seconds)
        self._turns.add(turn)
        self._busy.set()
        return turn

    def end(self, turn: Turn) -> bool:
        """End a turn; returns whether its time was over, and takes the cancellation back if so."""
        self._turns.discard(turn)
        if not self._turns:
            self._busy.clear()
        if turn.expired:
            turn.task.uncancel()
        return turn.expired

    async def run(self, name: str, seconds: float, call: Awaitable[None]) -> Exception | None:
        """Run a piece of a plugin's code; returns what it raised, or TimeIsOver."""
        turn, outcome = self.begin(name, seconds), Outcome()
        try:
            with isolated() as outcome:
                await call
        except asyncio.CancelledError:
            if not turn.expired:
                raise
        finally:
            over = self.end(turn)
        if over and turn.task.cancelling():
            raise asyncio.CancelledError
        return TimeIsOver(f"it took longer than {seconds:g} s") if over else outcome.error

    async def _look(self) -> None:
        while True:
            await self._busy.wait()
            deadlines = [turn.deadline for turn in self._turns]
            soonest = min(deadlines, default=self._clock.monotonic()) - self._clock.monotonic()
            await self._clock.sleep(min(max(soonest, 0.01), LOOK))
            now = self._clock.monotonic()
            for turn in tuple(self._turns):
                if turn.deadline <= now:
                    self._call_time(turn, now)

    def _call_time(self, turn: Turn, now: float) -> None:
        if not turn.expired:
            turn.expired = True
            turn.deadline = now + STUBBORN
            turn.task.cancel()
        elif not turn.given_up:
            turn.given_up = True
            turn.deadline = float("inf")
            self._stuck(turn.task, turn.name)
