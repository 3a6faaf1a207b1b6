"""Marks on one's own copies of messages: read, starred, collapsed."""

from collections.abc import Iterable
from typing import Annotated, Any

from dragoman_server import failures, levels
from dragoman_server.actions.flags import do_change_flag, do_mark_all_as_read
from dragoman_server.call import Call
from dragoman_server.drafting import normalize_topic
from dragoman_server.endpoint import endpoint
from dragoman_server.message_window import get_window
from dragoman_server.narrow import Narrow, Term, read_narrow
from dragoman_server.parameters import Converted, Json, NonNegativeInt, TerseJson
from dragoman_server.shapes.messages import AllMarkedAsRead, FlagsUpdated, NarrowFlagsUpdated
from dragoman_server.views.message_list import read_anchor
from dragoman_server.world.access import access_channel, access_message
from dragoman_server.world.flags import CHANGEABLE, NAMES, Flag
from dragoman_server.world.records import Message

MOST_AT_ONCE = 5000
"""How many messages one call marks by a narrow."""


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
    answers=FlagsUpdated,
)
def update_flags(call: Call, *, messages: TerseJson[list[int]], op: str, flag: str) -> dict[str, Any]:
    """Set or clear a flag on one's own copies of messages.

    Source: POST /messages/flags.
    """
    _check_change(op, flag)
    found, skipped = _access_messages(call, messages, op=op, flag=flag)
    do_change_flag(call.world, call.user, op, flag, found)
    return {"messages": messages} | _skipped(call, skipped, op=op, flag=flag)


@endpoint(
    "POST",
    "/messages/flags/narrow",
    fails=(
        failures.INVALID_FLAG,
        failures.FLAG_NOT_EDITABLE,
        failures.INVALID_FLAG_OPERATION,
        failures.INVALID_ANCHOR,
        failures.ANCHOR_EXCLUDED,
        failures.BAD_NARROW,
    ),
    emits=("update_message_flags/add", "update_message_flags/remove"),
    answers=NarrowFlagsUpdated,
)
def update_flags_of_narrow(
    call: Call,
    *,
    anchor: str,
    include_anchor: Json[bool] = True,
    num_before: NonNegativeInt,
    num_after: NonNegativeInt,
    narrow: Annotated[tuple[Term, ...], Converted(read_narrow)],
    op: str,
    flag: str,
) -> dict[str, Any]:
    """Set or clear a flag on one's own copies of the messages of a narrow around an anchor.

    Named in passing in the spec; its shape is not in the spec.
    """
    place = read_anchor(anchor)
    if num_before and num_after and not include_anchor:
        raise failures.ANCHOR_EXCLUDED
    num_before = min(num_before, MOST_AT_ONCE)
    num_after = min(num_after, MOST_AT_ONCE - num_before)
    chosen = Narrow(call.world, call.user, narrow)
    _check_change(op, flag)
    window = get_window(
        call.world, chosen, place, num_before=num_before, num_after=num_after, include_anchor=include_anchor
    )
    ids = [message.id for message, _ in window.found]
    found, skipped = _access_messages(call, ids, op=op, flag=flag)
    changed = do_change_flag(call.world, call.user, op, flag, found)
    return {
        "processed_count": len(ids),
        "updated_count": len(changed),
        "first_processed_id": ids[0] if ids else None,
        "last_processed_id": ids[-1] if ids else None,
        "found_oldest": window.found_oldest,
        "found_newest": window.found_newest,
    } | _skipped(call, skipped, op=op, flag=flag)


def _check_change(op: str, flag: str) -> None:
    if flag not in NAMES:
        raise failures.INVALID_FLAG(flag=flag)
    if flag not in CHANGEABLE:
        raise failures.FLAG_NOT_EDITABLE(flag=flag)
    if op not in ("add", "remove"):
        raise failures.INVALID_FLAG_OPERATION(op=op)


def _skipped(call: Call, skipped: list[int], *, op: str, flag: str) -> dict[str, Any]:
    """Return what is said about channels left out, where that is said at all."""
    if (op, flag) != ("remove", "read") or call.level < levels.IGNORED_BECAUSE_NOT_SUBSCRIBED:
        return {}
    return {"ignored_because_not_subscribed_channels": skipped}


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
    _mark_as_read(call, found)


@endpoint(
    "POST",
    "/mark_stream_as_read",
    fails=(failures.INVALID_CHANNEL_ID,),
    emits=("update_message_flags/add",),
)
def mark_channel_as_read(call: Call, *, stream_id: TerseJson[int]) -> None:
    """Mark all messages of a channel as read.

    Not in the spec: the operation.
    """
    channel = access_channel(call.world, call.user, stream_id)
    _mark_as_read(call, call.world.messages.of(call.world.channel_recipient(channel.id).id))


@endpoint("POST", "/mark_all_as_read", emits=("update_message_flags/add",), answers=AllMarkedAsRead)
def mark_all_as_read(call: Call) -> dict[str, Any]:
    """Mark all messages as read.

    Not in the spec: the operation.
    """
    do_mark_all_as_read(call.world, call.user)
    return {"complete": True}


def _mark_as_read(call: Call, messages: Iterable[Message]) -> None:
    unread = [one for one in messages if _is_unread(call, one)]
    if unread:
        do_change_flag(call.world, call.user, "add", "read", unread)


def _is_unread(call: Call, message: Message) -> bool:
    flags = call.world.flags(call.user.user_id, message.id)
    return flags is not None and not flags & Flag.READ
