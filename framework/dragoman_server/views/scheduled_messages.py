"""Messages that are to be sent later."""

from typing import Any, Literal

import msgspec

from dragoman_server import failures
from dragoman_server.actions.scheduled import do_change_scheduled, do_delete_scheduled, do_schedule_message
from dragoman_server.actions.unheard_bots import find_channel_to_send_to
from dragoman_server.call import Call
from dragoman_server.client_name import is_read_by_its_sender
from dragoman_server.drafting import SENDING_FAILS, check_draft
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json
from dragoman_server.payloads.scheduled import scheduled_payload
from dragoman_server.recipients import get_channel_by_id, get_people_by_id
from dragoman_server.shapes.scheduled import ScheduledMessageCreated, ScheduledMessagesFound
from dragoman_server.world.records import Recipient, ScheduledMessage

MessageType = Literal["direct", "channel", "stream", "private"]

LATEST = 253402300799
"""The last second of the year 9999; calendars end there."""

_FAILS = (
    *SENDING_FAILS,
    failures.ONLY_USER_IDS,
    failures.BAD_CHANNEL_ID_TYPE,
    failures.NOT_IN_FUTURE,
    failures.TIME_OUT_OF_RANGE,
)


@endpoint(
    "POST",
    "/scheduled_messages",
    fails=(*_FAILS, failures.MISSING_TOPIC),
    emits=("scheduled_messages/add", "message"),
    answers=ScheduledMessageCreated,
)
def create_scheduled_message(
    call: Call,
    *,
    type: MessageType,  # noqa: A002 - the wire's name
    to: str,
    topic: str | None = None,
    content: str,
    scheduled_delivery_timestamp: Json[int],
    read_by_sender: Json[bool] | None = None,
) -> dict[str, Any]:
    """Schedule a message.

    Source: POST /scheduled_messages.
    """
    recipient = _get_recipient(call, type, to)
    draft = check_draft(call.world, call.user, recipient, topic, content)
    _check_due(call, scheduled_delivery_timestamp)
    if read_by_sender is None:
        to_self = recipient.user_ids == (call.user.user_id,)
        read_by_sender = is_read_by_its_sender(call.client) and not to_self
    scheduled = do_schedule_message(
        call.world,
        draft,
        due=scheduled_delivery_timestamp,
        client=call.client,
        read_by_sender=read_by_sender,
    )
    return {"scheduled_message_id": scheduled.id}


@endpoint("GET", "/scheduled_messages", answers=ScheduledMessagesFound)
def get_scheduled_messages(call: Call) -> dict[str, Any]:
    """Return one's own scheduled messages, the earliest first.

    Not in the spec: the operation.
    """
    own = (one for one in call.world.scheduled.values() if one.sender_id == call.user.user_id)
    return {"scheduled_messages": [scheduled_payload(one) for one in sorted(own, key=lambda one: one.due)]}


@endpoint(
    "PATCH",
    "/scheduled_messages/{scheduled_message_id}",
    fails=(
        *_FAILS,
        failures.NO_SUCH_SCHEDULED,
        failures.NOTHING_TO_CHANGE,
        failures.RECIPIENT_REQUIRED,
        failures.TOPIC_REQUIRED,
    ),
    emits=("scheduled_messages/update", "message"),
)
def update_scheduled_message(
    call: Call,
    *,
    scheduled_message_id: int,
    type: MessageType | None = None,  # noqa: A002 - the wire's name
    to: str | None = None,
    topic: str | None = None,
    content: str | None = None,
    scheduled_delivery_timestamp: Json[int] | None = None,
) -> None:
    """Change a scheduled message.

    Not in the spec: the operation's shape.
    """
    scheduled = _access_scheduled(call, scheduled_message_id)
    if all(part is None for part in (type, to, topic, content, scheduled_delivery_timestamp)):
        raise failures.NOTHING_TO_CHANGE
    due = scheduled.due if scheduled_delivery_timestamp is None else scheduled_delivery_timestamp
    if scheduled_delivery_timestamp is not None or scheduled.failed:
        _check_due(call, due)
    recipient = _get_new_recipient(call, scheduled, type, to, topic)
    draft = check_draft(
        call.world,
        call.user,
        recipient,
        scheduled.topic if topic is None else topic,
        scheduled.content if content is None else content,
    )
    changed = msgspec.structs.replace(
        scheduled,
        recipient=recipient,
        topic=draft.topic,
        content=draft.content,
        rendered=draft.rendered.html,
        due=due,
        failed=False,
    )
    do_change_scheduled(call.world, changed)


@endpoint(
    "DELETE",
    "/scheduled_messages/{scheduled_message_id}",
    fails=(failures.NO_SUCH_SCHEDULED,),
    emits=("scheduled_messages/remove",),
)
def delete_scheduled_message(call: Call, *, scheduled_message_id: int) -> None:
    """Take a scheduled message back.

    Not in the spec: the operation.
    """
    do_delete_scheduled(call.world, _access_scheduled(call, scheduled_message_id))


def _access_scheduled(call: Call, scheduled_id: int) -> ScheduledMessage:
    scheduled = call.world.scheduled.get(scheduled_id)
    if scheduled is None or scheduled.sender_id != call.user.user_id:
        raise failures.NO_SUCH_SCHEDULED
    return scheduled


def _check_due(call: Call, due: int) -> None:
    if due > LATEST:
        raise failures.TIME_OUT_OF_RANGE
    if due <= call.world.clock.now():
        raise failures.NOT_IN_FUTURE


def _get_recipient(call: Call, message_type: str, to: str) -> Recipient:
    """Return the recipient; here channels and people are named by ID only."""
    try:
        named = msgspec.json.decode(to)
    except (ValueError, RecursionError):
        named = to
    if message_type in ("channel", "stream"):
        if isinstance(named, bool) or not isinstance(named, int):
            raise failures.BAD_CHANNEL_ID_TYPE
        world, channel_id = call.world, named
        channel = find_channel_to_send_to(world, call.user, lambda: get_channel_by_id(world, channel_id))
        return world.channel_recipient(channel.id)
    if not isinstance(named, list):
        raise failures.BAD_RECIPIENTS
    return get_people_by_id(call.world, call.user, named, mixed=failures.ONLY_USER_IDS)


def _get_new_recipient(
    call: Call, scheduled: ScheduledMessage, message_type: str | None, to: str | None, topic: str | None
) -> Recipient:
    was_channel = scheduled.recipient.channel_id is not None
    if message_type is not None:
        if to is None:
            raise failures.RECIPIENT_REQUIRED
        if topic is None and message_type in ("channel", "stream"):
            raise failures.TOPIC_REQUIRED
    if to is None:
        return scheduled.recipient
    return _get_recipient(call, message_type or ("channel" if was_channel else "direct"), to)
