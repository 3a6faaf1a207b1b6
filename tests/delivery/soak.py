"""Kills the bundled server and a bot, each with its file, while twenty people talk; then counts.

    python tests/delivery/soak.py --kills 500 --seed 1 --json

Real processes and sockets, killed at random moments. Whatever the server's history holds in the end was said,
and each of these messages must have exactly one answer there. The last line is the count.
"""

import asyncio
import json
import random
import socket
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from delivery.crash import HURRY  # noqa: E402
from delivery.echo_bot import write_echo_bot  # noqa: E402
from delivery.history import ANSWER, Tally, Verdict, judge  # noqa: E402
from delivery.nursery import nursery  # noqa: E402
from fault_run import run_faults  # noqa: E402

PEOPLE = tuple(f"person {number}" for number in range(20))
BOT = "Echo"
HALL = 31
WORLD = {
    "organization": {"name": "Soak", "domain": "soak.test"},
    "people": [
        {"name": name, "id": 100 + number, "email": f"p{number}@soak.test", "api_key": f"{number:032d}"}
        for number, name in enumerate(PEOPLE)
    ],
    "bots": [{"name": BOT, "id": 200, "email": "echo@soak.test", "api_key": "e" * 32, "owner": PEOPLE[0]}],
    "channels": [{"name": "hall", "id": HALL, "subscribers": "everyone"}],
}
CATCHING_UP = 180.0
STARTING = 30.0
PAGE = 1000


class Kills(Tally, frozen=True, kw_only=True):
    """What a run has shown."""

    kills: int
    of_the_server: int


class Town:
    """The server, whoever runs it at the moment, and the people."""

    def __init__(self, folder: Path, session: aiohttp.ClientSession, chance: random.Random) -> None:
        """Found the town."""
        self._folder = folder
        self._session = session
        self._chance = chance
        self._process: Process | None = None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}"
        (folder / "world.json").write_text(json.dumps(WORLD))
        self._said = 0
        self.is_talking = True

    async def open(self) -> None:
        """Start the server and wait until it answers."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "dragoman_cli", "serve", "--world", "world.json", "--data", "town.db"),
            *("--port", str(self._port), "--zuliprc-dir", "rc"),
            cwd=self._folder,
            stdout=DEVNULL,
            stderr=DEVNULL,
        )
        async with asyncio.timeout(STARTING):
            while not await self._is_open():  # noqa: ASYNC110 - other processes are waited for
                await asyncio.sleep(0.05)

    async def kill(self) -> None:
        """Kill the server."""
        assert self._process is not None, "it is open"
        self._process.kill()
        await self._process.wait()

    async def _is_open(self) -> bool:
        try:
            async with self._session.get(f"{self.url}/api/v1/server_settings") as answer:
                return answer.status == 200
        except aiohttp.ClientError:
            return False

    async def ask(self, number: int, method: str, path: str, fields: dict[str, Any]) -> dict[str, Any] | None:
        """Make a call for a person; nothing when it failed, one way or another."""
        texts = {name: one if isinstance(one, str) else json.dumps(one) for name, one in fields.items()}
        signed = aiohttp.encode_basic_auth(f"p{number}@soak.test", f"{number:032d}")
        try:
            async with self._session.request(
                method,
                f"{self.url}/api/v1{path}",
                headers={"Authorization": signed},
                params=texts if method == "GET" else None,
                data=None if method == "GET" else texts,
            ) as answer:
                found: dict[str, Any] = await answer.json()
                return found if answer.status == 200 else None
        except (aiohttp.ClientError, ValueError, TimeoutError):
            return None

    async def talk(self, number: int) -> None:
        """Let a person say something now and then, and never again what they are not sure of."""
        while self.is_talking:
            await asyncio.sleep(self._chance.uniform(0.2, 4.0))
            self._said += 1
            text = f"message {self._said}"
            if self._chance.random() < 0.5:
                fields: dict[str, Any] = {"type": "direct", "to": [200], "content": text}
            else:
                fields = {
                    "type": "channel",
                    "to": HALL,
                    "topic": PEOPLE[number],
                    "content": f"@**{BOT}** {text}",
                }
            await self.ask(number, "POST", "/messages", fields)

    async def verdict(self) -> Verdict:
        """Read the whole history and compare."""
        asked: dict[str, list[str]] = {}
        answered: dict[str, list[str]] = {}
        async for place, by_bot, text in self._history():
            (answered if by_bot else asked).setdefault(place, []).append(text.removeprefix(f"@**{BOT}** "))
        return judge(
            asked,
            {place: [one for one in texts if one.startswith(ANSWER)] for place, texts in answered.items()},
        )

    async def _history(self) -> AsyncIterator[tuple[str, bool, str]]:
        async for message in self._pages(0, [{"operator": "channel", "operand": HALL}]):
            if message["client"] != "Internal":
                yield message["subject"], message["sender_id"] == 200, message["content"]
        for number, name in enumerate(PEOPLE):
            async for message in self._pages(number, [{"operator": "dm", "operand": [200]}]):
                yield f"with {name}", message["sender_id"] == 200, message["content"]

    async def _pages(self, number: int, narrow: list[dict[str, Any]]) -> AsyncIterator[dict[str, Any]]:
        anchor = 0
        while True:
            fields = {
                "anchor": anchor,
                "num_before": 0,
                "num_after": PAGE,
                "include_anchor": False,
                "narrow": narrow,
                "apply_markdown": False,
            }
            found = await self.ask(number, "GET", "/messages", fields)
            assert found is not None, "nobody kills the server any more"
            for message in found["messages"]:
                yield message
            if found["found_newest"]:
                return
            anchor = found["messages"][-1]["id"]


async def run(kills: int, seed: int) -> Kills:
    """Kill so many times, and count."""
    chance = random.Random(seed)
    began = time.monotonic()
    of_the_server = 0
    async with _town(chance) as (town, folder):
        rc = f"[api]\nemail=echo@soak.test\nkey={'e' * 32}\nsite={town.url}\n"
        async with nursery(write_echo_bot(folder / "bot", rc), HURRY) as bot:
            await town.open()
            await bot.bear()
            await asyncio.sleep(4.0)
            people = [asyncio.create_task(town.talk(number)) for number in range(len(PEOPLE))]
            for _ in range(kills):
                await asyncio.sleep(chance.uniform(0.05, 2.0))
                if chance.random() < 0.5:
                    of_the_server += 1
                    await town.kill()
                    await asyncio.sleep(chance.choice((0.0, 0.0, 1.0)))
                    await town.open()
                else:
                    await bot.kill()
                    await asyncio.sleep(chance.choice((0.0, 0.0, 1.0)))
                    await bot.bear()
            town.is_talking = False
            await asyncio.gather(*people)
            verdict = await _until_answered(town)
        await town.kill()
    if not verdict.is_clean:
        print(verdict, file=sys.stderr)
    return Kills.of(
        verdict, seed=seed, seconds=time.monotonic() - began, kills=kills, of_the_server=of_the_server
    )


@asynccontextmanager
async def _town(chance: random.Random) -> AsyncIterator[tuple[Town, Path]]:
    with tempfile.TemporaryDirectory() as name:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as session:
            yield Town(Path(name), session, chance), Path(name)


async def _until_answered(town: Town) -> Verdict:
    deadline = time.monotonic() + CATCHING_UP
    while True:
        verdict = await town.verdict()
        if not verdict.lost or time.monotonic() > deadline:
            return verdict
        await asyncio.sleep(1.0)


if __name__ == "__main__":
    run_faults(__doc__, "kills", 50, run)
