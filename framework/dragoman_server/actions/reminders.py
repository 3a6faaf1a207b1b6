"""Reminders of messages: kept, taken back, and told when their time has come."""

from dragoman_server.actions.messages import send_as_system
from dragoman_server.event import Event
from dragoman_server.ledger import Deed
from dragoman_server.payloads.keepsakes import reminder_payload
from dragoman_server.rendering import render_message
from dragoman_server.world.keepsakes import Reminder
from dragoman_server.world.records import Message, User
from dragoman_server.world.world import World

REMINDING = Deed("the telling of reminders", (), ("message", "reminders/remove"))
"""Who acts when a reminder's time has come."""

EVENTS_SINCE = 399
"""The level at which clients began to hear of reminders."""


def do_remind_later(world: World, user: User, message: Message, *, due: int, note: str) -> Reminder:
    """Remind a person of a message at `due` (UNIX seconds)."""
    content = _content(world, message, note)
    reminder = Reminder(
        id=world.number("reminder"),
        owner_id=user.user_id,
        message_id=message.id,
        recipient=world.direct_recipient((world.notification_bot.user_id, user.user_id)),
        content=content,
        rendered=render_message(world, user, content).html,
        due=due,
    )
    world.keepsakes.reminders.put(reminder)
    arm_reminder(world, reminder)
    if world.level >= EVENTS_SINCE:
        event = Event("reminders", op="add", reminders=[reminder_payload(reminder)])
        world.send(event, (user.user_id,))
    return reminder


def arm_reminder(world: World, reminder: Reminder) -> None:
    """Arrange that a reminder is told."""
    world.clock.call_at(reminder.due, lambda: _tell(world, reminder))


def do_delete_reminder(world: World, reminder: Reminder) -> None:
    """Forget a reminder."""
    world.keepsakes.reminders.remove(reminder)
    if world.level >= EVENTS_SINCE:
        world.send(Event("reminders", op="remove", reminder_id=reminder.id), (reminder.owner_id,))


def _tell(world: World, reminder: Reminder) -> None:
    """Send a reminder whose time has come, unless it was taken back."""
    if world.keepsakes.reminders.get(reminder.id) is not reminder:
        return
    with world.ledger.acting(REMINDING):
        send_as_system(world, reminder.recipient, "", reminder.content)
        do_delete_reminder(world, reminder)


def _content(world: World, message: Message, note: str) -> str:
    """Return what the reminder says: which message, whose, and what was noted beside it."""
    sender = world.users[message.sender_id]
    noted = f" Note:\n > {note}" if note else ""
    fence = "````" if "```" in message.content else "```"
    return (
        f"You requested a reminder for a message.{noted}\n\n"
        f"@_**{sender.full_name}|{sender.user_id}** said:\n{fence}quote\n{message.content}\n{fence}"
    )
