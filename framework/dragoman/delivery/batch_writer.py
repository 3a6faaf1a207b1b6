"""Commits in batches: whatever waits goes into one commit, or none of it does.

Several transactions, one write to the disk. What is handed over while a commit is under way waits for the
next one, and so does what the end of that commit sets off. A note, and what need not be soon, sets off no
commit by itself for a moment: it goes with what comes next.

While the disk is quick the commit is made in the event loop: handing it to a thread and back takes longer
than the disk does. When commits had to wait for the disk the next ones are left to a thread, so that
handlers, calls and polls go on meanwhile; now and then one is made in the loop again, to see how the disk is.
Statements are always run in the loop: a thread would fight with it for the interpreter at each of them. What
the disk takes is told by the machine's own clocks, whichever the bot goes by; a commit that had to wait for a
processor tells nothing.
"""

import asyncio
import resource
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
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
QUICK = 0.002
"""Seconds that a commit may wait for the disk for the next one to be made in the event loop."""
SLOW = 3
"""Slow commits in a row that tell a slow disk from a machine that was busy with something else."""
IN_THREAD = 32
"""Commits that are left to a thread when the disk is slow, until one shows how it is now."""
_WHOSE: int = getattr(resource, "RUSAGE_THREAD", resource.RUSAGE_SELF)
"""The thread's own figures, or where a system does not have them those of the process."""


class BatchWriter:
    """A writer that makes few commits, for a state on a disk."""

    def __init__(self, database: Database, troubled: Troubled, *, quick: float = QUICK) -> None:
        """Commit to this database; with ``quick`` at 0 always in a thread."""
        self._database = database
        self._troubled = troubled
        self._quick = quick
        self._slow = 0
        """How many commits in a row were slow in the event loop."""
        self._for_thread = 0
        """How many commits are left to the thread before the disk is tried again."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._waiting: deque[Order] = deque()
        self._apart: deque[Batch] = deque()
        """What failed together, and is done again one by one."""
        self._batch: Batch = []
        """What is being committed."""
        self._commit: asyncio.Task[None] | None = None
        self._lull: asyncio.TimerHandle | None = None
        self._held = False
        self._ended = asyncio.Event()
        """Set when a commit has ended, however that was."""

    async def do(self, work: Work, *, soon: bool = True) -> Any:
        """Return what a transaction returned when it is committed; raises what it raised."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, future))
        if soon:
            self._begin()
        else:
            self._wait_for_company()
        return await future

    def note(self, work: Work) -> None:
        """Have a transaction done for which nobody waits."""
        self._waiting.append((work, None))
        self._wait_for_company()

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
        for _, future in self._waiting:
            if future is not None:
                future.cancel()
        self._waiting.clear()
        self._stop_lull()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._database.close)
        self._thread.shutdown()

    def _begin(self) -> None:
        """Begin a commit, when all who can move now have handed over what they have."""
        self._stop_lull()
        if self._commit is None and not self._held and (self._apart or self._waiting):
            self._commit = asyncio.get_running_loop().create_task(self._serve())
            self._commit.add_done_callback(self._end)

    def _wait_for_company(self) -> None:
        if self._lull is None:
            self._lull = asyncio.get_running_loop().call_later(LULL, self._begin)

    def _stop_lull(self) -> None:
        if self._lull is not None:
            self._lull.cancel()
            self._lull = None

    async def _serve(self) -> None:
        batch = self._batch = self._next()
        try:
            results = await self._together([work for work, _ in batch])
        except DatabaseTrouble as error:
            self._hold(batch, error)
        else:
            _settle(batch, results)

    def _next(self) -> Batch:
        if self._apart:
            return self._apart.popleft()
        return [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_TOGETHER))]

    async def _together(self, works: list[Work]) -> list[Any]:
        if self._quick and not self._for_thread:
            pushed_aside, waited = _pushed_aside(), time.thread_time() - time.monotonic()
            results = self._database.together(works)
            waited += time.monotonic() - time.thread_time()
            is_slow = waited >= self._quick and pushed_aside == _pushed_aside()
            self._slow = self._slow + 1 if is_slow else 0
            self._for_thread = IN_THREAD if self._slow >= SLOW else 0
            return results
        self._for_thread = max(self._for_thread - 1, 0)
        results = self._database.prepare(works)
        await asyncio.get_running_loop().run_in_executor(self._thread, self._database.commit)
        return results

    def _hold(self, batch: Batch, error: DatabaseTrouble) -> None:
        """Put back what was not done, and wait for ``go_on``."""
        self._waiting.extendleft(reversed([*batch, *(order for each in self._apart for order in each)]))
        self._apart.clear()
        self._held = True
        self._troubled(error)

    def _end(self, commit: "asyncio.Task[None]") -> None:
        self._commit = None
        if not commit.cancelled():
            if (error := commit.exception()) is not None:
                self._refuse(self._batch, error)
            self._begin()
        self._ended.set()

    def _refuse(self, batch: Batch, error: BaseException) -> None:
        """Tell whose transaction it was that failed; when there were several, do each by itself."""
        future = batch[0][1]
        if len(batch) > 1:
            self._apart.extend([order] for order in batch)
        elif future is None:
            self._troubled(error)
        elif not future.done():
            future.set_exception(error)


def _pushed_aside() -> int:
    """Return how often this thread had to wait for a processor, and not for a disk."""
    return resource.getrusage(_WHOSE).ru_nivcsw


def _settle(batch: Batch, results: list[Any]) -> None:
    for (_, future), result in zip(batch, results, strict=True):
        if future is not None and not future.done():
            future.set_result(result)
