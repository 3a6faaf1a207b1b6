"""Reporting that people are there, and telling the others when somebody comes back."""

import msgspec

from dragoman_server import levels
from dragoman_server.event import Event
from dragoman_server.payloads.personal import legacy_presence, modern_presence
from dragoman_server.queues import EventQueue
from dragoman_server.world.personal import Presence
from dragoman_server.world.records import User
from dragoman_server.world.sight import listeners_who_see
from dragoman_server.world.world import World

MOST_PEOPLE = 100
"""In organisations with more people than this nobody is told; clients ask instead."""

LEAST_SECONDS = 55
"""Reports that follow each other more closely than this change nothing."""

AWAY_SECONDS = 130
"""Whoever was active longer ago than this comes back by being active again."""


def do_report_presence(world: World, user: User, *, active: bool) -> None:
    """Note that the person is there; whoever was not is told of."""
    now = world.clock.now()
    old = world.personal.of(user.user_id).presence
    if old is None:
        first = Presence(now if active else None, now, world.personal.next_update_id())
        world.personal.change(user.user_id, presence=first)
        _tell(world, user, first, always=False)
        return
    changed = old
    if now - old.connected > LEAST_SECONDS:
        changed = msgspec.structs.replace(changed, connected=now)
    if active and (old.active is None or now - old.active > LEAST_SECONDS):
        changed = msgspec.structs.replace(changed, active=now, connected=now)
    if changed != old:
        changed = msgspec.structs.replace(changed, update_id=world.personal.next_update_id())
        world.personal.change(user.user_id, presence=changed)
    if active and (old.active is None or now - old.active > AWAY_SECONDS):
        _tell(world, user, changed, always=False)


def do_show_presence(world: World, user: User, *, shown: bool) -> None:
    """Let a person appear who begins to share their presence, and vanish who ceases to."""
    now = world.clock.now()
    number = world.personal.next_update_id()
    presence = Presence(now, now, number) if shown else Presence(None, now - AWAY_SECONDS, number)
    world.personal.change(user.user_id, presence=presence)
    _tell(world, user, presence, always=True)


def _tell(world: World, user: User, presence: Presence, *, always: bool) -> None:
    people = [one.user_id for one in world.users if one.is_active and not one.is_system_bot]
    if len(people) > MOST_PEOPLE and not always:
        return
    website = legacy_presence(user, presence)["website"]
    slim = Event(
        "presence",
        user_id=user.user_id,
        server_timestamp=world.clock.now(),
        presence={"website": website},
    )
    legacy = Event("presence", **{**slim.fields, "email": user.email})
    modern = Event("presence", presences={str(user.user_id): modern_presence(user, presence)})
    knows_modern = world.level >= levels.SIMPLE_PRESENCE_EVENTS

    def choose(queue: EventQueue) -> tuple[Event, ...]:
        if knows_modern and "simplified_presence_events" in queue.choices.capabilities:
            return (modern,)
        return (slim if queue.choices.slim_presence else legacy,)

    world.ledger.emitted("presence")
    world.queues.push_each(listeners_who_see(world, user), choose)
