"""Mentions and links, written so that names and addresses cannot break out of them."""

import re
from datetime import datetime
from typing import Protocol
from urllib.parse import quote as percent_encode
from urllib.parse import urlsplit

from dragoman.model import Channel, ChannelName, Message, UserGroup
from dragoman.text.escaping import escape

SCHEMES = frozenset({"http", "https", "mailto"})
"""What a link may lead to."""

UNSAFE_IN_MENTION = re.compile(r"[*|`\\<>\"@\n]|//|www\.")
UNSAFE_IN_CHANNEL = re.compile(r"[`>*&\[\]\n]|\$\$|@\d+$")
URL_SIGNS = "!#$%&'+,-./:;=?@_~"
"""What may stay as it is in a link's address; brackets, spaces and the asterisk of a mention may not."""


class Named(Protocol):
    """Anybody who can be mentioned, such as a ``User``."""

    @property
    def user_id(self) -> int:
        """The account's id."""
        ...

    @property
    def full_name(self) -> str:
        """The account's name."""
        ...


def mention(user: Named, *, silent: bool = False) -> str:
    """Mention a person or bot by name and id, so that no namesake is meant; silently: without a notice."""
    sign = "@_" if silent else "@"
    name = "" if UNSAFE_IN_MENTION.search(user.full_name) else user.full_name.strip()
    return f"{sign}**{name}|{user.user_id}**"


def group_mention(group: UserGroup, *, silent: bool = False) -> str:
    """Mention a group; one whose name cannot be written in a mention is only named."""
    if UNSAFE_IN_MENTION.search(group.name) or not group.name.strip():
        return escape(" ".join(group.name.split()))
    return f"{'@_' if silent else '@'}*{group.name}*"


def channel_link(channel: Channel | ChannelName) -> str:
    """Link to a channel."""
    if UNSAFE_IN_CHANNEL.search(channel.name):
        return f"[#{_link_text(channel.name)}]({_channel_address(channel)})"
    return f"#**{channel.name}**"


def topic_link(channel: Channel | ChannelName, topic: str) -> str:
    """Link to a topic of a channel."""
    if UNSAFE_IN_CHANNEL.search(channel.name + "\0" + topic) or not topic:
        label = f"#{_link_text(channel.name)} > {_link_text(topic) or '(no topic)'}"
        return f"[{label}]({_channel_address(channel)}/topic/{_hash_encode(topic)})"
    return f"#**{channel.name}>{topic}**"


def message_link(message: Message, label: str = "") -> str:
    """Link to a message where it stands, whatever the server's age; the label names the place when empty."""
    channel_id = message.channel_id
    if channel_id is None:
        ids = ",".join(str(person.id) for person in message.participants)
        place, address = "direct message", f"#narrow/dm/{ids}-dm"
    else:
        channel = ChannelName(stream_id=channel_id, name=message.channel_name)
        place = f"#{message.channel_name} > {message.topic or '(no topic)'}"
        address = f"{_channel_address(channel)}/topic/{_hash_encode(message.topic)}"
    return f"[{_link_text(label) or _link_text(place)}]({address}/near/{message.id})"


def link(text: str, url: str) -> str:
    """Link a text to an address; one that is not http, https or mailto leaves the text alone, escaped."""
    address = url.strip()
    if not _is_safe(address):
        return escape(text)
    return f"[{_link_text(text) or _link_text(address)}]({percent_encode(address, safe=URL_SIGNS)})"


def file_link(name: str, location: str) -> str:
    """Link to an uploaded file by its address below the organization's, as ``FileUploaded`` tells it."""
    label = _link_text(name) or "file"
    return f"[{label}]({percent_encode(location, safe='/%-._~')})" if location.startswith("/") else label


def time_tag(moment: datetime) -> str:
    """Write a moment that everybody sees in their own time zone; it must know its own."""
    if moment.tzinfo is None:
        raise ValueError("a moment without a time zone is no moment")
    return f"<time:{moment.isoformat(timespec='seconds')}>"


def _is_safe(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    if any(sign.isspace() or not sign.isprintable() for sign in address):
        return False
    rest = parts.path if parts.scheme == "mailto" else parts.netloc
    return parts.scheme in SCHEMES and bool(rest)


def _link_text(text: str) -> str:
    """Return a text that stays within its brackets."""
    flat = " ".join(text.split()).replace("[", "(").replace("]", ")").replace("`", "'").replace("\\", "/")
    return escape(flat)


def _channel_address(channel: Channel | ChannelName) -> str:
    return f"#narrow/channel/{channel.stream_id}-{_hash_encode(channel.name.replace(' ', '-'))}"


def _hash_encode(text: str) -> str:
    """Encode as the web client does: percent-encoding whose sign is the dot."""
    return percent_encode(text, safe="", errors="replace").replace(".", ".2E").replace("%", ".")
