"""A messaging service that answers from memory and remembers what it was asked."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

from msgspec import UNSET, structs

from dragoman.client import Passed, QueueRegistered
from dragoman.client.pacing import Turn, current_turn
from dragoman.clock import ManualClock
from dragoman.delivery import Journal
from dragoman.events import Event, MessageEvent
from dragoman.model import Channel, DirectRecipient, Message, Subscription, User
from dragoman.operations import (
    AddReaction,
    GetMessages,
    GetOwnUser,
    MessageSent,
    MessagesFound,
    Operation,
    OwnUser,
    Registered,
    RegisterQueue,
    SendMessage,
)
from dragoman.runtime import Bot, load_settings

T = TypeVar("T")

BOT = OwnUser(user_id=9, full_name="Recovery Desk", email="desk-bot@example.org", is_bot=True, role=400)
ALICE = User(user_id=10, full_name="Alice", email="alice@example.org", role=400, timezone="Europe/Berlin")
BOSS = User(user_id=11, full_name="Boss", email="boss@example.org", role=200)
OTHER_BOT = User(user_id=12, full_name="Echo Bot", email="echo-bot@example.org", is_bot=True, role=400)
GUEST = User(user_id=13, full_name="Gustav", email="gustav@example.org", role=600)
USERS: tuple[User, ...] = (BOT, ALICE, BOSS, OTHER_BOT, GUEST)
OPS = Subscription(stream_id=5, name="ops")
ENGINEERING = Subscription(stream_id=6, name="engineering")


class Events:
    """A queue of events that a test fills."""

    def __init__(self) -> None:
        self.waiting: asyncio.Queue[Event | Exception] = asyncio.Queue()
        self.closed = False
        self.left = False
        self.hurried = 0
        self.last_event_id = -1
        self.queue_id: str | None = "q1"
        self.in_hand = 0

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Event:
        event = await self.waiting.get()
        if isinstance(event, Exception):
            raise event
        return event

    async def aclose(self) -> None:
        self.closed = True

    def leave(self) -> None:
        self.left = True

    def hurry(self) -> None:
        self.hurried += 1


def plain(operation: Operation[Any]) -> Operation[Any]:
    """Return a call without what makes its event known again."""
    if isinstance(operation, SendMessage):
        return structs.replace(operation, queue_id=UNSET, local_id=UNSET)
    return operation


class RecordingZulip:
    """Answers from ``answers`` by the operation's type; an exception there is raised, a list is used up."""

    def __init__(self) -> None:
        self.calls: list[Operation[Any]] = []
        """Without what makes the event of a message known again; that is in ``keys``."""
        self.keys: list[tuple[str | None, object, object]] = []
        self.resumed: list[tuple[str, int]] = []
        self._ids = iter(range(100_000, 200_000))
        self.turns: list[Turn] = []
        """On whose behalf each call was made."""
        self.answers: dict[type, Any] = {GetOwnUser: BOT}
        self.source = Events()
        self.registrations: list[RegisterQueue] = []
        self.gate = asyncio.Event()
        """Messages go out only while it is set."""
        self.gate.set()

    async def __call__(self, operation: Operation[T]) -> T:
        return await self.once(operation)

    async def once(
        self, operation: Operation[T], *, idempotency_key: str | None = None, passed: Passed | None = None
    ) -> T:
        if isinstance(operation, SendMessage | AddReaction):
            await self.gate.wait()
        if isinstance(operation, SendMessage):
            self.keys.append((idempotency_key, operation.queue_id, operation.local_id))
        self.calls.append(plain(operation))
        self.turns.append(current_turn())
        answer: Any = self.answers.get(type(operation))
        if isinstance(answer, list):
            answer = answer.pop(0) if answer else None
        if isinstance(answer, Exception):
            raise answer
        if answer is None and isinstance(operation, SendMessage):
            answer = MessageSent(id=next(self._ids))
        if answer is None and isinstance(operation, GetMessages):
            answer = MessagesFound(messages=(), found_newest=True, found_oldest=True)
        result: T = answer
        return result

    def events(self, registration: RegisterQueue, *, resume: tuple[str, int] | None = None) -> Events:
        self.registrations.append(registration)
        if resume is not None:
            self.resumed.append(resume)
            return self.source
        self.source.waiting.put_nowait(queue_registered(1))
        return self.source

    @property
    def sent(self) -> list[str]:
        """The contents of the messages, in the order they were sent."""
        return [call.content for call in self.calls if isinstance(call, SendMessage)]


