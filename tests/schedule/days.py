"""Lets bots with many schedules live through days of deaths, wrong clocks and outages, and counts.

    python tests/schedule/days.py --days 10000 --schedules 50 --seed 1 --json

Each bot lives ten days around a change of some clocks, all of them made of one number: it is killed at crash
points and at any other moment, its clock is set by -1 h, +1 h and +8 h and put right again, its machine
sleeps, the server is down or loses requests and answers. Somebody pauses its orders, has them go on, and
leaves out what comes next. The bot is the real one with its real journal in a SQLite database; clock and chat
are simulated. What is due is reckoned by `orders`, not by the planner, and when it was in force by `phases`.
Each occurrence must be posted exactly once, not before its hour and its jitter, or be noted as missed for a
reason, and never come while it is paused. The last line is the count.
"""

import argparse
import asyncio
import json
import math
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import structlog
from msgspec import Struct, structs

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from delivery.simulate import ACCOUNT, Killed, Life  # noqa: E402
from delivery.simulated_chat import BOT, IDLE, PEOPLE, Rates, SimulatedChat  # noqa: E402
from delivery.virtual_time import VirtualLoop  # noqa: E402
from dragoman.client import Passed  # noqa: E402
from dragoman.delivery import SqliteDatabase  # noqa: E402
from dragoman.delivery.crash import Point, set_hook  # noqa: E402
from dragoman.errors import ConnectionLost, NotSent  # noqa: E402
from dragoman.operations import Operation, SendMessage  # noqa: E402
from dragoman.plugin import Plugin  # noqa: E402
from dragoman.runtime import (  # noqa: E402
    BotSettings,
    chores,
    load_settings,
)
from schedule.calendar_check import KINDS, Noted, Posted, Verdict, judge  # noqa: E402
from schedule.jumpy_clock import JumpyClock, TrueClock  # noqa: E402
from schedule.marked import Marked, marked_orders, read_said  # noqa: E402
from schedule.orders import DAY, PLUGIN, ZONES, changes, draw_orders, dues  # noqa: E402
from schedule.phases import Said, Stretch  # noqa: E402
from schedule.poster import PosterOptions, read_posted, write_poster_bot  # noqa: E402

Posting = type[Plugin[PosterOptions]]
PROGRESS = 25
"""Bots after which the count so far is told."""
LIFETIME = 10
"""Days of each bot."""
HOUR = 3600.0
RATES = Rates(unsent=0.02, refused=0.02, lost=0.06, unanswered=0.06, unread=0.03, queue_lost=0.01)
TROUBLE = 5 * HOUR
"""Seconds from one trouble to the next, on the average."""
TALK = 2 * HOUR
"""Seconds from one thing that somebody says to the bot to the next, on the average."""
LOOK = 900.0
QUIET = 600.0
"""Seconds for which it must have gone well after all that was due."""
LAST_WORDS = 2 * HOUR
EVERYTHING = 1_000_000
AHEAD = 60 * DAY
"""Seconds for which is reckoned what may be left out before it comes."""


class DayChat(SimulatedChat):
    """A chat whose server is down now and then."""

    heartbeat = 500.0
    """Seconds; longer than a real server's, for there are many days."""
    down_until = 0.0

    async def answer(self, operation: Operation[Any], passed: Passed | None) -> Any:
        """Do what is asked, if the server is up."""
        if self.clock.now() < self.down_until:
            await self.clock.sleep(self.chance.uniform(1.0, 30.0))
            if isinstance(operation, SendMessage) and passed is not None and self.chance.random() < 0.5:
                passed("written")
                raise ConnectionLost(operation, "the connection was lost")
            raise NotSent(operation, "nobody is there")
        return await super().answer(operation, passed)


