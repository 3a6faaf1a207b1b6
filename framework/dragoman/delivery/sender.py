"""Makes the calls that handlers recorded: in their order, and each message once."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from dragoman.client import Jitter
from dragoman.client.waiting import system_jitter
from dragoman.clock import Clock
from dragoman.delivery import outbox
from dragoman.delivery.budget import Allowance
from dragoman.delivery.calls import Calls
from dragoman.delivery.claims import Claims
from dragoman.delivery.journal import Journal
from dragoman.delivery.own import OwnMessages
from dragoman.delivery.parcel import Parcel
from dragoman.delivery.records import OutboxRow
from dragoman.delivery.sending import Sending
from dragoman.delivery.verification import Posting, Verification
from dragoman.plugin import Conversation


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
        self._allowance = allowance
        self._claims = claims
        self._settled = settled
        self._failed = failed
        calls = self._calls = Calls(journal, zulip, clock, queue_id, newest)
        self._sending = Sending(journal, clock, calls, verification, allowance, own, claims, jitter)
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

    def has_unsent(self, message_id: int) -> bool:
        """Whether ``settle`` would call off an answer to a message."""
        return any(self._unsent(message_id))

    async def settle(self, message_id: int, why: str) -> None:
        """Call off the answers to a message that are not on their way, and return when all else is over."""
        parcels = [one for one in self._by_key.values() if one.row.message_id == message_id]
        for parcel in self._unsent(message_id):
            parcel.called_off = why
        for parcel in parcels:
            await parcel.ended()

    def _unsent(self, message_id: int) -> Iterator[Parcel]:
        """Give what may be called off when a message says something else: not changes of what was sent."""
        for parcel in self._by_key.values():
            if parcel.row.message_id == message_id and parcel.row.replaces is None:
                yield parcel

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
                await self._sending.send(lane[0])
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
