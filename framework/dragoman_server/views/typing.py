"""Who is composing a message right now."""

from typing import Literal

from dragoman_server import failures, levels
from dragoman_server.call import Call
from dragoman_server.drafting import POSTING_FAILS, check_posting, normalize_topic
from dragoman_server.endpoint import endpoint
from dragoman_server.event import Event
from dragoman_server.parameters import Json
from dragoman_server.payloads.messages import topic_payload
from dragoman_server.queues import EventQueue
from dragoman_server.recipients import get_person
from dragoman_server.world.access import access_channel
from dragoman_server.world.records import User

MOST_LISTENERS = 100
"""Channels with more subscribers than this are not told who types."""


@endpoint(
    "POST",
    "/typing",
    fails=(
        failures.MISSING_ARGUMENT,
        failures.MISSING_TOPIC,
        failures.EMPTY_TO,
        failures.INVALID_USER_ID,
        failures.INVALID_CHANNEL_ID,
        *POSTING_FAILS,
        failures.DIRECT_TYPING_OFF,
        failures.CHANNEL_TYPING_OFF,
    ),
    emits=("typing/start", "typing/stop"),
)
def set_typing(
    call: Call,
    *,
    type: Literal["direct", "stream", "channel"] = "direct",  # noqa: A002 - the wire's name
    op: Literal["start", "stop"],
    to: Json[list[int]] | None = None,
    stream_id: Json[int] | None = None,
    topic: str | None = None,
) -> None:
    """Tell those concerned that one starts or stops composing.

    Source: POST /typing.
    """
    if type == "direct":
        _tell_people(call, op, to)
    else:
        _tell_channel(call, op, stream_id, topic)


def _tell_people(call: Call, op: str, to: list[int] | None) -> None:
    if to is None:
        raise failures.MISSING_ARGUMENT(name="to")
    if not to:
        raise failures.EMPTY_TO
    if not call.user.sends_direct_typing:
        raise failures.DIRECT_TYPING_OFF
    people = {user.user_id: user for user in (get_person(call.world, user_id) for user_id in to)}
    people.setdefault(call.user.user_id, call.user)
    event = Event(
        "typing",
        message_type="direct" if call.level >= levels.TYPING_WITHOUT_PRIVATE else "private",
        op=op,
        sender=_sender(call.user),
        recipients=[_sender(one) for one in people.values()],
    )
    listening = [user_id for user_id in sorted(people) if people[user_id].receives_typing_notifications]
    call.world.send(event, listening)


def _tell_channel(call: Call, op: str, channel_id: int | None, topic: str | None) -> None:
    if channel_id is None:
        raise failures.MISSING_ARGUMENT(name="stream_id")
    if topic is None:
        raise failures.MISSING_TOPIC
    if not call.user.sends_channel_typing:
        raise failures.CHANNEL_TYPING_OFF
    channel = access_channel(call.world, call.user, channel_id)
    check_posting(call.world, call.user, channel)
    subscribers = call.world.subscriber_ids(channel.id)
    listening = [one for one in subscribers if call.world.users[one].receives_typing_notifications]
    _tell_listeners(call, op, channel.id, topic, listening if len(subscribers) <= MOST_LISTENERS else [])


def _tell_listeners(call: Call, op: str, channel_id: int, topic: str, listening: list[int]) -> None:
    meant = normalize_topic(call.world, topic)
    fields = {"message_type": "stream", "op": op, "sender": _sender(call.user), "stream_id": channel_id}

    def choose(queue: EventQueue) -> tuple[Event, ...]:
        empty_topic = "empty_topic_name" in queue.choices.capabilities
        return (
            Event(
                "typing",
                **fields,
                topic=topic_payload(call.world, meant, channel_id, empty_topic=empty_topic),
            ),
        )

    call.world.ledger.emitted(f"typing/{op}")
    call.world.queues.push_each(listening, choose)


def _sender(user: User) -> dict[str, object]:
    return {"user_id": user.user_id, "email": user.email}
