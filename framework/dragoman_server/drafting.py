"""Checks a message before it is sent or scheduled, and brings it into the form that is kept."""

import unicodedata
from typing import Self

import msgspec
from msgspec.structs import replace

from dragoman_server import failures, levels
from dragoman_server.markdown import Rendered, Widget
from dragoman_server.payloads.channels import channel_setting, posting_policy
from dragoman_server.rendering import render_message
from dragoman_server.world.access import bot_owner, may_post, may_read_channel
from dragoman_server.world.group_permissions import group_permission
from dragoman_server.world.groups import NOBODY
from dragoman_server.world.organization_rights import MENTION_MANY, has_right
from dragoman_server.world.records import Channel, Recipient, User
from dragoman_server.world.world import World

MAX_CONTENT = 10_000
MAX_TOPIC = 60
NO_DIRECT_MESSAGES = 2
"""The policy that lets people write to bots only."""

_CONTENT_CUT = "\n[message truncated]"
_TOPIC_CUT = "..."

POSTING_FAILS = (
    failures.NO_POSTING,
    *(failures.ONLY_ADMINISTRATORS_POST, failures.ONLY_MODERATORS_POST),
)
"""How writing in a channel is refused."""

SENDING_FAILS = (
    failures.NOT_AUTHORIZED_TO_SEND,
    *POSTING_FAILS,
    *(failures.EMPTY_MESSAGE, failures.NULL_BYTE),
    *(failures.BAD_TOPIC_CHARACTER, failures.EMPTY_TOPIC_DISALLOWED, failures.EMPTY_TOPIC_ONLY),
    failures.NO_NEW_TOPICS,
    *(failures.NO_CHANNEL_WILDCARD, failures.NO_TOPIC_WILDCARD, failures.NO_GROUP_MENTION),
    *(failures.DIRECT_OFF, failures.DIRECT_NOT_AUTHORIZED, failures.NO_DIRECT_START),
    *(failures.NO_RECIPIENTS, failures.BAD_RECIPIENTS, failures.INVALID_USER_ID, failures.NO_LONGER_HERE),
    *(failures.NO_SUCH_CHANNEL_ID, failures.EMPTY_TOPIC, failures.TOPICS_REQUIRED),
)
"""How both sending and scheduling refuse."""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A message that may be sent."""

    sender: User
    recipient: Recipient
    topic: str
    content: str
    rendered: Rendered

    def showing(self, widget: Widget) -> Self:
        """Return the message with this widget, whatever its text begins."""
        return replace(self, rendered=replace(self.rendered, widget=widget))


def check_draft(world: World, sender: User, recipient: Recipient, topic: str | None, content: str) -> Draft:
    """Return the message as it would be kept, or refuse it."""
    content = check_content(content)
    if recipient.channel_id is None:
        check_direct(world, sender, recipient)
        rendered = render_message(world, sender, content)
        check_group_mentions(world, sender, rendered)
        return Draft(sender=sender, recipient=recipient, topic="", content=content, rendered=rendered)
    channel = world.channels[recipient.channel_id]
    topic = check_topic(world, channel, topic)
    check_posting(world, sender, channel)
    check_new_topic(world, sender, channel, topic)
    rendered = render_message(world, sender, content)
    check_wildcards(world, sender, channel, topic, rendered)
    check_group_mentions(world, sender, rendered)
    return Draft(sender=sender, recipient=recipient, topic=topic, content=content, rendered=rendered)


def check_direct(world: World, sender: User, recipient: Recipient) -> None:
    """Refuse a direct message between people who may not write to each other; bots are always spoken to."""
    people = [world.users[user_id] for user_id in recipient.user_ids]
    if sender.is_bot or all(one.is_bot or one.user_id == sender.user_id for one in people):
        return
    if world.level < levels.DIRECT_BY_GROUP:
        if world.setting("private_message_policy") == NO_DIRECT_MESSAGES:
            raise failures.DIRECT_OFF
        return
    if not any(world.holds(one, "direct_message_permission_group") for one in people):
        nobody = world.permission("direct_message_permission_group") == world.groups.system(NOBODY)
        raise failures.DIRECT_OFF if nobody else failures.DIRECT_NOT_AUTHORIZED
    begun = bool(world.messages.ids_of(recipient.id))
    if not begun and not world.holds(sender, "direct_message_initiator_group"):
        raise failures.NO_DIRECT_START


def check_content(content: str) -> str:
    """Return the text as it is kept: trimmed, and cut when it is too long."""
    content = content.rstrip().lstrip("\n")
    if not content:
        raise failures.EMPTY_MESSAGE
    if "\0" in content:
        raise failures.NULL_BYTE
    return cut(content, MAX_CONTENT, _CONTENT_CUT)


def cut(text: str, limit: int, mark: str) -> str:
    """Return `text` in at most `limit` code points, the last of them `mark` if it had to be cut."""
    return text if len(text) <= limit else text[: limit - len(mark)] + mark


def check_topic(world: World, channel: Channel, topic: str | None) -> str:
    """Return the topic as it is kept; refuses what the channel does not allow."""
    if topic is None:
        raise failures.MISSING_TOPIC
    topic = normalize_topic(world, topic)
    for position, character in enumerate(topic, 1):
        if not is_printable(character):
            raise failures.BAD_TOPIC_CHARACTER(position=position)
    if world.level < levels.EMPTY_TOPIC:
        return _check_topic_of_old(world, topic)
    if topic == "" and _disallows_empty(world, channel):
        raise failures.EMPTY_TOPIC_DISALLOWED
    if topic != "" and channel.topics_policy == "empty_topic_only":
        raise failures.EMPTY_TOPIC_ONLY
    return cut(topic, MAX_TOPIC, _TOPIC_CUT)


def normalize_topic(world: World, topic: str) -> str:
    """Return the topic that was meant: trimmed, and empty where a name for the empty topic was given."""
    topic = topic.strip()
    if world.level >= levels.NO_TOPIC_IS_EMPTY and topic in (
        "(no topic)",
        world.organization.empty_topic_name,
    ):
        return ""
    return topic


def _check_topic_of_old(world: World, topic: str) -> str:
    if topic == "":
        raise failures.EMPTY_TOPIC
    if topic == "(no topic)" and world.organization.mandatory_topics:
        raise failures.TOPICS_REQUIRED
    return cut(topic, MAX_TOPIC, _TOPIC_CUT)


def _disallows_empty(world: World, channel: Channel) -> bool:
    if channel.topics_policy == "inherit":
        return world.organization.mandatory_topics
    return channel.topics_policy == "disable_empty_topic"


def is_printable(character: str) -> bool:
    """Tell whether a name may hold this character."""
    return unicodedata.category(character) not in ("Cc", "Cs", "Cn")


def check_posting(world: World, sender: User, channel: Channel) -> None:
    """Refuse whoever may not write in the channel."""
    owner = bot_owner(world, sender)
    reads = may_read_channel(world, sender, channel) or (
        owner is not None and may_read_channel(world, owner, channel)
    )
    if channel.is_archived or not reads:
        raise failures.NOT_AUTHORIZED_TO_SEND(name=channel.name)
    if may_post(world, sender, channel):
        return
    if world.level >= levels.POSTING_BY_GROUP:
        raise failures.NO_POSTING
    raise (
        failures.ONLY_MODERATORS_POST
        if posting_policy(world, channel) == 4
        else failures.ONLY_ADMINISTRATORS_POST
    )


def check_new_topic(world: World, sender: User, channel: Channel, topic: str) -> None:
    """Refuse a topic that does not exist yet to whoever may not begin one."""
    setting = channel_setting(world, channel, "can_create_topic_group")
    if world.level < levels.CREATE_TOPIC_PERMISSION or world.groups.holds(setting, sender):
        return
    wanted = topic.casefold()
    messages = world.messages.newest_first(world.channel_recipient(channel.id).id)
    if not any(message.topic.casefold() == wanted for message in messages):
        raise failures.NO_NEW_TOPICS


def check_wildcards(world: World, sender: User, channel: Channel, topic: str, rendered: Rendered) -> None:
    """Refuse a mention of very many people to whoever does not hold that right."""
    limit = world.organization.wildcard_limit
    if has_right(world, sender, MENTION_MANY):
        return
    if rendered.stream_wildcard and len(world.subscriber_ids(channel.id)) > limit:
        raise failures.NO_CHANNEL_WILDCARD
    if rendered.topic_wildcard and len(topic_participants(world, channel, topic)) > limit:
        raise failures.NO_TOPIC_WILDCARD


def check_group_mentions(world: World, sender: User, rendered: Rendered) -> None:
    """Refuse a mention of a group to whoever does not hold the group's permission."""
    for group_id in sorted(rendered.mentioned_group_ids):
        group = world.groups.get(group_id)
        if group is None or group.is_system:
            continue
        if not world.groups.holds(group_permission(world, group, "can_mention_group"), sender):
            raise failures.NO_GROUP_MENTION(user_group_name=group.name)


def topic_participants(world: World, channel: Channel, topic: str) -> set[int]:
    """Return who has written or reacted in a topic."""
    wanted, people = topic.casefold(), set[int]()
    for message in world.messages.of(world.channel_recipient(channel.id).id):
        if message.topic.casefold() == wanted:
            people.add(message.sender_id)
            people.update(reaction.user_id for reaction in message.reactions)
    return people
