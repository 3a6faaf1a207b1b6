"""Opens a store: the organisation that is in it, or the one of the world file the first time."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec

from dragoman_server.clock import Clock
from dragoman_server.settings import ServerSettings
from dragoman_server.store.codec import Codec
from dragoman_server.store.file import Row, StoreFile
from dragoman_server.store.keeper import PARKED, Keeper
from dragoman_server.store.problems import StoreRefused
from dragoman_server.world.records import Organization
from dragoman_server.world.tables import Single, holders_in, tables_in
from dragoman_server.world.world import World

Seed = Callable[[ServerSettings, Clock], World]
"""Makes the organisation of a world file."""


async def open_keeper(path: Path, seed: Seed, settings: ServerSettings, clock: Clock) -> tuple[World, Keeper]:
    """Return the organisation in a store and who keeps it there; what `seed` returns begins a new store.

    Fails with StoreRefused.
    """
    file = StoreFile(path)
    try:
        rows = list(file.rows())
        if rows:
            return _resume(file, rows, World(Organization(), settings, clock))
        return await _begin(file, seed(settings, clock))
    except BaseException:
        file.close()
        raise


async def _begin(file: StoreFile, world: World) -> tuple[World, Keeper]:
    # Passwords stand in a world file as they are; nothing else is to have them so.
    hashed = await asyncio.to_thread(world.keys.hash_waiting)
    for user_id, text in hashed.items():
        world.keys.set_password_hash(user_id, text)
    keeper = Keeper(file, world, was_there=False)
    keeper.note_all()
    await keeper.settled()
    return world, keeper


def _resume(file: StoreFile, rows: list[Row], world: World) -> tuple[World, Keeper]:
    fill(world, rows, file.path)
    keeper = Keeper(file, world, was_there=True)
    _fill_parked(keeper, rows)
    return world, keeper


def fill(world: World, rows: list[Row], path: Path) -> None:
    """Let a world hold what is in the rows of a store, and nothing else. Fails with StoreRefused."""
    tables = tables_in(world)
    codecs = {name: Codec(table) for name, table in tables.items()}
    for table in tables.values():
        if not isinstance(table, Single):
            table.clear()
    for row in rows:
        if row.place == PARKED:
            continue
        if row.place not in tables:
            reason = f"it has records of a kind that this Dragoman does not know: {row.place}. Upgrade first."
            raise StoreRefused(path, reason)
        try:
            tables[row.place].fill(*codecs[row.place].read(row.key, row.value))
        except msgspec.DecodeError as error:
            reason = f"the record {row.place} {row.key} is damaged: {error}. The file was left as it is."
            raise StoreRefused(path, reason) from None
    for holder in holders_in(world):
        holder.index()


def _fill_parked(keeper: Keeper, rows: list[Row]) -> None:
    codec = Codec(keeper.parked)
    for row in rows:
        if row.place != PARKED:
            continue
        try:
            keeper.parked.fill(*codec.read(row.key, row.value))
        except msgspec.DecodeError:
            # Whoever had it registers again, as after a kill.
            continue
