"""The file itself: an SQLite database of records by table and key, written in whole transactions.

Everything here waits for the disk; a running server calls it from the one thread that writes.
"""

import fcntl
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from dragoman_server.store.codec import Stored
from dragoman_server.store.problems import StoreRefused

APPLICATION = int.from_bytes(b"drgn")
"""Marks the file as ours; `file` and others read it from the header."""

FORMAT = 1
"""Rises when an older program could no longer read what this one writes."""

_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE record (
    id INTEGER PRIMARY KEY,  -- rises in the order in which things came
    place TEXT NOT NULL,
    key TEXT NOT NULL,
    value BLOB NOT NULL,
    UNIQUE (place, key)
);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FORMAT};
COMMIT;
"""
_PUT = """
INSERT INTO record (place, key, value) VALUES (?, ?, ?)
ON CONFLICT (place, key) DO UPDATE SET value = excluded.value
"""
_TAKE = "DELETE FROM record WHERE place = ? AND key = ?"
_ALL = "SELECT place, key, value FROM record ORDER BY id"


class Row(NamedTuple):
    """One record as it stands in the file."""

    place: str
    key: str
    value: Stored


class StoreFile:
    """An open store, which no other process can open meanwhile."""

    def __init__(self, path: Path) -> None:
        """Open a store, or make one where there is no file. Fails with StoreRefused."""
        self.path = path
        self._lock = _lock(path)
        try:
            self._connection = self._open()
        except BaseException:
            os.close(self._lock)
            raise

    def rows(self) -> Iterator[Row]:
        """Walk over all records, in the order in which they came."""
        try:
            for place, key, value in self._connection.execute(_ALL):
                yield Row(place, key, value)
        except sqlite3.Error as error:
            raise self._damaged(error) from None

    def write(self, gone: Sequence[tuple[str, str]], put: Sequence[Row]) -> None:
        """Take records away and put others in, all or nothing; they are on the disk when this returns."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._connection.executemany(_TAKE, gone)
            self._connection.executemany(_PUT, put)
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Let go of the file."""
        # Closing any descriptor of the file would take SQLite's own locks away, so ours comes last.
        self._connection.close()
        os.close(self._lock)

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        try:
            self._check(connection)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            if _is_empty(connection):
                connection.executescript(_SCHEMA)
        except sqlite3.OperationalError as error:
            connection.close()
            raise StoreRefused(self.path, f"it cannot be used: {error}.") from None
        except sqlite3.DatabaseError as error:
            connection.close()
            raise self._damaged(error) from None
        except BaseException:
            connection.close()
            raise
        return connection

    def _check(self, connection: sqlite3.Connection) -> None:
        """Refuse what is not ours, before anything is written to it."""
        application, version = _number(connection, "application_id"), _number(connection, "user_version")
        if application == 0 and version == 0 and _is_empty(connection):
            return
        if application != APPLICATION:
            raise StoreRefused(self.path, "this is a database of another program. Name another file.")
        if version > FORMAT:
            reason = (
                f"a newer Dragoman wrote this (format {version}; this one knows {FORMAT}). Upgrade first."
            )
            raise StoreRefused(self.path, reason)
        with closing(connection.execute("PRAGMA quick_check(1)")) as found:
            if (said := found.fetchone()[0]) != "ok":
                raise self._damaged(said)

    def _damaged(self, said: object) -> StoreRefused:
        return StoreRefused(
            self.path,
            f"this is damaged, or no store at all ({said}). It was left as it is: put a good copy in its "
            "place, or name another file.",
        )


def _lock(path: Path) -> int:
    try:
        # Who can read this file can read everybody's keys.
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreRefused(path, f"it cannot be opened: {error.strerror}.") from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise StoreRefused(path, "another process is using it.") from None
    return descriptor


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    with closing(connection.execute(f"PRAGMA {pragma}")) as found:
        number: int = found.fetchone()[0]
        return number


def _is_empty(connection: sqlite3.Connection) -> bool:
    with closing(connection.execute("SELECT count(*) FROM sqlite_master")) as found:
        return bool(found.fetchone()[0] == 0)
