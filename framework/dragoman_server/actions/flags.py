"""Changing the flags on one person's copies of messages."""

from collections.abc import Iterable
from typing import Any

from dragoman_server.event import Event
from dragoman_server.world.flags import ANY_MENTION, CHANGEABLE, Flag
from dragoman_server.world.records import Message, User
from dragoman_server.world.world import World


def do_change_flag(world: World, user: User, op: str, flag: str, messages: Iterable[Message]) -> list[int]:
    """Set or clear a flag on the person's copies, and return the IDs of those that it changed.

    A message that the person never received gets a copy first, marked as historical, unless it is only read.
    """
    bit, changed = CHANGEABLE[flag], list[int]()
    for message in messages:
        before = world.flags(user.user_id, message.id)
        if before is None:
            if op != "add" or bit is Flag.READ:
                continue
            before = Flag.READ | Flag.HISTORICAL
        after = before | bit if op == "add" else before & ~bit
        if after != before:
            world.set_flags(user.user_id, message.id, after)
            changed.append(message.id)
    _tell(world, user, op, flag, changed)
    return changed


def do_mark_all_as_read(world: World, user: User) -> None:
    """Mark all of the person's copies as read, and say so without naming them one by one."""
    for message_id, flags in list(world.copies.get(user.user_id, {}).items()):
        world.set_flags(user.user_id, message_id, flags | Flag.READ)
    fields: dict[str, Any] = {"op": "add", "operation": "add", "flag": "read", "messages": [], "all": True}
    world.send(Event("update_message_flags", **fields), (user.user_id,))


def _tell(world: World, user: User, op: str, flag: str, changed: list[int]) -> None:
    fields: dict[str, Any] = {"op": op, "operation": op, "flag": flag, "messages": changed, "all": False}
    if (op, flag) == ("remove", "read"):
        fields["message_details"] = {
            str(message_id): _details(world, user, world.messages[message_id]) for message_id in changed
        }
    world.send(Event("update_message_flags", **fields), (user.user_id,))


def _details(world: World, user: User, message: Message) -> dict[str, Any]:
    """Return what a client needs to count a message as unread again."""
    details: dict[str, Any] = {}
    if (world.flags(user.user_id, message.id) or 0) & ANY_MENTION:
        details["mentioned"] = True
    channel_id = message.recipient.channel_id
    if channel_id is None:
        others = [user_id for user_id in message.recipient.user_ids if user_id != user.user_id]
        return {"type": "private", **details, "user_ids": others}
    subscription = world.subscription(user.user_id, channel_id)
    muted = subscription is None or subscription.is_muted
    return {
        "type": "stream",
        **details,
        "stream_id": channel_id,
        "topic": message.topic,
        "unmuted_stream_msg": not muted,
    }
