"""What options can be made of beyond numbers and text: each is read from the YAML by its own ``parse``."""

import re
from typing import Any, Protocol, Self, runtime_checkable
from zoneinfo import ZoneInfo

import msgspec

from dragoman.planner import UnknownZone, zone_of

CHANNEL_NAME_LONGEST = 60
TOPIC_LONGEST = 60
_LINKED = re.compile(r"#\*\*(?P<channel>[^*>]+)>(?P<topic>[^*]+)\*\*")
_PLAIN = re.compile(r"#(?P<channel>[^>]+)>(?P<topic>.+)", re.DOTALL)


class Unreadable(ValueError):
    """A value that cannot be read; its text is a sentence for people, in two parts."""

    def __init__(self, what: str, mend: str = "") -> None:
        """Say what is wrong and, where it is known, how to mend it."""
        super().__init__(f"{what}. {mend}" if mend else what)
        self.what = what
        self.mend = mend


@runtime_checkable
class Parsable(Protocol):
    """A type whose values are written as text in the YAML.

    An option may have any such type, also one of the plugin's own.
    """

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text; fails with ValueError, whose text is a sentence for people."""
        ...


@runtime_checkable
class Placed(Protocol):
    """A value that remembers where in the YAML it was written, for what is only found out later."""

    def written_at(self, where: str) -> Self:
        """Return the same value, written there: ``bot.yaml:12``."""
        ...


class NoOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a plugin that has none."""


class ChannelTopic(str):
    """A place in a channel; as an option it is written ``"#channel > topic"`` in the YAML."""

    __slots__ = ("channel", "topic")

    channel: str
    """The channel's name, without its ``#``."""
    topic: str

    def __new__(cls, channel: str, topic: str) -> Self:
        """Name a place by its channel and topic."""
        place = super().__new__(cls, f"#{channel} > {topic}")
        place.channel = channel
        place.topic = topic
        return place

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``#channel > topic`` or ``#**channel>topic**``; fails with ValueError for people."""
        found = _LINKED.fullmatch(text.strip()) or _PLAIN.fullmatch(text.strip())
        channel, topic = (found["channel"].strip(), found["topic"].strip()) if found else ("", "")
        if not channel or not topic:
            raise Unreadable(f"“{text.strip()}” is not a place in a channel", 'Write it "#channel > topic"')
        for name, longest, part in (
            (channel, CHANNEL_NAME_LONGEST, "channel"),
            (topic, TOPIC_LONGEST, "topic"),
        ):
            if len(name) > longest:
                raise Unreadable(f"the name of the {part} “{name[:20]}…” is longer than {longest} characters")
        return cls(channel, topic)


def read_zone(text: str) -> ZoneInfo:
    """Return the time zone of this name; fails with ValueError, whose text is a sentence for people."""
    try:
        return zone_of(text)
    except UnknownZone as error:
        raise Unreadable(error.what, error.mend) from error


def read_option(wanted: type, found: Any) -> Any:
    """Read a value of a type that msgspec does not know; made to be its ``dec_hook``.

    Fails with ValueError, whose text is a sentence for people, and with TypeError for what is not text.
    """
    if wanted is ZoneInfo:
        return read_zone(_text(found))
    if isinstance(wanted, Parsable):
        return wanted.parse(_text(found))
    raise NotImplementedError(f"options cannot be of type {wanted.__name__}: give it a classmethod `parse`")


def _text(found: Any) -> str:
    if isinstance(found, str):
        return found
    raise TypeError("expected text")
