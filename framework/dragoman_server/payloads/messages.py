"""Messages on the wire: in lists, alone, and inside events."""

from typing import Any

from dragoman_server import levels
from dragoman_server.markdown.linkifiers import topic_links
from dragoman_server.payloads.message_history import shown_history
from dragoman_server.payloads.users import avatar_url
from dragoman_server.world.flags import flag_words
from dragoman_server.world.records import Message, Reaction, Recipient
from dragoman_server.world.world import World


def message_payload(
    world: World,
    message: Message,
    *,
    apply_markdown: bool,
    client_gravatar: bool,
    empty_topic: bool,
    flags: int | None = None,
) -> dict[str, Any]:
    """Return a message. `empty_topic` leaves the empty topic as it is instead of naming it.

    With `flags` they and the history stand inside the message, as in lists; an event has them beside it.
    """
    sender = world.users[message.sender_id]
    channel_id = message.recipient.channel_id
    payload: dict[str, Any] = {
        "id": message.id,
        "sender_id": message.sender_id,
        "content": message.rendered if apply_markdown else message.content,
        "recipient_id": world.told_recipient_id(message),
        "timestamp": message.timestamp,
        "client": message.client,
        "subject": topic_payload(world, message.topic, channel_id, empty_topic=empty_topic),
        "topic_links": topic_links(message.topic, world.linkifiers.patterns),
        "is_me_message": message.is_me,
        "reactions": [reaction_payload(world, reaction) for reaction in message.reactions],
        "submessages": list(message.submessages),
    }
    if flags is not None:
        payload |= _history_payload(world, message)
        payload["flags"] = flag_words(flags)
    payload |= {
        "sender_full_name": sender.full_name,
        "sender_email": sender.email,
        "sender_realm_str": "zulipinternal" if sender.is_system_bot else world.organization.string_id,
        "display_recipient": display_recipient(world, message.recipient),
        "type": "private" if channel_id is None else "stream",
    }
    if channel_id is not None:
        payload["stream_id"] = channel_id
    payload["avatar_url"] = avatar_url(sender, client_gravatar=client_gravatar)
    payload["content_type"] = "text/html" if apply_markdown else "text/x-markdown"
    return payload


def topic_payload(world: World, topic: str, channel_id: int | None, *, empty_topic: bool) -> str:
    """Return a topic as a client that does or does not understand the empty one is told it."""
    if topic or channel_id is None or empty_topic or world.level < levels.EMPTY_TOPIC:
        return topic
    return world.organization.empty_topic_name


def display_recipient(world: World, recipient: Recipient) -> str | list[dict[str, Any]]:
    """Return the channel's name, or the people of a direct message by rising ID."""
    if recipient.channel_id is not None:
        return world.channels[recipient.channel_id].name
    people = [world.users[user_id] for user_id in recipient.user_ids]
    if len(people) == 2 and world.level < levels.DIRECT_GROUPS:
        people.sort(key=lambda user: user.email)
    return [
        {"id": user.user_id, "email": user.email, "full_name": user.full_name, "is_mirror_dummy": False}
        for user in people
    ]


def reaction_payload(world: World, reaction: Reaction) -> dict[str, Any]:
    """Return a reaction as it stands in a message."""
    payload: dict[str, Any] = {
        "emoji_name": reaction.emoji_name,
        "emoji_code": reaction.emoji_code,
        "reaction_type": reaction.reaction_type,
        "user_id": reaction.user_id,
    }
    if world.level < levels.REACTION_USER_GONE:
        user = world.users[reaction.user_id]
        payload["user"] = {"email": user.email, "full_name": user.full_name, "id": user.user_id}
    return payload


def _history_payload(world: World, message: Message) -> dict[str, Any]:
    history: dict[str, Any] = {}
    if shown := shown_history(world, message.edit_history):
        history["edit_history"] = shown
    if message.last_edit_timestamp is not None:
        history["last_edit_timestamp"] = message.last_edit_timestamp
    if message.last_moved_timestamp is not None:
        history["last_moved_timestamp"] = message.last_moved_timestamp
    return history
