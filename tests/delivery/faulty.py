"""Calls that fail once, at a given number: statements of a database, and what is done with sockets."""

import asyncio
import socket
import sqlite3
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Self


class Nth:
    """Counts calls, and lets the nth of them fail."""

    def __init__(self, number: int, error: Callable[[], Exception]) -> None:
        """Fail the call of this number, the first being 1, with such an error."""
        self._left = number
        self._error = error

    @property
    def happened(self) -> bool:
        """Whether there was a call of that number."""
        return self._left <= 0

    def call(self) -> None:
        """Pass, or fail."""
        self._left -= 1
        if self._left == 0:
            raise self._error()


def database_error(code: int) -> sqlite3.OperationalError:
    """Return an error as SQLite raises it."""
    error = sqlite3.OperationalError(f"error {code}")
    error.sqlite_errorcode = code
    return error


class FaultyCursor(sqlite3.Cursor):
    """A cursor one of whose statements fails; with ``only`` one of those that are just that."""

    def __init__(self, connection: sqlite3.Connection, nth: Nth, only: str = "") -> None:
        super().__init__(connection)
        self._nth = nth
        self._only = only

    def execute(self, sql: str, *values: Any) -> Self:
        """Run a statement, unless it is the one."""
        self._pass(sql)
        return super().execute(sql, *values)

    def executemany(self, sql: str, rows: Any) -> Self:
        """Run a statement several times, unless it is the one."""
        self._pass(sql)
        return super().executemany(sql, rows)

    def _pass(self, sql: str) -> None:
        if self._only in ("", sql):
            self._nth.call()


class FaultySocket(socket.socket):
    """A connected socket one of whose reads or writes fails."""

    nth: Nth

    @classmethod
    def of(cls, plain: socket.socket, nth: Nth) -> Self:
        """Take a socket's place."""
        made = cls(plain.family, plain.type, plain.proto, fileno=plain.detach())
        made.nth = nth
        return made

    def recv(self, *arguments: Any) -> bytes:
        """Read."""
        self.nth.call()
        return super().recv(*arguments)

    def send(self, *arguments: Any) -> int:
        """Write."""
        self.nth.call()
        return super().send(*arguments)

    def sendmsg(self, *arguments: Any) -> int:
        """Write several pieces."""
        self.nth.call()
        return super().sendmsg(*arguments)


FAULT: ContextVar[Nth | None] = ContextVar("FAULT", default=None)
"""What befalls the connections that are made in this context."""


class FaultyLoop(asyncio.SelectorEventLoop):
    """An event loop in which one of a context's connects, reads and writes fails."""

    async def sock_connect(self, sock: socket.socket, address: Any) -> None:
        """Connect."""
        if (nth := FAULT.get()) is not None:
            nth.call()
        await super().sock_connect(sock, address)

    async def create_connection(self, *arguments: Any, **named: Any) -> Any:
        """Use a connected socket."""
        if (nth := FAULT.get()) is not None:
            named["sock"] = FaultySocket.of(named["sock"], nth)
        return await super().create_connection(*arguments, **named)
