"""The copies of a state file: one every night, the newest of them kept, and one put back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

import pytest
import structlog
from structlog.testing import capture_logs

from cli.commands import invoke
from delivery.staging import write_bot
from dragoman.clock import ManualClock
from dragoman.delivery import SqliteDatabase, backups_of, made_at
from dragoman.delivery.backups import backup_path, copy_state
from dragoman.runtime import BotSettings, load_settings
from dragoman.runtime.backups import LOOK, Backups, next_due

BERLIN = "timezone: Europe/Berlin\n"
DAY = 86_400.0


def moment(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def settings_of(folder: Path, yaml: str = "") -> BotSettings:
    return load_settings(write_bot(folder, yaml))


def state_in(settings: BotSettings) -> Path:
    """Make the state of a bot, and let go of it."""
    settings.state_file.parent.mkdir(parents=True, exist_ok=True)
    database = SqliteDatabase(settings.state_file)
    database.close()
    return settings.state_file


@asynccontextmanager
async def nights(settings: BotSettings, clock: ManualClock) -> AsyncIterator[None]:
    log = structlog.get_logger()
    running = asyncio.create_task(Backups(settings.state_file, clock, lambda: settings, log).run())
    try:
        await clock.asleep()
        yield
    finally:
        running.cancel()


@pytest.mark.parametrize(
    ("yaml", "after", "due"),
    [
        ("", "2026-07-01T12:00+00:00", "2026-07-02T03:00+00:00"),
        ("", "2026-07-01T03:00+00:00", "2026-07-02T03:00+00:00"),
        (BERLIN, "2026-07-01T12:00+02:00", "2026-07-02T03:00+02:00"),
        (BERLIN + "state: {backup: 02:30}\n", "2026-03-28T12:00+01:00", "2026-03-29T03:00+02:00"),
        (BERLIN + "state: {backup: 02:30}\n", "2026-10-24T12:00+02:00", "2026-10-25T02:30+02:00"),
        ("state: {backup: 14:05}\n", "2026-07-01T12:00+00:00", "2026-07-01T14:05+00:00"),
    ],
)
def test_a_copy_is_due_once_a_day_by_the_bots_zone(tmp_path: Path, yaml: str, after: str, due: str) -> None:
    assert next_due(settings_of(tmp_path, yaml), moment(after)) == moment(due)


def test_none_may_be_wanted(tmp_path: Path) -> None:
    assert next_due(settings_of(tmp_path, "state: {backup: never}\n"), 0.0) is None


async def test_a_copy_is_made_every_night_and_the_newest_stay(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, "state: {keep: 3}\n")
    file = state_in(settings)
    clock = ManualClock(moment("2026-07-01T02:59+00:00") - LOOK)
    with capture_logs() as logs:
        async with nights(settings, clock):
            await clock.advance(LOOK)
            assert logs == []
            for _ in range(5):
                await clock.advance(LOOK)
                await clock.asleep()
                clock.jump(DAY - LOOK)
    made = [line["file"] for line in logs if line["event"] == "backup made"]
    assert len(made) == len(logs) == 5
    assert [str(each) for each in backups_of(file)] == made[-3:]


async def test_one_that_was_due_while_the_bot_was_away_is_made_at_its_start(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    file = state_in(settings)
    before = copy_state(file)
    for hours, expected in ((0.0, 1), (30.0, 2)):
        async with nights(settings, ManualClock(made_at(before) + hours * 3600)):
            assert len(backups_of(file)) == expected


async def test_a_damaged_state_gives_no_copy_and_takes_none_away(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, "state: {keep: 1}\n")
    file = state_in(settings)
    kept = copy_state(file)
    pages = bytearray(file.read_bytes())
    pages[4096:8192] = bytes([0xFF]) * 4096
    file.write_bytes(pages)
    with capture_logs() as logs:
        async with nights(settings, ManualClock(made_at(kept) + 2 * DAY)):
            pass
    assert [line["event"] for line in logs] == ["no backup made"]
    assert backups_of(file) == [kept]


def test_each_bot_has_its_own_copies(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "desk.db", tmp_path / "desk-2.db"
    for file in (ours, theirs):
        SqliteDatabase(file).close()
    first = copy_state(theirs, keep=1)
    second = copy_state(ours, keep=1)
    assert (backups_of(ours), backups_of(theirs)) == ([second], [first])
    labelled = copy_state(ours, backup_path(ours, "before-0002"))
    assert backups_of(ours) == [second, labelled]


def test_the_newest_copy_is_put_back_unless_another_is_named(tmp_path: Path) -> None:
    settings = settings_of(tmp_path / "desk")
    folder = str(settings.folder)
    assert invoke("restore", folder).code == 78
    assert invoke("restore", folder, "--list").out == "there is none\n"
    file = state_in(settings)
    first, second = copy_state(file), copy_state(file)
    assert invoke("restore", folder, "--list").out == f"{first}\n{second}\n"
    assert invoke("restore", folder).out.startswith(f"restored {second}; what was there is now ")
    assert invoke("restore", folder, str(first)).out.startswith(f"restored {first}; what was there is now ")
