"""From the inbox to the outbox: messages are handled in turn, and what came of each is kept."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import structlog
from msgspec import structs

from dragoman.client import BackOff, Jitter
from dragoman.client.waiting import system_jitter
from dragoman.clock import Clock
from dragoman.delivery import (
    InboxRow,
    Journal,
    OccurrenceRow,
    Overtaken,
    ReplyBudget,
    Sender,
    crash_point,
    inbox,
    outbox,
)
from dragoman.events import MessageEvent
from dragoman.model import User
from dragoman.plugin import Context, Mode
from dragoman.runtime.answering import ALL, Answering, Plan
from dragoman.runtime.closing import Closing
from dragoman.runtime.effects import EffectRows
from dragoman.runtime.handling import Result
from dragoman.runtime.host import Host
from dragoman.runtime.keeping import Keeping
from dragoman.runtime.lanes import Lanes
from dragoman.runtime.remembering import Remembering
from dragoman.runtime.second_look import SecondLook
from dragoman.runtime.sections import DeliverySettings, LimitSettings

AGAIN = BackOff(first=1.0, longest=10.0)
MOST_OVERTAKEN = 20
"""Times that a message is handled anew because another one was quicker to change what it had read."""


class Desk:
    """Where messages are dealt with."""

    def __init__(
        self,
        journal: Journal,
        lanes: Lanes,
        answering: Answering,
        sender: Sender,
        budget: ReplyBudget,
        clock: Clock,
        limits: LimitSettings,
        *,
        me: User,
        limit: Callable[[], int],
        newest: Callable[[], int],
        again: SecondLook,
        settled: Callable[[int], None],
        jitter: Jitter = system_jitter,
    ) -> None:
        """Deal with messages for this account; ``settled`` is told of those that are over."""
        self._journal = journal
        self._lanes = lanes
        self._answering = answering
        self._sender = sender
        self._clock = clock
        self._limits = limits
        self._me = me
        self._settled = settled
        self._jitter = jitter
        self._log = structlog.get_logger().bind(bot=journal.bot)
        rows = EffectRows(journal.bot, me, limit)
        self.remembering = Remembering(journal, clock)
        self._again = again
        self._closing = Closing(
            journal, sender, budget, clock, rows, self.remembering, newest, again.settings
        )
        self._keeping = Keeping(journal, sender, clock, rows, self.remembering)
        self._in_hand: dict[int, MessageEvent | None] = {}
        self._running: dict[asyncio.Task[Any], int] = {}
        self._started: dict[int, InboxRow] = {}
        """Messages whose attempt was counted with what came before, and has not begun."""
        self._lined_up: dict[str, deque[int]] = {}
        """By conversation: the messages in hand that have not begun, in their order."""
        self._behind = False
        """Whether messages wait in the journal that are not in hand."""
        self._left = 0
        """How many they are, about."""
        self._owed: frozenset[int] = frozenset()
        """Messages in hand, for what came of them before, that wait in the journal to be handled again."""
        self._refilling: asyncio.Task[None] | None = None
        self._wanted = False
        """Whether the journal is to be read, again if it is being read."""
        self._room = asyncio.Event()
        self._room.set()
        self._open = True

    # ---- taking in hand

    async def recover(self, *, doubting: bool = False) -> None:
        """Take up what an earlier process left: what it was sending, and what it had not dealt with.

        With ``doubting`` what seems unsent may have been sent, and what waits is not taken in hand yet.
        """
        bot = self._journal.bot
        await self._journal.do(lambda tx: inbox.give_all_back(tx, bot))
        if doubting:
            await self._journal.do(lambda tx: outbox.doubt_all(tx, bot))
        rows, unknown = await self._journal.do(lambda tx: outbox.open_rows(tx, bot))
        for place, why in unknown:
            self._log.error("not sent", reason=why)
            self._journal.note(partial(outbox.failed, bot_id=bot, place=place, why=why))
        await self._keeping.recover()
        for row in rows:
            self._in_hand[row.message_id] = None
        self._sender.enqueue(rows, recovered=True)
        self._behind = True
        if not doubting:
            await self._refill()

    def claim(self, rows: Sequence[InboxRow]) -> frozenset[int]:
        """Return which messages will be handled at once when they are committed and fed."""
        free = min(self._lanes.free, self._limits.queue - len(self._in_hand))
        if self._behind or free <= 0:
            return frozenset()
        claimed: dict[str, int] = {}
        for row in rows:
            if len(claimed) == free:
                break
            if row.state == "PENDING" and not self._lanes.is_busy(row.conv_key):
                claimed.setdefault(row.conv_key, row.message_id)
        return frozenset(claimed.values())

    def feed(self, rows: Sequence[InboxRow], events: dict[int, MessageEvent]) -> None:
        """Take messages in hand that were just committed, as many as there is room for."""
        for row in rows:
            if row.state == "RUNNING":
                self._started[row.message_id] = row
                self._take(row.message_id, row.conv_key, events.get(row.message_id))
            elif self._behind or len(self._in_hand) >= self._limits.queue:
                self._behind = True
                self._left += 1
            else:
                self._take(row.message_id, row.conv_key, events.get(row.message_id))
        self._measure()

    def amend(self, rows: Sequence[InboxRow]) -> None:
        """Take messages in hand again that were edited or deleted."""
        for row in rows:
            number = row.message_id
            self._started.pop(number, None)
            if number not in self._lined_up.get(row.conv_key, ()):
                self._take(number, row.conv_key, None)
            self._in_hand[number] = None

    def look_for_more(self) -> None:
        """Take messages in hand that were committed and not fed."""
        self._behind = True
        self._refill_soon()

    def never_mind(self, message_ids: Sequence[int]) -> None:
        """Count messages as over that are gone, unless they are in hand, and will find it out."""
        for number in message_ids:
            if number not in self._in_hand:
                self._settled(number)

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

        Fails with Overtaken when what it had read has changed.
        """
        await self._keeping.keep(host, context, lane, of=of, mode=mode)

    async def room(self) -> None:
        """Return when so few messages wait that more may be fetched."""
        await self._room.wait()

    @property
    def pending(self) -> int:
        """How many messages are not over, about."""
        return len(self._in_hand) + self._left

    def stop(self) -> None:
        """Begin nothing more."""
        self._open = False
        self._lanes.forget_waiting()
        self._lined_up.clear()
        if self._refilling is not None:
            self._refilling.cancel()

    async def give_back(self) -> None:
        """Let what was begun and not ended wait for the next process; the attempt does not count.

        Not what is in hand alone: what came in last may be begun in the journal only.
        """
        await self._journal.do(lambda tx: inbox.give_all_back(tx, self._journal.bot, forgive=True))

    def stuck(self, task: asyncio.Task[Any]) -> None:
        """Count a message as over whose handler does not end when it is told to."""
        number = self._running.pop(task, None)
        if number is not None:
            why = "its handler did not end when it was told to"
            self._journal.note(lambda tx: inbox.bury(tx, self._journal.bot, number, why=why, left=None))
            self.over(number)

    def over(self, message_id: int) -> None:
        """Learn that a message's effects are over."""
        self._in_hand.pop(message_id, None)
        self._settled(message_id)
        has_room = self._behind and len(self._in_hand) <= self._limits.queue // 2
        if self._open and (has_room or message_id in self._owed):
            self._refill_soon()

    def _take(self, message_id: int, conv_key: str, event: MessageEvent | None) -> None:
        self._in_hand[message_id] = event
        self._lined_up.setdefault(conv_key, deque()).append(message_id)
        self._lanes.add(conv_key, lambda: self._deal_with(message_id, conv_key))

    def _leave_line(self, conv_key: str) -> None:
        line = self._lined_up[conv_key]
        line.popleft()
        if not line:
            del self._lined_up[conv_key]

    def _measure(self) -> None:
        (self._room.clear if self.pending > self._limits.backlog else self._room.set)()

    def _refill_soon(self) -> None:
        self._wanted = True
        if self._refilling is None or self._refilling.done():
            self._refilling = asyncio.get_running_loop().create_task(self._refill_as_wanted())

    async def _refill_as_wanted(self) -> None:
        while self._wanted:
            self._wanted = False
            await self._refill()

    async def _refill(self) -> None:
        """Take messages in hand that wait in the journal."""
        most = len(self._in_hand) + self._limits.queue
        bot = self._journal.bot
        rows, waiting = await self._journal.do(
            lambda tx: (inbox.pending(tx, bot, most), inbox.count_pending(tx, bot))
        )
        fresh = [row for row in rows if row.message_id not in self._in_hand]
        taken = fresh[: max(self._limits.queue - len(self._in_hand), 0)]
        for row in taken:
            self._take(row.message_id, row.conv_key, None)
        self._owed = frozenset(row.message_id for row in rows if self._is_owed(row))
        self._behind = len(rows) == most or len(taken) < len(fresh)
        self._left = max(waiting - len(rows), 0) + len(fresh) - len(taken) if self._behind else 0
        self._measure()

    def _is_owed(self, row: InboxRow) -> bool:
        return row.message_id in self._in_hand and row.message_id not in self._lined_up.get(row.conv_key, ())

    def adopt(self, answering: Answering, limits: LimitSettings, delivery: DeliverySettings) -> None:
        """Deal with messages likewise from now on; those that are being handled are not concerned."""
        self._answering = answering
        self._again.settings = self._closing.delivery = delivery
        self._limits = limits
        self._measure()

    # ---- one message

    async def _deal_with(self, message_id: int, conv_key: str) -> None:
        task = asyncio.current_task()
        assert task is not None, "work is done in a task"
        self._running[task] = message_id
        self._leave_line(conv_key)
        enqueued = False
        try:
            enqueued = await self._deal(message_id)
        finally:
            if self._running.get(task) == message_id and not task.cancelling():
                del self._running[task]
                if not enqueued:
                    self.over(message_id)

    async def _deal(self, message_id: int) -> bool:
        """Handle a message; returns whether it has effects that are on their way now."""
        bot, epoch = self._journal.bot, self._journal.epoch
        failures = overtaken = 0
        while True:
            row = self._started.pop(message_id, None)
            if row is None:
                row = await self._journal.do(lambda tx: inbox.start(tx, bot, message_id, epoch))
            if row is None:
                return False
            crash_point("running_committed")
            if row.is_reopened and self._sender.has_unsent(message_id):
                # It is called off now, and so what was said before is not answered, should it be said again.
                row = structs.replace(row, said=None)
                self._journal.note(lambda tx: inbox.unsay(tx, bot, message_id))
            event = await self._again.look(message_id) if row.is_reopened else self._event(row)
            plan = self._answering.plan(event, self._me) if event is not None else None
            if plan is None or row.is_reopened:
                said = self._again.sha(event.message) if event is not None else ""
                if row.is_reopened and said and said == row.said:
                    await self._journal.do(
                        partial(inbox.finish, bot_id=bot, message_id=message_id, said=said)
                    )
                    return False
                if plan is None:
                    return await self._closing.withdraw(row, said)
            try:
                sent = await self._attempt(row, plan)
            except Overtaken:
                overtaken += 1
                if overtaken >= MOST_OVERTAKEN:
                    return await self._bury(row, plan, "what it had read changed again and again")
                await self._journal.do(lambda tx: inbox.give_back(tx, bot, message_id, forgive=True))
                continue
            if sent is not None:
                return sent
            await self._journal.do(lambda tx: inbox.give_back(tx, bot, message_id, forgive=False))
            await self._clock.sleep(AGAIN.pause(failures, self._jitter))
            failures += 1

    def _event(self, row: InboxRow) -> MessageEvent:
        return self._in_hand.get(row.message_id) or row.event()

    async def _attempt(self, row: InboxRow, plan: Plan) -> bool | None:
        """Handle a message once; returns None when it is to be tried again, else as ``_deal``."""
        if row.attempts > self._limits.attempts:
            return await self._bury(row, plan, f"it was begun {row.attempts - 1} times and never ended")
        only = frozenset(row.only.split(",")) if row.only else ALL
        results = await self._answering.carry_out(plan, only=only, last=row.attempts >= self._limits.attempts)
        if any(result.again for result in results):
            return None
        crash_point("before_outbox_commit")
        return await self._finish(row, plan, results)

    async def _bury(self, row: InboxRow, plan: Plan, why: str) -> bool:
        self._log.error("message given up", message_id=row.message_id, reason=why)
        sentence = "I tried several times and could not do that; whoever runs me will find it in my log."
        return await self._finish(row, plan, [self._answering.apology(plan, sentence)], why)

    async def _finish(self, row: InboxRow, plan: Plan, results: Sequence[Result], why: str = "") -> bool:
        following = self._lined_up.get(row.conv_key, (None,))[0]
        on_the_way, begun = await self._closing.end(row, plan, results, why, following)
        if begun is not None:
            self._started[begun.message_id] = begun
        return on_the_way
