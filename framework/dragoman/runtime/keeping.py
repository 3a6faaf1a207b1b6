"""What is done that no message asked for: committed, and handed to the sender."""

from collections.abc import Sequence

from dragoman.clock import Clock
from dragoman.delivery import (
    Effect,
    Journal,
    OccurrenceRow,
    OutboxRow,
    Sender,
    Transaction,
    crash_point,
    lease,
    occurrences,
    outbox,
)
from dragoman.errors import LeaseLost
from dragoman.plugin import Context, Mode
from dragoman.runtime.effects import EffectRows, effects_of
from dragoman.runtime.handling import Result
from dragoman.runtime.host import Host
from dragoman.runtime.remembering import Remembering


class Keeping:
    """Keeps such effects under numbers below zero."""

    def __init__(
        self, journal: Journal, sender: Sender, clock: Clock, rows: EffectRows, remembering: Remembering
    ) -> None:
        """Hand what is to be done to this sender; ``recover`` comes first."""
        self._journal = journal
        self._sender = sender
        self._clock = clock
        self._rows = rows
        self._remembering = remembering
        self._next = 0

    async def recover(self) -> None:
        """Go on below the numbers that an earlier process gave."""
        self._next = await self._journal.do(lambda tx: outbox.lowest_number(tx, self._journal.bot))

    async def keep(
        self,
        host: Host,
        context: Context,
        lane: str = "",
        *,
        of: OccurrenceRow | None = None,
        mode: Mode | None = None,
    ) -> None:
        """Commit what a timer, an event's handler or a start recorded, and send it.

        What a schedule has come for is over in the same commit. Fails with Overtaken when what the handler
        had read has changed.
        """
        result = Result(
            host,
            host.name,
            tuple(context.effects),
            context.changes,
            schedules=context.schedule_changes,
            mode=mode,
        )
        effects = effects_of(result, lane or f"plugin:{host.name}")
        if effects or result.changes or result.schedules or of is not None:
            await self._keep(effects, result, of)

    async def _keep(
        self, effects: Sequence[Effect], result: Result | None = None, of: OccurrenceRow | None = None
    ) -> None:
        self._next -= 1
        number = self._next
        rows = [self._rows.row(effect, number, place, of) for place, effect in enumerate(effects)]

        def commit(tx: Transaction) -> list[OutboxRow]:
            now = self._clock.now()
            if of is not None and not self._is_over(tx, of, number, now):
                return []
            if result is not None:
                self._remembering.write(tx, result)
            outbox.add(tx, self._journal.bot, rows, self._journal.epoch, now)
            return rows

        kept = await self._journal.do(commit)
        if of is not None:
            crash_point("outbox_committed")
        self._sender.enqueue(kept)
        self._remembering.written([result] if result is not None else [])

    def _is_over(self, tx: Transaction, row: OccurrenceRow, number: int, now: float) -> bool:
        bot = self._journal.bot
        if not lease.is_held(tx, bot, self._journal.epoch, now):
            raise LeaseLost("another process has taken over this bot")
        return occurrences.end(tx, bot, row, "DONE", number=number)
