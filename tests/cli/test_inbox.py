"""``dragoman inbox``, ``schedules`` and ``backup`` on state files that cannot be used as they are."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cli.commands import Ran, dragoman, invoke
from delivery.damage import bytes_of, content_of, write_state, write_with_wal
from delivery.staging import write_bot
from dragoman.delivery import SqliteDatabase, backups_of, copy_state

ACCOUNT = "zulip: {site: 'http://localhost:1', email: d@x.y, api_key: aaaaaaaaaaaa}\n"
COMMANDS = (("inbox", "list"), ("inbox", "retry"), ("schedules", "list"), ("schedules", "pause"), ("backup",))
LAST = {"retry": "7", "pause": "scheduler.tea"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a bot that never ran."""
    bot = write_bot(tmp_path / "desk", ACCOUNT)
    (bot / ".dragoman").mkdir()
    return bot


@pytest.fixture
def state(folder: Path) -> Path:
    """Return where the bot's state is to be."""
    return folder / ".dragoman" / "desk.db"


def look(command: tuple[str, ...], folder: Path) -> Ran:
    last = LAST.get(command[-1])
    return invoke(*command, folder, *([last] if last is not None else []))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_log_that_has_lost_something_is_refused_and_not_tidied_away(
    folder: Path, state: Path, command: tuple[str, ...]
) -> None:
    write_with_wal(state)
    copy = copy_state(state)
    log = state.with_name("desk.db-wal")
    log.write_bytes(log.read_bytes()[:9_000])
    damaged = bytes_of(state)
    said = (
        f"{state}: state: it is damaged (of 15 pages that were committed last only 2 can be read from"
        f" desk.db-wal). Run: dragoman restore {folder} {copy}.\n"
    )
    assert look(command, folder) == Ran(78, "", said)
    assert bytes_of(state) == damaged
    assert backups_of(state) == [copy]
    # What the next start of the bot goes by is there as before.
    assert invoke("run", folder).code == 78


@pytest.mark.parametrize("command", COMMANDS)
def test_a_state_that_is_cut_short_is_damaged(folder: Path, state: Path, command: tuple[str, ...]) -> None:
    state.write_bytes(b"SQLite")
    ran = look(command, folder)
    assert (ran.code, ran.out) == (78, "")
    assert ran.err.startswith(f"{state}: state: it is damaged (it is cut short). There is no backup; ")


@pytest.mark.parametrize("command", [*COMMANDS, ("run",)])
def test_another_programs_database_is_left_as_it_is(
    folder: Path, state: Path, command: tuple[str, ...]
) -> None:
    with closing(sqlite3.connect(state)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = state.read_bytes()
    said = f"{state}: state: it is some other program's database. Name another file under state.\n"
    ran = look(command, folder)
    assert (ran.code, ran.out, ran.err.splitlines(keepends=True)[-1]) == (78, "", said)
    assert state.read_bytes() == before
    assert backups_of(state) == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_is_no_state(folder: Path, state: Path, command: tuple[str, ...]) -> None:
    state.mkdir()
    said = f"{state}: state: it is a folder. Name a file under state.\n"
    assert look(command, folder) == Ran(78, "", said)


@pytest.mark.parametrize("command", COMMANDS)
def test_what_cannot_be_looked_at_is_told_with_its_reason(
    folder: Path, state: Path, command: tuple[str, ...]
) -> None:
    state.symlink_to(state)
    said = f"dragoman: the state in {state} cannot be used now: Too many levels of symbolic links\n"
    assert look(command, folder) == Ran(75, "", said)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_bot_that_never_ran_has_no_state(folder: Path, state: Path, command: tuple[str, ...]) -> None:
    said = f"{state}: state: there is none yet: the bot never ran.\n"
    assert look(command, folder) == Ran(78, "", said)


@pytest.mark.parametrize("command", COMMANDS[:4])
def test_a_log_is_read_beside_the_bot_that_writes_it(
    folder: Path, state: Path, command: tuple[str, ...]
) -> None:
    write_state(state)
    running = SqliteDatabase(state)
    try:
        ran = look(command, folder)
        assert (ran.code in (0, 1), "damaged" in ran.err) == (True, False)
    finally:
        running.close()


def test_a_copy_is_put_back_where_no_bot_ever_ran_whatever_the_folder_is_called(tmp_path: Path) -> None:
    folders = [write_bot(tmp_path / name, ACCOUNT) for name in ("old? #1 50%25", "new desk")]
    old, new = (folder / ".dragoman" / "desk.db" for folder in folders)
    old.parent.mkdir()
    write_state(old)
    copy = Path(invoke("backup", folders[0]).out.rstrip("\n"))
    assert backups_of(old) == [copy]
    assert invoke("restore", folders[1], copy) == Ran(0, f"restored {copy}\n", "")
    assert content_of(new).keys() == content_of(copy).keys()


def test_a_copy_takes_no_other_files_place(folder: Path, state: Path, tmp_path: Path) -> None:
    write_state(state)
    taken = tmp_path / "taken.db"
    taken.write_text("letters")
    said = f"dragoman: there is a {taken} already, which is left as it is: name another FILE\n"
    assert invoke("backup", folder, taken) == Ran(1, "", said)
    assert taken.read_text() == "letters"


def test_a_folder_is_not_put_back(folder: Path, tmp_path: Path) -> None:
    said = f"{tmp_path}: restore: it is a folder: name a file in it.\n"
    assert invoke("restore", folder, tmp_path) == Ran(78, "", said)


def test_a_place_that_cannot_be_written_is_named(folder: Path, state: Path) -> None:
    write_state(state)
    copy = Path(invoke("backup", folder).out.rstrip("\n"))
    lock = state.with_name("desk.db.lock")
    lock.unlink()
    lock.mkdir()
    assert invoke("restore", folder, copy) == Ran(1, "", f"dragoman: {lock} cannot be used: Is a directory\n")


@pytest.mark.parametrize("command", ["dev", "serve"])
def test_a_folder_that_cannot_be_written_is_not_taken_for_a_port(
    folder: Path, tmp_path: Path, command: str
) -> None:
    (tmp_path / "keys").symlink_to(tmp_path / "keys")
    bot = [folder] if command == "dev" else []
    ran = dragoman(command, *bot, "--port", "0", "--zuliprc-dir", "keys", cwd=tmp_path)
    assert (ran.code, ran.err.splitlines()[-1]) == (1, "dragoman: keys cannot be used: File exists")
