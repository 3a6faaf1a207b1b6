"""Settings with mistakes, handed to a bot that runs and answers meanwhile.

    python tests/delivery/reload.py --files 200 --seed 1 [--json]

The bot is a process, told by SIGHUP to read its bot.yaml again after each of that many mutations of the file
or of its plugin. Ends with 1 unless every message was answered once: one that is being handled when the file
is read, and one after it, when the file was refused or is put back. A seed makes the same files again.
"""

import argparse
import asyncio
import json
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from msgspec import Struct

from delivery.staging import NAME, answers, serving, write_bot
from dragoman_server import Server
from processes import Running, dragoman

SETTINGS = """# A bot with a little of everything.
name: desk
zulip: {zuliprc: ./zuliprc}
commands:
  prefix: "!"
  mention: true
timezone: Europe/Berlin
limits: {replies_per_minute: 10000, replies_per_minute_in_all: 100000}
catch_up:
  max_age: 2h
  stale: skip
access:
  - deny: "sample.count"
    unless: {role: member}
plugins:
  - use: ./sample.py:Sample
    timeout: 20s
"""
BAD_TEXTS = (
    "",
    "\x00",
    "{",
    "[]",
    "just words",
    "name: desk\n",
    "name: desk\nname: desk\n",
    "a: &a [*a]\n",
    "--- {}\n--- {}\n",
    "name: !!python/object/apply:os.abort []\n",
    "{" * 5000,
    "- " * 3000,
    "name: desk\nplugins: [{use: ./none.py:Sample}]\n",
    "name: other\nzulip: {zuliprc: ./zuliprc}\nplugins: [{use: ./sample.py:Sample}]\n",
    "name: desk\nstate: elsewhere.db\nzulip: {zuliprc: ./zuliprc}\nplugins: [{use: ./sample.py:Sample}]\n",
    "name: desk\nzulip: {zuliprc: ./nowhere}\nplugins: [{use: ./sample.py:Sample}]\n",
)
BAD_LINES = (
    "raise SystemExit(3)\n",
    "raise RuntimeError\n",
    "def (:\n",
    "import nothing_at_all\n",
    "1 / 0\n",
)
SIGNS = ":-#{}[]!&*|>'\"%@`,?\t\n éß\U0001f40d\x00\x7f"


class Mutant(Struct, frozen=True):
    """What the two files of a bot hold instead."""

    settings: bytes
    plugin: str


class Outcome(Struct):
    """What came of it."""

    files: int = 0
    refused: int = 0
    taken: int = 0
    said: int = 0
    lost: int = 0
    doubled: int = 0


def mutants(seed: int, plugin: str) -> Iterator[Mutant]:
    """Yield files with mistakes, for ever; a few of them are without."""
    chance = Random(seed)
    good = SETTINGS.encode()
    while True:
        kind = chance.randrange(10)
        if kind == 0:
            yield Mutant(chance.choice(BAD_TEXTS).encode(), plugin)
        elif kind == 1:
            lines = plugin.splitlines(keepends=True)
            lines.insert(chance.randrange(len(lines)), chance.choice(BAD_LINES))
            yield Mutant(good, "".join(lines))
        elif kind == 2:
            yield Mutant(bytes(chance.randrange(256) for _ in range(chance.randrange(200))), plugin)
        else:
            yield Mutant(_mutated(good, chance), plugin)


def _mutated(text: bytes, chance: Random) -> bytes:
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(text) + 1)
        lines = text.splitlines(keepends=True) or [b""]
        line = chance.randrange(len(lines))
        match chance.randrange(6):
            case 0:
                text = text[:at] + chance.choice(SIGNS).encode() + text[at:]
            case 1:
                text = text[:at] + text[at + chance.randrange(1, 20) :]
            case 2:
                text = text[:at]
            case 3:
                text = b"".join(lines[:line] + lines[line + 1 :])
            case 4:
                text = b"".join(lines[: line + 1] + lines[line:])
            case _:
                text = b"".join(
                    (*lines[:line], b" " * chance.randrange(1, 5) + lines[line], *lines[line + 1 :])
                )
    return text


def write_desk(folder: Path, server: Server) -> Path:
    """Write a bot that the mutations are made of, and return its folder."""
    write_bot(folder)
    (folder / "bot.yaml").write_text(SETTINGS)
    account = server.account(NAME)
    rc = folder / "zuliprc"
    rc.touch(mode=0o600)
    rc.write_text(f"[api]\nemail={account.email}\nkey={account.api_key}\nsite={server.url}\n")
    return folder


async def torment(
    server: Server, folder: Path, files: int, seed: int, reload: Callable[[], Awaitable[bool]]
) -> Outcome:
    """Let a bot that runs read that many files, and return what became of what was said to it meanwhile.

    ``reload`` lets it read its files and returns whether it took them over.
    """
    outcome = Outcome()
    paulo = server.person("Paulo Reis")
    plugin = (folder / "sample.py").read_text()
    for number, mutant in zip(range(files), mutants(seed, plugin), strict=False):
        place = f"#general > {number}"
        await paulo.says("!wait 0.02 before", to=place)
        (folder / "bot.yaml").write_bytes(mutant.settings)
        (folder / "sample.py").write_text(mutant.plugin)
        taken = await reload()
        outcome.files += 1
        outcome.taken += taken
        outcome.refused += not taken
        if taken:
            # Its prefix or its rules may be others now: only with the good file is it known what to expect.
            await _answered(server, place, 1)
        (folder / "bot.yaml").write_text(SETTINGS)
        (folder / "sample.py").write_text(plugin)
        if taken:
            assert await reload(), "the good file was refused"
        await paulo.says("!echo after", to=place)
        await _answered(server, place, 2)
        heard = await answers(server, place)
        outcome.said += 2
        outcome.lost += sum(text not in heard for text in ("before", "after"))
        outcome.doubled += sum(heard.count(text) > 1 for text in ("before", "after"))
    return outcome


async def _answered(server: Server, place: str, count: int) -> None:
    deadline = time.monotonic() + 10
    while len(await answers(server, place)) < count and time.monotonic() < deadline:
        await server.quiet()


class Process:
    """A bot that is a process of its own."""

    def __init__(self, running: Running) -> None:
        self._running = running

    async def reload(self) -> bool:
        """Tell it to read its files, and return whether it took them over."""
        self._running.process.send_signal(signal.SIGHUP)
        found = await self._running.line('"config_last_reload_success":(true|false)', stream="stderr")
        return found[1] == "true"


async def torment_a_process(folder: Path, files: int, seed: int) -> Outcome:
    """Do all this with a process, which has to end well."""
    async with serving() as server:
        bot = write_desk(folder / "desk", server)
        async with dragoman("run", bot, cwd=bot) as running:
            await running.line('"event":"started"', stream="stderr")
            outcome = await torment(server, bot, files, seed, Process(running).reload)
            assert await running.end() == 0, running.said[-1]
    return outcome


def main() -> None:
    """Do so as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    options = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        outcome = asyncio.run(torment_a_process(Path(folder), options.files, options.seed))
    told = {name: getattr(outcome, name) for name in Outcome.__struct_fields__} | {
        "seed": options.seed,
        "seconds": round(time.monotonic() - begun, 1),
    }
    print(json.dumps(told) if options.json else ", ".join(f"{name} {value}" for name, value in told.items()))
    sys.exit(bool(outcome.lost or outcome.doubled))


if __name__ == "__main__":
    main()
