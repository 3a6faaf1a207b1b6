"""Who commits: whatever is handed over happens in that order, and after trouble nothing overtakes."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from dragoman.delivery.database import Database, DatabaseDamaged, DatabaseTrouble, Transaction

Work = Callable[[Transaction], Any]
Troubled = Callable[[BaseException], None]
"""Told what keeps transactions from being done for now, or why one never will be for which nobody waits."""


class Writer(Protocol):
    """Does transactions in the order in which they are handed over.

    After trouble that may pass nothing is given up: the same transactions are done again, first, on
    ``go_on``.
    """

    async def do(self, work: Work, *, soon: bool = True) -> Any:
        """Return what a transaction returned when it is committed; raises what it raised.

        Without ``soon`` it may wait a moment for others to be committed with.
        """
        ...

    def note(self, work: Work) -> None:
        """Have a transaction done for which nobody waits."""
        ...

    def go_on(self) -> None:
        """Try again after trouble."""
        ...

    async def close(self) -> None:
        """Do what was handed over, as far as it can be done, and let go of the database."""
        ...


class InlineWriter:
    """Commits in the event loop, each transaction by itself: for a state in memory, and for simulations."""

    def __init__(self, database: Database, troubled: Troubled) -> None:
        """Commit to this database."""
        self._database = database
        self._troubled = troubled
        self._line: deque[Work | asyncio.Future[None]] = deque()
        """Notes, and the places of those who wait; the first is being done, or held up by trouble."""
        self._trouble: asyncio.Future[None] | None = None

    async def do(self, work: Work, *, soon: bool = True) -> Any:  # noqa: ARG002 - each by itself
        """Do a transaction now, or when it is its turn after trouble."""
        place = asyncio.get_running_loop().create_future()
        self._line.append(place)
        try:
            if self._line[0] is not place:
                await place
            return await self._attempt(work)
        finally:
            self._line.remove(place)
            self._call_up()

    def note(self, work: Work) -> None:
        """Do a transaction now, or when it is its turn after trouble."""
        self._line.append(work)
        if len(self._line) == 1:
            self._call_up()

    def go_on(self) -> None:
        """Try again after trouble."""
        if self._trouble is not None and not self._trouble.done():
            self._trouble.set_result(None)
        self._trouble = None
        self._call_up()

    async def close(self) -> None:
        """Let go of the database."""
        self.go_on()
        for waiting in tuple(self._line):
            if isinstance(waiting, asyncio.Future):
                waiting.cancel()
        self._line.clear()
        self._database.close()

    async def _attempt(self, work: Work) -> Any:
        while True:
            try:
                (result,) = self._database.together([work])
            except DatabaseTrouble as error:
                await self._hold(error)
            else:
                return result

    def _call_up(self) -> None:
        """Do the notes at the head of the line, and call up who comes after them."""
        while self._line and self._trouble is None:
            head = self._line[0]
            if isinstance(head, asyncio.Future):
                if not head.done():
                    head.set_result(None)
                return
            try:
                self._database.together([head])
            except DatabaseTrouble as error:
                self._hold(error)
            except DatabaseDamaged as error:
                self._line.popleft()
                self._troubled(error)
            else:
                self._line.popleft()

    def _hold(self, error: DatabaseTrouble) -> "asyncio.Future[None]":
        self._trouble = asyncio.get_running_loop().create_future()
        self._troubled(error)
        return self._trouble
