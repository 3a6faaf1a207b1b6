"""The journal of one bot: what came in, what is to go out, and what its plugins remember, in one file."""

import asyncio
import math
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self, TypeVar

import structlog
from msgspec import structs

from dragoman.clock import Clock, SystemClock
from dragoman.delivery import keep, lease, occurrences, schedules
from dragoman.delivery.batch_writer import QUICK, BatchWriter
from dragoman.delivery.database import Database, DatabaseDamaged, DatabaseTrouble, Transaction
from dragoman.delivery.sqlite import SqliteDatabase, Sync
from dragoman.delivery.writer import InlineWriter, Writer
from dragoman.errors import Problem, StateOutOfReach, StateUnusable
from dragoman.plugin import Kept, Past, Standing
from dragoman.plugin.schedules import LAST

T = TypeVar("T")
TRY_AGAIN = 10.0
"""Seconds after which a transaction is done again that could not be, as when the disk is full."""


class Journal:
    """Transactions on a bot's state; it is also the store of its plugins' values.

    A transaction is a plain function of a ``Transaction``: it may be run again, and does nothing else.
    """

    def __init__(
        self,
        database: Database,
        *,
        bot: str,
        clock: Clock | None = None,
        threaded: bool = True,
        batched: bool = False,
        durable: bool = True,
        file: Path | None = None,
    ) -> None:
        """Take the lease of this bot in an open database.

        With ``threaded`` commits are made in batches, in a thread while the disk is slow; with ``batched``
        alone in batches, but never in a thread; else each at once.
        """
        self.bot = bot
        self.durable = durable
        """Whether it outlives the process."""
        self.file = file
        """None when it is no file."""
        self.place = place = str(file) if file is not None else "the state in memory"
        self.trouble: BaseException | None = None
        """What keeps transactions from being done for now; ``None`` while all is well."""
        self.damaged: Callable[[StateUnusable], None] = lambda _: None
        """Told that the file is damaged, when nobody waits for the transaction that found it so."""
        self._clock: Clock = clock or SystemClock()
        self._log = structlog.get_logger().bind(bot=bot)
        self._tasks: set[asyncio.Task[None]] = set()
        owner = f"{socket.gethostname()}:{os.getpid()}"
        try:
            (epoch,) = database.together([lambda tx: lease.take(tx, bot, owner, lease.FOR_EVER)])
        except DatabaseTrouble as error:
            database.close()
            raise StateOutOfReach(f"{place} cannot be used now: {error}") from error
        self.epoch = int(epoch)
        """Higher than that of every process that was this bot before."""
        self._writer: Writer
        if threaded or batched:
            quick = QUICK if threaded else math.inf
            self._writer = BatchWriter(database, self._troubled, quick=quick)
        else:
            self._writer = InlineWriter(database, self._troubled)
        self._closed = False

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        bot: str,
        clock: Clock | None = None,
        sync: Sync = "full",
        named: str = "DIR",
        threaded: bool = True,
    ) -> Self:
        """Open a state file, making it if there is none; ``named`` is the bot on the command line.

        Fails with StateInUse when another process has it, and with StateUnusable when it cannot be used.
        """
        database = SqliteDatabase(path, named=named, sync=sync)
        return cls(database, bot=bot, clock=clock, threaded=threaded, file=path)

    @classmethod
    def in_memory(cls, *, bot: str, clock: Clock | None = None) -> Self:
        """Make a journal that is thrown away: the same tables and the same steps, without the disk."""
        return cls(SqliteDatabase(None), bot=bot, clock=clock, threaded=False, durable=False)

    async def do(self, transaction: Callable[[Transaction], T], *, soon: bool = True) -> T:
        """Do a transaction and return what it returns, when it is committed.

        Without ``soon`` it may wait a moment for others to be committed with.
        Waits while the disk does not take it. Raises what the transaction raises, which has not happened
        then, and StateUnusable when the file is damaged.
        """
        try:
            result: T = await self._writer.do(transaction, soon=soon)
        except DatabaseDamaged as error:
            raise self._unusable(error) from error
        return result

    def note(self, transaction: Callable[[Transaction], Any]) -> None:
        """Have a transaction done without waiting; it is committed no later than any that comes after it.

        Should the file turn out to be damaged, ``damaged`` is told.
        """
        self._writer.note(transaction)

    async def aclose(self) -> None:
        """Commit what was noted and let go of the file."""
        if self._closed:
            return
        self._closed = True
        for task in tuple(self._tasks):
            task.cancel()
        await self._writer.close()

    # ---- the store of plugins' values

    async def read(self, plugin: str, scope: str, key: str) -> Kept:
        """Return a plugin's value as it is now."""
        return await self.do(lambda tx: keep.read(tx, self.bot, plugin, scope, key))

    async def keys(self, plugin: str, scope: str) -> list[str]:
        """Return the keys of a plugin's scope."""
        return await self.do(lambda tx: keep.keys(tx, self.bot, plugin, scope))

    async def once(self, plugin: str, scope: str, key: str) -> bool:
        """Make a mark that stays, and return whether it was not there."""
        return await self.do(lambda tx: keep.add_once(tx, self.bot, plugin, scope, key))

    # ---- the store of plugins' schedules

    async def schedules(self, plugin: str) -> list[Standing]:
        """Return the schedules of a plugin that stand, by name."""
        return await self.do(
            lambda tx: [self._told(tx, plugin, one) for one in schedules.standing(tx, self.bot, plugin)]
        )

    async def find_schedule(self, plugin: str, name: str) -> Standing | None:
        """Return one schedule; ``None`` when there is none."""

        def read(tx: Transaction) -> Standing | None:
            found = schedules.find(tx, self.bot, plugin, name)
            return self._told(tx, plugin, found) if found is not None else None

        return await self.do(read)

    async def history(self, plugin: str, name: str, limit: int) -> list[Past]:
        """Return what became of a schedule's occurrences, the latest first."""
        return await self.do(lambda tx: occurrences.history(tx, self.bot, plugin, name, limit))

    def _told(self, tx: Transaction, plugin: str, one: Standing) -> Standing:
        past = occurrences.history(tx, self.bot, plugin, one.schedule.name, LAST)
        return structs.replace(one, last=tuple(past))

    # ---- trouble

    def _unusable(self, error: DatabaseDamaged) -> StateUnusable:
        what = f"it was damaged while it was used ({error})"
        return StateUnusable((Problem(file=self.place, place="state", what=what, mend=error.mend),))

    def _troubled(self, error: BaseException) -> None:
        if isinstance(error, DatabaseDamaged):
            self.damaged(self._unusable(error))
            return
        if self.trouble is None:
            self._log.error("state cannot be written, nothing is answered meanwhile", reason=str(error))
        self.trouble = error
        task = asyncio.get_running_loop().create_task(self._try_again())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _try_again(self) -> None:
        await self._clock.sleep(TRY_AGAIN)
        self.trouble = None
        self._writer.go_on()
