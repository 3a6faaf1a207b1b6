"""What stands in the journal, as values."""

from typing import Any, Literal

import msgspec

from dragoman.events import MessageEvent
from dragoman.model import Record
from dragoman.model.secret import decode_hook
from dragoman.operations import Operation
from dragoman.plugin.mode import Mode

InboxState = Literal["PENDING", "RUNNING", "DONE", "SKIPPED", "DEAD"]
OutboxState = Literal["READY", "SENDING", "SENT", "FAILED"]


class Position(Record):
    """How far the bot has read."""

    queue_id: str | None = None
    last_event_id: int = -1
    registration: str = ""
    """What the queue was asked for, as a hash: another bot.yaml may want other events."""
    cursor: int | None = None
    """The highest message id seen; ``None`` before the first start."""
    floor: int = 0
    """Messages up to this one are never handled: they are older than the bot, or long over."""


class InboxRow(Record):
    """A message that the bot has to deal with."""

    message_id: int
    conv_key: str
    state: InboxState = "PENDING"
    payload: bytes | None = None
    attempts: int = 0
    error: str | None = None
    only: str | None = None
    """The handlers that are left to run, with commas between them; ``None`` for all."""
    received_at: float = 0.0
    said: str | None = None
    """By what the content is known again for which it was handled; ``None`` before that."""

    @property
    def is_reopened(self) -> bool:
        """Whether it was edited or deleted since it came, so that one has to look what it says now."""
        return self.payload is None

    def event(self) -> MessageEvent:
        """Return the event as it came."""
        assert self.payload is not None, "what is over has no payload any more"
        return _decode_event(self.payload)


class Edit(Record):
    """That a message says something else now, or is gone."""

    message_id: int
    sha: str = ""
    """By what its content is known again; empty when it is gone."""
    content: str = ""
    row: InboxRow | None = None
    """As what to take it in when it is not known; ``None`` when it is nothing to the bot then."""


class Effect(Record):
    """Something that a handler has recorded, and that is to be done for it."""

    operation: Operation[Any]
    target: str
    """The conversation in whose order it stands."""
    owner: str = ""
    """The plugin."""
    mode: Mode = "verified"
    follows: bool = False
    """Whether it answers in the conversation of its message, wherever that is moved."""
    replaces: int | None = None
    """The bot's own message, an earlier answer to the same one, that it changes or deletes."""


class OutboxRow(Record):
    """An effect on its way."""

    message_id: int
    """Of the message that it answers; below zero where there is none."""
    ordinal: int
    operation: Operation[Any]
    target: str
    recipient: str
    """The target without its topic: what is said there is looked for there."""
    content_sha: str
    key: str
    mode: Mode
    owner: str
    follows: bool
    anchor: int
    """If it was sent, it comes after this message."""
    state: OutboxState = "READY"
    replaces: int | None = None
    """The earlier answer that it changes or deletes."""

    @property
    def place(self) -> tuple[int, int]:
        """Its primary key."""
        return self.message_id, self.ordinal


encode_event = msgspec.json.Encoder().encode
_decode_event = msgspec.json.Decoder(MessageEvent, dec_hook=decode_hook).decode
