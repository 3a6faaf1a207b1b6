"""A chat in memory, on a clock of its own, that loses requests, answers and queues as one number decides."""

import asyncio
import random
from typing import Any, NamedTuple, TypeVar

from msgspec import UNSET, Struct, UnsetType, structs

from dragoman.client import EventQueue, Passed
from dragoman.client.transport import CALL, Patience
from dragoman.clock import Clock
from dragoman.errors import (
    Ambiguous,
    ConnectionLost,
    NotSent,
    QueueExpired,
    RateLimited,
    ServerFailure,
    ServiceError,
    TimedOut,
)
from dragoman.events import Event, HeartbeatEvent, MessageEvent
from dragoman.model import DirectRecipient, Message, Subscription, User
from dragoman.operations import (
    ChannelsFound,
    Done,
    EventsFetched,
    GetChannels,
    GetEvents,
    GetMessage,
    GetMessages,
    GetOwnUser,
    GetUsers,
    MessageFound,
    MessageSent,
    MessagesFound,
    Operation,
    OwnUser,
    Registered,
    RegisterQueue,
    SendMessage,
    UsersFound,
)

T = TypeVar("T")

BOT = OwnUser(user_id=9, full_name="Echo", email="echo-bot@example.org", is_bot=True, role=400)
PEOPLE = tuple(
    User(user_id=number, full_name=f"Person {number}", email=f"p{number}@example.org", role=400)
    for number in (10, 11)
)
CHANNEL = Subscription(stream_id=5, name="ops")
HEARTBEAT = 50.0
IDLE = 600.0
PLACES = ("one", "two", "10", "11")
"""Two topics of the channel, and a direct conversation with each person."""


class Rates(Struct, frozen=True, kw_only=True):
    """How often things go wrong."""

    unsent: float = 0.03
    refused: float = 0.03
    lost: float = 0.12
    """The request never arrives, or arrives late."""
    late: float = 0.4
    """How many of the lost ones arrive late."""
    latest: float = 30.0
    """Seconds by which they are late at most."""
    unanswered: float = 0.12
    """It is done, and the answer does not arrive."""
    unread: float = 0.08
    """The same for calls that change nothing."""
    queue_lost: float = 0.02
    twice: float = 0.05
    """Events that are told twice."""


def to_the_bot(place: str, text: str) -> str:
    """Return what to write in a place so that the bot is meant."""
    return text if place.isdigit() else f"@**{BOT.full_name}** {text}"


class Queue:
    """One event queue."""

    def __init__(self, number: int, now: float) -> None:
        """Begin empty."""
        self.id = f"queue-{number}"
        self.events: list[Event] = []
        self.last = -1
        self.parked_at = now
        self.news = asyncio.Event()

    def tell(self, event: Event) -> None:
        """Add an event."""
        self.last += 1
        self.events.append(structs.replace(event, id=self.last))
        self.news.set()


class Said(NamedTuple):
    """What somebody said, and where."""

    place: str
    text: str


