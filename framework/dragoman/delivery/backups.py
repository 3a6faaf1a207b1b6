"""Copies of a state file: made while a bot uses it, checked, kept for a while, and put back."""

import os
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from dragoman.delivery.state_lock import take_lock
from dragoman.delivery.tables import VERSION_TABLE
from dragoman.errors import Problem, StateUnusable

KEPT = 7
"""Backups that are kept, the newest."""
STAMPED = "%Y%m%dT%H%M%S%fZ"
STAMP = r"\d{8}T\d{12}Z"
"""When a backup was made, in its name."""


def backups_of(path: Path) -> list[Path]:
    """Return the backups of a state file, the oldest first."""
    # Another bot's, whose name begins likewise, may lie beside them.
    own = re.compile(rf"{re.escape(path.stem)}-{STAMP}(-before-\w+)?\.db")
    return sorted(each for each in (path.parent / "backups").glob("*.db") if own.fullmatch(each.name))


def made_at(backup: Path) -> float:
    """Return when a backup was made, UNIX seconds; by its name, for its file may have been moved."""
    found = re.search(STAMP, backup.name)
    return datetime.strptime(f"{found[0]}+0000", f"{STAMPED}%z").timestamp() if found is not None else 0.0


def backup_path(path: Path, label: str = "") -> Path:
    """Return where the next backup of a state file goes."""
    stamp = datetime.now(UTC).strftime(STAMPED)
    return path.parent / "backups" / f"{path.stem}-{stamp}{'-' if label else ''}{label}.db"


def copy_state(path: Path, to: Path | None = None, *, keep: int = KEPT) -> Path:
    """Copy a state file, also while a bot uses it, and check the copy; returns where to.

    Without a place the copy goes beside it, and of those there as many as are to be kept stay, the newest.
    Fails with StateUnusable, and then none is deleted.
    """
    target = to or backup_path(path)
    try:
        with closing(sqlite3.connect(_read_only(path), uri=True)) as source:
            _check_own(source, path)
            copy_database(source, target)
    except (sqlite3.DatabaseError, OSError) as error:
        problem = Problem(file=str(path), place="state", what=f"no copy can be made of it ({error})")
        raise StateUnusable((problem,)) from error
    if to is None:
        for old in backups_of(path)[:-keep]:
            old.unlink()
    return target


def put_back(path: Path, backup: Path, *, prepared: str) -> Path | None:
    """Put a backup in a state file's place; returns where the file that was there is now.

    ``prepared`` is SQL that is run on the copy before. Fails with StateInUse while a bot uses the file, and
    with StateUnusable when the backup is damaged.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = take_lock(path)
    try:
        fresh = path.with_name(f"{path.name}.restored")
        _copy_checked(backup, fresh, prepared)
        aside = set_aside(path, keep=True)
        fresh.replace(path)
        return aside
    finally:
        os.close(lock)


def set_aside(path: Path, *, keep: bool = False) -> Path | None:
    """Give a state file, with what belongs to it, another name; with ``keep`` it has its own as well.

    So there is a state file at every moment of a replacement: one without a state would start as if for the
    first time.
    """
    if not path.exists():
        return None
    stamp = datetime.now(UTC).strftime(STAMPED)
    aside = path.with_name(f"{path.stem}.{stamp}.old{path.suffix}")
    aside.hardlink_to(path)
    for suffix in ("-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    if not keep:
        path.unlink()
    return aside


def copy_database(source: sqlite3.Connection, to: Path) -> None:
    """Write a copy that is whole by itself, for its owner's eyes only; fails when it is not."""
    to.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(to, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    try:
        with closing(sqlite3.connect(to)) as target:
            source.backup(target)
            found = target.execute("PRAGMA quick_check(1)").fetchall()
            if found != [("ok",)]:
                raise sqlite3.DatabaseError(str(found[0][0]))
    except BaseException:
        to.unlink(missing_ok=True)
        raise


def _copy_checked(backup: Path, to: Path, prepared: str) -> None:
    to.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(_read_only(backup), uri=True)) as source:
            copy_database(source, to)
        with closing(sqlite3.connect(to)) as target:
            target.executescript(prepared)
            target.commit()
    except sqlite3.DatabaseError as error:
        to.unlink(missing_ok=True)
        problem = Problem(
            file=str(backup),
            place="restore",
            what=f"it is no backup that can be used ({error})",
            mend="Name another",
        )
        raise StateUnusable((problem,)) from error


def _check_own(source: sqlite3.Connection, path: Path) -> None:
    query = "SELECT name FROM sqlite_master WHERE type = 'table'"
    if (VERSION_TABLE,) not in source.execute(query).fetchall():
        what, mend = "it is some other program's database", "Name another file under state"
        raise StateUnusable((Problem(file=str(path), place="state", what=what, mend=mend),))


def _read_only(path: Path) -> str:
    return f"{path.absolute().as_uri()}?mode=ro"
