"""What is done that no message asked for: committed, and handed to the sender."""

from collections.abc import Sequence
from functools import partial

from dragoman.clock import Clock
from dragoman.delivery import Effect, Journal, Sender, Transaction, keep, outbox
from dragoman.operations import DeleteMessage
from dragoman.plugin import Change, Context
from dragoman.runtime.effects import EffectRows, effects_of
from dragoman.runtime.handling import Result
from dragoman.runtime.host import Host


class Keeping:
    """Keeps such effects under numbers below zero."""

    def __init__(self, journal: Journal, sender: Sender, clock: Clock, rows: EffectRows) -> None:
        """Hand what is to be done to this sender; ``recover`` comes first."""
        self._journal = journal
        self._sender = sender
        self._clock = clock
        self._rows = rows
        self._next = 0

    async def recover(self) -> None:
        """Go on below the numbers that an earlier process gave."""
        self._next = await self._journal.do(lambda tx: outbox.lowest_number(tx, self._journal.bot))

    async def keep(self, host: Host, context: Context, lane: str = "") -> None:
        """Commit what a timer, an event's handler or a start recorded, and send it.

        Fails with Overtaken when what it had read has changed.
        """
        result = Result(host, host.name, tuple(context.effects), context.changes)
        effects = effects_of(result, lane or f"plugin:{host.name}")
        if effects or result.changes:
            await self._keep(effects, host.name, result.changes)

    async def unsay(self, message_ids: Sequence[int]) -> None:
        """Delete the answers to messages that are gone."""
        bot = self._journal.bot
        for number in message_ids:
            sent = await self._journal.do(partial(outbox.sent_for, bot_id=bot, message_id=number))
            effects = [
                Effect(operation=DeleteMessage(message_id=one), target=f"unsaid:{number}") for one in sent
            ]
            if effects:
                await self._keep(effects)

    async def _keep(
        self, effects: Sequence[Effect], plugin: str = "", changes: Sequence[Change] = ()
    ) -> None:
        self._next -= 1
        rows = [self._rows.row(effect, self._next, place) for place, effect in enumerate(effects)]
        bot, epoch, now = self._journal.bot, self._journal.epoch, self._clock.now()

        def commit(tx: Transaction) -> None:
            keep.apply(tx, bot, plugin, changes)
            outbox.add(tx, bot, rows, epoch, now)

        await self._journal.do(commit)
        self._sender.enqueue(rows)
