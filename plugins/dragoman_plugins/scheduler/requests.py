"""What is to be sent, where and when, out of what a person typed after the command, in either order."""

import re
from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from dragoman.planner import NoPlan, Plan, Unclear, find_plan_first, find_plan_last
from dragoman.plugin import ChannelTopic
from dragoman.plugin.options import TOPIC_LONGEST
from dragoman_plugins.scheduler.destinations import Destination
from dragoman_plugins.scheduler.wording import without_opening

HINT = "write it like #channel > topic in 2h: text"
TOWARDS = re.compile(r"\A(?:to|in|on|at)\s+(?=[#@])", re.IGNORECASE)
LINKED = re.compile(r"#\*\*(?P<channel>[^*>\n]+)>(?P<topic>[^*\n]+)\*\*(?P<rest>.*)", re.DOTALL)
PLAIN = re.compile(r"#(?P<channel>[^>\n]+?)\s*>\s*(?P<rest>.+)", re.DOTALL)
NAMED = r"@_?\*{1,2}[^*\n]+\*{1,2}"
PEOPLE = re.compile(rf"(?P<people>{NAMED}(?:\s*(?:,\s*and|,|&|and)?\s*{NAMED})*)(?P<rest>.*)", re.DOTALL)
COLON = re.compile(r":(?=\s)")
SIGNS = " \t\n:,;"


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be sent, where and when."""

    place: Destination | None
    """None for where it was asked for."""
    plan: Plan
    text: str
    """Empty when none was given."""


def read_request(text: str, now: datetime, zone: ZoneInfo) -> Request:
    """Read ``[place] time text`` or ``time [place:] text``; fails with ValueError and a sentence for people.

    Fails with Unclear where a time can be meant in several ways.
    """
    said = text.strip()
    opened = TOWARDS.sub("", said)
    if found := LINKED.fullmatch(opened) or PEOPLE.fullmatch(opened):
        plan, rest = find_plan_first(found["rest"].lstrip(SIGNS), now, zone)
        return Request(place=place_in(found), plan=plan, text=rest)
    if opened.startswith("#"):
        return read_channel_request(opened, now, zone)
    plan, rest = find_plan_first(said, now, zone)
    place, rest = read_place(rest)
    return Request(place=place, plan=plan, text=rest)


def read_reminder(text: str, now: datetime, zone: ZoneInfo) -> Request:
    """Read the time at the beginning, or else at the end, of what was typed; fails as ``read_request``."""
    try:
        plan, rest = find_plan_first(text, now, zone)
    except Unclear:
        raise
    except NoPlan as first:
        try:
            plan, rest = find_plan_last(text, now, zone)
        except Unclear:
            raise
        except NoPlan:
            raise first from None
    return Request(place=None, plan=plan, text=without_opening(rest))


def read_place(text: str) -> tuple[Destination | None, str]:
    """Return the place that a text begins with, and the rest: "in #ops > stand-up: good morning".

    Without a word such as "to" or "in" before it, only what a colon follows is a place, and no text.
    """
    opened = TOWARDS.sub("", text)
    is_led = opened != text
    if found := LINKED.fullmatch(opened) or PEOPLE.fullmatch(opened):
        rest = found["rest"].lstrip()
        if is_led or rest.startswith(":"):
            return place_in(found), rest.lstrip(SIGNS)
    elif opened.startswith("#"):
        return read_plain_place(opened)
    return None, text


def read_plain_place(text: str) -> tuple[Destination | None, str]:
    """Return ``#channel > topic`` up to a colon, and the rest; fails with ValueError without a colon."""
    colon = COLON.search(text)
    if colon is None:
        raise ValueError("I cannot tell where the topic ends: write a colon after it, #channel > topic: text")
    if PLAIN.fullmatch(text[: colon.start()]) is None:
        raise ValueError("I cannot tell which topic: write it like #channel > topic: text")
    return Destination.parse(text[: colon.start()]), text[colon.end() :].strip()


def read_channel_request(said: str, now: datetime, zone: ZoneInfo) -> Request:
    """Read ``#channel > topic time text``, where only the time tells where the topic ends."""
    found = PLAIN.fullmatch(said)
    if found is None:
        raise ValueError(f"I cannot tell which topic: {HINT}")
    channel = found["channel"].strip()
    candidates = list(topics_and_times(channel, found["rest"], now, zone))
    if not candidates:
        raise ValueError(f"I cannot tell when: {HINT}")
    # A colon shows where the time ends; without one the first time in the text is the one.
    return next((each for each, is_marked in candidates if is_marked), candidates[0][0])


def topics_and_times(
    channel: str, text: str, now: datetime, zone: ZoneInfo
) -> Iterator[tuple[Request, bool]]:
    """Yield every way to part a text into a topic and what begins with a time, and whether a colon ends that.

    Fails with Unclear when that is all there is.
    """
    unclear: Unclear | None = None
    is_any = False
    for word in list(re.finditer(r"\S+", text))[1:]:
        topic = text[: word.start()].strip(SIGNS)
        if len(topic) > TOPIC_LONGEST:
            break
        try:
            plan, rest = find_plan_first(text[word.start() :], now, zone)
        except Unclear as error:
            unclear = unclear or error
            continue
        except NoPlan:
            continue
        is_any = True
        place = Destination.parse(ChannelTopic(channel, topic))
        is_marked = bool(rest) and re.search(rf":\s+{re.escape(rest)}$", text) is not None
        yield Request(place=place, plan=plan, text=rest), is_marked
    if unclear is not None and not is_any:
        raise unclear


def place_in(found: re.Match[str]) -> Destination:
    """Return the place that was found."""
    parts = found.groupdict()
    if "people" in parts:
        return Destination.parse(parts["people"])
    return Destination.parse(ChannelTopic(parts["channel"].strip(), parts["topic"].strip()))
