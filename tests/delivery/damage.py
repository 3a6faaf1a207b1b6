"""A state file with pages of every class, and ways in which each of them may be damaged."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

from msgspec import Struct

from dragoman.delivery import InboxRow, SqliteDatabase, Transaction, inbox, keep

BOT = "desk"
PAGE = 4096
HEADER = 100
"""Bytes of the file's header, on the first page."""
HEADER_OF_LOG = 32
FRAME_HEADER = 24

Content = dict[str, list[tuple[object, ...]]]


class Damage(Struct, frozen=True):
    """A change of a file's bytes."""

    kind: str
    file: str
    at: int
    becomes: bytes | None
    """None when the file ends here."""

    def inflict(self, path: Path) -> None:
        """Change the file, or the one beside it."""
        file = path.with_name(path.name + self.file)
        content = bytearray(file.read_bytes())
        if self.becomes is None:
            del content[self.at :]
        else:
            content[self.at : self.at + len(self.becomes)] = self.becomes
        file.write_bytes(content)


def write_state(path: Path) -> None:
    """Write a state with a deep tree, long values, and pages that are free; with no page in a WAL."""
    database = SqliteDatabase(path)

    def fill(tx: Transaction) -> None:
        rows = [
            InboxRow(message_id=n, conv_key=f"channel:{n}:" + "topic" * 20, payload=b"x" * 100)
            for n in range(400)
        ]
        inbox.add(tx, BOT, rows, 1)
        for number in range(6):
            keep.put(tx, BOT, "sample", "", f"long {number}", bytes([number]) * 20_000)

    def free(tx: Transaction) -> None:
        for number in range(3):
            keep.remove(tx, BOT, "sample", "", f"long {number}")

    database.together([fill])
    database.together([free])
    database.close()


def write_with_wal(path: Path) -> None:
    """Write such a state as a process leaves it that is killed: what was committed last is in the log."""
    lived = path.with_name("lived.db")
    write_state(lived)
    database = SqliteDatabase(lived)
    for number in range(1_000, 1_004):
        row = InboxRow(message_id=number, conv_key="channel:1:a", payload=b"y" * 100)
        database.together([partial(inbox.add, bot_id=BOT, rows=[row], epoch=1)])
    copy_all(lived, path)
    database.close()


def copy_all(path: Path, to: Path) -> None:
    """Copy a state file with what belongs to it, in the place of what is there."""
    for part in ("", "-wal", "-shm"):
        to.with_name(to.name + part).unlink(missing_ok=True)
        if (beside := path.with_name(path.name + part)).exists():
            shutil.copy(beside, to.with_name(to.name + part))


def bytes_of(path: Path) -> list[bytes]:
    """Return the content of a state file and of its log."""
    return [each.read_bytes() for each in (path, path.with_name(path.name + "-wal")) if each.exists()]


def content_of(path: Path) -> Content:
    """Return every row of every table; fails with sqlite3.DatabaseError."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        names = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        return {
            name: sorted(connection.execute(f"SELECT * FROM {name} NOT INDEXED"), key=repr)
            for name in sorted(names)
        }


def pages_of(path: Path) -> dict[str, list[int]]:
    """Return the numbers of the pages of each class, counted from 1."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT pageno, pagetype FROM dbstat ORDER BY pageno").fetchall()
    classes: dict[str, list[int]] = {"header": [1]}
    for number, kind in found:
        if number != 1:
            classes.setdefault(kind, []).append(number)
    used = {number for number, _ in found}
    classes["free"] = [n for n in range(1, path.stat().st_size // PAGE + 1) if n not in used]
    return classes


def damages(path: Path, seed: int, *, each: int = 4) -> Iterator[Damage]:
    """Yield ways to damage a state file, so many of each kind for each class of pages."""
    chance = Random(seed)
    size = path.stat().st_size
    for kind, numbers in pages_of(path).items():
        for _ in range(each):
            start = (chance.choice(numbers) - 1) * PAGE
            length = HEADER if kind == "header" else PAGE
            yield Damage(f"{kind}: zeros", "", start, bytes(length))
            yield Damage(f"{kind}: ones", "", start, b"\xff" * length)
            yield Damage(f"{kind}: noise", "", start, chance.randbytes(length))
            yield Damage(f"{kind}: cut before", "", start, None)
            yield Damage(f"{kind}: cut within", "", start + chance.randrange(1, PAGE), None)
            at = start + chance.randrange(length)
            yield Damage(f"{kind}: a bit", "", at, bytes([path.read_bytes()[at] ^ 1 << chance.randrange(8)]))
            other = (chance.randrange(size // PAGE)) * PAGE
            yield Damage(f"{kind}: another page", "", start, path.read_bytes()[other : other + PAGE])


def damages_of_wal(path: Path, seed: int, *, each: int = 2) -> Iterator[Damage]:
    """Yield ways to damage the log of a state file, so many of each kind for each of its parts."""
    chance = Random(seed)
    content = path.with_name(f"{path.name}-wal").read_bytes()
    frame = FRAME_HEADER + PAGE
    last = (len(content) - HEADER_OF_LOG) // frame - 1
    parts = {
        "log's header": (0, HEADER_OF_LOG),
        "first frame's header": (HEADER_OF_LOG, FRAME_HEADER),
        "first frame": (HEADER_OF_LOG + FRAME_HEADER, PAGE),
        "frame in the midst": (HEADER_OF_LOG + last // 2 * frame + FRAME_HEADER, PAGE),
        "last frame": (HEADER_OF_LOG + last * frame + FRAME_HEADER, PAGE),
    }
    for part, (start, length) in parts.items():
        for _ in range(each):
            at = start + chance.randrange(length)
            yield Damage(f"{part}: zeros", "-wal", start, bytes(length))
            yield Damage(f"{part}: noise", "-wal", start, chance.randbytes(length))
            yield Damage(f"{part}: a bit", "-wal", at, bytes([content[at] ^ 1 << chance.randrange(8)]))
            yield Damage(f"{part}: cut", "-wal", at, None)
