"""What a plugin's method is handed: the clock, the services, and ways to answer."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar
from uuid import NAMESPACE_URL, uuid4, uuid5
from zoneinfo import ZoneInfo

import msgspec
from structlog.typing import FilteringBoundLogger

from dragoman.clock import Clock
from dragoman.errors import ConfigurationError, Problem, UserError
from dragoman.model import Message, User
from dragoman.operations import AddReaction, EditMessage, GuideOperation, Operation
from dragoman.plugin.conversation import Conversation
from dragoman.plugin.directory import Directory
from dragoman.plugin.occasion import of_message, scope_of
from dragoman.plugin.options import ChannelTopic, NoOptions, read_zone
from dragoman.plugin.schedules import MemorySchedules, ScheduleChange, Schedules, ScheduleStore
from dragoman.plugin.state import Change, MemoryStore, State, Store
from dragoman.text import escape, split

T = TypeVar("T")
MESSAGE_LIMIT = 10_000
"""Code points of a message, where the server names no other limit."""


class Caller(Protocol):
    """What makes calls to the messaging service; a client does, and a test may hand in its own."""

    async def __call__(self, operation: Operation[T]) -> T:
        """Make the call now and return its answer; fails with ServiceError."""
        ...


class GuideCaller(Protocol):
    """What makes calls to the guide service; a client does, and a test may hand in its own."""

    async def __call__(
        self, operation: GuideOperation[T], *, fresh_for: float | None = None, stale_for: float | None = None
    ) -> T:
        """Return the answer to a call, which may be so many seconds old; fails with ServiceError.

        One that is older than ``fresh_for``, but not than ``stale_for``, comes marked ``stale`` where the
        service does not answer.
        """
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Surroundings:
    """What is the same for every call of one plugin's methods."""

    clock: Clock
    zulip: Caller
    bot: User
    """The bot's own account."""
    directory: Directory
    log: FilteringBoundLogger
    guide: GuideCaller | None = None
    """``None`` when the bot has no guide service."""
    prefix: str = "!"
    """What commands begin with; empty when they have no prefix."""
    options: msgspec.Struct = field(default_factory=NoOptions)
    timezone: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))
    """The bot's own zone."""
    message_limit: int = MESSAGE_LIMIT
    """Code points; a longer text goes out as several messages."""
    plugin: str = ""
    """The plugin's name."""
    siblings: tuple[str, ...] = ()
    """The names of the bot's plugins of the same class, this one's among them, in the order of the YAML."""
    schedule_store: ScheduleStore = field(default_factory=MemorySchedules)
    """Where the plugin's schedules are kept."""
    store: Store = field(default_factory=MemoryStore)
    """Where the plugin's values are kept."""


