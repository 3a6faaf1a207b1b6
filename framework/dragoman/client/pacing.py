"""Who may call next: one pause for all after a 429, few at once, people before chores, each in turn."""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar, Token
from enum import IntEnum

from dragoman.clock import Clock
from dragoman.model import Record

NEVER = float("-inf")
LONGEST_HOLD = 3600.0
"""Seconds; after these the service is asked again, whatever it said."""


class Urgency(IntEnum):
    """How soon a call should go out; a smaller number goes first."""

    REPLY = 0
    """Somebody waits for it."""
    NORMAL = 1
    BACKGROUND = 2
    """Nobody would notice if it came later; it leaves the last part of the budget to the others."""


class Turn(Record):
    """On whose behalf calls are made."""

    urgency: Urgency = Urgency.NORMAL
    owner: str = ""
    """Such as a plugin's name; owners of one urgency take turns."""


NOBODY = Turn()
_turn: ContextVar[Turn] = ContextVar("dragoman_turn", default=NOBODY)


class calling:  # noqa: N801 - it reads as a verb where it is used
    """Make the calls inside go out with this urgency and in this owner's name."""

    __slots__ = ("_token", "_turn")

    def __init__(self, urgency: Urgency = Urgency.NORMAL, owner: str = "") -> None:
        """Say on whose behalf."""
        self._turn = Turn(urgency=urgency, owner=owner)
        self._token: Token[Turn] | None = None

    def __enter__(self) -> None:
        """Begin."""
        self._token = _turn.set(self._turn)

    def __exit__(self, *_: object) -> None:
        """Let calls go out as before."""
        assert self._token is not None, "it has begun"
        _turn.reset(self._token)


def current_turn() -> Turn:
    """Return on whose behalf a call made now would go out."""
    return _turn.get()


class CallBudget(Record):
    """How many calls the account may still make, as of the last answer that told."""

    limit: int
    """Calls in a window."""
    remaining: int
    reset: int
    """When all is free again, UNIX seconds, UTC."""


class PauseTooLong(Exception):
    """A call would have to wait longer than it may."""

    def __init__(self, seconds: float) -> None:
        """Hold how long it would be."""
        super().__init__(seconds)
        self.seconds = seconds


