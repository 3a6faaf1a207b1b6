"""Other settings while a bot runs: the new plugins have started before the old ones go."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from dragoman.errors import ConfigurationError
from dragoman.runtime import load_settings
from runtime.double import BOSS, Desk, running, write_bot

PLUGIN = '''
"""Tells what happens to it."""
import structlog
from dragoman.errors import ServiceError
from dragoman.plugin import *

log = structlog.get_logger()

class Sample(Plugin[NoOptions]):
    """Tells what happens to it."""

    async def start(self, context: Context) -> None:
        log.info("VERSION starts")

    async def stop(self) -> None:
        log.info("VERSION stops")

    @command("who")
    async def who(self, context: MessageContext) -> None:
        await context.reply("VERSION")

    @command("wait")
    async def wait(self, context: MessageContext) -> None:
        await context.clock.sleep(5)
        await context.reply("VERSION waited")

    @every("1m")
    async def often(self, context: Context) -> None:
        await context.send(ChannelTopic("ops", "clock"), "VERSION is there")
'''


def version(name: str) -> str:
    return PLUGIN.replace("VERSION", name)


async def rewrite(desk: Desk, folder: Path, plugin: str, yaml: str = "") -> None:
    """Let the bot go on with another plugin and other settings."""
    await desk.bot.take_over(load_settings(write_bot(folder, plugin, yaml)))


def told(logs: Sequence[Mapping[str, object]]) -> list[object]:
    return [line["event"] for line in logs if str(line["event"]).endswith((" starts", " stops"))]


async def test_new_plugins_have_started_before_the_old_ones_stop(tmp_path: Path) -> None:
    with capture_logs() as logs:
        async with running(write_bot(tmp_path, version("old"))) as desk:
            assert await desk.say("!who") == ["old"]
            await rewrite(desk, tmp_path, version("new"))
            assert await desk.say("!who") == ["new"]
    assert told(logs) == ["old starts", "new starts", "old stops", "new stops"]


async def test_what_is_being_handled_is_finished_by_the_plugin_that_began_it(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, version("old"))) as desk:
        first, second = desk.push("!wait"), desk.push("!who")
        await desk.clock.advance(0)
        with capture_logs() as logs:
            await rewrite(desk, tmp_path, version("new"))
            assert await desk.say("!who", topic="other") == ["new"]
            assert told(logs) == ["new starts"]
            await desk.clock.advance(5)
            for number in (first, second):
                await desk.bot.settled(number)
        assert desk.zulip.sent == ["new", "old waited", "new"]
        assert told(logs) == ["new starts", "old stops"]


async def test_a_stop_meanwhile_stops_the_old_plugins_too(tmp_path: Path) -> None:
    with capture_logs() as logs:
        async with running(write_bot(tmp_path, version("old"), "limits: {drain: 1s}\n")) as desk:
            desk.push("!wait")
            await desk.clock.advance(0)
            await rewrite(desk, tmp_path, version("new"), "limits: {drain: 1s}\n")
            desk.bot.stop()
            await desk.clock.advance(2)
    assert told(logs) == ["old starts", "new starts", "new stops", "old stops"]
    assert desk.zulip.sent == []


async def test_prefix_and_rules_of_access_are_those_of_the_file(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, version("old"))) as desk:
        yaml = "commands: {prefix: '?'}\naccess: [{deny: '*', unless: {role: administrator}}]\n"
        await rewrite(desk, tmp_path, version("new"), yaml)
        assert await desk.say("!who") == []
        assert await desk.say("?who") == ["`?who` is not for you to use here; whoever runs me decides that."]
        assert await desk.say("?who", BOSS) == ["new"]


async def test_timers_are_planned_anew(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, version("old"))) as desk:
        await desk.clock.advance(50)
        await rewrite(desk, tmp_path, version("new").replace('"1m"', '"2m"'))
        await desk.clock.advance(119)
        assert desk.zulip.sent == []
        await desk.clock.advance(1)
        assert desk.zulip.sent == ["new is there"]


@pytest.mark.parametrize(
    ("plugin", "complaint", "history"),
    [
        (
            version("new").replace('log.info("new starts")', 'raise ServiceError("x", "not there")'),
            "the plugin does not start: ServiceError: ",
            ["well starts", "well stops"],
        ),
        (
            version("new").replace('log.info("new starts")', "raise SystemExit(3)"),
            "the plugin does not start: AskedToExit: it asked the whole process to end, with the code 3",
            ["well starts", "well stops"],
        ),
        (
            version("new").replace(
                "async def start",
                "def __init__(self, *a, **b) -> None:\n        1 / 0\n\n    async def start",
            ),
            "the plugin does not start: ZeroDivisionError: division by zero",
            [],
        ),
    ],
)
async def test_a_plugin_that_does_not_start_changes_nothing(
    tmp_path: Path, plugin: str, complaint: str, history: list[str]
) -> None:
    async with running(write_bot(tmp_path, version("old"))) as desk:
        (tmp_path / "well.py").write_text(version("well"))
        yaml = "plugins:\n  - use: ./well.py:Sample\n    name: well\n  - use: ./sample.py:Sample\n"
        with capture_logs() as logs, pytest.raises(ConfigurationError) as raised:
            await rewrite(desk, tmp_path, plugin, yaml)
        (problem,) = raised.value.problems
        assert (problem.file, problem.line, problem.place) == (str(tmp_path / "bot.yaml"), 5, "sample")
        assert complaint in problem.what
        assert told(logs) == history
        assert await desk.say("!who") == ["old"]
        assert [host.name for host in desk.bot.hosts] == ["help", "sample"]
        await desk.clock.advance(60)
        assert desk.zulip.sent[1:] == ["old is there"]


@pytest.mark.parametrize(
    ("yaml", "place"),
    [("state: other.db\n", "state"), ("delivery: {sync: normal}\n", "delivery.sync")],
)
async def test_the_state_cannot_change_while_the_bot_runs(tmp_path: Path, yaml: str, place: str) -> None:
    async with running(write_bot(tmp_path, version("old"))) as desk:
        with pytest.raises(ConfigurationError) as raised:
            await rewrite(desk, tmp_path, version("new"), yaml)
        (problem,) = raised.value.problems
        assert str(problem) == (
            f"{tmp_path}/bot.yaml:2: {place}: this cannot change while the bot runs."
            " Restart the bot, or put it back."
        )
        assert await desk.say("!who") == ["old"]


async def test_limits_are_those_of_the_file(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, version("old"), "limits: {workers: 1}\n")) as desk:
        await rewrite(desk, tmp_path, version("new"), "limits: {workers: 3, replies_per_minute: 2}\n")
        numbers = [desk.push("!wait", topic=f"{n}") for n in range(3)]
        await desk.clock.advance(0)
        await desk.clock.advance(5)
        for number in numbers:
            await desk.bot.settled(number)
        assert desk.zulip.sent == ["new waited"] * 3
        assert [await desk.say("!who", topic="chatty") for _ in range(3)] == [["new"], ["new"], []]
        await rewrite(desk, tmp_path, version("newest"), "limits: {workers: 1}\n")
        assert await desk.say("!who") == ["newest"]


async def test_too_late_is_too_late(tmp_path: Path) -> None:
    slow = version("new").replace('log.info("new starts")', "await context.clock.sleep(10)")
    async with running(write_bot(tmp_path, version("old"))) as desk:
        settings = load_settings(write_bot(tmp_path, slow))
        change = asyncio.create_task(desk.bot.take_over(settings))
        await desk.clock.advance(0)
        desk.bot.stop()
        with pytest.raises(ConfigurationError, match="they came too late: the bot stops"):
            await change


async def test_a_timer_that_fails_is_tried_as_often_as_the_file_says(tmp_path: Path) -> None:
    busy = version("new").replace(
        'await context.send(ChannelTopic("ops", "clock"), "new is there")',
        'log.info("new starts")\n        raise ServiceError("x", "not there")',
    )
    async with running(write_bot(tmp_path, version("old"))) as desk:
        await rewrite(desk, tmp_path, busy, "limits: {attempts: 2}\n")
        with capture_logs() as logs:
            await desk.clock.advance(110)
        assert told(logs) == ["new starts"] * 2