class Lifetime:
    """The days of one bot, made of one number."""

    def __init__(
        self, folder: Path, number: int, days: int, schedules: int, plugin: Posting = Marked
    ) -> None:
        """Draw them."""
        self._chance = chance = random.Random(number)
        # What the bot itself draws, such as by how much it shortens a pause, is drawn alike as well.
        random.seed(number)
        self.number, self.days = number, days
        change = chance.choice(changes()) - chance.uniform(0, days * DAY)
        begin = math.floor(change / 60) * 60 + 17.0
        self._world = TrueClock(begin)
        self._clock = JumpyClock(self._world)
        self._chat = DayChat(self._world, chance, RATES)
        self.orders = draw_orders(chance, schedules, begin)
        self._zone = chance.choice(ZONES)
        self._begin = begin
        self._settings: BotSettings = load_settings(
            write_poster_bot(folder, ACCOUNT, self.orders, plugin=plugin, zone=self._zone)
        )
        self._plugin = plugin
        self._deadliness = chance.choice((0.0005, 0.002, 0.01))
        self._database = SqliteDatabase(None)
        self._life: Life | None = None
        self._may_kill = False
        self._stretches: list[Stretch] = []
        self._born = begin
        self._up_since: float | None = None
        self._furthest = begin
        self._paused: set[str] = set()
        self.troubles: dict[str, int] = dict.fromkeys(("kills", "jumps", "suspends", "outages"), 0)
        self.said: dict[str, int] = dict.fromkeys(("pause", "resume", "skip"), 0)

    async def run(self) -> Verdict:
        """Live them, and judge."""
        set_hook(self._pass)
        try:
            await self._live()
            return await self.judge()
        finally:
            set_hook(None)
            if self._life is not None:
                self._life.die()
                self._chat.clear()
                await self._life.bury(set())
            self._database.close()

    async def _live(self) -> None:
        self._be_born()
        assert self._life is not None, "it was just born"
        await self._life.bot.started.wait()
        if issubclass(self._plugin, Marked):
            self.orders += marked_orders(self._zone, self._clock.now())
        self._may_kill = True
        loop = asyncio.get_running_loop()
        others = {loop.create_task(self._trouble())}
        if issubclass(self._plugin, Marked):
            others.add(loop.create_task(self._talk()))
        await self._live_on(self._begin + self.days * DAY, others)
        for other in others:
            other.cancel()
        self._may_kill = False
        self._calm_down()
        await self._live_on(self._furthest + QUIET, set())
        end = self._world.now() + LAST_WORDS
        while (await self.judge()).lost and self._world.now() < end:
            await self._live_on(self._world.now() + QUIET, set())

    async def _live_on(self, until: float, spared: set[asyncio.Task[Any]]) -> None:
        """Live until a moment, and be born again after every death."""
        loop = asyncio.get_running_loop()
        while self._clock.now() < until:
            assert self._life is not None, "somebody lives"
            waiting = loop.create_task(self._life.is_over.wait())
            await asyncio.wait({waiting}, timeout=LOOK)
            waiting.cancel()
            self._life.check()
            if self._life.is_over.is_set():
                await self._life.bury({*spared, *self._chat.on_the_way})
                await self._world.sleep(self._chance.choice((0.5, 5.0, 70.0, 700.0, 2 * HOUR)))
                self._be_born()

    def _be_born(self) -> None:
        self._born = self._clock.now()
        life = self._life = Life(self._settings, self._database, self._chat, self._clock)
        asyncio.get_running_loop().create_task(self._note_start(life))

    async def _note_start(self, life: Life) -> None:
        await life.bot.started.wait()
        if self._life is life and not life.is_over.is_set():
            self._up_since = self._clock.now()

    def _interrupt(self) -> None:
        """Note that the clock does not go on from here."""
        now = self._clock.now()
        self._furthest = max(self._furthest, now)
        if self._life is not None and not self._life.is_over.is_set():
            since = now if self._up_since is None else self._up_since
            self._stretches.append(Stretch(self._born, since, now, self._world.monotonic()))
            self._up_since = None

    def _shift(self, shift: Callable[[], None]) -> None:
        """Set the clock, or the world's."""
        was_up = self._up_since is not None
        self._interrupt()
        shift()
        self._furthest = max(self._furthest, self._clock.now())
        self._born = self._clock.now()
        self._up_since = self._born if was_up else None

    @property
    def transcript(self) -> str:
        """All that was said in the chat, and when."""
        return "\n".join(f"{one.timestamp} {one.sender_id} {one.content}" for one in self._chat.messages)

    # ---- people

    async def _talk(self) -> None:
        """Let somebody pause an order, have it go on, or leave one out."""
        while True:
            await self._world.sleep(self._chance.expovariate(1 / TALK))
            order = self._chance.choice(self.orders).name
            if self._paused and self._chance.random() < 0.6:
                order = self._chance.choice(sorted(self._paused))
            verb = "resume" if order in self._paused else self._chance.choice(("pause", "skip"))
            if verb == "pause":
                self._paused.add(order)
            self._paused.discard(order if verb == "resume" else "")
            self.said[verb] += 1
            person = PEOPLE[0]
            self._chat.say(person, str(person.user_id), f"!{verb} {order}")

    # ---- trouble

    async def _trouble(self) -> None:
        kinds = (self._kill_now, self._kill_now, self._set_clock, self._suspend, self._take_server_down)
        while True:
            await self._world.sleep(self._chance.expovariate(1 / TROUBLE))
            self._chance.choice(kinds)()

    def _kill_now(self) -> None:
        if self._life is not None and not self._life.is_over.is_set():
            self._kill(self._life)

    def _kill(self, life: Life) -> None:
        self.troubles["kills"] += 1
        self._interrupt()
        life.die()

    def _pass(self, point: Point) -> None:
        """Die at a point, now and then."""
        life = self._life
        if life is None:
            return
        if life.is_over.is_set():
            raise Killed(point)
        if self._may_kill and self._chance.random() < self._deadliness:
            self._kill(life)
            raise Killed(point)

    def _set_clock(self) -> None:
        """Set the machine's clock wrong, or right again when it is wrong."""
        self.troubles["jumps"] += 1
        wrong = 0.0 if self._clock.wrong else self._chance.choice((-HOUR, HOUR, 8 * HOUR))
        self._shift(lambda: self._clock.be_wrong_by(wrong))

    def _suspend(self) -> None:
        """Let the machine sleep: time passes for the world only."""
        self.troubles["suspends"] += 1
        slept = self._chance.choice((120.0, 1200.0, 3 * HOUR, 8 * HOUR))
        self._shift(lambda: self._world.pass_by(slept))
        if slept > IDLE:
            self._chat.lose_queues()

    def _take_server_down(self) -> None:
        self.troubles["outages"] += 1
        self._chat.down_until = self._world.now() + self._chance.choice((60.0, 300.0, 1800.0, 7200.0))

    def _calm_down(self) -> None:
        self._chat.down_until = 0.0
        self._shift(lambda: self._clock.be_wrong_by(0.0))

    # ---- the end

    async def judge(self) -> Verdict:
        """Hold what is in the chat, and what the bot has noted, against what was due until now."""
        assert self._life is not None, "somebody lives"
        verdict = Verdict()
        posted = self._posted()
        stretches = [*self._stretches]
        if self._up_since is not None:
            now, moment = self._clock.now(), self._world.monotonic()
            stretches.append(Stretch(self._born, self._up_since, now, moment))
        said = self._said()
        for order in self.orders:
            past = await self._life.bot.journal.history(PLUGIN, order.name, EVERYTHING)
            noted = [
                Noted(one.at, one.times, one.state == "SKIPPED")
                for one in past
                if one.state in ("MISSED", "SKIPPED")
            ]
            about = said.get(order.name, ())
            ahead = AHEAD if any(one.verb == "skip" for one in about) else 0.0
            due = dues(order.plan, self._begin, self._furthest + ahead)
            some = posted.pop(order.name, [])
            judge(order, due, some, noted, stretches, verdict, about, now=self._furthest)
        verdict.unasked += [f"{name}: {one}" for name, some in posted.items() for one in some]
        return verdict

    def _said(self) -> dict[str, list[Said]]:
        """Return what the bot says that it was told to do, by order, in its order."""
        found: dict[str, list[Said]] = {}
        for message in self._chat.messages:
            if message.sender_id == BOT.user_id and message.type == "private":
                one = read_said(message.content)
                found.setdefault(one.order, []).append(one)
        return {name: sorted(some, key=lambda one: one.moment) for name, some in found.items()}

    def _posted(self) -> dict[str, list[Posted]]:
        """Return what the bot has posted of what was due until now, by order."""
        found: dict[str, list[Posted]] = {}
        for message in self._chat.messages:
            if message.sender_id == BOT.user_id and message.type == "stream":
                one = read_posted(message.content)
                if one.at <= self._furthest:
                    found.setdefault(one.order, []).append(one)
        return found


