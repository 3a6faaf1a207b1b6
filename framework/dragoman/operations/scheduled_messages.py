"""Have messages sent by the server at their hour."""

from typing import Annotated

from dragoman.model import UNSET, Maybe, ScheduledMessage
from dragoman.operations.messages import MessageType
from dragoman.operations.operation import Answer, Done, Operation
from dragoman.operations.request import Since


class ScheduledMessageCreated(Answer):
    """A message was scheduled."""

    scheduled_message_id: int
    """Not the id that the message will have when sent."""


class CreateScheduledMessage(Operation[ScheduledMessageCreated], method="POST", path="/scheduled_messages"):
    """Schedule a message; saying it twice makes two.

    Fails with ``ChannelDoesNotExist`` (``stream_id``); with code ``BAD_REQUEST`` for an invalid user id or a
    time that is not in the future; with ``STREAM_WILDCARD_MENTION_NOT_ALLOWED`` or
    ``TOPIC_WILDCARD_MENTION_NOT_ALLOWED``.
    Source: messaging API, "POST /scheduled_messages".
    """

    type: MessageType
    to: int | tuple[int, ...]
    """A channel's id, or user ids; names are not taken here."""
    content: str
    """Markdown, at most ``max_message_length`` code points."""
    topic: str | Maybe = UNSET
    """Needed for channels; at most ``max_topic_length`` code points."""
    scheduled_delivery_timestamp: int
    """UNIX seconds, UTC, in the future. Delivery may be a minute late."""
    read_by_sender: Annotated[bool | Maybe, Since(236, spare=True)] = UNSET
    """Whether it is read for the sender; else the server guesses. Feature level 236."""


class ScheduledMessagesFound(Answer):
    """One's scheduled messages, those that failed included."""

    scheduled_messages: tuple[ScheduledMessage, ...]
    """In the order of their hours."""


class GetScheduledMessages(Operation[ScheduledMessagesFound], method="GET", path="/scheduled_messages"):
    """List one's messages that are not yet sent.

    Source: not in the spec.
    """


class UpdateScheduledMessage(
    Operation[Done], method="PATCH", path="/scheduled_messages/{scheduled_message_id}", since=184
):
    """Change a scheduled message; what is left out stays.

    Fails with ``NotFound`` when there is none of one's own; with ``ChannelDoesNotExist``; with code
    ``BAD_REQUEST`` when nothing is to change, when it was already sent, or when the time is not in the
    future; with ``STREAM_WILDCARD_MENTION_NOT_ALLOWED`` or ``TOPIC_WILDCARD_MENTION_NOT_ALLOWED``.
    Source: not in the spec; it says only that editing is separate since feature level 184.
    """

    scheduled_message_id: int
    type: MessageType | Maybe = UNSET
    to: int | tuple[int, ...] | Maybe = UNSET
    """Needed when the type changes."""
    content: str | Maybe = UNSET
    topic: str | Maybe = UNSET
    """Needed when the type becomes a channel's."""
    scheduled_delivery_timestamp: int | Maybe = UNSET
    """UNIX seconds, UTC; needed for one that failed."""


class DeleteScheduledMessage(
    Operation[Done], method="DELETE", path="/scheduled_messages/{scheduled_message_id}"
):
    """Cancel a scheduled message.

    Fails with ``NotFound`` when there is none of one's own.
    Source: not in the spec.
    """

    scheduled_message_id: int
