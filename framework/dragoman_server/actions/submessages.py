"""Votes in polls and marks in to-do lists, which hang on a message."""

from typing import Any

import msgspec

from dragoman_server.actions.reactions import get_watchers
from dragoman_server.actions.topic_choices import do_follow_by_taking_part
from dragoman_server.event import Event
from dragoman_server.world.records import Message, User
from dragoman_server.world.world import World


def do_add_submessage(world: World, user: User, message: Message, msg_type: str, content: str) -> None:
    """Hang what somebody did in a widget on its message, and tell whoever holds it."""
    submessage: dict[str, Any] = {
        "msg_type": msg_type,
        "content": content,
        "message_id": message.id,
        "sender_id": user.user_id,
        "id": world.number("submessage"),
    }
    world.messages.put(msgspec.structs.replace(message, submessages=(*message.submessages, submessage)))
    do_follow_by_taking_part(world, user, message)
    event = Event(
        "submessage",
        msg_type=msg_type,
        message_id=message.id,
        submessage_id=submessage["id"],
        sender_id=user.user_id,
        content=content,
    )
    world.send(event, get_watchers(world, message))
