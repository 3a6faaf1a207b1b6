"""Addresses of channels, topics and messages inside the organisation's own pages."""

from urllib.parse import quote

_KEPT = "-_~"


def channel_path(channel_id: int, name: str) -> str:
    """Return the path that shows a channel, from ``#`` on."""
    return f"#narrow/stream/{channel_id}-{encode_component(name.replace(' ', '-'))}"


def topic_path(channel_id: int, name: str, topic: str) -> str:
    """Return the path that shows a topic, from ``#`` on."""
    return f"{channel_path(channel_id, name)}/topic/{encode_component(topic)}"


def message_path(channel_id: int, name: str, topic: str, message_id: int) -> str:
    """Return the path that shows a topic around one of its messages, from ``#`` on."""
    return f"{topic_path(channel_id, name, topic)}/near/{message_id}"


def encode_component(text: str) -> str:
    """Encode a name for such a path: percent signs become full stops, so that browsers leave them alone."""
    return quote(text, safe=_KEPT).replace(".", "%2E").replace("%", ".")
