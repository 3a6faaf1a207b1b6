"""A file that is no store, is damaged, is newer, or is in use is refused, said why, and left as it is."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from dragoman_server import StoreRefused, default_world, running_server
from server_data.conftest import OpenKept


def _text(file: Path) -> None:
    file.write_text("Dear diary, " * 100)


def _foreign(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE holidays (day TEXT)")


def _newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA user_version = 2")


def _unknown(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("INSERT INTO record (place, key, value) VALUES ('hologram', '1', '{}')")


def _unreadable(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("UPDATE record SET value = '{\"id\":1}' WHERE place = 'user' AND key = '11'")


def _overwritten(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[8192:16384] = b"\xa5" * 8192
    file.write_bytes(content)


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:20_000])


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (_text, "this is damaged, or no store at all (file is not a database). It was left as it is: put a"),
        (_foreign, "this is a database of another program. Name another file."),
        (_newer, "a newer Dragoman wrote this (format 2; this one knows 1). Upgrade first."),
        (_unknown, "it has records of a kind that this Dragoman does not know: hologram. Upgrade first."),
        (_unreadable, "the record user 11 is damaged: Object missing required field `user_id`. The file was"),
        (_overwritten, "this is damaged, or no store at all ("),
        (_cut, "this is damaged, or no store at all ("),
    ],
)
async def test_a_file_that_is_no_good_is_refused_and_left(
    open_kept: OpenKept, file: Path, harm: Callable[[Path], None], sentence: str
) -> None:
    if harm not in (_text, _foreign):
        async with open_kept():
            pass
    harm(file)
    before = file.read_bytes()
    with pytest.raises(StoreRefused) as refusal:
        async with running_server(default_world(), data=file):
            pass
    assert str(refusal.value).startswith(f"{file}: {sentence}")
    assert file.read_bytes() == before


async def test_a_file_in_use_is_refused(open_kept: OpenKept, file: Path) -> None:
    async with open_kept():
        with pytest.raises(StoreRefused, match="another process is using it"):
            async with running_server(default_world(), data=file):
                pass
    async with open_kept():
        pass


async def test_a_place_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreRefused, match="it cannot be opened: No such file or directory"):
        async with running_server(default_world(), data=tmp_path / "nowhere" / "house.db"):
            pass


async def test_a_file_with_nothing_in_it_yet_is_begun(open_kept: OpenKept, file: Path) -> None:
    file.touch()
    async with open_kept() as house:
        assert house.server.keeper is not None
        assert not house.server.keeper.was_there
