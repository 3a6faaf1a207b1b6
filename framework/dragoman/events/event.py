"""The base of all events, and the register in which a type and an op find their record."""

from typing import Any, ClassVar

from dragoman.model import Record
from dragoman.model.record import RecordMeta

KNOWN: dict[tuple[str, str], type["Event"]] = {}
"""Every declared event by ``(type, op)``; an op of ``""`` stands for any."""


class EventMeta(RecordMeta):
    """Reads a subclass's ``type`` and ``op`` keywords and registers it under them."""

    def __new__(
        mcls: type["EventMeta"],
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        type: str = "",  # noqa: A002 - the wire's own word
        op: str = "",
        **options: Any,
    ) -> Any:
        """Make the class; its ``type`` is checked when read and comes first when written."""
        tag = {"tag_field": "type", "tag": type} if type else {}
        made = super().__new__(mcls, name, bases, namespace, **tag, **options)
        made.wire_type, made.wire_op = type, op
        if type:
            KNOWN[type, op] = made
        return made


class Event(Record, frozen=True, metaclass=EventMeta):
    """Something that happened, as one event queue tells it.

    A subclass names what it answers to: ``class StreamCreated(Event, type="stream", op="create")``.
    """

    wire_type: ClassVar[str]
    """``type`` on the wire."""
    wire_op: ClassVar[str]
    """``op`` on the wire; empty where there is none, or where the record keeps it as a field."""

    id: int
    """Its number in its queue; grows, may skip, and means nothing in another queue."""


class UnknownEvent(Event):
    """An event that this library has no record for, or whose shape is not the known one."""

    type: str
    """Empty if even that could not be read."""
    op: str = ""
    data: dict[str, Any]
    """The whole event as it came."""