class SimulatedChat:
    """The service: messages, queues, and what goes wrong with calls."""

    heartbeat = HEARTBEAT

    def __init__(self, clock: Clock, chance: random.Random, rates: Rates) -> None:
        """Begin without any messages."""
        self.clock = clock
        self.chance = chance
        self.rates = rates
        self.messages: list[Message] = []
        self._queues: dict[str, Queue] = {}
        self._registered = 0
        self._next_id = 1000
        self.on_the_way: set[asyncio.Task[None]] = set()
        """Requests that will still arrive."""

    # ---- people

    def say(self, sender: User, place: str, text: str) -> int:
        """Let a person say something to the bot; returns the message's id."""
        return self._commit(sender, place, to_the_bot(place, text), None, UNSET)

    def answers(self) -> dict[str, list[str]]:
        """Return what the bot has said, by place."""
        found: dict[str, list[str]] = {}
        for message in self.messages:
            if message.sender_id == BOT.user_id:
                found.setdefault(_place_of(message), []).append(message.content)
        return found

    def _commit(
        self,
        sender: User,
        place: str,
        content: str,
        queue_id: str | UnsetType | None,
        local_id: str | UnsetType,
    ) -> int:
        number = self._next_id
        self._next_id += 1
        people = (BOT, *(one for one in PEOPLE if str(one.user_id) == place))
        where: dict[str, Any] = (
            {"type": "private", "display_recipient": tuple(DirectRecipient(id=one.user_id) for one in people)}
            if place.isdigit()
            else {"type": "stream", "display_recipient": "ops", "stream_id": 5, "subject": place}
        )
        message = Message(
            id=number, sender_id=sender.user_id, content=content, timestamp=int(self.clock.now()), **where
        )
        self.messages.append(message)
        flags = flags_of(message)
        for queue in self._queues.values():
            mark = local_id if queue.id == queue_id else UNSET
            event = MessageEvent(id=0, message=message, flags=flags, local_message_id=mark)
            queue.tell(event)
            if self.chance.random() < self.rates.twice:
                queue.tell(event)
        return number

    # ---- the bot's calls

    async def answer(self, operation: Operation[Any], passed: Passed | None) -> Any:
        """Do what is asked, and go wrong now and then."""
        await self.clock.sleep(self.chance.uniform(0.01, 0.2))
        chance, rates = self.chance.random, self.rates
        if chance() < rates.unsent:
            raise NotSent(operation, "the name is not known")
        if isinstance(operation, SendMessage):
            return await self._send(operation, passed)
        if not isinstance(operation, GetEvents) and chance() < rates.refused:
            raise RateLimited(operation, retry_after=self.chance.uniform(0, 5))
        if chance() < rates.unread:
            raise self._trouble(operation)
        return await self._read(operation)

    async def _send(self, operation: SendMessage, passed: Passed | None) -> MessageSent:
        chance, rates = self.chance.random, self.rates
        if chance() < rates.refused:
            raise RateLimited(operation, retry_after=self.chance.uniform(0, 5))
        if passed is not None:
            passed("written")
        if chance() < rates.lost:
            if chance() < rates.late:
                self._send_late(operation)
            raise self._trouble(operation)
        number = self._deliver(operation)
        if chance() < rates.unanswered:
            raise self._trouble(operation)
        if passed is not None:
            passed("answered")
        return MessageSent(id=number)

    def _trouble(self, operation: Operation[Any]) -> Ambiguous:
        kinds: list[Ambiguous] = [
            TimedOut(operation, "no answer in time"),
            ConnectionLost(operation, "the connection was lost"),
            ServerFailure(operation, status=self.chance.choice((500, 502, 504))),
        ]
        return self.chance.choice(kinds)

    def _send_late(self, operation: SendMessage) -> None:
        async def later() -> None:
            await self.clock.sleep(self.chance.uniform(0, self.rates.latest))
            self._deliver(operation)

        task = asyncio.get_running_loop().create_task(later())
        self.on_the_way.add(task)
        task.add_done_callback(self.on_the_way.discard)

    def _deliver(self, operation: SendMessage) -> int:
        place = str(operation.to[0]) if isinstance(operation.to, tuple) else str(operation.topic)
        return self._commit(BOT, place, operation.content, operation.queue_id, operation.local_id)

    async def _read(self, operation: Operation[Any]) -> Any:
        match operation:
            case GetOwnUser():
                return structs.replace(BOT, max_message_id=self._newest)
            case RegisterQueue():
                return self._register()
            case GetEvents():
                return await self._poll(operation)
            case GetMessages():
                return self._find(operation)
            case GetMessage():
                found = next(one for one in self.messages if one.id == operation.message_id)
                return MessageFound(message=found)
            case GetUsers():
                return UsersFound(members=(BOT, *PEOPLE))
            case GetChannels():
                return ChannelsFound(streams=(CHANNEL,))
            case _:
                return Done()

    def lose_queues(self) -> None:
        """Forget all event queues."""
        self._queues.clear()

    def clear(self) -> None:
        """Forget what is on its way."""
        for task in tuple(self.on_the_way):
            task.cancel()

    @property
    def _newest(self) -> int:
        return self.messages[-1].id if self.messages else -1

    def _register(self) -> Registered:
        self._registered += 1
        queue = Queue(self._registered, self.clock.monotonic())
        self._queues[queue.id] = queue
        return Registered(
            queue_id=queue.id,
            last_event_id=-1,
            max_message_length=10_000,
            max_message_id=self._newest,
            realm_users=(BOT, *PEOPLE),
            subscriptions=(CHANNEL,),
        )

    async def _poll(self, operation: GetEvents) -> EventsFetched:
        queue = self._queues.get(operation.queue_id)
        now = self.clock.monotonic()
        idle = queue is not None and now - queue.parked_at > IDLE
        if queue is None or idle or self.chance.random() < self.rates.queue_lost:
            self._queues.pop(operation.queue_id, None)
            raise QueueExpired(operation, status=400, code="BAD_EVENT_QUEUE_ID", msg="gone")
        queue.events = [event for event in queue.events if event.id > operation.last_event_id]
        if not queue.events and operation.dont_block is not True:
            queue.news.clear()
            await self._wait(queue)
            queue.parked_at = self.clock.monotonic()
        if not queue.events and operation.dont_block is not True:
            queue.last += 1
            return EventsFetched(events=(HeartbeatEvent(id=queue.last),))
        return EventsFetched(events=tuple(queue.events))

    async def _wait(self, queue: Queue) -> None:
        heartbeat = asyncio.ensure_future(self.clock.sleep(self.heartbeat))
        news = asyncio.ensure_future(queue.news.wait())
        try:
            await asyncio.wait({heartbeat, news}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            heartbeat.cancel()
            news.cancel()

    def _find(self, operation: GetMessages) -> MessagesFound:
        narrow: Any = operation.narrow or ()
        before, after = int(str(operation.num_before)), int(str(operation.num_after))
        terms = {term.operator: term.operand for term in narrow}
        found = [one for one in self.messages if _fits(one, terms)]
        anchor = self._newest + 1 if operation.anchor == "newest" else int(str(operation.anchor))
        earlier = [one for one in found if one.id < anchor]
        later = [one for one in found if one.id >= anchor + (operation.include_anchor is False)]
        told = (*earlier[max(len(earlier) - before, 0) :], *later[:after])
        return MessagesFound(
            messages=tuple(structs.replace(one, flags=flags_of(one)) for one in told),
            found_oldest=before >= len(earlier),
            found_newest=after >= len(later),
        )


def flags_of(message: Message) -> tuple[str, ...]:
    """Return the bot's flags of a message."""
    return ("mentioned",) if f"@**{BOT.full_name}**" in message.content else ()


def _fits(message: Message, terms: dict[str, Any]) -> bool:
    if "sender" in terms and message.sender_id != terms["sender"]:
        return False
    if "channel" in terms:
        return bool(message.stream_id == terms["channel"])
    if "dm" in terms:
        return message.type == "private" and _place_of(message) in map(str, terms["dm"])
    return True


def _place_of(message: Message) -> str:
    if isinstance(message.display_recipient, str):
        return message.subject
    return next(str(one.id) for one in message.display_recipient if one.id != BOT.user_id)


class Line:
    """One life's connection to the chat; it goes dead with the life."""

    def __init__(self, chat: SimulatedChat) -> None:
        """Connect."""
        self._chat = chat
        self.is_dead = False

    @property
    def clock(self) -> Clock:
        """The clock of all."""
        return self._chat.clock

    def jitter(self) -> float:
        """Return which part of a pause is made."""
        return self._chat.chance.random()

    def learn_level(self, level: int | None) -> None:
        """Take no note."""

    def events(self, registration: RegisterQueue, *, resume: tuple[str, int] | None = None) -> EventQueue:
        """Return the real event queue over this line."""
        return EventQueue(self, registration, resume=resume)

    async def __call__(self, operation: Operation[T]) -> T:
        """Make a call, again and again where that can do no harm."""
        while True:
            try:
                return await self.once(operation)
            except (Ambiguous, NotSent, RateLimited):
                if operation.method != "GET":
                    raise
                await self.clock.sleep(1.0)

    async def once(
        self,
        operation: Operation[T],
        *,
        idempotency_key: str | None = None,
        passed: Passed | None = None,
        patience: Patience = CALL,
    ) -> T:
        """Make a call in one exchange."""
        if self.is_dead:
            raise ServiceError(operation, "nobody is there")
        answer: T = await self._chat.answer(operation, passed)
        if self.is_dead:
            raise ServiceError(operation, "nobody is there")
        return answer
