"""The operators of narrows, each as a function that makes a condition on a message and its flags."""

from collections.abc import Callable
from typing import Any

from dragoman_server import failures
from dragoman_server.errors import Refusal
from dragoman_server.register_narrow import RESOLVED_PREFIX
from dragoman_server.world.access import may_see_channel
from dragoman_server.world.flags import ANY_MENTION, Flag
from dragoman_server.world.records import Channel, Message, User
from dragoman_server.world.world import World

MUTED, UNMUTED, FOLLOWED = 1, 2, 3
"""How a person may choose to see a topic."""

Fits = Callable[[Message, int], bool]


class Reader:
    """Looks up what operands name, for one person."""

    def __init__(self, world: World, user: User) -> None:
        """Look at `world` with the person's eyes."""
        self.world = world
        self.user = user

    def channel(self, operand: Any) -> Channel:
        """Return the channel of that ID or name."""
        found = (
            self.world.channels.get(operand) if isinstance(operand, int) else self._channel_called(operand)
        )
        if found is None or not may_see_channel(self.world, self.user, found):
            raise failures.BAD_NARROW(desc=f"unknown channel {operand}")
        return found

    def person(self, operand: Any) -> User:
        """Return the user of that ID or address."""
        users = self.world.users
        found = users.get(operand) if isinstance(operand, int) else users.by_shown_email(operand)
        if found is None:
            raise failures.BAD_NARROW(desc=f"unknown user {operand}")
        return found

    def people(self, operand: Any) -> frozenset[int]:
        """Return the IDs of the people named by a list, or by addresses with commas between."""
        named = [part.strip() for part in operand.split(",")] if isinstance(operand, str) else operand
        try:
            return frozenset(self.person(one).user_id for one in named)
        except Refusal:
            raise failures.BAD_NARROW(desc=f"unknown user in {operand}") from None

    def message_id(self, operand: Any) -> int:
        """Return a message's ID."""
        if not str(operand).isdigit():
            raise failures.BAD_NARROW(desc="Invalid message ID")
        return int(operand)

    def _channel_called(self, operand: str) -> Channel | None:
        found = self.world.channel_named(operand)
        return found or (self.world.channels.get(int(operand)) if operand.isdigit() else None)


def _in_channel(reader: Reader, operand: Any) -> Fits:
    channel_id = reader.channel(operand).id
    return lambda message, _: message.recipient.channel_id == channel_id


def _in_channels(reader: Reader, operand: Any) -> Fits:
    if operand not in ("public", "web-public"):
        raise failures.BAD_NARROW(desc=f"unknown channels operand {operand}")
    channels, web = reader.world.channels, operand == "web-public"

    def fits(message: Message, _: int) -> bool:
        channel = channels.get(message.recipient.channel_id or 0)
        return channel is not None and (channel.is_web_public if web else not channel.invite_only)

    return fits


def _about_topic(reader: Reader, operand: Any) -> Fits:
    wanted = (
        "" if operand in ("(no topic)", reader.world.organization.empty_topic_name) else operand.casefold()
    )
    return lambda message, _: message.topic.casefold() == wanted


def _by_sender(reader: Reader, operand: Any) -> Fits:
    sender_id = reader.person(operand).user_id
    return lambda message, _: message.sender_id == sender_id


def _among(reader: Reader, operand: Any) -> Fits:
    people = tuple(sorted({*reader.people(operand), reader.user.user_id}))
    return lambda message, _: message.recipient.user_ids == people


def _among_including(reader: Reader, operand: Any) -> Fits:
    people = {reader.person(operand).user_id} if isinstance(operand, int) else reader.people(operand)
    return lambda message, _: bool(people & set(message.recipient.user_ids))


def _in_group_with(reader: Reader, operand: Any) -> Fits:
    among = _among_including(reader, operand)
    return lambda message, flags: len(message.recipient.user_ids) > 2 and among(message, flags)


