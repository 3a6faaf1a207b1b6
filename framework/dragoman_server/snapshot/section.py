"""`@section`: one part of the snapshot, given to whoever asks for all of its event types."""

from collections.abc import Callable
from typing import Any

import msgspec

from dragoman_server.world.records import User
from dragoman_server.world.world import World


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """For whom a snapshot is taken, and how they want to be told."""

    world: World
    user: User
    fetch: frozenset[str] | None
    """The event types whose state is wanted; `None` wants all."""

    client_gravatar: bool
    include_subscribers: bool
    slim_presence: bool
    presence_history_days: int = 14
    capabilities: frozenset[str]
    is_anonymous: bool = False
    """Whether nobody in particular asks, who is told only what is open to all."""

    @property
    def may_look_around(self) -> bool:
        """Whether a visitor asks, and the organisation lets visitors see what is open to the web."""
        return self.is_anonymous and bool(self.world.setting("enable_spectator_access"))

    def wants(self, *event_types: str) -> bool:
        """Tell whether the state of all these event types is wanted."""
        return self.fetch is None or self.fetch.issuperset(event_types)


Part = Callable[[Asked], dict[str, Any]]


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """One part of the snapshot."""

    event_types: tuple[str, ...]
    """All of them must be wanted."""

    since: int
    until: int | None
    part: Part


OPEN_TO_ALL = frozenset(
    (
        *("realm", "realm_emoji", "realm_linkifiers", "realm_filters", "realm_playgrounds"),
        *("giphy", "stop_words", "stream"),
    )
)
"""The types whose state is told without an account, as far as it is public.

Visitors who may look around are told all, like somebody who has nothing; they follow what is open to the web.
"""

SECTIONS: list[Section] = []
"""All parts, in the order in which they are returned."""


def section(*event_types: str, since: int = 0, until: int | None = None) -> Callable[[Part], Part]:
    """Declare a part of the snapshot, and return the function untouched."""

    def declare(part: Part) -> Part:
        SECTIONS.append(Section(event_types=event_types, since=since, until=until, part=part))
        return part

    return declare


def take_snapshot(asked: Asked) -> dict[str, Any]:
    """Return the state that was asked for."""
    state: dict[str, Any] = {}
    for one in SECTIONS:
        offered = one.since <= asked.world.level and (one.until is None or asked.world.level < one.until)
        may_be_told = not asked.is_anonymous or _is_open(asked, one)
        if offered and may_be_told and asked.wants(*one.event_types):
            state |= one.part(asked)
    return state


def _is_open(asked: Asked, one: Section) -> bool:
    if asked.may_look_around:
        return "stream" not in one.event_types
    return OPEN_TO_ALL.issuperset(one.event_types)
