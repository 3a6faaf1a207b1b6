"""What the journal asks of a database; each kind of database has one module that offers it."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import ClauseElement, Dialect
from sqlalchemy.sql.compiler import SQLCompiler

from dragoman.model import Record

T = TypeVar("T")
Row = tuple[Any, ...]


class DatabaseTrouble(Exception):
    """A transaction did not happen, and may the next time: the disk is full, or cannot be written now."""


class DatabaseDamaged(Exception):
    """What the database holds cannot be read any more."""

    mend: str = ""
    """What a person can do about it."""


class Compiled(Record):
    """A statement in the words of one kind of database."""

    text: str
    names: tuple[str, ...]
    """The parameters in the order in which the text wants them."""
    fixed: dict[str, Any]
    """Those that stand in the statement itself."""

    def arguments(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the parameters' values in their order."""
        given = {**self.fixed, **values} if self.fixed else values
        return tuple(map(given.__getitem__, self.names))


class Statement:
    """A statement of SQLAlchemy's, compiled once for the database that it is first run on."""

    __slots__ = ("_compiled", "clause")

    def __init__(self, clause: ClauseElement) -> None:
        """Hold the statement; its parameters are named ones."""
        self.clause = clause
        self._compiled: dict[str, Compiled] = {}

    def compiled(self, dialect: Dialect) -> Compiled:
        """Return it in the words of a database."""
        found = self._compiled.get(dialect.name)
        if found is None:
            found = self._compiled[dialect.name] = _compile(self.clause, dialect)
        return found


def _compile(clause: ClauseElement, dialect: Dialect) -> Compiled:
    compiled = clause.compile(dialect=dialect)
    assert isinstance(compiled, SQLCompiler), "only statements are run"
    names = tuple(compiled.positiontup or compiled.bind_names.values())
    wanted = {name for name, bind in compiled.binds.items() if bind.required}
    fixed = {name: bind.value for name, bind in compiled.binds.items() if name not in wanted}
    return Compiled(text=str(compiled), names=names, fixed=fixed)


class Transaction(Protocol):
    """What a transaction may do; it must do nothing else, for it may be run again after trouble."""

    def run(self, statement: Statement, **values: Any) -> int:
        """Run a statement; returns how many rows it changed."""
        ...

    def run_many(self, statement: Statement, rows: Sequence[dict[str, Any]]) -> None:
        """Run a statement once for each row."""
        ...

    def fetch(self, statement: Statement, **values: Any) -> list[Row]:
        """Return the rows that a query finds."""
        ...


class Database(Protocol):
    """One connection, used by one thread at a time."""

    def together(self, works: Sequence[Callable[[Transaction], Any]]) -> list[Any]:
        """Do several transactions in one commit and return what each returned.

        Fails with DatabaseTrouble or DatabaseDamaged; and with whatever one of them raised. Nothing has
        happened then.
        """
        ...

    def prepare(self, works: Sequence[Callable[[Transaction], Any]]) -> list[Any]:
        """Do several transactions up to their commit, which has to follow; fails like ``together``."""
        ...

    def commit(self) -> None:
        """Commit what was prepared; what it fails with has not happened."""
        ...

    def back_up(self, to: Path) -> None:
        """Write a copy that is whole by itself."""
        ...

    def close(self) -> None:
        """Let go."""
        ...
