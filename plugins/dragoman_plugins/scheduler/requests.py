"""What is to be sent, where and when, out of what a person typed after the command."""

import re
from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from dragoman.plugin import ChannelTopic
from dragoman_plugins.scheduler.destinations import Destination
from dragoman_plugins.scheduler.when import When, when_first

HINT = "write it like #channel > topic in 2h: text"
LINKED = re.compile(r"#\*\*(?P<channel>[^*>\n]+)>(?P<topic>[^*\n]+)\*\*[\s:,]*(?P<rest>.*)", re.DOTALL)
PLAIN = re.compile(r"#(?P<channel>[^>\n]+?)\s*>\s*(?P<rest>.+)", re.DOTALL)
PERSON = re.compile(r"(?P<person>@_?\*\*[^*\n]+\*\*)[\s:,]*(?P<rest>.*)", re.DOTALL)


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
