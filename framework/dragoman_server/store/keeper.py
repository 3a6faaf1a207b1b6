"""Keeps a world in a store while it lives: changes are written together, and answers wait for them."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import structlog

from dragoman_server.queues import ParkedQueue
from dragoman_server.store.codec import Codec
from dragoman_server.store.file import Row, StoreFile
from dragoman_server.world.tables import AnyTable, Table, tables_in
from dragoman_server.world.world import World

log = structlog.get_logger(__name__)

PARKED = "event_queue"
"""The one table that is no part of the organisation."""

TRY_AGAIN_SECONDS = 1.0
"""After how long a failed write is tried again, when no request does so before."""


class StoreFailed(Exception):
    """What changed could not be written, so nobody may be told of it yet."""


class Change(NamedTuple):
    """What became of one place in a table."""

    table: AnyTable
    key: Any
    was_gone: bool
    """Whether what stood there was taken away meanwhile; what stands there now came anew."""

    value: Any
    """`None` where nothing stands there now."""


class Keeper:
    """Writes what changes, in whole steps: whatever was done without a pause is written together.

    Changes that come while others are being written wait, and then share one transaction.
    """

    def __init__(self, file: StoreFile, world: World, *, was_there: bool) -> None:
        """Watch `world`, and write its changes to `file` from now on."""
        self.was_there = was_there
        """Whether the organisation was in the store before; otherwise the world file has been read."""

        self.parked: Table[str, ParkedQueue] = Table(PARKED, str, ParkedQueue)
        """The event queues of a server that was stopped in good order."""

        self._file = file
        self._loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._tables: dict[str, AnyTable] = {**tables_in(world), self.parked.name: self.parked}
        self._codecs = {name: Codec(table) for name, table in self._tables.items()}
        self._changed: dict[str, dict[Any, bool]] = {name: {} for name in self._tables}
        self._is_behind = False
        self._has_failed = False
        self._current: asyncio.Future[Exception | None] | None = None
        """Ends when the changes that are being written are; with what was wrong, if something was."""

        self._next: asyncio.Future[Exception | None] = self._loop.create_future()
        for name, table in self._tables.items():
            table.watch = partial(self._note, self._changed[name])

    @property
    def path(self) -> str:
        """Where the store is."""
        return str(self._file.path)

    def note_all(self) -> None:
        """Take everything that is there as changed."""
        for name, table in self._tables.items():
            for key, _ in table.entries():
                self._note(self._changed[name], key, False)

    async def settled(self) -> None:
        """Return when everything that has changed so far is on the disk. Fails with StoreFailed."""
        if self._is_behind:
            written = self._next
            if self._has_failed:
                self._begin()
        elif self._current is not None:
            written = self._current
        else:
            return
        # Many wait for the same; one who gives up must not end it for the others.
        error = await asyncio.shield(written)
        if error is not None:
            raise StoreFailed(str(error)) from error

    async def close(self) -> None:
        """Write what is left, and let go of the file."""
        try:
            await self.settled()
        finally:
            for table in self._tables.values():
                table.watch = None
            self._thread.shutdown()
            self._file.close()

    def _note(self, changed: dict[Any, bool], key: Any, gone: bool) -> None:
        # What comes anew goes to the end, so that the store has it in the order of the table.
        changed[key] = changed.pop(key, False) or gone
        if not self._is_behind:
            self._is_behind = True
            if self._current is None:
                # Only when the step that changes things is over: the store never has half of one.
                self._loop.call_soon(self._begin)

    def _begin(self) -> None:
        if self._current is not None or not self._is_behind:
            return
        changes = self._take()
        self._is_behind = False
        self._current, self._next = self._next, self._loop.create_future()
        writing = self._loop.run_in_executor(self._thread, self._write, changes)
        writing.add_done_callback(partial(self._end, changes))

    def _take(self) -> list[Change]:
        changes = []
        for name, changed in self._changed.items():
            if changed:
                table = self._tables[name]
                changes += [Change(table, key, gone, table.found(key)) for key, gone in changed.items()]
                changed.clear()
        return changes

    def _write(self, changes: Sequence[Change]) -> None:
        """Write changes. Runs in the thread; the values are frozen, so nobody changes them meanwhile."""
        gone, put = [], []
        for table, key, was_gone, value in changes:
            codec = self._codecs[table.name]
            written = codec.write_key(key)
            if was_gone or value is None:
                gone.append((table.name, written))
            if value is not None:
                put.append(Row(table.name, written, codec.write_value(value)))
        self._file.write(gone, put)

    def _end(self, changes: Sequence[Change], writing: asyncio.Future[None]) -> None:
        error = writing.exception()
        current, self._current = self._current, None
        self._has_failed = error is not None
        if error is not None:
            log.error("changes could not be written", path=self.path, reason=str(error))
            self._give_back(changes)
            self._loop.call_later(TRY_AGAIN_SECONDS, self._begin)
        elif self._is_behind:
            self._begin()
        if current is not None:
            current.set_result(error if isinstance(error, Exception) else None)

    def _give_back(self, changes: Sequence[Change]) -> None:
        """Take these changes as not written, before those that came since."""
        since = {name: dict(changed) for name, changed in self._changed.items()}
        for changed in self._changed.values():
            changed.clear()
        for change in changes:
            self._changed[change.table.name][change.key] = change.was_gone
        for name, later in since.items():
            changed = self._changed[name]
            for key, gone in later.items():
                changed[key] = changed.pop(key, False) or gone
        self._is_behind = True
