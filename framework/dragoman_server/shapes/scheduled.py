"""Messages that wait for their hour."""

from typing import Literal, NotRequired, TypedDict


class ScheduledMessage(TypedDict):
    """A message that waits for its hour."""

    scheduled_message_id: int
    type: Literal["stream", "private"]
    to: int | list[int]
    topic: NotRequired[str]
    """Only of channel messages."""

    content: str
    rendered_content: str
    scheduled_delivery_timestamp: int
    failed: bool


class ScheduledMessagesFound(TypedDict):
    """The account's scheduled messages."""

    scheduled_messages: list[ScheduledMessage]


class ScheduledMessageCreated(TypedDict):
    """The ID of a new scheduled message."""

    scheduled_message_id: int
