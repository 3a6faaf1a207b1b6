"""The end of a message: that it is over is committed together with all that is to be done for it."""

from collections.abc import Callable, Sequence

import structlog
from msgspec import structs

from dragoman.clock import Clock
from dragoman.delivery import (
    DONE,
    Effect,
    InboxRow,
    Journal,
    OutboxRow,
    ReplyBudget,
    Sender,
    Transaction,
    crash_point,
    inbox,
    lease,
    outbox,
    succeed,
    withdraw,
)
from dragoman.errors import LeaseLost
from dragoman.model import Record
from dragoman.operations import AddReaction, SendMessage
from dragoman.runtime.answering import Plan
from dragoman.runtime.effects import EffectRows, effects_of
from dragoman.runtime.handling import Result
from dragoman.runtime.remembering import Remembering
from dragoman.runtime.sections import DeliverySettings


class Ending(Record):
    """How a message ends."""

    row: InboxRow
    effects: tuple[Effect, ...]
    results: tuple[Result, ...]
    why: str
    """Why it is given up; empty when it is not."""
    left: str | None
    """The handlers that did not get through."""
    said: str
    """By what the content is known again that was handled."""


class Closing:
    """Ends messages."""

    def __init__(
        self,
        journal: Journal,
        sender: Sender,
        budget: ReplyBudget,
        clock: Clock,
        rows: EffectRows,
        remembering: Remembering,
        newest: Callable[[], int],
        delivery: DeliverySettings,
    ) -> None:
        """Hand what is to be done to this sender; ``newest`` tells the highest message id known now."""
        self._journal = journal
        self._sender = sender
        self._budget = budget
        self._clock = clock
        self._rows = rows
        self._remembering = remembering
        self._newest = newest
        self.delivery = delivery
        """What becomes of answers to what is no question any more."""
        self._log = structlog.get_logger().bind(bot=journal.bot)

    async def end(
        self, row: InboxRow, plan: Plan, results: Sequence[Result], why: str, following: int | None
    ) -> tuple[bool, InboxRow | None]:
        """Commit at once that a message is over, what is to be done for it, and what plugins remember.

        With ``why`` it is given up. The attempt of the message that is ``following`` is counted in the same
        commit. Returns whether there are effects on their way, and the row of the message that was begun.
        """
        ending = self._ending(row, plan, results, why)
        at_first = not row.only and not row.is_reopened
        target = ending.effects[0].target if ending.effects and at_first else ""
        at_once = bool(target) and self._sender.reserve(target, row.message_id)
        # What waits for others to be sent goes into the commit that the next of them needs.
        soon = at_once or not self._sender.is_busy(target)
        rows: list[OutboxRow] = []
        try:
            rows, begun = await self._journal.do(
                lambda tx: (self._commit(tx, ending, at_once), self._start(tx, following)), soon=soon
            )
        finally:
            if at_once and not rows:
                self._sender.release(target)
        crash_point("outbox_committed")
        self._sender.enqueue(rows, asked=plan.addressed is not None)
        self._remembering.written(results)
        return bool(rows), begun

    async def withdraw(self, row: InboxRow, said: str) -> bool:
        """Commit that an edited message is nothing to the bot any more, or is gone, when ``said`` is empty.

        Returns whether its answers are being deleted.
        """
        bot, number = self._journal.bot, row.message_id

        def commit(tx: Transaction) -> list[OutboxRow]:
            why = None if said else "deleted"
            if not inbox.finish(tx, bot, number, outcome="SKIPPED", why=why, said=said or None):
                return []
            return self._add(tx, number, self._withdrawn(tx, number))

        rows = await self._journal.do(commit)
        crash_point("outbox_committed")
        self._sender.enqueue(rows)
        return bool(rows)

    def _ending(self, row: InboxRow, plan: Plan, results: Sequence[Result], why: str) -> Ending:
        conversation = plan.conversation.key
        effects = tuple(effect for result in results for effect in effects_of(result, conversation))
        if effects and not self._budget.spend(conversation):
            self._log.warning("conversation silenced", reason="too many answers in a minute: is this a loop?")
            effects = ()
        failed = [result for result in results if result.failure]
        return Ending(
            row=row,
            effects=effects,
            results=tuple(results),
            why=why or "; ".join(f"{result.handler} {result.failure}" for result in failed),
            left=",".join(result.handler for result in failed) or None,
            said=self._rows.sha(plan.event.message.content),
        )

    def _start(self, tx: Transaction, message_id: int | None) -> InboxRow | None:
        if message_id is None:
            return None
        return inbox.start(tx, self._journal.bot, message_id, self._journal.epoch)

    def _commit(self, tx: Transaction, ending: Ending, at_once: bool) -> list[OutboxRow]:
        bot, epoch, now = self._journal.bot, self._journal.epoch, self._clock.now()
        if not lease.is_held(tx, bot, epoch, now):
            raise LeaseLost("another process has taken over this bot")
        if not self._is_over(tx, ending):
            # It was deleted meanwhile.
            return []
        for result in ending.results:
            self._remembering.write(tx, result)
        if ending.row.is_reopened:
            return self._add(tx, ending.row.message_id, self._succession(tx, ending))
        rows = self._rows_of(tx, ending, at_once)
        if rows:
            outbox.add(tx, bot, rows, epoch, now)
        return rows

    def _succession(self, tx: Transaction, ending: Ending) -> Sequence[Effect]:
        """Return what makes the answers to what a message said those to what it says now."""
        if not any(isinstance(effect.operation, SendMessage) for effect in ending.effects):
            return (*ending.effects, *self._withdrawn(tx, ending.row.message_id))
        old = outbox.standing_for(tx, self._journal.bot, ending.row.message_id)
        return succeed(old, ending.effects, self._rows.limit)

    def _withdrawn(self, tx: Transaction, message_id: int) -> Sequence[Effect]:
        """Return what becomes of the answers to what is no question any more."""
        if self.delivery.when_deleted == "keep":
            return ()
        return withdraw(outbox.standing_for(tx, self._journal.bot, message_id))

    def _marked(self, message_id: int, effects: Sequence[Effect]) -> Sequence[Effect]:
        """Return effects with what tells other copies that they are done, where there may be any."""
        if self.delivery.claim == "none" or not effects:
            return effects
        last = effects[-1]
        mark = Effect(
            operation=AddReaction(message_id=message_id, emoji_name=DONE),
            target=last.target,
            owner=last.owner,
        )
        return (*effects, mark)

    def _add(self, tx: Transaction, message_id: int, effects: Sequence[Effect]) -> list[OutboxRow]:
        """Add effects behind those of a message that are there."""
        bot = self._journal.bot
        first = outbox.next_ordinal(tx, bot, message_id)
        marked = self._marked(message_id, effects)
        rows = [self._rows.row(effect, message_id, first + place) for place, effect in enumerate(marked)]
        outbox.add(tx, bot, rows, self._journal.epoch, self._clock.now())
        return rows

    def _is_over(self, tx: Transaction, ending: Ending) -> bool:
        bot, number = self._journal.bot, ending.row.message_id
        if ending.why:
            return inbox.bury(tx, bot, number, why=ending.why, left=ending.left, said=ending.said)
        return inbox.finish(tx, bot, number, said=ending.said)

    def _rows_of(self, tx: Transaction, ending: Ending, at_once: bool) -> list[OutboxRow]:
        number = ending.row.message_id
        first = outbox.next_ordinal(tx, self._journal.bot, number) if ending.row.only else 0
        effects = self._marked(number, ending.effects)
        rows = [self._rows.row(effect, number, first + place) for place, effect in enumerate(effects)]
        if at_once:
            # One commit less: that it is about to be sent stands there from the beginning.
            anchor = max(rows[0].anchor, self._newest())
            rows[0] = structs.replace(rows[0], state="SENDING", anchor=anchor)
        return rows
