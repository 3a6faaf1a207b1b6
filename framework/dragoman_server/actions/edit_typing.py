"""Telling that somebody edits a message."""

from typing import Any

from dragoman_server.event import Event
from dragoman_server.payloads.messages import topic_payload
from dragoman_server.queues import EventQueue
from dragoman_server.world.records import Message, User
from dragoman_server.world.world import World

MOST_LISTENERS = 100
"""Channels with more subscribers than this are not told who edits."""


def do_tell_editing(world: World, user: User, message: Message, op: str) -> None:
    """Tell the others who receive a message, and want to know, that its sender starts or stops editing it."""
    channel_id = message.recipient.channel_id
    concerned = list(message.recipient.user_ids)
    if channel_id is not None:
        concerned = world.subscriber_ids(channel_id)
        concerned = concerned if len(concerned) <= MOST_LISTENERS else []
    listening = [
        one for one in concerned if one != user.user_id and world.users[one].receives_typing_notifications
    ]

    def recipient(queue: EventQueue) -> dict[str, Any]:
        if channel_id is None:
            return {"type": "direct", "user_ids": list(message.recipient.user_ids)}
        empty_topic = "empty_topic_name" in queue.choices.capabilities
        topic = topic_payload(world, message.topic, channel_id, empty_topic=empty_topic)
        return {"type": "channel", "channel_id": channel_id, "topic": topic}

    def choose(queue: EventQueue) -> tuple[Event, ...]:
        fields = {"op": op, "sender_id": user.user_id, "message_id": message.id}
        return (Event("typing_edit_message", **fields, recipient=recipient(queue)),)

    world.ledger.emitted(f"typing_edit_message/{op}")
    world.queues.push_each(listening, choose)
