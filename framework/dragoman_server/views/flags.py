"""Marks on one's own copies of messages: read, starred, collapsed."""

from typing import Any

from dragoman_server import failures, levels
from dragoman_server.actions.flags import do_change_flag
from dragoman_server.call import Call
from dragoman_server.drafting import normalize_topic
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import TerseJson
from dragoman_server.world.access import access_channel, access_message
from dragoman_server.world.flags import CHANGEABLE, NAMES, Flag
from dragoman_server.world.records import Message


@endpoint(
    "POST",
    "/messages/flags",
    fails=(
        failures.INVALID_FLAG,
        failures.FLAG_NOT_EDITABLE,
        failures.INVALID_FLAG_OPERATION,
        failures.INVALID_MESSAGES,
    ),
    emits=("update_message_flags/add", "update_message_flags/remove"),
)
def update_flags(call: Call, *, messages: TerseJson[list[int]], op: str, flag: str) -> dict[str, Any]:
    """Set or clear a flag on one's own copies of messages.

    Source: POST /messages/flags.
    """
    if flag not in NAMES:
        raise failures.INVALID_FLAG(flag=flag)
    if flag not in CHANGEABLE:
        raise failures.FLAG_NOT_EDITABLE(flag=flag)
    if op not in ("add", "remove"):
        raise failures.INVALID_FLAG_OPERATION(op=op)
    found, skipped = _access_messages(call, messages, op=op, flag=flag)
    do_change_flag(call.world, call.user, op, flag, found)
    result: dict[str, Any] = {"messages": messages}
    if (op, flag) == ("remove", "read") and call.level >= levels.IGNORED_BECAUSE_NOT_SUBSCRIBED:
        result["ignored_because_not_subscribed_channels"] = skipped
    return result


def _access_messages(
    call: Call, message_ids: list[int], *, op: str, flag: str
) -> tuple[list[Message], list[int]]:
    """Return the messages to change, and the channels whose messages are skipped."""
    if (op, flag) == ("add", "read"):
        # Marking something unknown as read is fine, so that clients need not look first.
        known = (call.world.messages.get(message_id) for message_id in message_ids)
        return [message for message in known if message is not None], []
    messages = [access_message(call.world, call.user, message_id) for message_id in message_ids]
    if (op, flag) != ("remove", "read"):
        return messages, []
    user_id, skipped = call.user.user_id, set[int]()
    for message in messages:
        channel_id = message.recipient.channel_id
        if channel_id is not None and call.world.subscription(user_id, channel_id) is None:
            skipped.add(channel_id)
    return [one for one in messages if one.recipient.channel_id not in skipped], sorted(skipped)


@endpoint(
    "POST",
    "/mark_topic_as_read",
    fails=(failures.INVALID_CHANNEL_ID, failures.NO_SUCH_TOPIC),
    emits=("update_message_flags/add",),
)
def mark_topic_as_read(call: Call, *, stream_id: TerseJson[int], topic_name: str) -> None:
    """Mark all messages of a topic as read.

    Source: POST /mark_topic_as_read.
    """
    channel = access_channel(call.world, call.user, stream_id)
    recipient = call.world.channel_recipient(channel.id)
    wanted = normalize_topic(call.world, topic_name).casefold()
    found = [one for one in call.world.messages.of(recipient.id) if one.topic.casefold() == wanted]
    if wanted and not found:
        raise failures.NO_SUCH_TOPIC(topic=topic_name)
    unread = [one for one in found if _is_unread(call, one)]
    if unread:
        do_change_flag(call.world, call.user, "add", "read", unread)


def _is_unread(call: Call, message: Message) -> bool:
    flags = call.world.flags(call.user.user_id, message.id)
    return flags is not None and not flags & Flag.READ
