"""Messages that go out once: who asked for each and where it waits, kept over restarts."""

from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from dragoman.model import UNSET, ScheduledMessage, User
from dragoman.operations import CreateScheduledMessage
from dragoman.plugin import Context, Conversation, State
from dragoman_plugins.scheduler.places import moderates

SCOPE = "one-offs"
AT_SERVER = "one-offs at the server"
ADOPTED = "scheduled without this plugin"
COUNTER = "last number"


class OneOff(msgspec.Struct, frozen=True, kw_only=True):
    """A message that goes out once."""

    number: int
    """What people call it."""
    owner: int | None = None
    """Who asked for it; None when nobody knows, as of what was scheduled without this plugin."""
    place: Conversation
    said: str
    """As it was asked for."""
    text: str
    """As it will be sent: with the asker's name where the asker is not among those who get it."""
    at: int
    """UNIX seconds."""
    scheduled_id: int | None = None
    """The server's number of it; None when the bot itself sends it."""
    is_doubtful: bool = False
    """Whether it may be at the server, which has not said so."""
    has_failed: bool = False
    """Whether the server could not send it."""
    is_adopted: bool = False
    """Whether it was found at the server; so is what was interrupted while it was asked for."""

    @property
    def moment(self) -> datetime:
        """When it goes out."""
        return datetime.fromtimestamp(self.at, UTC)

    def may_be_changed_by(self, user: User) -> bool:
        """Tell whether a person may see, change and cancel it: an own one, as a moderator any."""
        return self.owner == user.user_id or moderates(user)

    def is_like(self, message: ScheduledMessage) -> bool:
        """Tell whether a message at the server says the same, at the same place and time."""
        return (
            message.scheduled_delivery_timestamp == self.at
            and place_of(message) == self.place
            and message.content.strip() == self.text.strip()
        )

    def updated(self, message: ScheduledMessage) -> "OneOff":
        """Return this as the server has it."""
        is_same = message.content.strip() == self.text.strip()
        return msgspec.structs.replace(
            self,
            place=place_of(message),
            said=self.said if is_same else message.content,
            text=self.text if is_same else message.content,
            at=message.scheduled_delivery_timestamp,
            scheduled_id=message.scheduled_message_id,
            is_doubtful=False,
            has_failed=message.failed,
        )


def place_of(message: ScheduledMessage) -> Conversation:
    """Return where a scheduled message goes."""
    if isinstance(message.to, int):
        return Conversation(
            channel_id=message.to, topic=message.topic if isinstance(message.topic, str) else ""
        )
    return Conversation(user_ids=tuple(sorted(message.to)))


def adopted(message: ScheduledMessage, number: int) -> OneOff:
    """Return what was scheduled without this plugin; what goes to one person alone is that person's."""
    place = place_of(message)
    return OneOff(
        number=number,
        owner=place.user_ids[0] if len(place.user_ids) == 1 else None,
        place=place,
        said=message.content,
        text=message.content,
        at=message.scheduled_delivery_timestamp,
        scheduled_id=message.scheduled_message_id,
        has_failed=message.failed,
        is_adopted=True,
    )


def creation_of(place: Conversation, text: str, at: int) -> CreateScheduledMessage:
    """Return the call that has the server send a text somewhere at a moment, UNIX seconds."""
    return CreateScheduledMessage(
        type="direct" if place.is_direct else "channel",
        to=place.user_ids if place.channel_id is None else place.channel_id,
        topic=UNSET if place.is_direct else place.topic,
        content=text,
        scheduled_delivery_timestamp=at,
    )


async def numbers_at_server(state: State) -> set[int]:
    """Return the server's numbers of what it has and was asked of a scheduler, whose state is given."""
    at_server, taken_in = state.of(AT_SERVER), state.of(ADOPTED)
    return {int(key) for key in {*await at_server.keys()} - {*await taken_in.keys()}}


class OneOffs:
    """The messages that wait, as one handler sees and changes them."""

    def __init__(self, context: Context) -> None:
        """See what the plugin remembers."""
        self._state = context.state
        self._kept = context.state.of(SCOPE)
        self._at_server = context.state.of(AT_SERVER)
        self._adopted = context.state.of(ADOPTED)

    async def next_number(self) -> int:
        """Return a number that nothing else was called by, nor will be."""
        number = await self._state.get(COUNTER, int, 0) + 1
        self._state.set(COUNTER, number)
        return number

    async def all(self) -> list[OneOff]:
        """Return all that wait, the earliest first."""
        return await self._found(await self._kept.keys())

    async def of(self, owner: int) -> list[OneOff]:
        """Return what a person asked for, the earliest first."""
        return await self._found(await self._owned(owner).keys())

    async def count(self, owner: int) -> int:
        """Return how many wait for which a person asked."""
        return len(await self._owned(owner).keys())

    async def find(self, number: int) -> OneOff | None:
        """Return the one that people call so."""
        return await self._kept.get(str(number), OneOff)

    async def find_at_server(self, scheduled_id: int) -> OneOff | None:
        """Return the one that the server calls so."""
        number = await self._at_server.get(str(scheduled_id), int)
        return None if number is None else await self.find(number)

    async def server_numbers(self) -> set[int]:
        """Return what the server calls those that it keeps and that somebody is known to have asked for."""
        return await numbers_at_server(self._state)

    async def keep(self, one: OneOff) -> None:
        """Remember one as it is now, instead of any other that the server calls the same."""
        if one.scheduled_id is not None:
            other = await self.find_at_server(one.scheduled_id)
            if other is not None and other.number != one.number:
                self.forget(other)
            self._at_server.set(str(one.scheduled_id), one.number)
            if one.is_adopted:
                self._adopted.set(str(one.scheduled_id), True)
        self._kept.set(str(one.number), one)
        if one.owner is not None:
            self._owned(one.owner).set(str(one.number), True)

    def forget(self, one: OneOff) -> None:
        """Remember one no more: it was sent, or will not be."""
        self._kept.forget(str(one.number))
        if one.scheduled_id is not None:
            self._at_server.forget(str(one.scheduled_id))
            self._adopted.forget(str(one.scheduled_id))
        if one.owner is not None:
            self._owned(one.owner).forget(str(one.number))

    def _owned(self, owner: int) -> State:
        return self._state.of(f"{SCOPE} of {owner}")

    async def _found(self, keys: Iterable[str]) -> list[OneOff]:
        found = [await self._kept.get(key, OneOff) for key in keys]
        return sorted((one for one in found if one is not None), key=lambda one: (one.at, one.number))
