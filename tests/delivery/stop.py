"""Tells a bot, a real process with a real state file, to stop at every point of a message's way, and counts.

    python tests/delivery/stop.py --stops 280 --seed 1 --json

As in ``crash.py``, but by SIGTERM, and now and then by a second one a moment later. Unless there is a second,
the process must end by itself, with 0, within 25 seconds by its own clock, and leave no message in the midst
of being handled. In the end each message must have exactly one answer. The last line is the count.
"""

import random
import signal
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from msgspec import Struct

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from delivery.crash import BOT, PATIENCE, ROUND, Chat, begin, catch_up, plan, set_stage  # noqa: E402
from delivery.echo_bot import write_echo_bot  # noqa: E402
from delivery.lives import LATE  # noqa: E402
from delivery.nursery import Nursery, nursery  # noqa: E402
from dragoman.delivery.crash import Point  # noqa: E402
from dragoman_server import default_world, running_server  # noqa: E402
from dragoman_server.running import Server  # noqa: E402
from fault_run import run_faults  # noqa: E402

HURRY = 8.0
"""How many times faster the bot's seconds pass: not so fast that a busy machine seems to be a slow bot."""
AGAIN = 0.3
"""How often there is a second signal."""


class Tally(Struct, kw_only=True):
    """What a run has shown."""

    stops: int
    seed: int
    at_points: int = 0
    """How many came at the point that was meant; the others at some other moment."""
    drained: int = 0
    """How many ended by themselves, with 0 and in time."""
    cut_short: int = 0
    """How many were ended by a second signal."""
    late: int = 0
    """How many ended by themselves, but not in time."""
    failed: int = 0
    """How many ended in any other way."""
    unfinished: int = 0
    """Messages that were left in the midst of being handled by a process that ended by itself."""
    asked: int = 0
    lost: int = 0
    doubled: int = 0
    unasked: int = 0
    disordered: int = 0
    seconds: float = 0.0

    @property
    def is_clean(self) -> bool:
        """Whether nothing went wrong."""
        return not (
            self.late
            + self.failed
            + self.unfinished
            + self.lost
            + self.doubled
            + self.unasked
            + self.disordered
        )


async def run(stops: int, seed: int, *, hurry: float = HURRY) -> Tally:
    """Stop so many times, and count."""
    chance = random.Random(seed)
    began = time.monotonic()
    tally = Tally(stops=stops, seed=seed)
    with tempfile.TemporaryDirectory() as folder:
        async with running_server(default_world().with_bot(BOT)) as server:
            bot = write_echo_bot(Path(folder) / "bot", server.account(BOT).zuliprc)
            chat = Chat(server, chance)
            async with nursery(bot, hurry) as lives:
                await begin(server, chat, lives)
                for number, (point, passing) in enumerate(plan(stops, chance), start=1):
                    await _stop_once(server, chat, lives, point, passing, chance, tally)
                    if number % ROUND == 0:
                        await catch_up(server, chat, lives)
                await catch_up(server, chat, lives)
            verdict = chat.verdict()
    tally.asked = verdict.asked
    for name in ("lost", "doubled", "unasked", "disordered"):
        setattr(tally, name, len(getattr(verdict, name)))
    tally.seconds = round(time.monotonic() - began, 1)
    return tally


async def _stop_once(
    server: Server,
    chat: Chat,
    lives: Nursery,
    point: Point,
    passing: int,
    chance: random.Random,
    tally: Tally,
) -> None:
    """Live until a point is passed for so-manieth time, or for a while, and stop."""
    for _ in range(chance.randint(0, 2)):
        await chat.say()
    rules = set_stage(server, point, chance)
    if point == "mid_catchup":
        server.expire_queue(account=BOT)
    if point in ("mid_catchup", "mid_verify"):
        passing = 1
    twice = chance.random() < AGAIN
    pause = f"/{chance.uniform(0.0, 0.1):.3f}" if twice else ""
    await lives.bear(f"{point}:{passing}/TERM{pause}")
    deadline = time.monotonic() + PATIENCE / 2
    while not lives.is_over and time.monotonic() < deadline:
        await chat.say()
        await lives.ends_within(chance.uniform(0.0, 0.1))
    tally.at_points += lives.is_over
    status = await lives.kill(signal.SIGTERM)
    for rule in rules:
        server.faults.remove(rule)
    tally.drained += status == 0
    tally.cut_short += status == -signal.SIGTERM and twice
    tally.late += status == LATE
    tally.failed += status not in (0, LATE) and (status != -signal.SIGTERM or not twice)
    if status == 0:
        left = attempts(lives.folder / ".dragoman" / "echo.db").values()
        tally.unfinished += sum(state == "RUNNING" for state, _ in left)


def attempts(state: Path) -> dict[int, tuple[str, int]]:
    """Return the state of each message of a bot that has ended, and how often it was begun."""
    with closing(sqlite3.connect(state)) as connection:
        rows = connection.execute("SELECT message_id, state, attempts FROM inbox").fetchall()
    return {int(number): (str(state), int(times)) for number, state, times in rows}


if __name__ == "__main__":
    run_faults(__doc__, "stops", 140, run)
