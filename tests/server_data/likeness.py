"""Tells whether two organisations hold the same, and whether one would come out of a store as it is."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dragoman_server import Clock, ServerSettings
from dragoman_server.store.codec import Codec, Stored
from dragoman_server.store.file import Row
from dragoman_server.store.opening import fill
from dragoman_server.world.records import Organization
from dragoman_server.world.tables import AnyTable, Holder, Table, Tables, holders_in, tables_in
from dragoman_server.world.world import World


def differences(one: World, other: World) -> list[str]:
    """Return what one holds otherwise than the other, in its tables and in what follows from them."""
    found = []
    for mine, theirs in zip(holders_in(one), holders_in(other), strict=True):
        for name, held in vars(mine).items():
            if name in mine.PASSING or isinstance(held, Holder):
                continue
            ours, others = _plain(held), _plain(getattr(theirs, name))
            if isinstance(held, dict) and (name in mine.FOLLOWS or isinstance(held, Tables)):
                ours, others = dict(ours), dict(others)
            if ours != others:
                found.append(f"{type(mine).__name__}.{name} is {ours!r}, and in the other {others!r}")
    return found


def _plain(thing: Any) -> Any:
    """Return what a thing holds, in its order; empty containers are as good as none."""
    if isinstance(thing, dict):
        held = {key: _plain(value) for key, value in thing.items()}
        return [(key, value) for key, value in held.items() if value or not isinstance(value, list)]
    if isinstance(thing, list | tuple):
        return [_plain(one) for one in thing]
    if type(thing).__module__.startswith("dragoman_server.markdown"):
        return type(thing).__name__
    return thing


class Watch:
    """Looks on while a world changes, and tells at the end what a store would have missed."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._tables = tables_in(world)
        self._codecs = {name: Codec(table) for name, table in self._tables.items()}
        self._changed: set[tuple[str, Any]] = set()
        self._before = dict(self._written())
        for name, table in self._tables.items():
            table.watch = self._noter(name)

    def missed(self) -> list[str]:
        """Return what changed unseen, or would not be there after a restart."""
        after = dict(self._written())
        unseen = [
            f"{name} {key!r} was changed in its place: put a new value into the table instead"
            for name, key in self._before.keys() | after.keys()
            if self._before.get((name, key)) != after.get((name, key)) and (name, key) not in self._changed
        ]
        return unseen + differences(self._world, resumed(self._world))

    def _noter(self, name: str) -> Any:
        def note(key: Any, _gone: bool) -> None:
            self._changed.add((name, key))

        return note

    def _written(self) -> Iterator[tuple[tuple[str, Any], Stored]]:
        for name, table in self._tables.items():
            for key, value in table.entries():
                yield (name, key), self._codecs[name].write_value(value)


def resumed(world: World) -> World:
    """Return the world that comes out of a store into which this one was put."""
    fresh = World(Organization(), ServerSettings(), Clock(world.clock.now()))
    fill(fresh, list(_rows(tables_in(world))), Path("memory"))
    return fresh


def _rows(tables: dict[str, AnyTable]) -> Iterator[Row]:
    for name, table in tables.items():
        assert isinstance(table, Table | Tables)
        codec = Codec(table)
        for key, value in table.entries():
            yield Row(name, codec.write_key(key), codec.write_value(value))
