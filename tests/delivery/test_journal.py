"""The state file: who may open it, what is refused, and what survives."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine

from dragoman.clock import ManualClock
from dragoman.delivery import (
    DatabaseTrouble,
    InboxRow,
    Journal,
    SqliteDatabase,
    Sync,
    Transaction,
    backups_of,
    copy_state,
    inbox,
    put_back,
)
from dragoman.delivery.batch_writer import BatchWriter
from dragoman.delivery.migrations.steps import known_schemas, migrate
from dragoman.delivery.tables import METADATA, SCHEMA, VERSION_TABLE
from dragoman.errors import Problem, StateInUse, StateOutOfReach, StateUnusable
from dragoman.runtime import Bot, load_settings
from runtime.double import RecordingZulip, write_bot

ROW = InboxRow(message_id=7, conv_key="channel:5:disks", payload=b"{}")


async def taken_in(path: Path, *rows: InboxRow) -> None:
    """Let a bot take messages in and end."""
    journal = Journal.open(path, bot="desk")
    await journal.do(lambda tx: inbox.add(tx, "desk", rows, journal.epoch))
    await journal.aclose()


async def waiting(journal: Journal) -> list[int]:
    rows = await journal.do(lambda tx: inbox.pending(tx, "desk", 1000))
    return [row.message_id for row in rows]


async def test_what_was_committed_is_there_after_a_restart_and_the_epoch_has_grown(tmp_path: Path) -> None:
    path = tmp_path / ".dragoman" / "desk.db"
    await taken_in(path, ROW)
    journal = Journal.open(path, bot="desk")
    assert (journal.epoch, await waiting(journal)) == (2, [7])
    await journal.aclose()


async def test_the_file_and_its_folder_are_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "desk.db"
    journal = Journal.open(path, bot="desk")
    assert [part.stat().st_mode & 0o777 for part in (path, path.parent)] == [0o600, 0o700]
    await journal.aclose()


async def test_a_second_process_is_told_that_one_is_enough(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    journal = Journal.open(path, bot="desk")
    with pytest.raises(StateInUse, match="another process runs with the state in"):
        Journal.open(path, bot="desk")
    await journal.aclose()
    await Journal.open(path, bot="desk").aclose()


async def test_several_transactions_go_into_one_commit_in_their_order() -> None:
    database = Counting(SqliteDatabase(None))
    journal = Journal(database, bot="desk")
    await asyncio.gather(*(journal.do(adding(number)) for number in range(200)))
    assert await waiting(journal) == list(range(200))
    assert database.commits < 50
    await journal.aclose()


async def test_a_note_goes_into_the_commit_of_what_comes_next() -> None:
    database = Counting(SqliteDatabase(None))
    journal = Journal(database, bot="desk")
    before = database.commits
    journal.note(adding(1))
    journal.note(adding(2))
    assert await waiting(journal) == [1, 2]
    assert database.commits == before + 1
    await journal.aclose()


async def test_a_note_after_which_nothing_comes_is_committed_by_itself() -> None:
    database = Counting(SqliteDatabase(None))
    journal = Journal(database, bot="desk")
    done = asyncio.Event()
    loop = asyncio.get_running_loop()
    journal.note(lambda _: loop.call_soon_threadsafe(done.set))
    await asyncio.wait_for(done.wait(), 10)
    await journal.aclose()


class Threads:
    """A database that remembers in which threads it was used."""

    def __init__(self, database: SqliteDatabase) -> None:
        self.database = database
        self.used: list[int] = []
        """For commits."""
        self.prepared: list[int] = []

    def together(self, works: Sequence[Callable[[Transaction], Any]]) -> list[Any]:
        self.used.append(threading.get_ident())
        return self.database.together(works)

    def prepare(self, works: Sequence[Callable[[Transaction], Any]]) -> list[Any]:
        self.prepared.append(threading.get_ident())
        return self.database.prepare(works)

    def commit(self) -> None:
        self.used.append(threading.get_ident())
        self.database.commit()

    def back_up(self, to: Path) -> None:
        self.database.back_up(to)

    def close(self) -> None:
        self.database.close()


@pytest.mark.parametrize(("quick", "in_the_loop"), [(60.0, True), (0.0, False)])
async def test_only_a_slow_disk_is_left_to_a_thread(quick: float, in_the_loop: bool) -> None:
    database = Threads(SqliteDatabase(None))
    writer = BatchWriter(database, lambda _: None, quick=quick)
    await writer.do(lambda _: None)
    await writer.do(lambda _: None)
    assert [one == threading.get_ident() for one in database.used] == [in_the_loop, in_the_loop]
    assert set(database.prepared) <= {threading.get_ident()}
    await writer.close()


async def test_one_that_fails_takes_none_of_its_neighbours_with_it() -> None:
    journal = Journal(SqliteDatabase(None), bot="desk")

    def refuse(tx: Transaction) -> None:
        inbox.add(tx, "desk", [InboxRow(message_id=1, conv_key="k")], 1)
        raise ValueError("no")

    outcomes = await asyncio.gather(
        *(journal.do(work) for work in (adding(2), refuse, adding(3))), return_exceptions=True
    )
    assert [str(outcome) for outcome in outcomes] == ["None", "no", "None"]
    assert await waiting(journal) == [2, 3]
    await journal.aclose()


def adding(number: int) -> Callable[[Transaction], None]:
    return lambda tx: inbox.add(tx, "desk", [InboxRow(message_id=number, conv_key="k")], 1)


class Counting:
    """A database that counts its commits, and whose disk can be full."""

    def __init__(self, database: SqliteDatabase) -> None:
        self.database = database
        self.commits = 0
        self.full = False

    def together(self, works: Sequence[Callable[[Transaction], Any]]) -> list[Any]:
        if self.full:
            raise DatabaseTrouble("database or disk is full")
        self.commits += 1
        return self.database.together(works)

    def prepare(self, works: Sequence[Callable[[Transaction], Any]]) -> list[Any]:
        if self.full:
            raise DatabaseTrouble("database or disk is full")
        return self.database.prepare(works)

    def commit(self) -> None:
        self.commits += 1
        self.database.commit()

    def back_up(self, to: Path) -> None:
        self.database.back_up(to)

    def close(self) -> None:
        self.database.close()


@pytest.mark.parametrize("threaded", [True, False])
async def test_a_full_disk_is_waited_out_and_nothing_overtakes(threaded: bool) -> None:
    clock = ManualClock()
    database = Counting(SqliteDatabase(None))
    journal = Journal(database, bot="desk", clock=clock, threaded=threaded)
    database.full = True
    first = asyncio.ensure_future(journal.do(lambda tx: inbox.add(tx, "desk", [ROW], 1)))
    await clock.asleep()
    journal.note(lambda tx: inbox.skip(tx, "desk", [7], why="deleted"))
    assert (str(journal.trouble), first.done()) == ("database or disk is full", False)
    await clock.advance(10)
    await clock.asleep()
    database.full = False
    await clock.advance(10)
    await first
    assert journal.trouble is None
    assert await journal.do(lambda tx: inbox.counts(tx, "desk")) == {"SKIPPED": 1}
    await journal.aclose()


async def test_a_real_disk_that_is_full_is_trouble_that_passes(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "desk.db")
    size = InboxRow(message_id=8, conv_key="k", payload=b"x" * 100_000)
    database._cursor.execute("PRAGMA max_page_count=30")
    with pytest.raises(DatabaseTrouble, match="full"):
        database.together([lambda tx: inbox.add(tx, "desk", [size], 1)])
    database._cursor.execute("PRAGMA max_page_count=3000")
    database.together([lambda tx: inbox.add(tx, "desk", [size], 1)])
    database.close()


# ---- damage


def damage(path: Path) -> bytes:
    """Overwrite a page in the middle of the file and return what is there now."""
    content = bytearray(path.read_bytes())
    content[4096 * 2 : 4096 * 3] = b"\xff" * 4096
    path.write_bytes(content)
    return bytes(content)


async def test_a_damaged_file_is_refused_with_the_command_that_mends_it_and_left_alone(
    tmp_path: Path,
) -> None:
    path = tmp_path / "desk.db"
    await taken_in(path, ROW)
    copy_state(path)
    (backup,) = backups_of(path)
    damaged = damage(path)
    with pytest.raises(StateUnusable, match="it is damaged") as refused:
        Journal.open(path, bot="desk", named="bots/desk")
    assert refused.value.problems[0].mend == f"Run: dragoman restore bots/desk {backup}"
    assert path.read_bytes() == damaged


def malformed(_: Transaction) -> None:
    """Find a damaged page, as SQLite tells of one."""
    error = sqlite3.DatabaseError("database disk image is malformed")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT_INDEX
    raise error


@pytest.mark.parametrize("threaded", [True, False])
async def test_damage_that_a_note_finds_ends_the_bot_with_the_command_that_mends_it(
    tmp_path: Path, threaded: bool
) -> None:
    path = tmp_path / "desk.db"
    journal = Journal.open(path, bot="desk", named="bots/desk", threaded=threaded)
    copy_state(path)
    settings = load_settings(
        write_bot(tmp_path, "from dragoman.plugin import *\nclass Sample(Plugin[NoOptions]): ...")
    )
    async with Bot(settings, clock=ManualClock(), zulip=RecordingZulip(), journal=journal) as bot:
        life = asyncio.ensure_future(bot.run())
        await bot.started.wait()
        journal.note(malformed)
        with pytest.raises(StateUnusable) as ended:
            await asyncio.wait_for(life, 20)
    what = "it was damaged while it was used (database disk image is malformed)"
    # The bot may have made a copy of its own meanwhile.
    mends = [f"Run: dragoman restore bots/desk {backup}" for backup in backups_of(path)]
    assert ended.value.problems in [
        (Problem(file=str(path), place="state", what=what, mend=mend),) for mend in mends
    ]
    assert journal.trouble is None
    await journal.aclose()


async def test_without_a_backup_the_way_out_is_to_recover(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    path.write_bytes(b"this is no database at all, whatever its name says " * 100)
    with pytest.raises(StateUnusable) as refused:
        Journal.open(path, bot="desk", named="bots/desk")
    assert refused.value.problems[0].mend == (
        "There is no backup; to begin anew from the chat's history run: dragoman run --recover bots/desk"
    )


@pytest.mark.parametrize("length", [0, 1, 20, 99, 100, 4095, 4096, 5000, 9000])
async def test_a_file_that_was_cut_short_is_never_taken_for_a_whole_one(tmp_path: Path, length: int) -> None:
    path = tmp_path / "desk.db"
    await taken_in(path, *(InboxRow(message_id=n, conv_key="k", payload=b"x" * 500) for n in range(50)))
    content = path.read_bytes()[:length]
    path.write_bytes(content)
    with pytest.raises(StateUnusable):
        Journal.open(path, bot="desk")
    assert path.read_bytes() == content


async def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE notes (text)")
    other.close()
    with pytest.raises(StateUnusable, match="it is some other program's database"):
        Journal.open(path, bot="desk")


async def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    await taken_in(path, ROW)
    newer = sqlite3.connect(path)
    newer.execute(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    newer.commit()
    newer.close()
    with pytest.raises(StateUnusable, match="it has the schema 9999, which is newer"):
        Journal.open(path, bot="desk")
    assert backups_of(path) == []


# ---- schema


def test_the_newest_step_is_the_schema_of_this_program() -> None:
    assert known_schemas(VERSION_TABLE)[-1] == SCHEMA


def test_the_steps_make_the_tables_that_this_program_makes(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'steps.db'}")
    with engine.begin() as connection:
        migrate(connection, VERSION_TABLE)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, METADATA) == []
        assert context.get_current_revision() == SCHEMA
    engine.dispose()
    stepped, made = tmp_path / "steps.db", tmp_path / "made.db"
    SqliteDatabase(made).close()
    assert schema_of(stepped) == schema_of(made)


def schema_of(path: Path) -> set[tuple[str, ...]]:
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT type, name, tbl_name FROM sqlite_master").fetchall()
    columns = [
        (table, *map(str, column))
        for kind, table, _ in rows
        if kind == "table"
        for column in connection.execute(f"PRAGMA table_info({table})")
    ]
    connection.close()
    return {*rows, *columns}


# ---- copies


async def test_a_copy_of_a_state_in_use_is_whole_and_can_be_put_back(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    journal = Journal.open(path, bot="desk")
    await journal.do(lambda tx: inbox.add(tx, "desk", [ROW], 1))
    copy = copy_state(path, tmp_path / "copy.db")
    assert copy.stat().st_mode & 0o777 == 0o600
    with pytest.raises(StateInUse, match="stop it first"):
        put_back(path, copy, prepared="")
    await journal.aclose()
    damage(path)
    aside = put_back(path, copy, prepared="UPDATE inbox SET conv_key = 'prepared'")
    assert aside is not None
    assert aside.exists()
    restored = Journal.open(path, bot="desk")
    (row,) = await restored.do(lambda tx: inbox.pending(tx, "desk", 10))
    assert (row.message_id, row.conv_key) == (7, "prepared")
    await restored.aclose()


async def test_a_damaged_copy_is_not_put_back(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    await taken_in(path, *(InboxRow(message_id=n, conv_key="k", payload=b"x" * 500) for n in range(50)))
    before = path.read_bytes()
    copy = copy_state(path, tmp_path / "copy.db")
    damage(copy)
    with pytest.raises(StateUnusable, match="it is no backup that can be used"):
        put_back(path, copy, prepared="")
    assert path.read_bytes() == before


async def test_seven_copies_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    await taken_in(path, ROW)
    made = [copy_state(path) for _ in range(9)]
    assert backups_of(path) == made[2:]


def test_a_network_file_system_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dragoman.delivery.sqlite.kind_of", lambda folder: "nfs4")
    with pytest.raises(StateUnusable, match="it lies on a network file system"):
        SqliteDatabase(tmp_path / "desk.db")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("sync", "level"), [("full", 2), ("normal", 1)])
def test_a_commit_is_on_the_disk_unless_it_was_asked_for_otherwise(
    tmp_path: Path, sync: Sync, level: int
) -> None:
    database = SqliteDatabase(tmp_path / "desk.db", sync=sync)
    found = [
        database._cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
    ]
    assert found == ["wal", level]
    database.close()


async def test_a_file_that_may_not_be_written_is_out_of_reach_and_not_damaged(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    await taken_in(path, ROW)
    blocking = sqlite3.connect(path, isolation_level=None)
    blocking.execute("BEGIN IMMEDIATE")
    with without_patience(), pytest.raises(StateOutOfReach, match="cannot be used now: database is locked"):
        Journal.open(path, bot="desk")
    blocking.close()
    await Journal.open(path, bot="desk").aclose()


@contextmanager
def without_patience() -> Iterator[None]:
    """Wait no time for a database that somebody else writes to."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dragoman.delivery.sqlite.BUSY_SECONDS", 0.01)
        yield
