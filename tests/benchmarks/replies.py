"""What a reply costs: an echo bot with its journal, without, and on the official client's loop, side by side.

``python tests/benchmarks/replies.py`` prints a table: processor time and replies a second over many
conversations, replies a second in one, and how long one reply takes while nothing else is said. Medians of
interleaved runs.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from dragoman_server import Server, default_world, running_server

NAME = "Echo"
PLUGIN = '''
"""Repeats things."""
from dragoman.plugin import MessageContext, NoOptions, Plugin, command

class Sample(Plugin[NoOptions]):
    """Repeats things."""

    @command("echo <text...>")
    async def echo(self, context: MessageContext, text: str) -> None:
        await context.reply(text)
'''
SETTINGS = """
name: echo
zulip: {zuliprc: ./zuliprc}
plugins: [{use: ./sample.py:Sample}]
limits: {workers: 32, queue: 10000, replies_per_minute: 10000, replies_per_minute_in_all: 10000000}
log: {level: warning}
"""
WITHOUT_JOURNAL = """
import asyncio, sys
from pathlib import Path
from dragoman.ops import configure_logging
from dragoman.runtime import Bot, load_settings
configure_logging("warning")
async def main():
    async with Bot(load_settings(Path("."))) as bot:
        await bot.run()
asyncio.run(main())
"""
OFFICIAL = """
import zulip
client = zulip.Client(config_file="zuliprc")
me = client.email
def answer(message):
    if message["sender_email"] != me and message["content"].startswith("!echo "):
        client.send_message({"type": "stream", "to": message["stream_id"], "topic": message["subject"],
                             "content": message["content"][6:]})
client.call_on_each_message(answer, apply_markdown=False)
"""
CONTENDERS = {
    "journal on": ("-m", "dragoman_cli", "run", "."),
    "journal off": ("-c", WITHOUT_JOURNAL),
    "official": ("-c", OFFICIAL),
}
TICKS = os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def contender(server: Server, arguments: tuple[str, ...]) -> AsyncIterator[Process]:
    """Run an echo bot in a process of its own until it has answered once."""
    account = server.account(NAME)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sample.py").write_text(PLUGIN)
        (folder / "bot.yaml").write_text(SETTINGS)
        zuliprc = folder / "zuliprc"
        zuliprc.write_text(f"[api]\nemail={account.email}\nkey={account.api_key}\nsite={server.url}\n")
        zuliprc.chmod(0o600)
        process = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, cwd=folder, stdout=PIPE, stderr=sys.stderr
        )
        try:
            while not server.world.queues.of(account.user_id):  # noqa: ASYNC110 - its own end is not measured
                await asyncio.sleep(0.05)
            await asyncio.sleep(0.5)
            await exchange(server, 8, 8)
            yield process
        finally:
            process.terminate()
            await process.communicate()


async def exchange(server: Server, count: int, topics: int) -> float:
    """Say so many things and wait for as many replies; returns the seconds that took."""
    paulo, messages = server.person("Paulo Reis"), server.world.messages
    goal = len(messages.ids) + 2 * count
    began = time.perf_counter()
    for number in range(count):
        await paulo.says(f"!echo {number}", to=f"#general > topic {number % topics}")
        if number % 50 == 49:
            await asyncio.sleep(0)
    while len(messages.ids) < goal:  # noqa: ASYNC110 - a waiter would have to be told by the server
        await asyncio.sleep(0.001)
    return time.perf_counter() - began


def processor_seconds(process: Process) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def measure(count: int, arguments: tuple[str, ...]) -> dict[str, float]:
    """Measure one contender once."""
    async with (
        running_server(default_world().with_bot(NAME)) as server,
        contender(server, arguments) as process,
    ):
        before = processor_seconds(process)
        seconds = await exchange(server, count, 32)
        spent = processor_seconds(process) - before
        alone = await exchange(server, count // 2, 1)
        waits = [await exchange(server, 1, 1) for _ in range(40)]
    return {
        "us a reply": spent / count * 1e6,
        "replies/s": count / seconds,
        "in one conversation/s": count / 2 / alone,
        "idle ms": statistics.median(waits) * 1e3,
    }


async def main() -> None:
    """Measure all and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", choices=CONTENDERS)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    names = [chosen.only] if chosen.only else list(CONTENDERS)
    found: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    for _ in range(chosen.runs):
        for name in names:
            found[name].append(await measure(chosen.count, CONTENDERS[name]))
    medians = {
        name: {key: round(statistics.median(run[key] for run in runs), 2) for key in runs[0]}
        for name, runs in found.items()
    }
    if chosen.json:
        print(json.dumps(medians))
        return
    for name, values in medians.items():
        print(f"{name:12}", *(f"{key} {value:>9.2f}" for key, value in values.items()), sep="  ")


if __name__ == "__main__":
    asyncio.run(main())
