"""Be reminded of messages."""

from typing import Annotated

from dragoman.model import UNSET, Maybe, Reminder
from dragoman.operations.operation import Answer, Done, Operation
from dragoman.operations.request import Since


class RemindersFound(Answer):
    """The account's reminders that are still to come."""

    reminders: tuple[Reminder, ...]


class GetReminders(Operation[RemindersFound], method="GET", path="/reminders", since=399):
    """List the account's reminders.

    Source: not in the spec.
    """


class ReminderCreated(Answer):
    """A reminder was set."""

    reminder_id: int


class CreateReminder(Operation[ReminderCreated], method="POST", path="/reminders", since=381):
    """Have oneself reminded of a message; saying it twice makes two.

    Fails with code ``BAD_REQUEST`` for a message not to be seen, or a time that is not in the future.
    Source: not in the spec.
    """

    message_id: int
    scheduled_delivery_timestamp: int
    """UNIX seconds, UTC."""
    note: Annotated[str | Maybe, Since(415)] = UNSET
    """Feature level 415."""


class DeleteReminder(Operation[Done], method="DELETE", path="/reminders/{reminder_id}", since=399):
    """Cancel a reminder.

    Fails with ``NotFound`` when there is none.
    Source: not in the spec.
    """

    reminder_id: int
