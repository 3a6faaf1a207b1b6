"""Whatever is damaged in a dump: it is either told, or the organisation lives all the same."""

import copy
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.json import encode

from dragoman_server import Clock, ServerSettings, WorldError, export_world
from dragoman_server.snapshot import Asked, take_snapshot
from dragoman_server.world.dump.reading import parse_dump
from dragoman_server.world.dump.seeding import seed_dump
from dragoman_server.world.records import User
from dragoman_server.world.world import World
from server_dump.small import DUMP, START, written

Step = str | int
DELETED = object()


def paths(value: Any, path: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    """Walk over all places of a document."""
    if path:
        yield path
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for step, inner in items:
        yield from paths(inner, (*path, step))


PLACES = sorted(paths(DUMP), key=str)
VALUES = st.sampled_from(
    [DELETED, None, True, -1, 0, 51, 80, 10**30, 1.5, "", "x", "{{base}}", [], [1], {}, {"a": 1}]
)


def damaged(damages: list[tuple[tuple[Step, ...], Any]]) -> dict[str, Any]:
    document: dict[str, Any] = copy.deepcopy(DUMP)
    for path, value in damages:
        place: Any = document
        try:
            for step in path[:-1]:
                place = place[step]
            if value is DELETED:
                del place[path[-1]]
            else:
                place[path[-1]] = copy.deepcopy(value)
        except (KeyError, IndexError, TypeError):
            continue
    return document


def snapshot_of(world: World, user: User) -> Asked:
    """Return what a client asks for that wants everything."""
    return Asked(
        world=world,
        user=user,
        fetch=None,
        client_gravatar=True,
        include_subscribers=True,
        slim_presence=True,
        capabilities=frozenset({"linkifier_url_template", "notification_settings_null"}),
    )


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), VALUES), min_size=1, max_size=3))
async def test_damage_is_told_or_harmless(damages: list[tuple[tuple[Step, ...], Any]]) -> None:
    try:
        dump = parse_dump(written(damaged(damages)))
    except WorldError:
        return
    clock = Clock(START)
    world = seed_dump(dump, ServerSettings(), clock)
    clock.close()
    for user in world.users:
        encode(take_snapshot(snapshot_of(world, user)))
    exported = export_world(world)
    again = seed_dump(parse_dump(json.dumps(exported)), ServerSettings(), clock)
    clock.close()
    assert export_world(again) == exported
