"""Presence, status and choices for topics on the wire."""

from collections.abc import Iterable
from typing import Any

import msgspec

from dragoman_server.payloads.settings import user_settings
from dragoman_server.world.personal import Presence
from dragoman_server.world.records import User
from dragoman_server.world.sight import sees
from dragoman_server.world.world import World

STILL_ACTIVE_SECONDS = 70
"""Whoever was active at most this long before the last connection counts as active still."""

OFFLINE_SECONDS = 200
"""Whoever was last connected longer ago than this is offline."""

MUTED = 1
"""The choice for a topic that mutes it."""


def presences_since(
    world: World, viewer: User, *, days: int, update_id: int = 0
) -> list[tuple[User, Presence]]:
    """Return who was there within so many days and changed after `update_id`; the days hold only without one.

    Whoever does not share their presence is left out, and whom `viewer` does not see.
    """
    earliest = world.clock.now() - days * 86_400
    seen = (user for user in world.users if user.is_active and sees(world, viewer, user))
    people = ((user, world.personal.of(user.user_id).presence) for user in seen)
    return [
        (user, presence)
        for user, presence in people
        if presence is not None
        and presence.update_id > update_id
        and (update_id > 0 or presence.connected >= earliest)
        and shares_presence(world, user)
    ]


def shares_presence(world: World, user: User) -> bool:
    """Tell whether the person lets others see whether they are there."""
    shares: bool = user_settings(world, user)["presence_enabled"]
    return shares


def presences_payload(found: Iterable[tuple[User, Presence]], *, slim: bool) -> dict[str, Any]:
    """Return presences by user ID in the modern format, or by address in the legacy one."""
    if slim:
        return {str(user.user_id): modern_presence(user, presence) for user, presence in found}
    return {user.email: legacy_presence(user, presence) for user, presence in found}


def modern_presence(user: User, presence: Presence) -> dict[str, int]:
    """Return one presence as two times; whoever never was active was last so on joining."""
    active = user.date_joined if presence.active is None else presence.active
    return {"active_timestamp": int(active), "idle_timestamp": int(presence.connected)}


def legacy_presence(user: User, presence: Presence) -> dict[str, Any]:
    """Return one presence as a word with a time, twice."""
    status, timestamp = _word(user, presence)
    website = {"client": "website", "status": status, "timestamp": timestamp}
    return {"aggregated": website, "website": {**website, "pushable": False}}


def one_presence(world: World, user: User, presence: Presence) -> dict[str, Any]:
    """Return one presence as it is told of one person alone, in words: `offline` is one of them."""
    status, timestamp = _word(user, presence)
    if world.clock.now() - timestamp > OFFLINE_SECONDS:
        status = "offline"
    told = {"status": status, "timestamp": timestamp}
    return {"aggregated": told, "website": told}


def _word(user: User, presence: Presence) -> tuple[str, int]:
    times = modern_presence(user, presence)
    if times["active_timestamp"] + STILL_ACTIVE_SECONDS >= times["idle_timestamp"]:
        return "active", times["active_timestamp"]
    return "idle", times["idle_timestamp"]


def status_payload(world: World, user: User) -> dict[str, Any]:
    """Return what a person says about themselves; empty where that is nothing."""
    told: dict[str, Any] = msgspec.to_builtins(world.personal.of(user.user_id).status)
    return told if user.is_bot or shares_presence(world, user) else {"away": True, **told}


def muted_topics_payload(world: World, user_id: int) -> list[list[Any]]:
    """Return the muted topics by channel name, as they were told before there were other choices."""
    return [
        [world.channels[choice.stream_id].name, choice.topic_name, choice.last_updated]
        for choice in world.personal.of(user_id).topics.values()
        if choice.visibility_policy == MUTED and choice.stream_id in world.channels
    ]
