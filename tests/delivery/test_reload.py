"""Other settings on SIGHUP: with a mistake in them nothing changes, and nothing said meanwhile is lost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from structlog.testing import capture_logs

from delivery.reload import SETTINGS, torment, torment_a_process, write_desk
from delivery.staging import answers
from dragoman_cli.life import Life
from dragoman_cli.reading import read_settings
from dragoman_server import Server

PLACE = "#general > delivery"
HEARS_REACTIONS = """
    @on(ReactionEvent)
    async def reacted(self, context: Context, event: ReactionEvent) -> None:
        await context.send(ChannelTopic("general", "reactions"), event.emoji_name)
"""


@asynccontextmanager
async def living(server: Server, folder: Path) -> AsyncIterator[Life]:
    """Let the bot of a folder live in this process until the block ends."""
    life = Life(read_settings(folder))
    running = asyncio.create_task(life.run())
    try:
        async with asyncio.timeout(20):
            while life.bot is None:
                await server.quiet()
            await life.bot.started.wait()
        yield life
    finally:
        life.stop()
        await running


async def read_again(life: Life) -> bool:
    return (await life.read_again()).succeeded


async def test_no_file_stops_a_bot_that_runs(server: Server, tmp_path: Path) -> None:
    folder = write_desk(tmp_path, server)
    async with living(server, folder) as life:
        outcome = await torment(server, folder, 15, 7, lambda: read_again(life))
    assert (outcome.files, outcome.said, outcome.lost, outcome.doubled) == (15, 30, 0, 0)
    assert outcome.taken >= 1
    assert outcome.refused >= 5


async def test_no_file_stops_a_process(tmp_path: Path) -> None:
    outcome = await torment_a_process(tmp_path, 4, 3)
    assert (outcome.files, outcome.said, outcome.lost, outcome.doubled) == (4, 8, 0, 0)


async def test_other_events_are_heard_from_now_on(server: Server, tmp_path: Path) -> None:
    folder = write_desk(tmp_path, server)
    async with living(server, folder) as life:
        plugin = (folder / "sample.py").read_text()
        (folder / "sample.py").write_text(
            plugin.replace(
                "import asyncio\n", "import asyncio\nfrom dragoman.events import ReactionEvent\n", 1
            ).replace("import MessageContext,", "import ChannelTopic, Context, MessageContext, on,", 1)
            + HEARS_REACTIONS
        )
        paulo = server.person("Paulo Reis")
        before = await paulo.says("!echo before", to=PLACE)
        assert life.bot is not None
        assert (await life.read_again()).problems == ()
        await paulo.says("!echo meanwhile", to=PLACE)
        await life.bot.settled(before)
        async with asyncio.timeout(10):
            while len(await answers(server, PLACE)) < 2:
                await server.quiet()
            await server.act_as("Paulo Reis", "POST", f"/messages/{before}/reactions", {"emoji_name": "tada"})
            while len(await answers(server, "#general > reactions")) < 1:
                await server.quiet()
        assert await answers(server, PLACE) == ["before", "meanwhile"]
        assert await answers(server, "#general > reactions") == ["tada"]


async def test_what_was_wrong_is_in_the_log_and_can_be_asked_for(server: Server, tmp_path: Path) -> None:
    folder = write_desk(tmp_path, server)
    async with living(server, folder) as life:
        assert life.last_reading is None
        (folder / "bot.yaml").write_text(
            SETTINGS.replace("timezone: Europe/Berlin", "timezone: Europe/Berlim")
        )
        with capture_logs() as logs:
            reading = await life.read_again()
        assert reading == life.last_reading
        (problem,) = map(str, reading.problems)
        assert problem.startswith(f"{folder}/bot.yaml:7:11: timezone: ")
        assert logs == [
            {"event": "reading the settings again", "log_level": "info", "bot": "desk"},
            {
                "event": "settings are wrong",
                "log_level": "error",
                "bot": "desk",
                "reason": problem,
                "exc_info": None,
            },
            {
                "event": "settings not taken over, the bot goes on with those it has",
                "log_level": "error",
                "bot": "desk",
                "config_last_reload_success": False,
            },
        ]


async def test_the_account_cannot_change_and_its_key_can(server: Server, tmp_path: Path) -> None:
    folder = write_desk(tmp_path, server)
    rc = folder / "zuliprc"
    async with living(server, folder) as life:
        before = rc.read_text()
        rc.write_text(before.replace("email=", "email=x"))
        (problem,) = (await life.read_again()).problems
        assert str(problem) == (
            f"{folder}/bot.yaml: zulip: they are for another account, which cannot change while the bot runs."
            " Restart the bot."
        )
        rc.write_text(before.replace("key=", "key=0123"))
        assert (await life.read_again()).problems == ()
