"""Reminders of messages, told by the Notification Bot when their time has come."""

from typing import Annotated, Any

from dragoman_server import failures
from dragoman_server.actions.reminders import do_delete_reminder, do_remind_later
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json, Offered
from dragoman_server.payloads.keepsakes import reminder_payload
from dragoman_server.shapes.keepsakes import ReminderCreated, RemindersFound
from dragoman_server.views.scheduled_messages import LATEST
from dragoman_server.world.access import access_message

MAX_NOTE = 500


@endpoint("GET", "/reminders", since=399, answers=RemindersFound)
def get_reminders(call: Call) -> dict[str, Any]:
    """Return one's reminders, the earliest first.

    Not in the spec: the operation.
    """
    own = call.world.keepsakes.reminders.of(call.user.user_id)
    return {"reminders": [reminder_payload(one) for one in sorted(own, key=lambda one: (one.due, one.id))]}


@endpoint(
    "POST",
    "/reminders",
    fails=(
        failures.INVALID_MESSAGES,
        failures.NOT_IN_FUTURE,
        failures.TIME_OUT_OF_RANGE,
        failures.LONG_DESCRIPTION,
    ),
    emits=("reminders/add",),
    since=381,
    answers=ReminderCreated,
)
def create_reminder(
    call: Call,
    *,
    message_id: Json[int],
    scheduled_delivery_timestamp: Json[int],
    note: Annotated[str, Offered(since=415)] = "",
) -> dict[str, Any]:
    """Ask to be reminded of a message.

    Not in the spec: the operation.
    """
    message = access_message(call.world, call.user, message_id)
    if scheduled_delivery_timestamp > LATEST:
        raise failures.TIME_OUT_OF_RANGE
    if scheduled_delivery_timestamp <= call.world.clock.now():
        raise failures.NOT_IN_FUTURE
    if len(note) > MAX_NOTE:
        raise failures.LONG_DESCRIPTION(place="note", limit=MAX_NOTE)
    due = scheduled_delivery_timestamp
    return {"reminder_id": do_remind_later(call.world, call.user, message, due=due, note=note.strip()).id}


@endpoint(
    "DELETE",
    "/reminders/{reminder_id}",
    fails=(failures.NO_SUCH_REMINDER,),
    emits=("reminders/remove",),
    since=399,
)
def delete_reminder(call: Call, *, reminder_id: int) -> None:
    """Take a reminder back.

    Not in the spec: the operation.
    """
    reminder = call.world.keepsakes.reminders.get(reminder_id)
    if reminder is None or reminder.owner_id != call.user.user_id:
        raise failures.NO_SUCH_REMINDER
    do_delete_reminder(call.world, reminder)
