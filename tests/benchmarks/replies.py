"""What a reply costs: an echo bot with its journal, without, and on the official client's loop, side by side.

``python tests/benchmarks/replies.py`` prints a table: processor time and replies a second over many
conversations and in one, and how long a reply takes while nothing else is said; and whether the gates of each
are reached. Medians of interleaved runs, against a chat service that costs next to nothing; ``commit us`` is
what a bare commit to the same disk takes meanwhile, the floor of every durable reply.
"""

import argparse
import asyncio
import json
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from benchmarks.chat import EMAIL, BareChat, bare_chat  # noqa: E402

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
BARE = """
import asyncio, aiohttp, json
from configparser import ConfigParser
config = ConfigParser()
config.read("zuliprc")
api, base = config["api"], config["api"]["site"] + "/api/v1/"
async def main():
    auth = aiohttp.BasicAuth(api["email"], api["key"])
    async with aiohttp.ClientSession(auth=auth) as session:
        async def call(method, path, **more):
            async with session.request(method, base + path, **more) as answer:
                return json.loads(await answer.read())
        async def answer(queue):
            while True:
                message = await queue.get()
                await call("POST", "messages", data={"type": "stream", "to": message["stream_id"],
                    "topic": message["subject"], "content": message["content"][6:]})
        me = await call("GET", "users/me")
        registered = await call("POST", "register")
        queue, last = asyncio.Queue(), registered["last_event_id"]
        workers = [asyncio.create_task(answer(queue)) for _ in range(32)]
        while True:
            params = {"queue_id": registered["queue_id"], "last_event_id": last}
            for event in (await call("GET", "events", params=params))["events"]:
                last = event["id"]
                message = event["message"]
                if message["sender_id"] != me["user_id"] and message["content"].startswith("!echo "):
                    queue.put_nowait(message)
asyncio.run(main())
"""
CONTENDERS = {
    "journal on": ("-m", "dragoman_cli", "run", "."),
    "journal off": ("-c", WITHOUT_JOURNAL),
    "official": ("-c", OFFICIAL),
    "bare aiohttp": ("-c", BARE),
}
IN_FLIGHT = 32
"""Messages that wait for their replies at any time."""
GATES = (
    ("B1", "us a reply", "journal off", "bare aiohttp", "<=", 1.2),
    ("B2", "replies/s", "journal on", "official", ">=", 3.0),
    ("B2", "us a reply", "journal on", "official", "<=", 0.5),
    ("B3", "replies/s", "journal off", "official", ">=", 5.0),
    ("B3", "us a reply", "journal off", "official", "<=", 0.25),
    ("B4", "in one conversation/s", "journal on", "official", ">=", 1.3),
    ("B5", "idle ms", "journal on", "official", "<=", 0.8),
)
"""Mark, figure, who, beside whom, and what their ratio has to be."""
TICKS = os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def contender(chat: BareChat, site: str, arguments: tuple[str, ...]) -> AsyncIterator[Process]:
    """Run an echo bot in a process of its own until it has answered."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sample.py").write_text(PLUGIN)
        (folder / "bot.yaml").write_text(SETTINGS)
        zuliprc = folder / "zuliprc"
        zuliprc.write_text(f"[api]\nemail={EMAIL}\nkey={'k' * 32}\nsite={site}\n")
        zuliprc.chmod(0o600)
        process = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, cwd=folder, stdout=PIPE, stderr=sys.stderr
        )
        try:
            await chat.registered.wait()
            await asyncio.sleep(0.5)
            await exchange(chat, 200, 32)
            yield process
        finally:
            process.terminate()
            await process.communicate()


async def exchange(chat: BareChat, count: int, topics: int) -> float:
    """Say so many things, some at a time, and wait for all replies; returns the seconds that took."""
    chat.replies.clear()
    began = time.perf_counter()
    said = 0
    while len(chat.replies) < count:
        while said < min(count, len(chat.replies) + IN_FLIGHT):
            chat.say(f"topic {said % topics}", f"!echo {said}")
            said += 1
        chat.replied.clear()
        await chat.replied.wait()
    _check(chat, count, topics)
    return chat.replies[-1][2] - began


def _check(chat: BareChat, count: int, topics: int) -> None:
    """See that each conversation has had its replies, each once and in their order."""
    for number in range(topics):
        found = [int(content) for topic, content, _ in chat.replies if topic == f"topic {number}"]
        assert (found if chat.in_order else sorted(found)) == list(range(number, count, topics)), found


async def wait_alone(chat: BareChat) -> float:
    """Say one thing while nothing else happens; returns the seconds until its reply."""
    await asyncio.sleep(0.03)
    return await exchange(chat, 1, 1)


def processor_seconds(process: Process) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def measure(count: int, arguments: tuple[str, ...]) -> dict[str, float]:
    """Measure one contender once."""
    async with (
        bare_chat(in_order=arguments != ("-c", BARE)) as (chat, site),
        contender(chat, site, arguments) as process,
    ):
        before = processor_seconds(process)
        seconds = await exchange(chat, count, 32)
        spent = processor_seconds(process) - before
        alone = await exchange(chat, count // 2, 1)
        waits = [await wait_alone(chat) for _ in range(60)]
    return {
        "us a reply": spent / count * 1e6,
        "replies/s": count / seconds,
        "in one conversation/s": count / 2 / alone,
        "idle ms": statistics.median(waits) * 1e3,
    }


def commit_seconds() -> float:
    """Return what a bare commit takes on the disk that the bots write to."""
    with (
        tempfile.TemporaryDirectory() as name,
        closing(sqlite3.connect(Path(name) / "bare.db", isolation_level=None)) as database,
    ):
        database.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE t (value)")
        return statistics.median(_commit_once(database) for _ in range(200))


def _commit_once(database: sqlite3.Connection) -> float:
    began = time.perf_counter()
    database.execute("INSERT INTO t VALUES (?)", ("x" * 600,))
    return time.perf_counter() - began


def gates(medians: dict[str, dict[str, float]]) -> list[dict[str, object]]:
    """Return what came of each gate."""
    found: list[dict[str, object]] = []
    for mark, figure, who, beside, sign, limit in GATES:
        ratio = medians[who][figure] / medians[beside][figure]
        reached = ratio >= limit if sign == ">=" else ratio <= limit
        found.append(
            {
                "mark": mark,
                "what": f"{figure}, {who} : {beside}",
                "ratio": round(ratio, 2),
                "gate": f"{sign} {limit}",
                "reached": reached,
            }
        )
    return found


async def main() -> int:
    """Measure all and print the tables; returns 1 when a gate is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", choices=CONTENDERS)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    names = [chosen.only] if chosen.only else list(CONTENDERS)
    found: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    commits: list[float] = []
    for _ in range(chosen.runs):
        for name in names:
            found[name].append(await measure(chosen.count, CONTENDERS[name]))
        commits.append(commit_seconds())
    medians = {
        name: {key: round(statistics.median(run[key] for run in runs), 2) for key in runs[0]}
        for name, runs in found.items()
    }
    commit = round(statistics.median(commits) * 1e6)
    reached = [] if chosen.only else gates(medians)
    if chosen.json:
        print(json.dumps({"contenders": medians, "commit us": commit, "gates": reached}))
    else:
        for name, values in medians.items():
            print(f"{name:12}", *(f"{key} {value:>9.2f}" for key, value in values.items()), sep="  ")
        print(f"commit us {commit}")
        for gate in reached:
            print(*gate.values(), sep="  ")
    return 0 if all(gate["reached"] for gate in reached) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
