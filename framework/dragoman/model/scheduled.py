"""Messages that the server will send later."""

from dragoman.model.record import UNSET, Maybe, Record


class ScheduledMessage(Record):
    """A message that waits for its hour at the server.

    Source: the spec names only ``scheduled_message_id``; the other fields are those that servers send.
    """

    scheduled_message_id: int
    """Not the id that the message will have when sent."""
    type: str
    """``stream`` or ``private``."""
    to: int | tuple[int, ...]
    """The channel's id, or the other participants' user ids."""
    topic: str | Maybe = UNSET
    """Absent on direct messages."""
    content: str = ""
    """Markdown."""
    rendered_content: str = ""
    """HTML."""
    scheduled_delivery_timestamp: int
    """UNIX seconds, UTC."""
    failed: bool = False
    """Whether its hour passed without it being sent."""
