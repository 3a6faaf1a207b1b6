"""What register tells about messages: the newest, the unread, the starred, the scheduled."""

from collections import defaultdict
from typing import Any

from dragoman_server.payloads.messages import topic_payload
from dragoman_server.payloads.scheduled import scheduled_payload
from dragoman_server.snapshot.section import Asked, section
from dragoman_server.world.flags import ANY_MENTION, Flag
from dragoman_server.world.records import Message

MOST_UNREAD = 50_000


@section("message")
def newest_message(asked: Asked) -> dict[str, Any]:
    """Return the ID of the newest message that the user received."""
    return {"max_message_id": asked.world.newest_copy(asked.user.user_id)}


@section("message", "update_message_flags")
def unread_messages(asked: Asked) -> dict[str, Any]:
    """Return the unread messages by conversation."""
    unread = _unread(asked)
    pms: defaultdict[int, list[int]] = defaultdict(list)
    huddles: defaultdict[str, list[int]] = defaultdict(list)
    streams: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    spelling: dict[tuple[int, str], str] = {}
    for message, _ in unread:
        people, channel_id = message.recipient.user_ids, message.recipient.channel_id
        if channel_id is not None:
            # Topics are told apart without regard to case, and named as the oldest message spells them.
            topic = spelling.setdefault((channel_id, message.topic.casefold()), message.topic)
            streams[channel_id, topic].append(message.id)
        elif len(people) <= 2:
            other = next((one for one in people if one != asked.user.user_id), asked.user.user_id)
            pms[other].append(message.id)
        else:
            huddles[",".join(map(str, people))].append(message.id)
    return {
        "unread_msgs": {
            "pms": [
                {"other_user_id": other, "sender_id": other, "unread_message_ids": ids}
                for other, ids in sorted(pms.items())
            ],
            "streams": [
                {
                    "stream_id": channel_id,
                    "topic": _topic(asked, topic, channel_id),
                    "unread_message_ids": ids,
                }
                for (channel_id, topic), ids in sorted(streams.items())
            ],
            "huddles": [
                {"user_ids_string": people, "unread_message_ids": ids}
                for people, ids in sorted(huddles.items())
            ],
            "mentions": [message.id for message, flags in unread if flags & ANY_MENTION],
            "count": len(unread),
            "old_unreads_missing": False,
        }
    }


def _unread(asked: Asked) -> list[tuple[Message, int]]:
    copies = asked.world.copies.get(asked.user.user_id, {})
    found = [
        (asked.world.messages[message_id], flags)
        for message_id, flags in sorted(copies.items())
        if not flags & Flag.READ
    ]
    return found[-MOST_UNREAD:]


def _topic(asked: Asked, topic: str, channel_id: int) -> str:
    empty_topic = "empty_topic_name" in asked.capabilities
    return topic_payload(asked.world, topic, channel_id, empty_topic=empty_topic)


@section("starred_messages")
def starred_messages(asked: Asked) -> dict[str, Any]:
    """Return the IDs of the starred messages."""
    copies = asked.world.copies.get(asked.user.user_id, {})
    return {"starred_messages": sorted(one for one, flags in copies.items() if flags & Flag.STARRED)}


@section("scheduled_messages")
def scheduled_messages(asked: Asked) -> dict[str, Any]:
    """Return the user's scheduled messages, the earliest first."""
    own = (one for one in asked.world.scheduled.values() if one.sender_id == asked.user.user_id)
    return {"scheduled_messages": [scheduled_payload(one) for one in sorted(own, key=lambda one: one.due)]}


@section("recent_private_conversations")
def recent_private_conversations(asked: Asked) -> dict[str, Any]:
    """Return with whom the user has written directly, the newest first."""
    found = []
    for recipient in asked.world.direct_recipients():
        ids = asked.world.messages.ids_of(recipient.id)
        if asked.user.user_id in recipient.user_ids and ids:
            others = [one for one in recipient.user_ids if one != asked.user.user_id]
            found.append({"max_message_id": ids[-1], "user_ids": others})
    return {
        "recent_private_conversations": sorted(
            found, key=lambda one: str(one["max_message_id"]), reverse=True
        )
    }
