"""Commits in a thread of its own: whatever waits goes into one commit, or none of it does.

Several transactions, one write to the disk. What is handed over while a commit is under way waits for the
next one, and so does what the end of that commit sets off. A note sets off no commit by itself for a moment:
it goes with what comes next.
"""

import asyncio
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from dragoman.delivery.database import Database, DatabaseTrouble
from dragoman.delivery.writer import Troubled, Work

Order = tuple[Work, "asyncio.Future[Any] | None"]
"""A transaction, and who waits for it."""
Batch = list[Order]
MOST_TOGETHER = 512
"""Transactions in one commit."""
LULL = 0.01
"""Seconds for which a note waits for company."""


class WritingThread:
    """A writer that leaves the waiting for the disk to a thread."""

    def __init__(self, database: Database, troubled: Troubled) -> None:
        """Commit to this database."""
        self._database = database
        self._troubled = troubled
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._waiting: deque[Order] = deque()
        self._apart: deque[Batch] = deque()
        """What failed together, and is done again one by one."""
        self._commit: asyncio.Future[list[Any]] | None = None
        self._is_soon = False
        self._lull: asyncio.TimerHandle | None = None
        self._held = False
        self._ended = asyncio.Event()
        """Set when a commit has ended, however that was."""

    async def do(self, work: Work) -> Any:
        """Have a transaction done, and return what it returned when it is committed."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, future))
        self._begin_soon()
        return await future

    def note(self, work: Work) -> None:
        """Have a transaction done for which nobody waits."""
        self._waiting.append((work, None))
        if self._lull is None:
            self._lull = asyncio.get_running_loop().call_later(LULL, self._begin)

    def go_on(self) -> None:
        """Try again after trouble."""
        self._held = False
        self._begin()

    async def close(self) -> None:
        """Do what was handed over, as far as it can be done, and let go of the database."""
        self.go_on()
        while self._commit is not None:
            self._ended.clear()
            await self._ended.wait()
            self._begin()
        for _, future in self._waiting:
            if future is not None:
                future.cancel()
        self._waiting.clear()
        self._stop_lull()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._database.close)
        self._thread.shutdown()

    def _begin_soon(self) -> None:
        """Begin when all who can move now have handed over what they have."""
        if not self._is_soon:
            self._is_soon = True
            asyncio.get_running_loop().call_soon(self._begin)

    def _begin(self) -> None:
        self._is_soon = False
        if self._commit is not None or self._held:
            return
        self._stop_lull()
        if batch := self._next():
            works = [work for work, _ in batch]
            loop = asyncio.get_running_loop()
            self._commit = loop.run_in_executor(self._thread, self._database.together, works)
            self._commit.add_done_callback(partial(self._end, batch))

    def _next(self) -> Batch:
        if self._apart:
            return self._apart.popleft()
        return [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_TOGETHER))]

    def _stop_lull(self) -> None:
        if self._lull is not None:
            self._lull.cancel()
            self._lull = None

    def _end(self, batch: Batch, commit: "asyncio.Future[list[Any]]") -> None:
        """Tell those who wait; when one of several has failed, do each by itself."""
        self._commit = None
        error = commit.exception()
        if error is None:
            _settle(batch, commit.result())
        elif isinstance(error, DatabaseTrouble):
            self._hold(batch, error)
        elif len(batch) > 1:
            self._apart.extend([order] for order in batch)
        else:
            self._refuse(batch[0][1], error)
        self._ended.set()
        if self._apart or self._waiting:
            self._begin_soon()

    def _hold(self, batch: Batch, error: DatabaseTrouble) -> None:
        """Put back what was not done, and wait for ``go_on``."""
        self._waiting.extendleft(reversed([*batch, *(order for each in self._apart for order in each)]))
        self._apart.clear()
        self._held = True
        self._troubled(error)

    def _refuse(self, future: "asyncio.Future[Any] | None", error: BaseException) -> None:
        if future is None:
            self._troubled(error)
        elif not future.done():
            future.set_exception(error)


def _settle(batch: Batch, results: list[Any]) -> None:
    for (_, future), result in zip(batch, results, strict=True):
        if future is not None and not future.done():
            future.set_result(result)
