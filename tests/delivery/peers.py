"""Gives the official client's loop, `zulip_bots` and our bot the same deaths and the same faults, and counts.

    python tests/delivery/peers.py --kills 30 --seed 1 --json

Each answers the same people on the same server, is killed at the same random moments, and has the same share
of its requests and of its answers lost. In the end stands a table, one row a peer.
"""

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol

from msgspec import Struct, structs

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from delivery.crash import BOT, HURRY, Chat  # noqa: E402
from delivery.echo_bot import write_echo_bot  # noqa: E402
from delivery.nursery import nursery  # noqa: E402
from dragoman_server import default_world, running_server  # noqa: E402
from dragoman_server.faults import Act  # noqa: E402
from dragoman_server.running import Server  # noqa: E402

OFFICIAL = '''"""Says everything back, in the official client's own loop."""

import sys

import zulip

client = zulip.Client(config_file=sys.argv[1])
me = client.get_profile()["user_id"]


def answer(message):
    if message["sender_id"] == me:
        return
    text = message["content"].removeprefix("@**Echo** ")
    if message["type"] == "stream":
        to = {"type": "stream", "to": message["display_recipient"], "topic": message["subject"]}
    else:
        to = {"type": "private", "to": [one["id"] for one in message["display_recipient"] if one["id"] != me]}
    client.send_message({**to, "content": f"heard {text}"})


client.call_on_each_message(answer)
'''
HANDLER = '''"""Says everything back, for zulip_bots."""


class EchoHandler:
    def usage(self):
        return "Says everything back."

    def handle_message(self, message, bot_handler):
        bot_handler.send_reply(message, "heard " + message["content"])


handler_class = EchoHandler
'''
LOST = 0.1
"""How many requests of a bot's messages, and how many of their answers, are lost."""
STARTING = 3.0
CATCHING_UP = 20.0


class Victim(Protocol):
    """A bot that is killed and started again."""

    async def bear(self) -> None:
        """Start it."""
        ...

    async def kill(self) -> int:
        """Kill it."""
        ...


class Program:
    """A bot that is one command."""

    def __init__(self, *command: str) -> None:
        """Run this."""
        self._command = command
        self._process: Process | None = None

    async def bear(self) -> None:
        """Start it."""
        self._process = await asyncio.create_subprocess_exec(*self._command, stdout=DEVNULL, stderr=DEVNULL)

    async def kill(self) -> int:
        """Kill it."""
        assert self._process is not None, "it runs"
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        return await self._process.wait()


class Tally(Struct, frozen=True, kw_only=True):
    """What became of one peer's triggers."""

    peer: str
    kills: int
    asked: int
    lost: int
    doubled: int
    seconds: float


@asynccontextmanager
async def official(folder: Path, zuliprc: str) -> AsyncIterator[Victim]:
    """Prepare the official client's loop."""
    (folder / "rc").write_text(zuliprc)
    (folder / "echo.py").write_text(OFFICIAL)
    yield Program(sys.executable, str(folder / "echo.py"), str(folder / "rc"))


@asynccontextmanager
async def zulip_bots(folder: Path, zuliprc: str) -> AsyncIterator[Victim]:
    """Prepare a bot of zulip_bots."""
    (folder / "rc").write_text(zuliprc)
    (folder / "echo.py").write_text(HANDLER)
    yield Program(
        *(
            sys.executable,
            "-m",
            "zulip_bots.run",
            str(folder / "echo.py"),
            "--config-file",
            str(folder / "rc"),
        )
    )


@asynccontextmanager
async def ours(folder: Path, zuliprc: str) -> AsyncIterator[Victim]:
    """Prepare our own."""
    async with nursery(write_echo_bot(folder / "bot", zuliprc), HURRY) as lives:
        yield lives


PEERS: dict[str, Callable[[Path, str], AbstractAsyncContextManager[Victim]]] = {
    "zulip (official client)": official,
    "zulip_bots": zulip_bots,
    "dragoman": ours,
}


async def run(peer: str, kills: int, seed: int) -> Tally:
    """Kill one of them so many times, and count."""
    chance = random.Random(seed)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        async with running_server(default_world().with_bot(BOT)) as server:
            account = server.account(BOT)
            async with PEERS[peer](Path(folder), account.zuliprc) as victim:
                chat = Chat(server, chance)
                await victim.bear()
                await asyncio.sleep(STARTING)
                _go_wrong(server, seed)
                for _ in range(kills):
                    await _talk(chat, chance.uniform(0.5, 3.0), chance)
                    await victim.kill()
                    await _talk(chat, chance.uniform(0.0, 1.0), chance)
                    await victim.bear()
                    await _talk(chat, chance.uniform(0.5, 2.0), chance)
                server.faults.clear()
                await asyncio.sleep(STARTING)
                await _wait(chat)
                await victim.kill()
            verdict = chat.verdict()
    return Tally(
        peer=peer,
        kills=kills,
        asked=verdict.asked,
        lost=len(verdict.lost),
        doubled=len(verdict.doubled),
        seconds=round(time.monotonic() - began, 1),
    )


def _go_wrong(server: Server, seed: int) -> None:
    for number, moment in enumerate(("before_commit", "after_commit")):
        server.faults.add(
            Act(drop="before_commit" if moment == "before_commit" else "after_commit"),
            method="POST",
            path="/messages",
            account=BOT,
            probability=LOST,
            seed=seed + number,
        )


async def _talk(chat: Chat, seconds: float, chance: random.Random) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await chat.say()
        await asyncio.sleep(chance.uniform(0.1, 0.5))


async def _wait(chat: Chat) -> None:
    deadline = time.monotonic() + CATCHING_UP
    while chat.verdict().lost and time.monotonic() < deadline:  # noqa: ASYNC110 - other processes are waited for
        await asyncio.sleep(0.2)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    asked = parser.parse_args()
    rows = [structs.asdict(asyncio.run(run(peer, asked.kills, asked.seed))) for peer in PEERS]
    if asked.json:
        print(json.dumps(rows))
    else:
        for row in rows:
            print("  ".join(f"{name}: {value}" for name, value in row.items()))


if __name__ == "__main__":
    main()
