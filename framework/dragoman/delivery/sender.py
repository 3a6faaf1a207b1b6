"""Makes the calls that handlers recorded: in their order, and each message once."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence

import structlog

from dragoman.client import BackOff, Jitter, Urgency, calling
from dragoman.client.waiting import system_jitter
from dragoman.clock import Clock
from dragoman.delivery import outbox
from dragoman.delivery.budget import Allowance
from dragoman.delivery.calls import Again, Calls
from dragoman.delivery.claims import ANSWERED, GONE, Claims
from dragoman.delivery.crash import crash_point, is_armed
from dragoman.delivery.evidence import is_harmless_twice
from dragoman.delivery.journal import Journal
from dragoman.delivery.own import OwnMessages
from dragoman.delivery.parcel import Parcel
from dragoman.delivery.records import OutboxRow
from dragoman.delivery.verification import QUIET, Posting, Verification
from dragoman.errors import (
    Ambiguous,
    ServiceError,
    name_of,
)
from dragoman.operations import SendMessage
from dragoman.plugin import Conversation

BACK_OFF = BackOff(first=0.5, longest=30.0)
MOST_TRIES = 20
"""Times that a call is made again which is harmless twice, while nobody knows whether it was made."""


class Sender:
    """Brings the outbox out, a lane for each conversation."""

    def __init__(
        self,
        journal: Journal,
        zulip: Posting,
        clock: Clock,
        verification: Verification,
        allowance: Allowance,
        own: OwnMessages,
        claims: Claims,
        *,
        settled: Callable[[int], None],
        failed: Callable[[BaseException], None],
        queue_id: Callable[[], str | None],
        newest: Callable[[], int],
        jitter: Jitter = system_jitter,
    ) -> None:
        """Send with this account.

        ``settled`` is told of a message all of whose effects are over, ``failed`` of what ends the bot;
        ``queue_id`` tells the event queue and ``newest`` the highest message id known now.
        """
        self._journal = journal
        self._clock = clock
        self._verification = verification
        self._allowance = allowance
        self._own = own
        self._claims = claims
        self._settled = settled
        self._failed = failed
        self._calls = Calls(journal, zulip, clock, queue_id, newest)
        self._jitter = jitter
        self._log = structlog.get_logger().bind(bot=journal.bot)
        self._lanes: dict[str, deque[Parcel]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._reserved: set[str] = set()
        self._open: dict[int, int] = {}
        """By message: how many of its effects are not over."""
        self._by_key: dict[str, Parcel] = {}
        self._idle = asyncio.Event()
        self._idle.set()

    # ---- from outside

    def enqueue(self, rows: Sequence[OutboxRow], *, asked: bool = False, recovered: bool = False) -> None:
        """Take rows in hand that are committed; each waits for those before it of the same message."""
        before: Parcel | None = None
        for row in rows:
            if before is not None and before.row.message_id != row.message_id:
                before = None
            parcel = Parcel(row, asked=asked, before=before, recovered=recovered)
            self._add(parcel)
            before = parcel

    def reserve(self, target: str, message_id: int) -> bool:
        """Whether a message for a conversation can go out when it is committed; nothing overtakes it then.

        It is to be committed as SENDING, and enqueued, or the reservation given back by ``release``.
        """
        busy = self.is_busy(target) or self._calls.is_moved(message_id)
        if busy or self._claims.is_on or not self._allowance.is_free:
            return False
        self._reserved.add(target)
        return True

    def is_busy(self, target: str) -> bool:
        """Whether something is on its way to a conversation."""
        return target in self._lanes or target in self._reserved

    def release(self, target: str) -> None:
        """Give a reservation back."""
        self._reserved.discard(target)
        if target in self._lanes and target not in self._tasks:
            self._start(target)

    @property
    def pending(self) -> int:
        """How many effects are not over."""
        return len(self._by_key)

    async def idle(self) -> None:
        """Return when all effects are over."""
        await self._idle.wait()

    def is_open(self, message_id: int) -> bool:
        """Whether a message has effects that are not over."""
        return message_id in self._open

    def saw_own(self, message_id: int, local_id: str | None) -> bool:
        """Learn of a message of the bot's from an event; returns whether it is known to be one of these."""
        parcel = self._by_key.get(local_id) if local_id else None
        if parcel is not None:
            parcel.saw(message_id)
        return parcel is not None

    async def has_sent(self, message_id: int) -> bool:
        """Whether the journal knows a message as one of these."""
        return await self._journal.do(lambda tx: outbox.is_claimed(tx, self._journal.bot, message_id))

    def expects(self, recipient: str, sha: str) -> bool:
        """Whether a message of this content is on its way there."""
        return any(
            parcel.row.recipient == recipient and parcel.row.content_sha == sha
            for parcel in self._by_key.values()
        )

    def call_off(self, message_ids: Iterable[int], why: str) -> None:
        """Do not begin any more what was recorded for messages."""
        gone = set(message_ids)
        for parcel in self._by_key.values():
            if parcel.row.message_id in gone:
                parcel.called_off = why

    async def settle(self, message_id: int, why: str) -> None:
        """Call off the answers to a message that are not on their way, and return when all else is over."""
        parcels = [one for one in self._by_key.values() if one.row.message_id == message_id]
        for parcel in parcels:
            if parcel.row.replaces is None:
                parcel.called_off = why
        for parcel in parcels:
            await parcel.ended()

    def moved(self, message_ids: Iterable[int], place: Conversation) -> None:
        """Learn where messages are now; their answers follow them."""
        self._calls.moved(message_ids, place)

    async def close(self) -> None:
        """Stop where it stands; the journal knows how far that is."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=1.0)

    # ---- lanes

    def _add(self, parcel: Parcel) -> None:
        row = parcel.row
        self._by_key[row.key] = parcel
        self._open[row.message_id] = self._open.get(row.message_id, 0) + 1
        self._idle.clear()
        lane = self._lanes.setdefault(row.target, deque())
        if parcel.begun:
            lane.appendleft(parcel)
            self.release(row.target)
            return
        lane.append(parcel)
        if row.target not in self._tasks and row.target not in self._reserved:
            self._start(row.target)

    def _start(self, target: str) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(target))
        self._tasks[target] = task
        task.add_done_callback(self._ended)

    async def _serve(self, target: str) -> None:
        lane = self._lanes[target]
        try:
            while lane:
                await self._send(lane[0])
                self._leave(lane.popleft())
        finally:
            if not lane:
                del self._lanes[target], self._tasks[target]

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failed(error)

    def _leave(self, parcel: Parcel) -> None:
        number = parcel.row.message_id
        self._by_key.pop(parcel.row.key, None)
        parcel.end()
        self._open[number] -= 1
        if not self._open[number]:
            del self._open[number]
            self._calls.forget(number)
            self._claims.forget(number)
            self._settled(number)
        if not self._by_key:
            self._idle.set()

    async def _send(self, parcel: Parcel) -> None:
        if parcel.before is not None:
            await parcel.before.ended()
            parcel.before = None
        log = self._log.bind(outbox_key=parcel.row.key, call=name_of(parcel.row.operation))
        with calling(Urgency.REPLY if parcel.asked else Urgency.NORMAL, owner=parcel.row.owner):
            recovered = parcel.row.state == "SENDING" and not parcel.begun
            if recovered and not await self._is_to_be_sent(parcel, log):
                return
            await self._send_patiently(parcel, log)

    async def _send_patiently(self, parcel: Parcel, log: structlog.typing.FilteringBoundLogger) -> None:
        failures, doubted = 0, parcel.row.state == "SENDING" and not parcel.begun
        doubted_at = self._clock.monotonic()
        while parcel.begun or not parcel.called_off:
            try:
                if parcel.begun:
                    self._allowance.take()
                    parcel.begun = False
                    crash_point("sending_committed")
                else:
                    await self._calls.follow(parcel)
                    await self._allowance.wait()
                    if parcel.called_off:
                        break
                    if self._claims.is_on and not await self._may_answer(parcel, log):
                        return
                    await self._calls.begin(parcel)
                if not self._claims.is_fresh(parcel.row):
                    continue
                message_id = await self._calls.make(parcel)
            except Again as again:
                pause = BACK_OFF.pause(failures, self._jitter)
                pause = pause if again.seconds is None else again.seconds + pause
                log.warning("not sent yet", reason=str(again), pause=round(pause, 1))
                self._journal.note(lambda tx: outbox.again(tx, self._journal.bot, parcel.row.place))
                failures += 1
                await self._clock.sleep(pause)
            except Ambiguous as error:
                log.warning("sent or not, nobody knows yet", error=str(error))
                doubted, doubted_at = True, self._clock.monotonic()
                if not await self._is_to_be_sent(parcel, log):
                    return
                failures += 1
                if failures >= MOST_TRIES and not isinstance(parcel.row.operation, SendMessage):
                    self._give_up(parcel, str(error), log)
                    return
                if is_harmless_twice(parcel.row.operation) or parcel.row.mode == "at_least_once":
                    await self._clock.sleep(BACK_OFF.pause(failures, self._jitter))
            except ServiceError as error:
                if doubted and is_harmless_twice(parcel.row.operation):
                    # What cannot be done again was done the first time.
                    await self._sent(parcel, None)
                else:
                    self._give_up(parcel, str(error), log)
                return
            else:
                if doubted and parcel.row.replaces is not None:
                    # The one in doubt may still come, and must not undo what comes after this.
                    await self._clock.sleep(doubted_at + QUIET - self._clock.monotonic())
                await self._sent(parcel, message_id)
                return
        self._give_up(parcel, parcel.called_off, log)

    # ---- outcomes

    async def _may_answer(self, parcel: Parcel, log: structlog.typing.FilteringBoundLogger) -> bool:
        """Claim the message; what another copy has said already is not to be said again."""
        row = parcel.row
        why = await self._claims.hold(row, log)
        other = why in (ANSWERED, GONE)
        if isinstance(row.operation, SendMessage) and (why == ANSWERED or self._claims.is_later(row)):
            found = await self._verification.look(parcel, log)
            if found is not None:
                await self._sent(parcel, found)
                return False
        if why:
            parcel.called_off = why if other else parcel.called_off
            self._give_up(parcel, why, log)
        return not why

    async def _is_to_be_sent(self, parcel: Parcel, log: structlog.typing.FilteringBoundLogger) -> bool:
        """Find out, as far as that is wanted and possible, what became of a call in doubt."""
        row = parcel.row
        if is_harmless_twice(row.operation) or row.mode == "at_least_once":
            return True
        if row.mode == "at_most_once" or not isinstance(row.operation, SendMessage):
            self._give_up(parcel, outbox.IN_DOUBT, log)
            return False
        found = await self._verification.find(parcel, log)
        log.info("doubt is over", resolution="resent" if found is None else "seen")
        if found is None:
            self._journal.note(lambda tx: outbox.again(tx, self._journal.bot, row.place))
            return True
        await self._sent(parcel, found)
        return False

    async def _sent(self, parcel: Parcel, message_id: int | None) -> None:
        if message_id is not None:
            self._own.know(message_id)
        place, bot = parcel.row.place, self._journal.bot
        crash_point("response_before_sent_commit")
        if is_armed():
            await self._journal.do(lambda tx: outbox.sent(tx, bot, place, message_id))
            crash_point("sent_committed")
        else:
            # Nobody waits: it is on the disk before the next call of this conversation is made.
            self._journal.note(lambda tx: outbox.sent(tx, bot, place, message_id))

    def _give_up(self, parcel: Parcel, why: str, log: structlog.typing.FilteringBoundLogger) -> None:
        if parcel.called_off:
            log.info("called off", reason=why)
        else:
            log.error("not sent", reason=why)
        place = parcel.row.place
        self._journal.note(lambda tx: outbox.failed(tx, self._journal.bot, place, why))