class Tally(Struct, kw_only=True):
    """What the days have shown."""

    days: int = 0
    bots: int = 0
    schedules: int
    occurrences: int = 0
    lost: int = 0
    doubled: int = 0
    missed_by_policy: int = 0
    unasked: int = 0
    """Posted, and not due."""
    both: int = 0
    """Posted, and noted as missed."""
    careless: int = 0
    """Noted as missed without a reason."""
    late: int = 0
    """Posted, and should have been missed."""
    early: int = 0
    """Posted before its time, or without what it is to be put off by."""
    unskipped: int = 0
    """Not left out, though somebody wanted it to be."""
    troubles: dict[str, int] = {}
    said: dict[str, int] = {}
    """What people told the bots to do to their orders."""
    failing: list[int] = []
    """The numbers of the bots with which something was wrong."""
    first: int
    """The number of the first bot."""
    fingerprint: str = ""
    """Of all that was said: the same for the same numbers."""
    seconds: float = 0.0


@contextmanager
def spared() -> Iterator[None]:
    """Let be done more seldom what is of little use in virtual time.

    Nobody puts work into the journal from beside.
    """
    with patch.object(chores, "LOOK", 600.0):
        yield


def run(
    first: int,
    days: int,
    schedules: int,
    *,
    lifetime: int = LIFETIME,
    plugin: Posting = Marked,
    tell: bool = False,
) -> Tally:
    """Let so many bot-days pass, and count."""
    tally = Tally(schedules=schedules, first=first)
    began = time.monotonic()
    number = first
    with spared():
        while tally.days < days:
            with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=VirtualLoop) as runner:
                some = min(lifetime, days - tally.days)
                bot, verdict = runner.run(_happen(Path(folder), number, some, schedules, plugin))
            _add(tally, bot, verdict)
            if tell and not verdict.is_clean:
                print(f"bot {number}: {verdict}", file=sys.stderr, flush=True)
            if tell and tally.bots % PROGRESS == 0:
                print(f"{tally.days} days: {tally}", file=sys.stderr, flush=True)
            number += 1
    tally.seconds = round(time.monotonic() - began, 1)
    return tally