def _is(reader: Reader, operand: Any) -> Fits:
    kinds: dict[str, Fits] = {
        "dm": lambda message, _: message.recipient.channel_id is None,
        "starred": lambda _, flags: bool(flags & Flag.STARRED),
        "unread": lambda _, flags: not flags & Flag.READ,
        "mentioned": lambda _, flags: bool(flags & ANY_MENTION),
        "alerted": lambda _, flags: bool(flags & Flag.HAS_ALERT_WORD),
        "resolved": lambda message, _: message.topic.startswith(RESOLVED_PREFIX),
        "followed": _sees_as(reader, FOLLOWED),
        "muted": _muted(reader),
    }
    kinds["private"] = kinds["dm"]
    if operand not in kinds:
        raise failures.BAD_NARROW(desc=f"unknown 'is' operand {operand}")
    return kinds[operand]


def _sees_as(reader: Reader, *policies: int) -> Fits:
    """Make the condition that the reader chose one of these for the message's topic."""
    choices = reader.world.personal.of(reader.user.user_id).topics

    def fits(message: Message, _: int) -> bool:
        choice = choices.get((message.recipient.channel_id or 0, message.topic.lower()))
        return choice is not None and choice.visibility_policy in policies

    return fits


def _muted(reader: Reader) -> Fits:
    """Make the condition that the reader muted the topic, or its channel and did not open the topic."""
    muted, opened = _sees_as(reader, MUTED), _sees_as(reader, UNMUTED, FOLLOWED)

    def fits(message: Message, flags: int) -> bool:
        subscription = reader.world.subscription(reader.user.user_id, message.recipient.channel_id or 0)
        in_muted = subscription is not None and subscription.is_muted
        return muted(message, flags) or (in_muted and not opened(message, flags))

    return fits


def _has(_: Reader, operand: Any) -> Fits:
    kind = operand.removesuffix("s")
    if kind == "reaction":
        return lambda message, _: bool(message.reactions)
    if kind not in ("link", "image", "attachment"):
        raise failures.BAD_NARROW(desc=f"unknown 'has' operand {operand}")
    return lambda message, _: kind in message.holds


def _in(reader: Reader, operand: Any) -> Fits:
    if operand == "home":
        muted = _muted(reader)
        return lambda message, flags: not muted(message, flags)
    if operand == "all":
        return lambda _, __: True
    raise failures.BAD_NARROW(desc=f"unknown 'in' operand {operand}")


def _near(_: Reader, __: Any) -> Fits:
    # It only says where a list should open, not what is in it.
    return lambda _, __: True


def _with_id(reader: Reader, operand: Any) -> Fits:
    message_id = reader.message_id(operand)
    return lambda message, _: message.id == message_id


def _with_conversation(reader: Reader, operand: Any) -> Fits:
    there = reader.world.messages.get(reader.message_id(operand))
    if there is None:
        return lambda _, __: True
    topic = there.topic.casefold()
    return lambda message, _: message.recipient.id == there.recipient.id and message.topic.casefold() == topic


def _search(_: Reader, operand: Any) -> Fits:
    phrases = [part.casefold() for part in _phrases(operand)]
    if not any(character.isalnum() for character in operand):
        # Without a word there is nothing to be found.
        return lambda _, __: False

    def fits(message: Message, _: int) -> bool:
        text = f"{message.topic}\n{message.content}".casefold()
        return all(phrase in text for phrase in phrases)

    return fits


def _phrases(operand: str) -> list[str]:
    """Split into words, except between quotation marks."""
    parts = operand.split('"')
    quoted = [part.strip() for part in parts[1::2]]
    return [part for part in (*quoted, *" ".join(parts[::2]).split()) if part]


def _mentioning(reader: Reader, operand: Any) -> Fits:
    user_id = reader.person(operand).user_id
    copies = reader.world.copies
    return lambda message, _: bool(copies.get(user_id, {}).get(message.id, 0) & Flag.MENTIONED)


OPERATORS: dict[str, Callable[[Reader, Any], Fits]] = {
    "channel": _in_channel,
    "stream": _in_channel,
    "channels": _in_channels,
    "streams": _in_channels,
    "topic": _about_topic,
    "sender": _by_sender,
    "dm": _among,
    "pm-with": _among,
    # Clients of long ago, which are still about, spell the two old operators with an underscore.
    "pm_with": _among,
    "dm-including": _among_including,
    "group-pm-with": _in_group_with,
    "group_pm_with": _in_group_with,
    "is": _is,
    "has": _has,
    "in": _in,
    "near": _near,
    "id": _with_id,
    "with": _with_conversation,
    "search": _search,
    "mentions": _mentioning,
}
"""What makes the condition for each operator."""
