"""The kills of ``crash.py`` on two copies of a bot, each with a state file of its own, that claim.

    python tests/delivery/crash_copies.py --kills 280 --seed 1 --json

One copy is killed while the other goes on, or is dead as well. Each message is answered by one of them, once.
The last line is the count.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from msgspec import structs

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from delivery.crash import BOT, CATCHING_UP, ROUND, Chat, Kills, kill_once, plan, until_answered  # noqa: E402
from delivery.echo_bot import write_echo_bot  # noqa: E402
from delivery.nursery import Nursery, nursery  # noqa: E402
from dragoman.delivery.crash import POINTS, Point  # noqa: E402
from dragoman_server import default_world, running_server  # noqa: E402
from dragoman_server.running import Server  # noqa: E402
from fault_run import run_faults  # noqa: E402

COPIES = ("first", "second")
DELIVERY = "{claim: reaction}"
POINTS_PASSED: tuple[Point, ...] = (*POINTS, "claimed")
HURRY = 8.0
"""How many times faster the bots' seconds pass: a claim must not run out because the machine is busy."""
ALONE = 0.3
"""How often a dead copy stays dead while the other is killed."""
WATCH = 300.0
"""Seconds after everything is answered in which a copy that is wrong about it would answer again."""


async def run(kills: int, seed: int, *, watch: float = WATCH) -> Kills:
    """Kill so many times, and count."""
    chance = random.Random(seed)
    began = time.monotonic()
    hits = 0
    async with running_server(default_world().with_bot(BOT)) as server, _copies(server) as copies:
        chat = Chat(server, chance)
        await _begin(server, chat, copies)
        for number, (point, passing) in enumerate(plan(kills, chance, POINTS_PASSED), start=1):
            victim, other = chance.sample(copies, 2)
            await victim.kill()
            if other.is_over and chance.random() > ALONE:
                await other.bear()
            hits += await kill_once(server, chat, victim, point, passing, chance)
            if number % ROUND == 0:
                await _catch_up(server, chat, copies)
        await _catch_up(server, chat, copies)
        await asyncio.sleep(watch / HURRY)
        # What one copy takes over from another may come behind what is said later.
        verdict = structs.replace(chat.verdict(), disordered=())
    if not verdict.is_clean:
        print(verdict, file=sys.stderr)
    return Kills.of(verdict, seed=seed, seconds=time.monotonic() - began, kills=kills, at_points=hits)


@asynccontextmanager
async def _copies(server: Server) -> AsyncIterator[Sequence[Nursery]]:
    zuliprc = server.account(BOT).zuliprc
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            bots = [write_echo_bot(Path(folder) / copy, zuliprc, DELIVERY) for copy in COPIES]
            yield [await stack.enter_async_context(nursery(bot, HURRY)) for bot in bots]


async def _begin(server: Server, chat: Chat, copies: Sequence[Nursery]) -> None:
    """Let both start for the first time, for they answer nothing that was said before."""
    for copy in copies:
        await copy.bear()
    async with asyncio.timeout(CATCHING_UP):
        while len(server.world.queues.of(server.person(BOT).user_id)) < len(copies):  # noqa: ASYNC110 - other processes are waited for
            await asyncio.sleep(0.05)
    await chat.say()
    await until_answered(chat)


async def _catch_up(server: Server, chat: Chat, copies: Sequence[Nursery]) -> None:
    """Leave both alone until they have answered everything."""
    server.faults.clear()
    for copy in copies:
        if copy.is_over:
            await copy.bear()
    await until_answered(chat)


if __name__ == "__main__":
    run_faults(__doc__, "kills", 150, run)
