"""What options can be made of beyond numbers and text: each is read from the YAML by its own ``parse``."""

import re
from datetime import UTC, datetime
from typing import Any, Protocol, Self, runtime_checkable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import msgspec
from cronsim import CronSim, CronSimError

from dragoman.plugin.matching import nearest

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


class CronExpression(str):
    """When something recurs, in cron's five fields: ``0 9 * * mon-fri``; Sunday is 0 or 7, Monday is 1."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Check a cron expression; fails with ValueError, whose text is a sentence for people."""
        fields = text.split()
        if len(fields) != 5:
            raise ValueError(
                f"“{text}” is not a cron expression: it has {_count(len(fields))} instead of 5 "
                "(minute, hour, day of month, month, day of week)"
            )
        try:
            next(CronSim(" ".join(fields), datetime(2024, 1, 1, tzinfo=UTC)))
        except CronSimError as error:
            field = str(error).removeprefix("Bad ").replace("-", " ")
            raise ValueError(f"“{text}” is not a cron expression: its {field} cannot be read") from error
        except StopIteration:
            raise ValueError(f"“{text}” names a day that never comes") from None
        return cls(" ".join(fields))


def _count(fields: int) -> str:
    return "1 field" if fields == 1 else f"{fields} fields"


def read_zone(text: str) -> ZoneInfo:
    """Return the time zone of this name; fails with ValueError, whose text is a sentence for people."""
    try:
        if text in available_timezones():
            return ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass
    mend = _meant_zone(text) or "Write a name such as Europe/Berlin or UTC"
    raise Unreadable(f"“{text}” is not a time zone", mend)


def _meant_zone(text: str) -> str:
    """Find the zone that was meant by its city, which may stand alone."""
    zones = {zone.rpartition("/")[2]: zone for zone in sorted(available_timezones()) if "/" in zone}
    city = nearest(text.strip().rpartition("/")[2], tuple(zones), likeness=0.8)
    return f"Did you mean “{zones[city]}”?" if city else ""


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
