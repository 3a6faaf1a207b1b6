"""Every class of pages of a real state file, damaged: refused, or nothing is lost by it; never replaced."""

from pathlib import Path

import pytest

from cli.commands import invoke
from delivery.damage import (
    Content,
    Damage,
    bytes_of,
    content_of,
    copy_all,
    damages,
    damages_of_wal,
    pages_of,
    write_state,
    write_with_wal,
)
from delivery.staging import write_bot
from dragoman.delivery import SqliteDatabase, backups_of, copy_state, put_back
from dragoman.errors import StateUnusable

SEED = 1
BLIND = ("leaf: a bit", "overflow: ")
"""Where SQLite, which keeps no checksums of its pages, cannot see that a value is not what was written."""


def rows_that_differ(one: Content, other: Content) -> int:
    assert one.keys() == other.keys()
    assert {name: len(rows) for name, rows in one.items()} == {
        name: len(rows) for name, rows in other.items()
    }
    return sum(len(set(rows) - set(other[name])) for name, rows in one.items())


def open_it(path: Path) -> StateUnusable | None:
    """Open a state and let go of it, or return how it was refused."""
    try:
        SqliteDatabase(path, named="bots/desk").close()
    except StateUnusable as error:
        return error
    return None


def test_it_has_pages_of_every_class(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    write_state(path)
    classes = {kind: len(pages) for kind, pages in pages_of(path).items()}
    assert classes.keys() == {"header", "internal", "leaf", "overflow", "free"}
    assert min(classes.values()) >= 1


def test_a_damaged_page_is_refused_or_nothing_is_lost_by_it(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.db", tmp_path / "desk.db"
    write_state(whole)
    backup = copy_state(whole, tmp_path / "backups" / "desk-20260701T030000000000Z.db")
    before = content_of(whole)
    seen: dict[str, set[str]] = {}
    for damage in damages(whole, SEED, each=2):
        copy_all(whole, path)
        damage.inflict(path)
        damaged = bytes_of(path)
        if damaged == bytes_of(whole):
            continue
        seen.setdefault(damage.kind, set()).add(_outcome(path, damage, damaged, before, backup))
    assert len(seen) >= 33
    for kind, outcomes in seen.items():
        whole_page = kind.partition(": ")[2] != "a bit"
        structure = kind.startswith(("header", "internal", "leaf")) and whole_page
        assert outcomes <= ({"refused"} if structure else {"refused", "harmless", "unseen"}), kind


def _outcome(path: Path, damage: Damage, damaged: list[bytes], before: Content, backup: Path) -> str:
    refused = open_it(path)
    if refused is not None:
        (problem,) = refused.problems
        assert problem.mend == f"Run: dragoman restore bots/desk {backup}"
        assert problem.what.startswith("it is damaged (")
        assert path.read_bytes() == damaged[0], damage.kind
        return "refused"
    differ = rows_that_differ(before, content_of(path))
    if not differ:
        return "harmless"
    assert damage.kind.startswith(BLIND), damage.kind
    assert differ == 1, damage.kind
    return "unseen"


def test_a_damaged_log_is_refused_and_left_alone(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.db", tmp_path / "desk.db"
    write_with_wal(whole)
    kinds = 0
    for damage in damages_of_wal(whole, SEED):
        copy_all(whole, path)
        damage.inflict(path)
        damaged = bytes_of(path)
        if damaged == bytes_of(whole):
            continue
        refused = open_it(path)
        assert refused is not None, damage.kind
        (problem,) = refused.problems
        assert problem.what.startswith("it is damaged (of 15 pages that were committed last only "), (
            damage.kind
        )
        assert bytes_of(path) == damaged
        kinds += 1
    assert kinds >= 35


def test_a_log_that_is_gone_is_missed(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    write_with_wal(path)
    path.with_name("desk.db-wal").unlink()
    with pytest.raises(StateUnusable, match=r"only 0 can be read from desk\.db-wal"):
        SqliteDatabase(path)


@pytest.mark.parametrize("gone", [("-shm",), ("-shm", "-wal")])
def test_a_log_of_which_no_index_tells_is_taken_as_it_is(tmp_path: Path, gone: tuple[str, ...]) -> None:
    path = tmp_path / "desk.db"
    write_with_wal(path)
    for part in gone:
        path.with_name(path.name + part).unlink()
    SqliteDatabase(path).close()
    assert len(content_of(path)["inbox"]) == (404 if "-wal" not in gone else 400)


def test_a_whole_log_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    write_with_wal(path)
    SqliteDatabase(path).close()
    assert len(content_of(path)["inbox"]) == 404


def test_a_state_whose_log_was_damaged_is_put_back_from_its_copy(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    write_with_wal(path)
    copy = copy_state(path)
    log = path.with_name("desk.db-wal")
    log.write_bytes(log.read_bytes()[:9_000])
    damaged = bytes_of(path)
    assert backups_of(path) == [copy]
    with pytest.raises(StateUnusable):
        SqliteDatabase(path)
    aside = put_back(path, copy, prepared="")
    assert aside is not None
    assert bytes_of(aside) == damaged
    SqliteDatabase(path).close()
    assert len(content_of(path)["inbox"]) == 404


def test_the_command_says_so_and_ends_with_78(tmp_path: Path) -> None:
    folder = write_bot(
        tmp_path / "desk", "zulip: {site: 'http://localhost:1', email: d@x.y, api_key: aaaaaaaaaaaa}\n"
    )
    path = folder / ".dragoman" / "desk.db"
    path.parent.mkdir()
    write_with_wal(path)
    copy = copy_state(path)
    log = path.with_name("desk.db-wal")
    log.write_bytes(log.read_bytes()[:9_000])
    refused = invoke("run", str(folder))
    assert refused.code == 78
    assert refused.err.splitlines()[-1] == (
        f"{path}: state: it is damaged"
        " (of 15 pages that were committed last only 2 can be read from desk.db-wal)."
        f" Run: dragoman restore {folder} {copy}."
    )
