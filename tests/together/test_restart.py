"""A bot goes on answering when its server is killed and started again."""

import json
import shutil
import sys
from pathlib import Path

from processes import Running, dragoman, process
from serving import RunBot, Serve, Served

PROGRAM = Path(__file__).parent / "official_client.py"


async def ask(served: Served, tmp_path: Path) -> set[str]:
    """Ask the desk and return the types of the messages it answered with."""
    arguments = (served.zuliprc("paulo"), "Recovery Desk", "help desk", "how do I send my phone in?")
    async with process(sys.executable, PROGRAM, *arguments, cwd=tmp_path) as client:
        assert await client.ended() == 0, client.said
    return {json.loads(line)["type"] for line in client.said[0].splitlines()}


async def lose(served: Served, bot: Running) -> None:
    """Kill the server and wait until the bot has noticed."""
    await served.running.kill()
    await bot.line("no events for now", stream="stderr")


async def test_a_bot_answers_again_after_its_server_was_killed(
    serve: Serve, run_bot: RunBot, tmp_path: Path
) -> None:
    async with serve() as first, run_bot("recovery_desk", first, "recovery-desk-bot") as bot:
        assert await ask(first, tmp_path) == {"stream", "private"}
        await lose(first, bot)
        async with serve(first.port) as second:
            await bot.line('"event":"queue registered".*"count":2', stream="stderr")
            assert await ask(second, tmp_path) == {"stream", "private"}
            assert await bot.end() == 0


async def test_a_bot_takes_up_a_new_key_while_it_runs(serve: Serve, run_bot: RunBot, tmp_path: Path) -> None:
    async with serve() as first, run_bot("recovery_desk", first, "recovery-desk-bot") as bot:
        await lose(first, bot)
        shutil.rmtree(tmp_path / ".dragoman")
        async with serve(first.port) as second:
            await bot.line("credentials refused", stream="stderr")
            shutil.copy(second.zuliprc("recovery-desk-bot"), tmp_path / "recovery_desk" / "zuliprc")
            await bot.line('"event":"started"', stream="stderr")
            assert await ask(second, tmp_path) == {"stream", "private"}
            assert await bot.end() == 0


async def test_a_key_that_is_wrong_from_the_start_ends_the_bot(serve: Serve, tmp_path: Path) -> None:
    async with serve() as served:
        (tmp_path / "bot.yaml").write_text(
            f"name: lost\nzulip: {{site: {served.url}, email: lost@nowhere.example, api_key: {'x' * 32}}}\n"
            "plugins: [{use: scheduler}]\n"
        )
        async with dragoman("run", tmp_path, cwd=tmp_path) as bot:
            assert await bot.ended() == 77
    assert "x" * 32 not in "".join(bot.said)