class Pace:
    """The pace of one credential's calls; clients of one credential may share it.

    Polls do not pass here: servers count them apart, and there is one at a time.
    """

    def __init__(
        self, clock: Clock, *, at_once: int = 8, reserve: float = 0.1, longest_wait: float = 60.0
    ) -> None:
        """Let ``at_once`` calls be under way together; keep ``reserve`` of the budget from background work.

        A pause of more than ``longest_wait`` seconds is not waited for: the call fails at once.
        """
        if at_once < 1:
            raise ValueError("one call at least must be possible")
        self._clock = clock
        self._at_once = at_once
        self._reserve = reserve
        self._longest_wait = longest_wait
        self._under_way = 0
        self._until = NEVER
        self._alarm: asyncio.Task[None] | None = None
        self._alarm_hour = NEVER
        self._lines: dict[Urgency, dict[str, deque[asyncio.Future[None]]]] = {
            urgency: {} for urgency in Urgency
        }
        self.budget: CallBudget | None = None
        """What the last answer told; ``None`` while none did."""

    @property
    def pause(self) -> float:
        """Seconds for which no call goes out."""
        if self._until == NEVER:
            return 0.0
        return max(0.0, self._until - self._clock.monotonic())

    @property
    def waiting(self) -> int:
        """How many calls wait for their turn."""
        return sum(len(line) for lines in self._lines.values() for line in lines.values())

    def pause_for(self, urgency: Urgency) -> float:
        """Return the seconds for which no call of that urgency goes out."""
        return self.pause if urgency < Urgency.BACKGROUND else max(self.pause, self._reserved_for())

    def hold(self, seconds: float) -> None:
        """Let no call go out for so long, an hour at most; a longer pause that is already on stays."""
        self._until = max(self._until, self._clock.monotonic() + min(seconds, LONGEST_HOLD))
        if self.pause > self._longest_wait:
            for ready in [one for lines in self._lines.values() for line in lines.values() for one in line]:
                if not ready.done():
                    ready.set_exception(PauseTooLong(self.pause))

    def turn(self) -> AbstractAsyncContextManager[None]:
        """Wait for the turn of the calls made here, and give it up at the end.

        Raises ``PauseTooLong`` without waiting when the pause is longer than may be.
        """
        return _Passage(self)

    async def begin(self) -> None:
        """Wait for one's turn; it ends with ``end``."""
        mine = current_turn()
        pause = self.pause_for(mine.urgency)
        if pause > self._longest_wait:
            raise PauseTooLong(pause)
        if pause <= 0 and self._under_way < self._at_once and not self._is_anybody_before(mine.urgency):
            self._under_way += 1
        else:
            await self._wait(mine)

    def end(self) -> None:
        """Give one's turn up."""
        self._under_way -= 1
        if self._is_anybody_waiting:
            self._call_up()

    async def _wait(self, mine: Turn) -> None:
        ready = asyncio.get_running_loop().create_future()
        self._lines[mine.urgency].setdefault(mine.owner, deque()).append(ready)
        self._call_up()
        try:
            await ready
        except asyncio.CancelledError:
            self._leave(mine, ready)
            raise

    def _leave(self, mine: Turn, ready: asyncio.Future[None]) -> None:
        if ready.done() and not ready.cancelled() and ready.exception() is None:
            # It was called up and cancelled in the same breath.
            self._under_way -= 1
            self._call_up()
            return
        line = self._lines[mine.urgency].get(mine.owner)
        if line and ready in line:
            line.remove(ready)

    def _may_go(self, urgency: Urgency) -> bool:
        return self._under_way < self._at_once and self.pause_for(urgency) <= 0

    @property
    def _is_anybody_waiting(self) -> bool:
        """Whether somebody waits; it may also tell so of one who has just left."""
        return any(self._lines.values())

    def _is_anybody_before(self, urgency: Urgency) -> bool:
        return self._is_anybody_waiting and any(
            line for one in Urgency if one <= urgency for line in self._lines[one].values()
        )

    def _call_up(self) -> None:
        """Let those go whose turn it is, and set the alarm for the others."""
        for urgency in Urgency:
            while self._may_go(urgency) and (ready := self._next(urgency)) is not None:
                self._under_way += 1
                ready.set_result(None)
        self._set_alarm()

    def _next(self, urgency: Urgency) -> asyncio.Future[None] | None:
        """Take the first of the owner who was served longest ago; that owner goes to the end."""
        lines = self._lines[urgency]
        for owner in list(lines):
            line = lines.pop(owner)
            ready = next((one for one in _popping(line) if not one.done()), None)
            if line:
                lines[owner] = line
            if ready is not None:
                return ready
        return None

    def _set_alarm(self) -> None:
        pauses = [
            self.pause_for(urgency)
            for urgency in Urgency
            if any(self._lines[urgency].values()) and self.pause_for(urgency) > 0
        ]
        if not pauses:
            return
        hour = self._clock.monotonic() + min(pauses)
        if self._alarm is not None and not self._alarm.done():
            if self._alarm_hour <= hour:
                return
            self._alarm.cancel()
        self._alarm_hour = hour
        self._alarm = asyncio.get_running_loop().create_task(self._ring(min(pauses)))

    async def _ring(self, seconds: float) -> None:
        await self._clock.sleep(seconds)
        self._alarm = None
        self._call_up()

    def _reserved_for(self) -> float:
        """Return the seconds until background work may draw on the budget again."""
        budget = self.budget
        if budget is None or budget.remaining > budget.limit * self._reserve:
            return 0.0
        return max(0.0, budget.reset - self._clock.now())

    def close(self) -> None:
        """Stop the alarm; whoever still waits is left to be cancelled."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


class _Passage(AbstractAsyncContextManager[None]):
    """One turn; a class of its own, since every call makes one."""

    __slots__ = ("_pace",)

    def __init__(self, pace: Pace) -> None:
        self._pace = pace

    async def __aenter__(self) -> None:
        await self._pace.begin()

    async def __aexit__(self, *_: object) -> None:
        self._pace.end()


def _popping(line: deque[asyncio.Future[None]]) -> Iterator[asyncio.Future[None]]:
    while line:
        yield line.popleft()
