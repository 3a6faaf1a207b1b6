"""The bot's line to the chat: what comes in over it, and what was said while it was down."""

import hashlib
from collections.abc import Callable, Sequence

import msgspec
import structlog
from msgspec import structs

from dragoman.client import QueueRegistered
from dragoman.delivery import (
    CatchUp,
    InboxRow,
    Intake,
    Journal,
    OwnMessages,
    Position,
    Sender,
    Transaction,
    keep,
    position,
    recipient_of,
    sha_of,
    upkeep,
)
from dragoman.delivery.records import encode_event
from dragoman.errors import Problem, StateInUse, StateUnusable
from dragoman.events import DeleteMessageEvent, Event, MessageEvent, UpdateMessageEvent
from dragoman.model import User
from dragoman.operations import RegisterQueue
from dragoman.plugin import Conversation
from dragoman.runtime.answering import Answering
from dragoman.runtime.desk import Desk
from dragoman.runtime.own_calls import SCHEDULED
from dragoman.runtime.sections import DeliverySettings


def fingerprint(request: RegisterQueue) -> str:
    """Return by what a queue is known to hold what is wanted now."""
    return hashlib.sha256(msgspec.json.encode(request)).hexdigest()[:16]


async def introduce(journal: Journal, realm: str, user_id: int) -> None:
    """Note whose state this is; fails with StateUnusable when it is another account's."""

    def work(tx: Transaction) -> tuple[str, int]:
        position.introduce(tx, journal.bot, realm, user_id)
        return position.account_of(tx, journal.bot) or (realm, user_id)

    known = await journal.do(work)
    if known != (realm, user_id):
        what = f"it is that of the account {known[1]} at {known[0]}, not of {user_id} at {realm}"
        mend = "Move it away, or name another file under state"
        raise StateUnusable((Problem(file=journal.place, place="state", what=what, mend=mend),))


class Line:
    """What comes from the chat, until it is in the inbox."""

    def __init__(
        self,
        journal: Journal,
        intake: Intake,
        catch_up: CatchUp,
        sender: Sender,
        desk: Desk,
        own: OwnMessages,
        me: User,
        limit: Callable[[], int],
        delivery: DeliverySettings,
    ) -> None:
        """Take in for this account."""
        self._journal = journal
        self._intake = intake
        self._catch_up = catch_up
        self._sender = sender
        self._desk = desk
        self._own = own
        self._me = me
        self._limit = limit
        self.delivery = delivery
        """What is to be done about strangers and about what is deleted."""
        self._log = structlog.get_logger().bind(bot=journal.bot)

    async def registered(self, event: QueueRegistered, asked: str, newest: int, *, recovering: bool) -> None:
        """Go on with a new queue: close the gap before it, or begin, if there never was another.

        Fails with ServiceError when the gap cannot be closed for now.
        """
        queue_id = event.registered.queue_id or ""
        known = self._intake.position.cursor
        if known is None and not recovering:
            await self._intake.begin_at(newest, queue_id, event.registered.last_event_id, asked)
            return
        self._intake.adopt(queue_id, event.registered.last_event_id, asked)
        if known is not None and newest < known:
            await self._rewind(newest)
        if recovering:
            await self._catch_up.recover()
        else:
            await self._catch_up.run()
        self._desk.look_for_more()

    async def take(self, events: Sequence[Event], last_event_id: int) -> None:
        """Commit what events bring and take it in hand; afterwards they may be acknowledged."""
        for event in events:
            if isinstance(event, MessageEvent) and event.message.sender_id == self._me.user_id:
                await self._hear_own(event)
            elif isinstance(event, UpdateMessageEvent):
                self._follow(event)
        messages = {one.message.id: one for one in events if isinstance(one, MessageEvent)}
        rows = await self._intake.take(events, last_event_id, lambda new: self._desk.feed(new, messages))
        self._desk.amend([row for row in rows if row.is_reopened])
        self._desk.feed([row for row in rows if not row.is_reopened], messages)
        for event in events:
            if isinstance(event, DeleteMessageEvent):
                self._forget(event.ids)
        await self._desk.room()

    async def tidy(self, now: float) -> None:
        """Forget what is long over."""
        floor = await self._journal.do(lambda tx: upkeep.forget(tx, self._journal.bot, now))
        self._intake.position = structs.replace(self._intake.position, floor=floor)

    async def _rewind(self, newest: int) -> None:
        self._log.warning(
            "the server's history is shorter than it was: was a backup put back?", newest=newest
        )
        read: Position = await self._journal.do(lambda tx: upkeep.rewind(tx, self._journal.bot, newest))
        self._intake.position = structs.replace(self._intake.position, cursor=read.cursor, floor=read.floor)

    # ---- what concerns messages that are known

    async def _hear_own(self, event: MessageEvent) -> None:
        local = event.local_message_id if isinstance(event.local_message_id, str) else None
        message = event.message
        if self._sender.saw_own(message.id, local) or local is not None or message.id in self._own:
            return
        if self.delivery.claim == "reaction":
            return
        recipient = recipient_of(Conversation.of(message, self._me.user_id))
        sha = sha_of(message.content, self._limit())
        if self._sender.expects(recipient, sha) or self._own.expects(recipient, sha):
            return
        bot = self._journal.bot
        kept = await self._journal.do(lambda tx: keep.read(tx, bot, "", SCHEDULED, sha))
        if kept.version or await self._sender.has_sent(message.id):
            return
        self._log.critical("somebody else speaks with this bot's account", message_id=message.id)
        if self.delivery.foreign == "stop":
            raise StateInUse("somebody else speaks with this bot's account; is another copy of it running?")

    def _follow(self, event: UpdateMessageEvent) -> None:
        """Let answers follow messages that were moved."""
        moved = isinstance(event.subject, str) or isinstance(event.new_stream_id, int)
        channel = event.new_stream_id if isinstance(event.new_stream_id, int) else event.stream_id
        topic = event.subject if isinstance(event.subject, str) else event.orig_subject
        if moved and isinstance(channel, int) and isinstance(topic, str):
            self._sender.moved(event.message_ids, Conversation(channel_id=channel, topic=topic))

    def _forget(self, message_ids: Sequence[int]) -> None:
        self._sender.call_off(message_ids, "the message is deleted")
        self._desk.never_mind(message_ids)


def sorter(
    answering: Callable[[], Answering],
    me: User,
    is_silent: Callable[[str], bool],
    now: Callable[[], float],
    ignored: Callable[[int], None],
) -> Callable[[MessageEvent], InboxRow | None]:
    """Return what says of each message whether it is something to the bot; ``ignored`` is told when not."""

    def sort(event: MessageEvent) -> InboxRow | None:
        plan = answering().plan(event, me)
        if plan is None:
            ignored(event.message.id)
            return None
        key = plan.conversation.key
        if is_silent(key):
            ignored(event.message.id)
            return InboxRow(
                message_id=event.message.id,
                conv_key=key,
                state="SKIPPED",
                error="silenced",
                received_at=now(),
            )
        return InboxRow(
            message_id=event.message.id, conv_key=key, payload=encode_event(event), received_at=now()
        )

    return sort