class Context:
    """What every method of a plugin is handed.

    What is sent through it is only *recorded*: it goes out, in its order, when the method has returned, and
    not at all when the method fails. ``await context.zulip(operation)`` acts at once.
    """

    def __init__(self, surroundings: Surroundings, *, occasion: str = "") -> None:
        """Begin with nothing recorded; ``occasion`` names what the method is called for, if it has a name."""
        self.surroundings = surroundings
        self.effects: list[Operation[Any]] = []
        """What was recorded so far."""
        self._occasion = occasion or str(uuid4())
        self._marks: set[str] | None = None if occasion else set()
        self._state: State | None = None
        self._schedules: Schedules | None = None

    @property
    def clock(self) -> Clock:
        """The clock to go by."""
        return self.surroundings.clock

    @property
    def zulip(self) -> Caller:
        """The messaging service: ``await context.zulip(GetTopics(...))``."""
        return self.surroundings.zulip

    @property
    def guide(self) -> GuideCaller:
        """The guide service; fails with ConfigurationError when bot.yaml names none."""
        if self.surroundings.guide is None:
            raise ConfigurationError((NO_GUIDE,))
        return self.surroundings.guide

    @property
    def log(self) -> FilteringBoundLogger:
        """The log, with the bot's and the plugin's names bound."""
        return self.surroundings.log

    @property
    def bot(self) -> User:
        """The bot's own account."""
        return self.surroundings.bot

    @property
    def directory(self) -> Directory:
        """The people and channels that are known."""
        return self.surroundings.directory

    @property
    def prefix(self) -> str:
        """What commands begin with; empty when they have no prefix."""
        return self.surroundings.prefix

    @property
    def options(self) -> msgspec.Struct:
        """The plugin's options; ``self.options`` of the plugin has their type."""
        return self.surroundings.options

    @property
    def timezone(self) -> ZoneInfo:
        """The zone in which times are meant."""
        return self.surroundings.timezone

    @property
    def state(self) -> State:
        """What the plugin remembers; ``state.of(context.sender)`` for one person, or for a conversation."""
        if self._state is None:
            self._state = State(self.surroundings.store, self.surroundings.plugin)
        return self._state

    @property
    def siblings(self) -> tuple[str, ...]:
        """The names of the bot's plugins of the same class, its own among them, in the order of the YAML."""
        return self.surroundings.siblings

    def state_of(self, sibling: str) -> State:
        """Return what a sibling remembers, to be read: what is changed there is not kept."""
        return State(self.surroundings.store, sibling)

    @property
    def schedules(self) -> Schedules:
        """What the plugin is called for by the clock: see ``Plugin.due``."""
        if self._schedules is None:
            self._schedules = Schedules(
                self.surroundings.schedule_store, self.surroundings.plugin, self.clock
            )
        return self._schedules

    @property
    def changes(self) -> tuple[Change, ...]:
        """What the method did to what the plugin remembers."""
        return self._state.changes if self._state is not None else ()

    @property
    def schedule_changes(self) -> tuple[ScheduleChange, ...]:
        """What the method did to the plugin's schedules."""
        return self._schedules.changes if self._schedules is not None else ()

    @property
    def idempotency_key(self) -> str:
        """A key for calls to services outside, the same when the method is called again for the same thing.

        It is called again when the process ended before what it recorded was kept.
        """
        account = f"{self.bot.user_id}:{self.bot.email}"
        return str(uuid5(NAMESPACE_URL, f"dragoman:{account}:{self.surroundings.plugin}:{self._occasion}"))

    async def once(self, name: str) -> bool:
        """Whether this has not been asked yet for the same thing; it is noted at once that it was.

        For what must not be done twice outside and knows no key: ``if await context.once("order"): ...``.
        When the process ends between this and the deed, it is not done at all.
        """
        if self._marks is not None:
            # What has no name does not come a second time: there is nothing to keep.
            is_new = name not in self._marks
            self._marks.add(name)
            return is_new
        return await self.surroundings.store.once(self.surroundings.plugin, scope_of(self._occasion), name)

    def record(self, operation: Operation[Any]) -> None:
        """Record any call of the messaging service; its answer is not to be had."""
        self.effects.append(operation)

    async def edit(self, message_id: int, text: str) -> None:
        """Record a new content for a message of the bot's own."""
        self.effects.append(EditMessage(message_id=message_id, content=text))

    async def send(self, to: Conversation | ChannelTopic | User, text: str) -> None:
        """Record a message; a text too long for one message is split.

        Fails with UserError when there is no such channel.
        """
        self._record(self._place(to), text)

    def _record(self, place: Conversation, text: str) -> None:
        self.effects.extend(_messages(place, text, self.surroundings.message_limit))

    def _place(self, to: Conversation | ChannelTopic | User) -> Conversation:
        if isinstance(to, Conversation):
            return to
        if isinstance(to, User):
            return Conversation(user_ids=(to.user_id,))
        try:
            channel = self.directory.find_channel(f"#{to.channel}")
        except ValueError as error:
            raise UserError(escape(str(error))) from error
        return Conversation(channel_id=channel.stream_id, topic=to.topic)


class MessageContext(Context):
    """What a method is handed that answers a person."""

    def __init__(
        self,
        surroundings: Surroundings,
        *,
        message: Message,
        sender: User,
        text: str,
        conversation: Conversation,
    ) -> None:
        """Begin with nothing recorded."""
        super().__init__(surroundings, occasion=of_message(message.id))
        self.message = message
        self.sender = sender
        """Who wrote it, as the directory knows the person."""
        self.text = text
        """What was said to the bot, without mention and prefix; all of it when the bot was not addressed."""
        self.conversation = conversation

    @property
    def timezone(self) -> ZoneInfo:
        """The sender's own zone; the bot's when the sender has named none."""
        name = self.sender.timezone
        try:
            return read_zone(name) if isinstance(name, str) and name else self.surroundings.timezone
        except ValueError:
            return self.surroundings.timezone

    async def reply(self, text: str) -> None:
        """Record an answer where the message was said; a text too long for one message is split."""
        self._record(self.conversation, text)

    async def react(self, emoji_name: str) -> None:
        """Record a reaction to the message."""
        self.effects.append(AddReaction(message_id=self.message.id, emoji_name=emoji_name))


NO_GUIDE = Problem(
    file="bot.yaml",
    place="guide",
    what="a plugin needs the guide service, but the bot has none",
    mend="Add: guide: {base_url: https://guide.example.org}",
)


def _messages(place: Conversation, text: str, limit: int) -> Iterable[Operation[Any]]:
    return [place.to_operation(part) for part in split(text, limit)] if text.strip() else []
