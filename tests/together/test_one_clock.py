"""Bot, scheduler and server on one clock: what is due is done, and answered, before time goes on."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from dragoman.errors import ConfigurationError
from dragoman_cli.desk import desk
from dragoman_server.testing import START

BOT = """
name: desk
plugins:
  - use: scheduler
    schedules:
      - {name: standup, cron: "0 9 * * *", to: "#general > stand-up", text: "What are you on today?"}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bot.yaml").write_text(BOT)
    return tmp_path


async def test_a_reminder_comes_when_its_time_has_passed_and_not_before(folder: Path) -> None:
    async with desk(folder) as here:
        paulo = here.person("Paulo Reis")
        await paulo.says("@**Desk** remind me in 2h to rotate backups", to="#operations > backups")
        assert "10:00" in here.last_message(to="#operations > backups").content
        await here.clock.advance(hours=2, seconds=-1)
        with pytest.raises(AssertionError, match=r"^Desk has said nothing to Desk, Paulo Reis$"):
            here.last_message(to=paulo)
        await here.clock.advance(1)
        message = here.last_message(to=paulo)
        assert (message.content, message.timestamp) == ("rotate backups", START + 7200)


async def test_a_schedule_speaks_at_its_hour_by_the_clock_that_all_see(folder: Path) -> None:
    async with desk(folder) as here:
        await here.clock.advance(minutes=59, seconds=59)
        with pytest.raises(AssertionError):
            here.last_message(to="#general > stand-up")
        await here.clock.advance(1)
        message = here.last_message(to="#general > stand-up")
        assert datetime.fromtimestamp(message.timestamp, UTC) == datetime(2027, 1, 15, 9, tzinfo=UTC)
        assert here.clock.now() == START + 3600


async def test_a_wall_clock_that_is_set_forward_is_noticed_within_a_tick(folder: Path) -> None:
    async with desk(folder) as here:
        await here.clock.jump(3601)
        await here.clock.advance(seconds=31)
        said = here.last_message(to="#general > stand-up")
        assert (said.content, said.timestamp <= START + 3601 + 30) == ("What are you on today?", True)


async def test_a_folder_without_a_bot_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"bot\.yaml"):
        async with desk(tmp_path):
            pass
