"""Inserts that leave or change a row that is there, in words that SQLite and PostgreSQL share."""

from typing import Any

from sqlalchemy import Insert, Table, bindparam
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

from dragoman.delivery.database import Statement


class _InsertOrIgnore(Insert):
    """An INSERT that leaves a row with the same key as it is."""

    inherit_cache = False


class _Upsert(Insert):
    """An INSERT that changes a row with the same key."""

    inherit_cache = False


@compiles(_InsertOrIgnore)
def _ignoring(insert: _InsertOrIgnore, compiler: SQLCompiler, **options: Any) -> str:
    return f"{_plain(insert, compiler, options)} ON CONFLICT DO NOTHING"


@compiles(_Upsert)
def _changing(insert: _Upsert, compiler: SQLCompiler, **options: Any) -> str:
    table = insert.table
    assert isinstance(table, Table), "rows are inserted into a table"
    name = compiler.preparer.format_column
    keys = ", ".join(name(column) for column in table.primary_key)
    others = [name(column) for column in table.columns if not column.primary_key]
    changes = ", ".join(f"{other} = excluded.{other}" for other in others)
    return f"{_plain(insert, compiler, options)} ON CONFLICT ({keys}) DO UPDATE SET {changes}"


def _plain(insert: Insert, compiler: SQLCompiler, options: dict[str, Any]) -> str:
    text: str = compiler.visit_insert(insert, **options)  # type: ignore[no-untyped-call]
    return text


def insert_or_ignore(table: Table) -> Statement:
    """Return the statement that adds a row of all columns unless there is one with its key."""
    return Statement(_InsertOrIgnore(table).values(_all(table)))


def upsert(table: Table) -> Statement:
    """Return the statement that adds a row of all columns, or changes the one with its key."""
    return Statement(_Upsert(table).values(_all(table)))


def _all(table: Table) -> dict[str, Any]:
    return {column.name: bindparam(column.name) for column in table.columns}
