"""Lets every single call to the disk and to the network fail once, and counts what that costs.

    python tests/delivery/nth.py --json

A small conversation is held again and again: at the first go its first call fails, at the second its second,
and so on until a go needs fewer calls than that. Statements to the database fail in virtual time; commits to
a real file, and the connects, writes and reads of real sockets, on a clock that runs ahead. The last line is
the count.
"""

import argparse
import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path

import structlog
from msgspec import Struct, structs

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from delivery.echo_bot import write_echo_bot  # noqa: E402
from delivery.faulty import FAULT, FaultyCursor, FaultyLoop, Nth, database_error  # noqa: E402
from delivery.history import ANSWER, Verdict, judge  # noqa: E402
from delivery.hurried_clock import HurriedClock  # noqa: E402
from delivery.simulate import ACCOUNT, Life  # noqa: E402
from delivery.simulated_chat import PEOPLE, Rates, SimulatedChat  # noqa: E402
from delivery.staging import HASTE, NAME, Staged, serving, write_bot  # noqa: E402
from delivery.virtual_time import VirtualClock, VirtualLoop  # noqa: E402
from dragoman.client import Credentials  # noqa: E402
from dragoman.delivery import Journal, SqliteDatabase  # noqa: E402
from dragoman.model import Secret  # noqa: E402
from dragoman.runtime import Bot, load_settings  # noqa: E402
from dragoman_server import Server  # noqa: E402

CODES = {"full": sqlite3.SQLITE_FULL, "io": sqlite3.SQLITE_IOERR, "busy": sqlite3.SQLITE_BUSY}
SAID = (("one", "a"), ("one", "b"), ("two", "c"), ("one", "d"))
"""Topics, and what is said there."""
ALL_SAID = {"one": ["a", "b", "d"], "two": ["c"]}
LATER = 300.0
"""Virtual seconds for all to be answered."""
RECOVERY = 30.0
"""Virtual seconds without any failure after those."""
PATIENCE = 60.0
"""Real ones."""
QUIET = structs.replace(Rates(), **dict.fromkeys(Rates.__struct_fields__, 0.0))

Outcome = tuple[Verdict | None, bool]
"""What became of the messages, nothing when the bot was stuck; and whether there was such a call."""


class Tally(Struct, kw_only=True):
    """What the goes have shown."""

    failures: int = 0
    """Calls that were made to fail."""
    lost: int = 0
    doubled: int = 0
    disordered: int = 0
    stuck: int = 0
    """Goes in which the bot did not go on by itself, or not in time."""
    calls: dict[str, int] = {}
    """By kind: how many different calls have failed."""
    failing: list[str] = []
    seconds: float = 0.0

    def add(self, kind: str, number: int, verdict: Verdict | None) -> None:
        """Count a go; no verdict means that the bot was stuck."""
        self.failures += 1
        self.calls[kind] = self.calls.get(kind, 0) + 1
        if verdict is None:
            self.stuck += 1
        else:
            self.lost += len(verdict.lost)
            self.doubled += len(verdict.doubled)
            self.disordered += len(verdict.disordered)
        if verdict is None or not verdict.is_clean:
            self.failing.append(f"{kind} {number}")


# ---- statements, in virtual time


async def _simulate(folder: Path, nth: Nth) -> Verdict | None:
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)
    chat = SimulatedChat(VirtualClock(), random.Random(1), QUIET)
    database = SqliteDatabase(None)
    life = Life(load_settings(folder), database, chat)
    database._cursor = FaultyCursor(database._connection, nth)
    try:
        # What is said before a bot's very first start is not answered.
        while not (life.bot.started.is_set() or life.has_stopped):  # noqa: ASYNC110 - in virtual time
            await asyncio.sleep(1.0)
        for topic, text in SAID:
            await asyncio.sleep(5.0)
            chat.say(PEOPLE[0], topic, text)
        await asyncio.sleep(LATER)
        # What failed at the very end is made good by then.
        database._cursor = database._connection.cursor()
        await asyncio.sleep(RECOVERY)
        return judge(ALL_SAID, chat.answers()) if life.bot.is_ready and not life.has_stopped else None
    finally:
        life.die()
        await life.bury(set())
        database.close()


