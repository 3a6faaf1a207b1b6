"""A bot goes on answering when its server is killed and started again."""

import json
import sys
from pathlib import Path

from processes import Running, process
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
