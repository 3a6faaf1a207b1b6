"""Kills a bot that posts by the clock, a real process with a real state file, at every crash point; counts.

    python tests/schedule/crash.py --kills 280 --seed 1 --json

Time passes twenty times as fast for the bot, so that something is due every second. The server loses some
requests and some answers. In the end each occurrence must be in the server's history exactly once: nobody is
away for so long that any may be missed. The last line is the count.
"""

import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from msgspec import Struct

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from delivery.crash import BOT, HURRY, PATIENCE, plan, set_stage  # noqa: E402
from delivery.nursery import Nursery, nursery  # noqa: E402
from dragoman.delivery.crash import POINTS, Point  # noqa: E402
from dragoman.planner import Cron, Every, Plan, Several  # noqa: E402
from dragoman_server import default_world, running_server  # noqa: E402
from dragoman_server.running import Server  # noqa: E402
from fault_run import run_faults  # noqa: E402
from schedule.calendar_check import Posted, Verdict, judge  # noqa: E402
from schedule.orders import Order, dues  # noqa: E402
from schedule.poster import read_posted, write_poster_bot  # noqa: E402

CATCHING_UP = 60.0
"""Seconds for everything to be posted once nobody kills any more."""
ROUND = 14
"""Kills after which the bot is left alone until it has caught up."""
GRACE = 3600
POINTS_PASSED: tuple[Point, ...] = (*POINTS, "occurrence_committed")


class Tally(Struct, frozen=True, kw_only=True):
    """What a run has shown."""

    kills: int
    at_points: int
    """How many of them hit the point that was meant; the others came at some other moment."""
    occurrences: int
    lost: int
    doubled: int
    unasked: int
    seed: int
    seconds: float

    @property
    def is_clean(self) -> bool:
        """Whether nothing went wrong."""
        return self.lost == self.doubled == self.unasked == 0


def draw_orders(chance: random.Random, begin: float) -> list[Order]:
    """Draw a few that come often, each at seconds of its own."""
    plans: list[Plan] = [
        *(Every(seconds=60.0, anchor=begin - chance.randint(0, 59)) for _ in range(4)),
        Every(seconds=20.0, anchor=begin - 7.0),
        Cron(expression="* * * * *", zone="Asia/Kolkata"),
        Cron(expression="*/2 * * * *"),
        Several(plans=(Cron(expression="*/3 * * * *"), Every(seconds=90.0, anchor=begin - 33.0))),
    ]
    return [
        Order(name=f"order {number}", plan=plan, grace=GRACE, catch_up="all")
        for number, plan in enumerate(plans)
    ]


class Calendar:
    """What the bot has to do, and what it has posted."""

    def __init__(self, server: Server, orders: list[Order], origin: float) -> None:
        """Judge from a moment on that ``begin`` sets."""
        self._server = server
        self._orders = orders
        self._origin = origin
        self._since = 0.0

    def begin(self) -> None:
        """Judge from now on."""
        self._since = self.now()

    def now(self) -> float:
        """Return what the bot takes for the time."""
        return self._origin + (time.time() - self._origin) * HURRY

    def posted(self) -> dict[str, list[Posted]]:
        """Return what the bot has posted, by order."""
        bot = self._server.person(BOT).user_id
        found: dict[str, list[Posted]] = {}
        for message in self._server.world.messages:
            if message.sender_id == bot and message.id >= self._server.first_message_id:
                one = read_posted(message.content)
                found.setdefault(one.order, []).append(one)
        return found

    def verdict(self, until: float) -> Verdict:
        """Hold what was posted against what was due until then."""
        verdict, posted = Verdict(), self.posted()
        for order in self._orders:
            some = [one for one in posted.get(order.name, ()) if self._since < one.at <= until]
            judge(order, dues(order.plan, self._since, until), some, (), (), verdict)
        return verdict

    async def caught_up(self) -> Verdict:
        """Wait until all is posted that was due when this was called, and return what became of it."""
        until, deadline = self.now(), time.monotonic() + CATCHING_UP
        while (verdict := self.verdict(until)).lost and time.monotonic() < deadline:  # noqa: ASYNC110 - other processes
            await asyncio.sleep(0.1)
        return verdict


async def run(kills: int, seed: int) -> Tally:
    """Kill so many times, and count."""
    chance = random.Random(seed)
    began, origin = time.monotonic(), float(int(time.time()))
    hits = 0
    orders = draw_orders(chance, origin)
    with tempfile.TemporaryDirectory() as folder:
        async with running_server(default_world().with_bot(BOT)) as server:
            zuliprc = server.account(BOT).zuliprc
            bot = write_poster_bot(Path(folder) / "bot", zuliprc, orders, channel="general")
            calendar = Calendar(server, orders, origin)
            async with nursery(bot, HURRY, origin) as lives:
                await _begin(calendar, lives)
                for number, (point, passing) in enumerate(plan(kills, chance, POINTS_PASSED), start=1):
                    hits += await _kill_once(server, lives, point, passing, chance)
                    if number % ROUND == 0:
                        await _catch_up(server, calendar, lives)
                verdict = await _catch_up(server, calendar, lives)
    if not verdict.is_clean:
        print(verdict, file=sys.stderr)
    return Tally(
        kills=kills,
        at_points=hits,
        occurrences=verdict.occurrences,
        lost=len(verdict.lost),
        doubled=len(verdict.doubled),
        unasked=len(verdict.unasked),
        seed=seed,
        seconds=round(time.monotonic() - began, 1),
    )


async def _begin(calendar: Calendar, lives: Nursery) -> None:
    """Let the bot put up its orders."""
    await lives.bear()
    deadline = time.monotonic() + CATCHING_UP
    while not calendar.posted() and time.monotonic() < deadline:  # noqa: ASYNC110 - other processes
        await asyncio.sleep(0.05)
    calendar.begin()
    await lives.kill()


async def _kill_once(
    server: Server, lives: Nursery, point: Point, passing: int, chance: random.Random
) -> bool:
    """Live until a point is passed for so-manieth time, or for a while; tell whether it was."""
    rules = set_stage(server, point, chance)
    if point == "mid_catchup":
        server.expire_queue(account=BOT)
    if point in ("mid_catchup", "mid_verify"):
        passing = 1
    await lives.bear(f"{point}:{passing}")
    hit = await lives.ends_within(PATIENCE)
    await lives.kill()
    for rule in rules:
        server.faults.remove(rule)
    return hit


async def _catch_up(server: Server, calendar: Calendar, lives: Nursery) -> Verdict:
    """Leave the bot alone until it has posted everything."""
    server.faults.clear()
    await lives.bear()
    verdict = await calendar.caught_up()
    await lives.kill()
    return verdict


if __name__ == "__main__":
    run_faults(__doc__, "kills", 140, run)
