"""The journal in one SQLite file: all that is particular to SQLite stands here."""

import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.pool import StaticPool

from dragoman.delivery.backups import backup_path, copy_database
from dragoman.delivery.database import DatabaseDamaged, DatabaseTrouble, Row, Statement, Transaction
from dragoman.delivery.file_system import NETWORK, kind_of
from dragoman.delivery.inspection import (
    check_beside,
    damaged,
    is_there,
    mend_of,
    out_of_reach,
    unusable,
)
from dragoman.delivery.state_lock import take_lock
from dragoman.delivery.tables import METADATA, SCHEMA, VERSION_TABLE
from dragoman.delivery.wal import loss_of
from dragoman.errors import StateOutOfReach, StateUnusable

Sync = Literal["full", "normal"]
"""``full`` survives a power cut; ``normal`` the end of the process, but not always that of the machine."""

DIALECT = sqlite_dialect(paramstyle="qmark")
BUSY_SECONDS = 5.0
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class SqliteDatabase:
    """An open state file; with no path the state is kept in memory and lost at the end."""

    def __init__(
        self, path: Path | None, *, named: str = "DIR", sync: Sync = "full", beside: bool = False
    ) -> None:
        """Open the file, making or updating its tables.

        ``named`` is what the command line calls the bot; ``beside`` opens the file while a bot has it.
        Fails with StateInUse when another process has it, with StateOutOfReach when it cannot be read, and
        with StateUnusable when the file is damaged, newer than this program, or on a network file system.
        """
        self._path = path
        self._named = named
        self._lock = -1
        self._is_new = True
        self._beside = beside
        try:
            if path is not None and beside:
                check_beside(path, named, durable=sync == "full")
                self._is_new = False
            elif path is not None:
                self._prepare(path)
                if sync == "full" and (lost := loss_of(path)) is not None:
                    raise self._damaged(lost)
            self._engine = _engine(path, sync)
            self._open()
        except OSError as error:
            self._unlock()
            assert path is not None, "memory is within reach"
            raise out_of_reach(path, error) from error
        except BaseException:
            self._unlock()
            raise

    # ---- transactions

    def together(self, works: Sequence[Callable[[Transaction], Any]]) -> list[Any]:
        """Do several transactions in one commit and return what each returned."""
        results = self.prepare(works)
        self.commit()
        return results

    def prepare(self, works: Sequence[Callable[[Transaction], Any]]) -> list[Any]:
        """Do several transactions up to their commit, which has to follow; fails like ``together``."""
        try:
            self._cursor.execute("BEGIN IMMEDIATE")
            return [work(self._transaction) for work in works]
        except sqlite3.Error as error:
            self._roll_back()
            raise self._meaning(error) from error
        except BaseException:
            self._roll_back()
            raise

    def commit(self) -> None:
        """Commit what was prepared; what it fails with has not happened."""
        try:
            self._cursor.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            raise self._meaning(error) from error

    def back_up(self, to: Path) -> None:
        """Write a copy that is whole by itself, for its owner's eyes only."""
        copy_database(self._connection, to)

    def close(self) -> None:
        """Let go of the file and of the lock."""
        self._cursor.close()
        self._raw.close()
        self._engine.dispose()
        self._unlock()

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._cursor.execute("ROLLBACK")

    # ---- opening

    def _prepare(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if (kind := kind_of(path.parent)) in NETWORK:
            raise self._unusable(
                f"it lies on a network file system ({kind})", "Name a local file under state"
            )
        self._lock = take_lock(path)
        self._is_new = not is_there(path, self._named)
        # Made here for its mode; what SQLite puts beside it takes that over.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))

    def _unlock(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def _open(self) -> None:
        try:
            self._raw = self._engine.raw_connection()
            connection = self._raw.driver_connection
            assert isinstance(connection, sqlite3.Connection)
            self._connection = connection
            self._cursor = connection.cursor()
            self._transaction = _SqliteTransaction(self._cursor)
            self._check_whole()
            self._bring_up_to_date()
        except sqlite3.DatabaseError as error:
            if isinstance(_meaning(error), DatabaseTrouble):
                raise StateOutOfReach(f"the state in {self._path} cannot be used now: {error}") from error
            raise self._damaged(str(error)) from error

    def _check_whole(self) -> None:
        if self._path is None or self._is_new:
            return
        found = self._cursor.execute("PRAGMA quick_check(1)").fetchall()
        if found != [("ok",)]:
            raise self._damaged(str(found[0][0]))

    def _bring_up_to_date(self) -> None:
        version = self._version()
        # Not before it is known whose database it is.
        self._cursor.execute("PRAGMA journal_mode=WAL").fetchall()
        if version == SCHEMA:
            return
        if self._beside:
            what = f"it has the schema {version}, not this program's {SCHEMA}"
            raise self._unusable(what, "Start the bot first, which brings it up to date")
        with self._engine.connect() as connection:
            if version is None:
                self._make_tables(connection)
            else:
                self._migrate(connection, version)
            connection.commit()

    def _version(self) -> str | None:
        """Return the schema of the file; None for an empty one."""
        query = "SELECT name FROM sqlite_master WHERE type = 'table'"
        tables = {name for (name,) in self._cursor.execute(query)}
        if not tables:
            return None
        if VERSION_TABLE not in tables:
            raise self._unusable("it is some other program's database", "Name another file under state")
        found = self._cursor.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchall()  # noqa: S608
        return str(found[0][0]) if found else None

    def _make_tables(self, connection: Connection) -> None:
        METADATA.create_all(connection)
        connection.exec_driver_sql(
            f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL,"
            f" CONSTRAINT {VERSION_TABLE}_pkc PRIMARY KEY (version_num))"
        )
        connection.exec_driver_sql(f"INSERT INTO {VERSION_TABLE} VALUES ('{SCHEMA}')")  # noqa: S608

    def _migrate(self, connection: Connection, version: str) -> None:
        # By its name, for Alembic is loaded only when there is work for it.
        steps = import_module("dragoman.delivery.migrations.steps")
        if version not in steps.known_schemas(VERSION_TABLE):
            what = f"it has the schema {version}, which is newer than this program's {SCHEMA}"
            raise self._unusable(what, "Run the newer program again, or restore a backup of before")
        if self._path is not None:
            self.back_up(backup_path(self._path, f"before-{SCHEMA}"))
        steps.migrate(connection, VERSION_TABLE)

    def _meaning(self, error: sqlite3.Error) -> Exception:
        meaning = _meaning(error)
        if isinstance(meaning, DatabaseDamaged) and self._path is not None:
            meaning.mend = mend_of(self._path, self._named)
        return meaning

    def _damaged(self, reason: str) -> StateUnusable:
        assert self._path is not None, "what is in memory is not damaged"
        return damaged(self._path, self._named, reason)

    def _unusable(self, what: str, mend: str) -> StateUnusable:
        assert self._path is not None, "what is in memory can be used"
        return unusable(self._path, what, mend)


class _SqliteTransaction:
    """A transaction that is under way."""

    __slots__ = ("_cursor",)

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor

    def run(self, statement: Statement, **values: Any) -> int:
        compiled = statement.compiled(DIALECT)
        return self._cursor.execute(compiled.text, compiled.arguments(values)).rowcount

    def run_many(self, statement: Statement, rows: Sequence[dict[str, Any]]) -> None:
        compiled = statement.compiled(DIALECT)
        self._cursor.executemany(compiled.text, [compiled.arguments(row) for row in rows])

    def fetch(self, statement: Statement, **values: Any) -> list[Row]:
        compiled = statement.compiled(DIALECT)
        return self._cursor.execute(compiled.text, compiled.arguments(values)).fetchall()


def _engine(path: Path | None, sync: Sync) -> Engine:
    def connect() -> sqlite3.Connection:
        # Without the driver's own transactions: those of SQLite are begun and ended here.
        place = str(path) if path is not None else ":memory:"
        connection = sqlite3.connect(
            place, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS, cached_statements=256
        )
        connection.execute(f"PRAGMA synchronous={sync if path is not None else 'off'}")
        return connection

    engine = create_engine("sqlite+pysqlite://", creator=connect, poolclass=StaticPool)
    event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _meaning(error: sqlite3.Error) -> Exception:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    # A damaged text has no code of its own: it is the driver that cannot decode it.
    if code in _DAMAGE or "decode to UTF-8" in str(error):
        return DatabaseDamaged(str(error))
    return DatabaseTrouble(str(error)) if isinstance(error, sqlite3.OperationalError) else error
