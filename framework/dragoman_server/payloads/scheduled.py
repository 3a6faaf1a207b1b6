"""Scheduled messages on the wire."""

from typing import Any

from dragoman_server.world.records import ScheduledMessage


def scheduled_payload(scheduled: ScheduledMessage) -> dict[str, Any]:
    """Return a scheduled message as its author sees it."""
    recipient = scheduled.recipient
    others = [user_id for user_id in recipient.user_ids if user_id != scheduled.sender_id]
    payload: dict[str, Any] = {
        "scheduled_message_id": scheduled.id,
        "to": recipient.channel_id
        if recipient.channel_id is not None
        else others or list(recipient.user_ids),
        "type": "private" if recipient.channel_id is None else "stream",
        "content": scheduled.content,
        "rendered_content": scheduled.rendered,
    }
    if recipient.channel_id is not None:
        payload["topic"] = scheduled.topic
    return payload | {"scheduled_delivery_timestamp": scheduled.due, "failed": scheduled.failed}
