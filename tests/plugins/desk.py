"""A desk to try plugins at: real contexts, with services and directory replaced at their Protocols."""

from collections.abc import Callable
from typing import Any, TypeVar

import structlog

from dragoman.clock import ManualClock
from dragoman.errors import UserError
from dragoman.events import MessageEvent
from dragoman.model import Channel, DirectRecipient, Message, User
from dragoman.operations import GuideOperation, Operation, SendMessage
from dragoman.plugin import (
    Context,
    Conversation,
    MemorySchedules,
    MemoryStore,
    MessageContext,
    Surroundings,
)

T = TypeVar("T")
BOT = User(user_id=9, email="desk-bot@chat.example.org", full_name="Desk", is_bot=True, role=400)
IRIS = User(user_id=1, email="iris@chat.example.org", full_name="Iris Adler", role=200)
OTTO = User(
    user_id=2, email="otto@chat.example.org", full_name="Otto Berg", role=400, timezone="Europe/Berlin"
)
GENERAL = Channel(stream_id=11, name="general")
OPS = Channel(stream_id=12, name="ops")
MONDAY_NOON = 1_800_273_600.0
"""2027-01-18 12:00:00 UTC, a Monday."""

Answers = dict[type[Any], Callable[[Any], Any]]


class People:
    """A directory of the people and channels above."""

    def __init__(self, channels: tuple[Channel, ...] = (GENERAL, OPS)) -> None:
        self._channels = channels

    async def user(self, user_id: int) -> User:
        return next(user for user in self.users() if user.user_id == user_id)

    async def channel(self, channel_id: int) -> Channel:
        return next(channel for channel in self._channels if channel.stream_id == channel_id)

    def users(self) -> tuple[User, ...]:
        return (IRIS, OTTO, BOT)

    def channels(self) -> tuple[Channel, ...]:
        return self._channels

    def find_user(self, text: str) -> User:
        name = text.strip("@*_").partition("|")[0].casefold()
        for user in self.users():
            if name in (user.full_name.casefold(), user.email):
                return user
        raise ValueError(f"there is nobody called “{name}”")

    def find_channel(self, text: str) -> Channel:
        name = text.strip("#*").casefold()
        for channel in self._channels:
            if channel.name == name:
                return channel
        raise ValueError(f"there is no channel “{name}”")


class Service:
    """Either service: remembers the calls and answers each by its class."""

    def __init__(self) -> None:
        self.calls: list[Any] = []
        self.answers: Answers = {}

    async def _answer(self, operation: Any) -> Any:
        self.calls.append(operation)
        answer = self.answers[type(operation)](operation)
        if isinstance(answer, BaseException):
            raise answer
        return answer


class Chat(Service):
    async def __call__(self, operation: Operation[T]) -> T:
        answer: T = await self._answer(operation)
        return answer


class Guidance(Service):
    ages: tuple[float | None, float | None] = (None, None)
    """How old the last answer might have been, in seconds: as good as new, and better than none."""

    async def __call__(
        self, operation: GuideOperation[T], *, fresh_for: float | None = None, stale_for: float | None = None
    ) -> T:
        self.ages = fresh_for, stale_for
        answer: T = await self._answer(operation)
        return answer


class Desk:
    """Makes contexts for messages, and collects what was replied."""

    def __init__(self, directory: People | None = None) -> None:
        self.clock = ManualClock(MONDAY_NOON)
        self.chat = Chat()
        self.guide = Guidance()
        self.surroundings = Surroundings(
            clock=self.clock,
            zulip=self.chat,
            guide=self.guide,
            bot=BOT,
            directory=directory or People(),
            log=structlog.get_logger("test"),
        )

    def context(self) -> Context:
        return Context(self.surroundings)

    def said(
        self, text: str, *, by: User = OTTO, at: Conversation | None = None, number: int = 7
    ) -> MessageContext:
        """Return the context of a message, which has this id."""
        place = at or Conversation(user_ids=(by.user_id,))
        return MessageContext(
            self.surroundings,
            message=message(text, by, place, number),
            sender=by,
            text=text,
            conversation=place,
        )

    def keep(self, context: Context) -> None:
        """Keep what a method changed of what its plugin remembers, as the runtime does at its end."""
        assert isinstance(self.surroundings.store, MemoryStore), "values are kept in memory here"
        self.surroundings.store.apply(self.surroundings.plugin, context.changes)
        schedules = self.surroundings.schedule_store
        assert isinstance(schedules, MemorySchedules), "and so are schedules"
        schedules.apply(self.surroundings.plugin, context.schedules.changes, self.clock.now())


def message(text: str, by: User, place: Conversation, number: int = 7) -> Message:
    if place.channel_id is not None:
        return Message(
            id=number,
            type="stream",
            sender_id=by.user_id,
            content=text,
            stream_id=place.channel_id,
            subject=place.topic,
        )
    people = tuple(DirectRecipient(id=user_id) for user_id in (*place.user_ids, BOT.user_id))
    return Message(id=number, type="private", sender_id=by.user_id, content=text, display_recipient=people)


def event_of(context: MessageContext, *flags: str) -> MessageEvent:
    return MessageEvent(id=3, message=context.message, flags=flags)


def replies_of(context: Context) -> list[str]:
    """Return the texts that were recorded to be sent."""
    return [effect.content for effect in context.effects if isinstance(effect, SendMessage)]


def complaint(error: UserError) -> str:
    return error.sentence
