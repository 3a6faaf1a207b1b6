"""Calls plugins for what their schedules have come for, each time once however the process ends."""

from collections.abc import Awaitable, Callable, Collection
from functools import partial

import structlog
from msgspec import Struct

from dragoman.client import BackOff, Jitter
from dragoman.client.waiting import system_jitter
from dragoman.clock import Clock
from dragoman.delivery import (
    Journal,
    OccurrenceRow,
    Overtaken,
    Transaction,
    arrivals,
    crash_point,
    occurrences,
)
from dragoman.plugin import Context, Mode
from dragoman.plugin.occasion import of_occurrence
from dragoman.runtime.desk import MOST_OVERTAKEN, Desk
from dragoman.runtime.handling import Handling, Result
from dragoman.runtime.host import Host

AGAIN = BackOff(first=1.0, longest=10.0)


class Call(Struct, frozen=True):
    """What is called for an occurrence."""

    method: str
    """Its name, for the log."""
    make: Callable[[Context], Awaitable[None]]
    delivery: Mode | None = None
    """What becomes of its messages in doubt; ``None`` for the plugin's."""


class Firings:
    """Deals with occurrences, which are in the journal by then."""

    def __init__(
        self,
        journal: Journal,
        handling: Handling,
        desk: Desk,
        clock: Clock,
        *,
        jitter: Jitter = system_jitter,
    ) -> None:
        """Call in this way; what is recorded is kept by this desk."""
        self._journal = journal
        self._handling = handling
        self._desk = desk
        self._clock = clock
        self._jitter = jitter
        self._log = structlog.get_logger().bind(bot=journal.bot)

    async def take_up(self) -> list[OccurrenceRow]:
        """Return what an earlier process has left undone and is not too late."""
        rows = await self._journal.do(self._left)
        for row in rows:
            if row.state == "MISSED":
                self._log_missed(row.plugin, row.firing.schedule, 1)
        return [row for row in rows if row.state == "PENDING"]

    def _left(self, tx: Transaction) -> list[OccurrenceRow]:
        occurrences.give_all_back(tx, self._journal.bot)
        return occurrences.left(tx, self._journal.bot, self._clock.now())

    async def give_back(self) -> None:
        """Let what was begun and not ended wait for the next process; the attempt does not count."""
        await self._journal.do(lambda tx: occurrences.give_all_back(tx, self._journal.bot, forgive=True))

    async def claim(
        self, plugins: Collection[str], since: float, at_once: int
    ) -> tuple[list[OccurrenceRow], float | None]:
        """Return what has come since the last time, noted in the journal, and when the next one is due.

        What was missed is in the log, too.
        """
        fired: list[OccurrenceRow] = []
        while True:
            room = max(at_once - len(fired), 0)
            claim = await self._journal.do(partial(self._note, plugins=plugins, since=since, room=room))
            crash_point("occurrence_committed")
            for missed in claim.missed:
                self._log_missed(missed.plugin, missed.schedule, missed.times)
            fired += claim.fired
            if not claim.more:
                return fired, claim.next

    def _note(self, tx: Transaction, plugins: Collection[str], since: float, room: int) -> arrivals.Claim:
        journal, now = self._journal, self._clock.now()
        return arrivals.claim(
            tx, journal.bot, plugins, now=now, since=since, epoch=journal.epoch, at_once=room
        )

    def _log_missed(self, plugin: str, schedule: str, times: int) -> None:
        self._log.warning("schedule missed", plugin=plugin, schedule=schedule, times=times)

    async def fire(self, host: Host, row: OccurrenceRow, call: Call, attempts: int) -> None:
        """Call a plugin for an occurrence, so many times at most, and keep what came of it."""
        failures = overtaken = 0
        bot, epoch = self._journal.bot, self._journal.epoch
        begun: OccurrenceRow | None = row
        while True:
            if begun is None or begun.state == "PENDING":
                begun = await self._journal.do(lambda tx: occurrences.start(tx, bot, row, epoch))
            if begun is None:
                return
            crash_point("running_committed")
            try:
                result = await self._attempt(host, begun, call, attempts)
            except Overtaken:
                overtaken += 1
                if overtaken >= MOST_OVERTAKEN:
                    await self._bury(begun, "what it had read changed again and again")
                    return
                await self._journal.do(partial(occurrences.give_back, bot_id=bot, row=row, forgive=True))
                begun = None
                continue
            if not result.again:
                return
            await self._journal.do(partial(occurrences.give_back, bot_id=bot, row=row, forgive=False))
            begun = None
            await self._clock.sleep(AGAIN.pause(failures, self._jitter))
            failures += 1

    async def _attempt(self, host: Host, row: OccurrenceRow, call: Call, attempts: int) -> Result:
        if row.attempts > attempts:
            why = f"it was begun {row.attempts - 1} times and never ended"
            await self._bury(row, why)
            return Result(host, call.method, failure=why)
        firing = row.firing
        context = Context(host.surroundings, occasion=of_occurrence(firing.schedule, firing.key))
        last = row.attempts >= attempts
        result = await self._handling.run(host, call.method, partial(call.make, context), context, last=last)
        if result.failure and not result.again:
            await self._bury(row, result.failure)
        elif not result.again:
            crash_point("before_outbox_commit")
            await self._desk.keep(host, context, row.lane, of=row, mode=call.delivery)
        return result

    async def _bury(self, row: OccurrenceRow, why: str) -> None:
        firing = row.firing
        self._log.error("occurrence given up", plugin=row.plugin, schedule=firing.schedule, reason=why)
        await self._journal.do(lambda tx: occurrences.end(tx, self._journal.bot, row, "DEAD", why=why))
