"""Where a message is to go, a topic of a channel or a person: as an option and in a command."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Self
from zoneinfo import ZoneInfo

import msgspec

from dragoman.errors import UserError
from dragoman.model import User
from dragoman.plugin import ChannelTopic, Context, Conversation, Unreadable
from dragoman.text import mention, topic_link
from dragoman_plugins.scheduler.when import When, when_first

HINT = "write it like #channel > topic in 2h: text"
LINKED = re.compile(r"#\*\*(?P<channel>[^*>\n]+)>(?P<topic>[^*\n]+)\*\*[\s:,]*(?P<rest>.*)", re.DOTALL)
PLAIN = re.compile(r"#(?P<channel>[^>\n]+?)\s*>\s*(?P<rest>.+)", re.DOTALL)
PERSON = re.compile(r"(?P<person>@_?\*\*[^*\n]+\*\*)[\s:,]*(?P<rest>.*)", re.DOTALL)


class Destination(str):
    """Where a message is to go; as an option it is written "#channel > topic" or "@Full Name"."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Check a destination; fails with ValueError, whose text is a sentence for people."""
        said = text.strip()
        if said.startswith("@") and said.strip("@*_ "):
            return cls(said)
        if said.startswith("#"):
            return cls(ChannelTopic.parse(said))
        raise Unreadable(f"“{said}” is no place to write to", 'Write it "#channel > topic" or "@Full Name"')

    def conversation(self, context: Context) -> Conversation:
        """Return where that is in this organisation; fails with UserError when there is no such place."""
        try:
            if self.startswith("@"):
                named = self if "**" in self else self.lstrip("@").strip()
                return Conversation(user_ids=(context.directory.find_user(named).user_id,))
            place = ChannelTopic.parse(self)
            channel = context.directory.find_channel(f"#{place.channel}")
        except ValueError as error:
            raise UserError(sentence(error)) from error
        return Conversation(channel_id=channel.stream_id, topic=place.topic)


class Request(msgspec.Struct, frozen=True):
    """What is to be sent, where and when; no place means where it was asked for."""

    place: Destination | None
    when: When


def read_request(text: str, now: datetime, zone: ZoneInfo) -> Request:
    """Read ``[place] time text``; fails with ValueError, whose text is a sentence for people."""
    said = re.sub(r"\Ato\s+(?=[#@])", "", text.strip())
    if found := LINKED.fullmatch(said):
        place = ChannelTopic(found["channel"].strip(), found["topic"].strip())
        return Request(Destination.parse(place), when_first(found["rest"], now, zone))
    if found := PERSON.fullmatch(said):
        return Request(Destination.parse(found["person"]), when_first(found["rest"], now, zone))
    if said.startswith("#"):
        return read_channel_request(said, now, zone)
    return Request(None, when_first(said, now, zone))


def read_channel_request(said: str, now: datetime, zone: ZoneInfo) -> Request:
    """Read ``#channel > topic time text``, where only the time tells where the topic ends."""
    found = PLAIN.fullmatch(said)
    if found is None:
        raise ValueError(f"I cannot tell which topic: {HINT}")
    candidates = list(topics_and_times(found["rest"], now, zone))
    if not candidates:
        raise ValueError(f"I cannot tell when: {HINT}")
    # A colon shows where the time ends; without one the first time in the text is the one.
    topic, when = next((each for each in candidates if is_marked(found["rest"], each[1])), candidates[0])
    return Request(Destination.parse(ChannelTopic(found["channel"].strip(), topic)), when)


def topics_and_times(text: str, now: datetime, zone: ZoneInfo) -> Iterator[tuple[str, When]]:
    """Yield every way to part a text into a topic and what begins with a time."""
    for word in list(re.finditer(r"\S+", text))[1:]:
        try:
            when = when_first(text[word.start() :], now, zone)
        except ValueError:
            continue
        yield text[: word.start()].strip(" \t\n:,"), when


def is_marked(text: str, when: When) -> bool:
    """Tell whether a colon stands between the time and the text."""
    return bool(when.rest) and re.search(rf":\s+{re.escape(when.rest)}$", text) is not None


async def shown(place: Conversation, context: Context, asker: User | None = None) -> str:
    """Return a place as people write it, with a link to it; the asker reads "you"."""
    if place.channel_id is not None:
        return topic_link(await context.directory.channel(place.channel_id), place.topic)
    if asker is not None and place.user_ids == (asker.user_id,):
        return "you"
    people = [mention(await context.directory.user(user_id), silent=True) for user_id in place.user_ids]
    return " and ".join(people)


def sentence(error: ValueError) -> str:
    """Return a complaint with its capital and its full stop."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"