def queue_registered(
    count: int, users: tuple[User, ...] = USERS, channels: tuple[Channel, ...] = (OPS, ENGINEERING)
) -> QueueRegistered:
    registered = Registered(
        queue_id=f"q{count}",
        last_event_id=-1,
        max_message_length=1_000,
        realm_users=users,
        max_message_id=99,
        subscriptions=tuple(channel for channel in channels if isinstance(channel, Subscription)),
    )
    return QueueRegistered(id=-1, count=count, registered=registered)


class Desk:
    """A bot that runs, and people who speak to it."""

    def __init__(self, bot: Bot, zulip: RecordingZulip, clock: ManualClock) -> None:
        self.bot = bot
        self.zulip = zulip
        self.clock = clock
        self._ids = iter(range(100, 10_000))

    def push(
        self, content: str, sender: User = ALICE, *, topic: str = "disks", to: tuple[User, ...] = ()
    ) -> int:
        """Let somebody say something, in the channel or to people; returns the message's id."""
        number = next(self._ids)
        self.zulip.source.waiting.put_nowait(message_event(number, content, sender, topic=topic, to=to))
        return number

    async def say(
        self, content: str, sender: User = ALICE, *, topic: str = "disks", to: tuple[User, ...] = ()
    ) -> list[str]:
        """Let somebody say something, and return what the bot answers."""
        before = len(self.zulip.sent)
        await self.bot.settled(self.push(content, sender, topic=topic, to=to))
        return self.zulip.sent[before:]


def message_event(
    number: int, content: str, sender: User = ALICE, *, topic: str = "disks", to: tuple[User, ...] = ()
) -> MessageEvent:
    everybody = {person.user_id: person for person in (sender, *to)}
    recipients = tuple(DirectRecipient(id=person.user_id) for person in everybody.values())
    place: dict[str, Any] = (
        {"type": "private", "display_recipient": recipients}
        if to
        else {"type": "stream", "display_recipient": "ops", "stream_id": 5, "subject": topic}
    )
    message = Message(
        id=number, sender_id=sender.user_id, sender_full_name=sender.full_name, content=content, **place
    )
    flags = ("mentioned",) if "@**Recovery Desk" in content else ()
    return MessageEvent(id=number, message=message, flags=flags)


def write_bot(folder: Path, plugin: str, yaml: str = "") -> Path:
    """Write a bot with one plugin file, whose class is ``Sample``."""
    (folder / "sample.py").write_text(plugin)
    default = "plugins:\n  - use: ./sample.py:Sample\n"
    (folder / "bot.yaml").write_text(f"name: desk\n{yaml}" + ("" if "plugins:" in yaml else default))
    return folder


@asynccontextmanager
async def running(
    folder: Path,
    zulip: RecordingZulip | None = None,
    *,
    clock: ManualClock | None = None,
    journal: Journal | None = None,
) -> AsyncIterator[Desk]:
    """Run the bot of a folder until the block ends."""
    zulip = zulip or RecordingZulip()
    clock = clock or ManualClock()
    settings = load_settings(folder)
    async with Bot(settings, clock=clock, zulip=zulip, journal=journal) as bot:
        task = asyncio.create_task(bot.run())
        started = asyncio.create_task(bot.started.wait())
        await asyncio.wait({task, started}, return_when=asyncio.FIRST_COMPLETED)
        started.cancel()
        try:
            yield Desk(bot, zulip, clock)
        finally:
            bot.stop()
            await task
