"""Who commits: one thread for a file, which puts what waits together into one commit, or none at all.

Whatever is handed over while a commit is under way goes into the next one together: several transactions,
one write to the disk. They happen in the order in which they were handed over. After trouble that may pass
nothing is given up and nothing overtakes: the same transactions are done again, first, on ``go_on``.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from dragoman.delivery.database import Database, DatabaseTrouble, Transaction

T = TypeVar("T")
Work = Callable[[Transaction], Any]
Order = tuple[Work, "asyncio.Future[Any] | None"]
"""A transaction, and who waits for it."""
Outcome = tuple["asyncio.Future[Any] | None", Any]
"""Who waits, and what the transaction returned or raised."""
MOST_TOGETHER = 512
"""Transactions in one commit."""


class Writer(Protocol):
    """Does transactions in the order in which they are handed over."""

    def hand_over(self, work: Work) -> "asyncio.Future[Any]":
        """Have a transaction done; the future is done when it is committed."""
        ...

    def hand_over_quietly(self, work: Work) -> None:
        """Have a transaction done for which nobody waits."""
        ...

    def go_on(self) -> None:
        """Try again after trouble."""
        ...

    def close(self) -> None:
        """Do what was handed over, as far as it can be done, and let go of the database."""
        ...


class InlineWriter:
    """Commits in the event loop, each transaction by itself: for a state in memory, and for simulations."""

    def __init__(self, database: Database, troubled: Callable[[Exception], None]) -> None:
        """Call ``troubled`` with what keeps a transaction from being done for now."""
        self._database = database
        self._troubled = troubled
        self._waiting: deque[Order] = deque()
        self._held = False

    def hand_over(self, work: Work) -> "asyncio.Future[Any]":
        """Do a transaction now."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, future))
        self._serve()
        return future

    def hand_over_quietly(self, work: Work) -> None:
        """Do a transaction now."""
        self._waiting.append((work, None))
        self._serve()

    def go_on(self) -> None:
        """Try again after trouble."""
        self._held = False
        self._serve()

    def close(self) -> None:
        """Let go of the database."""
        self._held = False
        self._serve()
        _abandon(self._waiting)
        self._database.close()

    def _serve(self) -> None:
        while self._waiting and not self._held:
            work, future = self._waiting[0]
            try:
                (result,) = self._database.together([work])
            except DatabaseTrouble as error:
                self._held = True
                self._troubled(error)
                return
            except Exception as error:  # noqa: BLE001 - it belongs to whoever handed the work over
                self._waiting.popleft()
                _settle([(future, error)])
                if future is None:
                    self._troubled(error)
            else:
                self._waiting.popleft()
                _settle([(future, result)])


class ThreadWriter:
    """Commits in a thread of its own, all that waits together."""

    def __init__(self, database: Database, troubled: Callable[[Exception], None]) -> None:
        """Start the thread; ``troubled`` is called in the running event loop."""
        self._database = database
        self._troubled = troubled
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Order] = deque()
        self._wake = threading.Condition()
        self._held = False
        self._closing = False
        self._thread = threading.Thread(target=self._serve, name="journal", daemon=True)
        self._thread.start()

    def hand_over(self, work: Work) -> "asyncio.Future[Any]":
        """Have a transaction done; the future is done when it is committed."""
        future: asyncio.Future[Any] = self._loop.create_future()
        self._add((work, future))
        return future

    def hand_over_quietly(self, work: Work) -> None:
        """Have a transaction done for which nobody waits."""
        self._add((work, None))

    def go_on(self) -> None:
        """Try again after trouble."""
        with self._wake:
            self._held = False
            self._wake.notify()

    def close(self) -> None:
        """Do what was handed over, as far as it can be done, and let go of the database."""
        with self._wake:
            self._closing = True
            self._held = False
            self._wake.notify()
        self._thread.join()
        _abandon(self._waiting)
        self._database.close()

    def _add(self, order: Order) -> None:
        with self._wake:
            self._waiting.append(order)
            self._wake.notify()

    def _serve(self) -> None:
        while batch := self._next():
            outcomes = self._do(batch)
            try:
                self._loop.call_soon_threadsafe(_settle, outcomes)
            except RuntimeError:
                # The loop has gone; what is committed stays so.
                return
            if self._closing and self._held:
                return

    def _next(self) -> list[Order]:
        """Wait for work and take it all; nothing at the end."""
        with self._wake:
            while (self._held or not self._waiting) and not self._closing:
                self._wake.wait()
            return [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_TOGETHER))]

    def _do(self, batch: list[Order]) -> list[Outcome]:
        """Do a batch in one commit; when one of them fails, each by itself."""
        outcomes: list[Outcome] = []
        groups = deque([batch])
        while groups:
            group = groups.popleft()
            try:
                results = self._database.together([work for work, _ in group])
            except DatabaseTrouble as error:
                self._hold([order for each in (group, *groups) for order in each], error)
                break
            except Exception as error:  # noqa: BLE001 - it belongs to whoever handed the work over
                if len(group) > 1:
                    groups.extendleft([order] for order in reversed(group))
                    continue
                outcomes.append((group[0][1], error))
                if group[0][1] is None:
                    self._loop.call_soon_threadsafe(self._troubled, error)
            else:
                outcomes += [(future, result) for (_, future), result in zip(group, results, strict=True)]
        return outcomes

    def _hold(self, orders: list[Order], error: Exception) -> None:
        """Put back what was not done, and wait for ``go_on``."""
        with self._wake:
            self._waiting.extendleft(reversed(orders))
            self._held = True
        self._loop.call_soon_threadsafe(self._troubled, error)


def _settle(outcomes: list[Outcome]) -> None:
    for future, outcome in outcomes:
        if future is None or future.done():
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)


def _abandon(waiting: deque[Order]) -> None:
    for _, future in waiting:
        if future is not None:
            future.cancel()
    waiting.clear()
