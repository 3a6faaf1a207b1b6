"""Events about messages that the server will send later; only their owner gets them."""

from dragoman.events.event import Event
from dragoman.model import ScheduledMessage


class ScheduledMessagesAdded(Event, type="scheduled_messages", op="add"):
    """Messages were scheduled.

    Source: not in the spec.
    """

    scheduled_messages: tuple[ScheduledMessage, ...]


class ScheduledMessagesUpdated(Event, type="scheduled_messages", op="update"):
    """A scheduled message was changed, or could not be sent (``failed``).

    Source: not in the spec.
    """

    scheduled_message: ScheduledMessage


class ScheduledMessagesRemoved(Event, type="scheduled_messages", op="remove"):
    """A scheduled message was cancelled or sent; which of the two is not told.

    Source: not in the spec.
    """

    scheduled_message_id: int
