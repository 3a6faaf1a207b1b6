"""What is told to event queues: an event is encoded once, however many queues it goes to."""

from typing import Any

import msgspec

from dragoman_server import levels
from dragoman_server.parameters import Offered, is_offered

LEVELS = {
    "saved_snippets": Offered(since=297),
    "saved_snippets/update": Offered(since=368),
    "typing_edit_message": Offered(since=351),
    "channel_folder": Offered(since=levels.CHANNEL_FOLDERS),
    "channel_folder/reorder": Offered(since=418),
    "navigation_view": Offered(since=390),
    "reminders": Offered(since=399),
    "update_display_settings": Offered(until=levels.LEGACY_SETTINGS_GONE),
    "update_global_notifications": Offered(until=levels.LEGACY_SETTINGS_GONE),
}
"""The events that came or went with a feature level, by type; by kind where that is another one."""

_encode = msgspec.json.Encoder().encode


def is_told(kind: str, level: int) -> bool:
    """Tell whether events of a kind, such as `reminders/add`, are there at a feature level."""
    offered = LEVELS.get(kind) or LEVELS.get(kind.partition("/")[0], Offered())
    return is_offered(offered.since, offered.until, level)


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