async def _happen(
    folder: Path, number: int, days: int, schedules: int, plugin: Posting
) -> tuple[Lifetime, Verdict]:
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)
    bot = Lifetime(folder, number, days, schedules, plugin)
    return bot, await bot.run()


def _add(tally: Tally, bot: Lifetime, verdict: Verdict) -> None:
    tally.fingerprint = sha256(f"{tally.fingerprint} {bot.transcript}".encode()).hexdigest()[:16]
    tally.days += bot.days
    tally.bots += 1
    tally.occurrences += verdict.occurrences
    tally.missed_by_policy += verdict.missed_by_policy
    for name in KINDS:
        setattr(tally, name, getattr(tally, name) + len(getattr(verdict, name)))
    for count, more in ((tally.troubles, bot.troubles), (tally.said, bot.said)):
        for name, times in more.items():
            count[name] = count.get(name, 0) + times
    if not verdict.is_clean:
        tally.failing.append(bot.number)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--days", type=int, default=100)
    parser.add_argument("--schedules", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, help="one bot only, by its own number")
    parser.add_argument("--json", action="store_true", help="print the count as JSON")
    asked = parser.parse_args()
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(50 if asked.number is None else 30)
    )
    first, days = (asked.seed * 1_000_000, asked.days) if asked.number is None else (asked.number, LIFETIME)
    tally = run(first, days, asked.schedules, tell=True)
    told = structs.asdict(tally)
    print(json.dumps(told) if asked.json else "\n".join(f"{name}: {value}" for name, value in told.items()))
    sys.exit(1 if tally.failing else 0)


if __name__ == "__main__":
    main()