def statement(code: int, number: int) -> Outcome:
    """Let one statement fail."""
    nth = Nth(number, partial(database_error, code))
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(_simulate(write_echo_bot(Path(folder), ACCOUNT), nth)), nth.happened


# ---- commits to a file and calls of sockets, on a clock that runs ahead


@asynccontextmanager
async def _running(server: Server, folder: Path, commits: Nth | None) -> AsyncIterator[Staged]:
    settings = load_settings(folder)
    clock = HurriedClock(HASTE, server.clock.now())
    database = SqliteDatabase(settings.state_file)
    journal = Journal(database, bot=settings.name, clock=clock)
    if commits is not None:
        database._cursor = FaultyCursor(database._connection, commits, "COMMIT")
    account = server.account(NAME)
    credentials = Credentials(site=server.url, email=account.email, api_key=Secret(account.api_key))
    async with Bot(settings, credentials=credentials, clock=clock, journal=journal) as bot:
        life = asyncio.create_task(bot.run())
        try:
            yield Staged(server, bot, journal)
        finally:
            bot.stop()
            await life
            await journal.aclose()


async def _talk(folder: Path, *, commits: Nth | None = None, sockets: Nth | None = None) -> Verdict:
    async with serving() as server:
        token = FAULT.set(sockets)
        async with _running(server, folder, commits) as desk:
            # What was begun in this context keeps it; the people's own calls are spared.
            await asyncio.sleep(0)
            FAULT.reset(token)
            await desk.bot.started.wait()
            told = [
                await desk.says(f"!echo {ANSWER}{text}", to=f"#general > {topic}") for topic, text in SAID
            ]
            for number in told:
                await desk.bot.settled(number)
            answered = {topic: await desk.answers(to=f"#general > {topic}") for topic in ALL_SAID}
            return judge(ALL_SAID, answered)


async def _talk_in_time(folder: Path, commits: Nth | None, sockets: Nth | None) -> Verdict | None:
    try:
        async with asyncio.timeout(PATIENCE):
            return await _talk(folder, commits=commits, sockets=sockets)
    except TimeoutError:
        return None


def commit(number: int) -> Outcome:
    """Let one commit to a file fail."""
    nth = Nth(number, partial(database_error, sqlite3.SQLITE_FULL))
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=FaultyLoop) as runner:
        return runner.run(_talk_in_time(write_bot(Path(folder)), nth, None)), nth.happened


def socket_call(number: int) -> Outcome:
    """Let one call of a socket fail."""
    nth = Nth(number, ConnectionResetError)
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=FaultyLoop) as runner:
        return runner.run(_talk_in_time(write_bot(Path(folder)), None, nth)), nth.happened


KINDS: dict[str, Callable[[int], Outcome]] = {
    **{f"statement {name}": partial(statement, code) for name, code in CODES.items()},
    "commit": commit,
    "socket": socket_call,
}


def run(kinds: Iterable[str], numbers: Iterable[int] | None = None, *, tell: bool = False) -> Tally:
    """Let the calls of these numbers fail, or all that there are; and count."""
    tally = Tally()
    began = time.monotonic()
    for kind in kinds:
        for number in numbers or count(1):
            verdict, happened = KINDS[kind](number)
            if not happened:
                break
            tally.add(kind, number, verdict)
            if tell and tally.failing[-1:] == [f"{kind} {number}"]:
                print(f"{kind} {number}: {verdict}", file=sys.stderr, flush=True)
    tally.seconds = round(time.monotonic() - began, 1)
    return tally


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kind", choices=KINDS, action="append", help="only these calls")
    parser.add_argument("--number", type=int, action="append", help="only the calls of these numbers")
    parser.add_argument("--json", action="store_true", help="print the count as JSON")
    asked = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(10 if asked.number else 50))
    tally = run(asked.kind or KINDS, asked.number, tell=True)
    told = structs.asdict(tally)
    print(json.dumps(told) if asked.json else "\n".join(f"{name}: {value}" for name, value in told.items()))
    sys.exit(1 if tally.failing else 0)


if __name__ == "__main__":
    main()
