"""A bot as a process with its state file: exit codes, drain, dead letters, copies, sudden death."""

import asyncio
import json
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cli.commands import dragoman as command
from cli.commands import invoke
from delivery.crash import HURRY
from delivery.nursery import nursery
from delivery.staging import NAME, PLACE, answers, write_bot
from dragoman.delivery.crash import POINTS
from dragoman_server import Server
from processes import Running, dragoman, process

MORTAL = "from dragoman.delivery import crash; crash.arm(); from dragoman_cli.main import main; main()"


@pytest.fixture
def bot(tmp_path: Path, server: Server) -> Path:
    folder = write_bot(tmp_path / "desk", "zulip: {zuliprc: ./zuliprc}\n")
    account = server.account(NAME)
    zuliprc = folder / "zuliprc"
    zuliprc.write_text(f"[api]\nemail={account.email}\nkey={account.api_key}\nsite={server.url}\n")
    zuliprc.chmod(0o600)
    return folder


@asynccontextmanager
async def alive(bot: Path, *options: str) -> AsyncIterator[Running]:
    """Run the bot until it has started."""
    async with dragoman("run", *options, bot, cwd=bot) as running:
        await running.line('"event":"started"', stream="stderr")
        yield running


async def said(server: Server, *expected: str, to: str = PLACE) -> None:
    """Wait until the bot has said just this in a place."""
    async with asyncio.timeout(20):
        while await answers(server, to) != list(expected):
            await server.quiet()
    await server.quiet()
    assert await answers(server, to) == list(expected)


async def test_a_second_process_of_a_bot_is_told_to_try_later(server: Server, bot: Path) -> None:
    async with alive(bot) as first:
        async with dragoman("run", bot, cwd=bot) as second:
            assert await second.ended() == 75
        assert "another process runs with the state in" in second.said[-1]
        assert await first.end() == 0


async def test_a_damaged_state_is_refused_restored_and_brought_up_to_date(server: Server, bot: Path) -> None:
    paulo = server.person("Paulo Reis")
    async with alive(bot) as running:
        await paulo.says("!echo one", to=PLACE)
        await said(server, "one")
        made = invoke("backup", str(bot))
        assert made.code == 0, made
        await paulo.says("!echo two", to=PLACE)
        await said(server, "one", "two")
        assert await running.end() == 0
    state = bot / ".dragoman" / "desk.db"
    state.write_bytes(state.read_bytes()[:5000])
    refused = command("run", str(bot), cwd=bot)
    assert refused.code == 78
    (mend,) = re.findall(r"Run: dragoman (restore \S+ \S+)\.$", refused.err, re.MULTILINE)
    restored = invoke(*mend.split())
    assert restored.code == 0, restored
    missed = await paulo.says("!echo three", to="#general > elsewhere")
    assert missed
    async with alive(bot) as running:
        await said(server, "three", to="#general > elsewhere")
        await said(server, "one", "two")
        assert await running.end() == 0


async def test_a_dead_letter_is_listed_and_tried_again(server: Server, bot: Path) -> None:
    paulo = server.person("Paulo Reis")
    async with alive(bot) as running:
        broken = await paulo.says("!break", to=PLACE)
        other = await paulo.says("!break", to=PLACE)
        while len(await answers(server)) < 2:
            await server.quiet()
        assert await running.end() == 0
    listed = invoke("inbox", "list", str(bot), "--json")
    letters = json.loads(listed.out)
    assert [(letter["message_id"], letter["attempts"]) for letter in letters] == [(broken, 1), (other, 1)]
    assert "sample.breaks" in letters[0]["error"]
    assert invoke("inbox", "drop", str(bot), str(other)).out == f"{other}: dropped\n"
    assert invoke("inbox", "retry", str(bot), str(other)).code == 1
    plugin = bot / "sample.py"
    plugin.write_text(
        plugin.read_text().replace('raise RuntimeError("inside")', 'await context.reply("mended")')
    )
    assert invoke("inbox", "retry", str(bot), str(broken)).code == 0
    async with alive(bot) as running:
        while len(await answers(server)) < 3:
            await server.quiet()
        assert await running.end() == 0
    assert (await answers(server))[-1] == "mended"
    assert invoke("inbox", "list", str(bot)).out == "nothing\n"


async def test_a_bot_that_is_retired_deletes_its_queue(server: Server, bot: Path) -> None:
    account = server.account(NAME)
    async with alive(bot) as running:
        assert await running.end() == 0
    assert len(server.world.queues.of(account.user_id)) == 1
    async with alive(bot, "--retire") as running:
        assert await running.end() == 0
    assert server.world.queues.of(account.user_id) == []


async def test_a_second_signal_ends_it_at_once_and_nothing_is_lost(server: Server, bot: Path) -> None:
    async with alive(bot) as running:
        await server.person("Paulo Reis").says("!wait 3 patience", to=PLACE)
        await asyncio.sleep(0.5)
        running.process.terminate()
        await asyncio.sleep(0.3)
        running.process.terminate()
        assert await running.ended() == -signal.SIGTERM
    async with alive(bot) as running:
        await said(server, "patience")
        assert await running.end() == 0


@pytest.mark.parametrize("point", ["before_outbox_commit", "after_socket_write"])
async def test_a_bot_that_is_killed_answers_once(server: Server, bot: Path, point: str) -> None:
    assert point in POINTS
    paulo = server.person("Paulo Reis")
    async with process(
        sys.executable, "-c", MORTAL, "run", bot, cwd=bot, environment={"CRASH_AT": f"{point}:2"}
    ) as mortal:
        await mortal.line('"event":"started"', stream="stderr")
        await paulo.says("!echo 0", to=PLACE)
        await said(server, "0")
        await paulo.says("!echo 1", to=PLACE)
        assert await mortal.ended() == -signal.SIGKILL
    async with alive(bot) as running:
        await said(server, "0", "1")
        assert await running.end() == 0


GIVEN_UP = "I tried several times and could not do that; whoever runs me will find it in my log."


async def test_a_message_that_kills_the_process_is_given_up(server: Server, bot: Path) -> None:
    """After three attempts, and perhaps one that began before it could be counted."""
    paulo = server.person("Paulo Reis")
    deaths = 0
    async with nursery(bot, HURRY) as lives:
        await lives.bear()
        while not server.world.queues.of(server.person(NAME).user_id):
            assert not await lives.ends_within(0.05)
        await paulo.says("!echo before", to=PLACE)
        await said(server, "before")
        await paulo.says("!die", to=PLACE)
        await paulo.says("!echo after", to=PLACE)
        while deaths < 10 and len(await answers(server, PLACE)) < 3:
            if await lives.ends_within(0.05):
                deaths += 1
                await lives.bear()
        await said(server, "before", GIVEN_UP, "after")
    assert deaths in (3, 4)
