"""What rendering a message yields: its HTML, whom it mentions and what it holds."""

import json
from typing import Any

import msgspec


class Widget(msgspec.Struct, frozen=True, kw_only=True):
    """A poll or a to-do list that a message begins, or choices that come beside it."""

    widget_type: str
    """``poll``, ``todo`` or ``zform``."""
    extra_data: dict[str, Any]

    @property
    def submessage_content(self) -> str:
        """The JSON text of the submessage that goes with the message."""
        return json.dumps({"widget_type": self.widget_type, "extra_data": self.extra_data})


class Rendered(msgspec.Struct, frozen=True, kw_only=True):
    """A rendered message."""

    html: str
    mentioned_user_ids: frozenset[int] = frozenset()
    """Users mentioned by name; silent mentions and quotes do not count."""
    mentioned_group_ids: frozenset[int] = frozenset()
    stream_wildcard: bool = False
    """Whether everyone who gets the message is mentioned (all, everyone, channel, stream)."""
    topic_wildcard: bool = False
    links: tuple[str, ...] = ()
    """Where the message's links lead, kind by kind; links to channels and topics are included."""
    has_image: bool = False
    attachment_paths: tuple[str, ...] = ()
    """Uploaded files linked to, without the leading ``/user_uploads/``."""
    is_me_message: bool = False
    widget: Widget | None = None

    @property
    def has_link(self) -> bool:
        """Whether there is any link at all."""
        return bool(self.links)

    @property
    def has_attachment(self) -> bool:
        """Whether a link leads to an uploaded file; whether that file exists is not known here."""
        return bool(self.attachment_paths)
