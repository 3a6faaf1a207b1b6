"""Scheduled messages: kept, changed, taken back, and sent when their time has come."""

import msgspec

from dragoman_server.actions.messages import SENDING_EMITS, do_send_message, send_as_system
from dragoman_server.drafting import Draft, check_draft
from dragoman_server.errors import Refusal
from dragoman_server.event import Event
from dragoman_server.ledger import Deed
from dragoman_server.payloads.scheduled import scheduled_payload
from dragoman_server.world.records import ScheduledMessage
from dragoman_server.world.world import World

DELIVERY = Deed(
    "the delivery of scheduled messages",
    (),
    ("scheduled_messages/remove", "scheduled_messages/update", *SENDING_EMITS),
)
"""Who acts when a scheduled message's time has come."""

TOO_LATE = "Message could not be sent at the scheduled time."


def do_schedule_message(
    world: World, draft: Draft, *, due: int, client: str, read_by_sender: bool
) -> ScheduledMessage:
    """Keep `draft` until `due` (UNIX seconds)."""
    scheduled = ScheduledMessage(
        id=world.number("scheduled"),
        sender_id=draft.sender.user_id,
        recipient=draft.recipient,
        topic=draft.topic,
        content=draft.content,
        rendered=draft.rendered.html,
        due=due,
        client=client,
        read_by_sender=read_by_sender,
    )
    keep_scheduled(world, scheduled)
    event = Event("scheduled_messages", op="add", scheduled_messages=[scheduled_payload(scheduled)])
    world.send(event, (scheduled.sender_id,))
    return scheduled


def do_change_scheduled(world: World, scheduled: ScheduledMessage) -> None:
    """Put a changed record in the place of the old."""
    keep_scheduled(world, scheduled)
    _tell_update(world, scheduled)


def do_delete_scheduled(world: World, scheduled: ScheduledMessage) -> None:
    """Forget a scheduled message."""
    del world.scheduled[scheduled.id]
    world.send(
        Event("scheduled_messages", op="remove", scheduled_message_id=scheduled.id), (scheduled.sender_id,)
    )


def keep_scheduled(world: World, scheduled: ScheduledMessage) -> None:
    """Put a scheduled message in its place, and arrange that it is sent."""
    world.scheduled[scheduled.id] = scheduled
    arm_scheduled(world, scheduled)


def arm_scheduled(world: World, scheduled: ScheduledMessage) -> None:
    """Arrange that a scheduled message is sent."""
    if not scheduled.failed:
        world.clock.call_at(scheduled.due, lambda: _deliver(world, scheduled))


def _deliver(world: World, scheduled: ScheduledMessage) -> None:
    """Send a message whose time has come, unless it was changed or taken back since this was arranged."""
    if world.scheduled.get(scheduled.id) is not scheduled:
        return
    with world.ledger.acting(DELIVERY):
        if world.clock.now() - scheduled.due > world.settings.late_seconds:
            _fail(world, scheduled, TOO_LATE)
            return
        try:
            _send(world, scheduled)
        except Refusal as refusal:
            _fail(world, scheduled, refusal.body()["msg"])


def _send(world: World, scheduled: ScheduledMessage) -> None:
    sender = world.users[scheduled.sender_id]
    draft = check_draft(world, sender, scheduled.recipient, scheduled.topic, scheduled.content)
    read_by = (sender.user_id,) if scheduled.read_by_sender else ()
    do_send_message(world, draft, client=scheduled.client, read_by=read_by)
    do_delete_scheduled(world, scheduled)


def _fail(world: World, scheduled: ScheduledMessage, reason: str) -> None:
    failed = msgspec.structs.replace(scheduled, failed=True)
    world.scheduled[scheduled.id] = failed
    _tell_update(world, failed)
    recipient = world.direct_recipient((world.notification_bot.user_id, scheduled.sender_id))
    text = (
        f"The message you scheduled could not be sent:\n\n> {reason}\n\n``` quote\n{scheduled.content}\n```"
    )
    send_as_system(world, recipient, "", text)


def _tell_update(world: World, scheduled: ScheduledMessage) -> None:
    event = Event("scheduled_messages", op="update", scheduled_message=scheduled_payload(scheduled))
    world.send(event, (scheduled.sender_id,))
