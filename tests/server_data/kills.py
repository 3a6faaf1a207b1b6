"""Kills a server that keeps its organisation in a file, again and again, and looks for all that was told.

    python tests/server_data/kills.py --kills 200 --seed 1 [--json]

Real processes and sockets: six people do whatever comes into their minds and hear what the others say, until
the server is killed at a random moment. Then it starts again, and each of them looks for everything that was
answered, and for every message of which there was an event. In the end the organisation is written out twice,
with a start in between, and must be the same. Exits with 1 when anything was lost or doubled.
"""

import argparse
import asyncio
import configparser
import json
import os
import random
import re
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

sys.path.insert(0, str(Path(__file__).parents[1]))

from server_data.talker import Reused, Talker

NAMES = ("ada", "ben", "cleo", "dan", "eve", "fay")
HALL = 31
LOOK_AT_ALL_EVERY = 25
WORLD = {
    "organization": {"name": "Kills", "domain": "kills.test"},
    "people": [{"name": name, "role": "administrator"} for name in NAMES],
    "channels": [{"name": "hall", "subscribers": "everyone"}, {"name": "annex", "subscribers": "everyone"}],
}


class Trial:
    """One organisation in one file, over many lives of its server."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._random = random.Random(seed)
        (folder / "world.json").write_text(json.dumps(WORLD))
        given: set[tuple[str, int]] = set()
        self._talkers = [Talker(name, f"{name}@kills.test", HALL, f"{seed} {name}", given) for name in NAMES]
        self.kills = 0
        self.lost: list[str] = []

    async def run(self, kills: int) -> dict[str, Any]:
        """Kill so many times, and return what came of it."""
        began = time.monotonic()
        for _ in range(kills):
            if self._random.random() < 0.15:
                await self._kill_while_it_starts()
            async with self._served() as (process, url):
                await self._look(url)
                await self._live(process)
        async with self._served() as (_, url):
            self.kills = LOOK_AT_ALL_EVERY * (self.kills // LOOK_AT_ALL_EVERY)
            await self._look(url)
            await self._until_delivered(url)
        one, other = await self._export("one.json"), await self._export("two.json")
        differing = [name for name in one if one[name] != other.get(name) and name != "recorded_at"]
        if differing:
            self.lost.append(f"written out again, these parts are others: {differing}")
        claims = [talker.claims for talker in self._talkers]
        return {
            "kills": kills,
            "answered": sum(one.answered for one in claims),
            "unanswered": sum(one.unanswered for one in claims),
            "heard": sum(len(one.heard) for one in claims),
            "lost": self.lost,
            "seconds": round(time.monotonic() - began, 1),
        }

    async def _live(self, process: Process) -> None:
        """Let everybody talk, and kill the server meanwhile."""
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=30)) as session:
            for talker in self._talkers:
                talker.use(session)
            lives = [asyncio.ensure_future(one.live()) for one in self._talkers]
            lives += [asyncio.ensure_future(one.listen()) for one in self._talkers]
            await asyncio.sleep(self._random.uniform(0.01, 0.6))
            process.kill()
            self.kills += 1
            try:
                await asyncio.gather(*lives)
            except Reused as reused:
                self.lost.append(f"given out twice: {reused}")
            await process.wait()

    async def _look(self, url: str) -> None:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60)) as session:
            for talker in self._talkers:
                if not talker.meet(url, self._key(talker.email)):
                    self.lost.append(f"the key of {talker.email}")
                talker.use(session)
                self.lost += await talker.look(at_all=self.kills % LOOK_AT_ALL_EVERY == 0)
            there = await self._talkers[0].messages()
        for talker in self._talkers:
            for message_id in talker.claims.heard.keys() - there.keys():
                if not any(one.claims.may_be_gone(("message", message_id)) for one in self._talkers):
                    self.lost.append(f"message {message_id}, of which there was an event")

    async def _until_delivered(self, url: str) -> None:
        """Wait for what is due soon, so that nothing happens between looking twice."""
        async with aiohttp.ClientSession() as session:
            for talker in self._talkers:
                talker.meet(url, self._key(talker.email))
                talker.use(session)
                while await talker.is_soon_due():  # noqa: ASYNC110 - another process sends them
                    await asyncio.sleep(0.1)

    async def _kill_while_it_starts(self) -> None:
        process = await self._start()
        await asyncio.sleep(self._random.uniform(0.0, 0.8))
        process.kill()
        await process.communicate()

    async def _export(self, name: str) -> Any:
        """Start the server, stop it in good order, and return what it wrote."""
        async with self._served("--export", str(self._folder / name)) as (process, _):
            process.terminate()
            await process.wait()
        return json.loads((self._folder / name).read_text())

    @asynccontextmanager
    async def _served(self, *options: str) -> AsyncIterator[tuple[Process, str]]:
        process = await self._start(*options)
        try:
            assert process.stdout is not None
            url = ""
            async for line in process.stdout:
                if found := re.match(rb"listening on (\S+)", line):
                    url = found[1].decode()
                if b"Ctrl-C" in line:
                    break
            assert url, "the server did not start"
            yield process, url
        finally:
            if process.returncode is None:
                process.kill()
            await process.communicate()

    async def _start(self, *options: str) -> Process:
        where = ("--world", "world.json", "--data", "realm.db", "--zuliprc-dir", "keys")
        command = (sys.executable, "-m", "dragoman_cli", "serve", "--port", "0", *where, *options)
        compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(self._folder / "compiled")}
        return await asyncio.create_subprocess_exec(
            *command, cwd=self._folder, stdout=PIPE, stdin=DEVNULL, env={**os.environ, **compiled}
        )

    def _key(self, email: str) -> str:
        parser = configparser.ConfigParser(interpolation=None)
        parser.read(self._folder / "keys" / f"{email.partition('@')[0]}.zuliprc")
        return parser["api"]["key"]


async def trial(folder: Path, *, kills: int, seed: int) -> dict[str, Any]:
    """Kill a server so many times, and return what came of it."""
    return {"seed": seed, **await Trial(folder, seed).run(kills)}


def main() -> int:
    """Run a trial from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        told = asyncio.run(trial(Path(folder), kills=options.kills, seed=options.seed))
    if options.json:
        print(json.dumps(told))
    else:
        print("{kills} kills, {answered} changes answered, {unanswered} not, {heard} heard of".format(**told))
        print("\n".join(["lost:", *told["lost"]]) if told["lost"] else "nothing was lost")
    return int(bool(told["lost"]))


if __name__ == "__main__":
    sys.exit(main())
