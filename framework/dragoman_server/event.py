"""What is told to event queues: an event is encoded once, however many queues it goes to."""

from typing import Any

import msgspec

_encode = msgspec.json.Encoder().encode


class Event:
    """Something that happened, still without the number that each queue gives it."""

    __slots__ = ("_head", "fields", "type")

    def __init__(self, type_: str, /, **fields: Any) -> None:
        """Describe what happened by the wire's fields."""
        self.type = type_
        self.fields = fields
        self._head: bytes | None = None

    @property
    def kind(self) -> str:
        """The type, with the op behind a slash where there is one: `reaction/add`."""
        op = self.fields.get("op")
        return self.type if op is None else f"{self.type}/{op}"

    def encode(self, number: int) -> bytes:
        """Return the event as JSON under its number in a queue."""
        if self._head is None:
            self._head = _encode({"type": self.type, **self.fields})[:-1]
        return self._head + b',"id":%d}' % number
