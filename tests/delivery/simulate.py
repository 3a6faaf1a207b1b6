"""Lets a bot live through schedules of faults and deaths, each made of one number, and counts.

    python tests/delivery/simulate.py --schedules 1000 --seed 1 --json

The bot is the real one, with its real journal in a SQLite database; clock and chat are simulated, so that an
hour takes milliseconds and every schedule can be repeated by its number. The last line is the count.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import structlog
from msgspec import Struct, structs

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from delivery.echo_bot import write_echo_bot  # noqa: E402
from delivery.history import Verdict, judge  # noqa: E402
from delivery.simulated_chat import PEOPLE, PLACES, Line, Rates, SimulatedChat  # noqa: E402
from delivery.virtual_time import VirtualClock, VirtualLoop  # noqa: E402
from dragoman.clock import Clock  # noqa: E402
from dragoman.delivery import DatabaseTrouble, Journal, SqliteDatabase, Transaction  # noqa: E402
from dragoman.delivery.crash import Point, set_hook  # noqa: E402
from dragoman.runtime import Bot, BotSettings, load_settings  # noqa: E402
from dragoman.runtime.heartbeat import Heartbeat  # noqa: E402

ACCOUNT = "[api]\nemail=echo-bot@example.org\nkey=k\nsite=http://localhost\n"
MOST_KILLS = 6
MESSAGES = 12
TALKING = 900.0
"""Seconds during which people talk."""
LAST_WORDS = 3600.0
"""Seconds that the bot is given in the end."""
LOOK = 10.0
"""Seconds between looks whether all is answered."""


class Killed(BaseException):
    """The process ended here."""


class MortalDatabase:
    """A database that a dead life cannot write any more; it outlives them all."""

    def __init__(self, database: SqliteDatabase, line: Line) -> None:
        """Serve one life."""
        self._database = database
        self._line = line

    def together(self, works: Sequence[Callable[[Transaction], Any]]) -> list[Any]:
        """Do transactions, unless the life is over."""
        if self._line.is_dead:
            raise DatabaseTrouble("the process is dead")
        return self._database.together(works)

    def prepare(self, works: Sequence[Callable[[Transaction], Any]]) -> list[Any]:
        """Do transactions up to their commit, unless the life is over."""
        if self._line.is_dead:
            raise DatabaseTrouble("the process is dead")
        return self._database.prepare(works)

    def commit(self) -> None:
        """Commit them."""
        self._database.commit()

    def back_up(self, to: Path) -> None:
        """Write no copy: nothing here lasts."""

    def close(self) -> None:
        """Stay open for the next life."""


class Life:
    """One life of the bot."""

    def __init__(
        self,
        settings: BotSettings,
        database: SqliteDatabase,
        chat: SimulatedChat,
        clock: Clock | None = None,
        *,
        batched: bool = False,
    ) -> None:
        """Be born, on a clock that may not be the chat's; with ``batched`` it commits as on a disk."""
        self._line = Line(chat)
        mortal = MortalDatabase(database, self._line)
        clock = clock or chat.clock
        journal = Journal(mortal, bot=settings.name, clock=clock, threaded=False, batched=batched)
        # No heart beats here: whether something blocks the loop shows in real time only.
        heart = Heartbeat(structlog.get_logger())
        self.bot = Bot(settings, clock=clock, zulip=self._line, journal=journal, heartbeat=heart)
        self._others = asyncio.all_tasks()
        self.is_over = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._live())

    async def _live(self) -> None:
        async with self.bot as bot:
            await bot.run()

    @property
    def has_stopped(self) -> bool:
        """Whether something ended the life that was not a kill."""
        return self._task.done() and not self.is_over.is_set()

    def check(self) -> None:
        """Fail with whatever ended the life that was not a kill."""
        if self.has_stopped:
            self._task.result()
            raise AssertionError("the bot stopped by itself")

    def die(self) -> None:
        """End at once: nothing is written, sent or heard any more."""
        self._line.is_dead = True
        self.is_over.set()

    async def bury(self, spared: set[asyncio.Task[Any]]) -> None:
        """Clear away what the dead process was doing."""
        spared |= {task for task in (asyncio.current_task(),) if task is not None}
        for _ in range(20):
            mourned = asyncio.all_tasks() - spared
            if not mourned:
                return
            for task in mourned:
                task.cancel()
            await asyncio.wait(mourned, timeout=1.0)


class Tally(Struct, kw_only=True):
    """What the schedules have shown."""

    schedules: int = 0
    kills: int = 0
    asked: int = 0
    lost: int = 0
    doubled: int = 0
    unasked: int = 0
    disordered: int = 0
    first: int = 0
    """The number of the first schedule."""
    failing: list[int] = []
    seconds: float = 0.0


class Schedule:
    """All that happens, made of one number."""

    def __init__(self, settings: BotSettings, number: int) -> None:
        """Draw it."""
        self._settings = settings
        self._chance = random.Random(number)
        self.chat = self._open_chat()
        self.kills = 0
        self.asked: dict[str, list[str]] = {}
        self._batched = number % 4 != 0
        """Whether several transactions go into one commit, as they do on a disk."""
        self._deadliness = self._chance.choice((0.002, 0.01, 0.05))
        self._life: Life | None = None
        self._may_kill = False

    def _open_chat(self) -> SimulatedChat:
        return SimulatedChat(VirtualClock(), self._chance, self._draw_rates())

    def _draw_rates(self) -> Rates:
        harsh, usual = self._chance.choice((0.3, 1.0, 1.0, 2.0)), Rates()
        drawn = {
            name: min(getattr(usual, name) * harsh, 0.5)
            for name in Rates.__struct_fields__
            if name not in ("late", "latest")
        }
        return structs.replace(usual, **drawn)

    async def run(self) -> Verdict:
        """Let it happen, and judge."""
        database = SqliteDatabase(None)
        set_hook(self._pass)
        people: set[asyncio.Task[Any]] = set()
        try:
            self._life = Life(self._settings, database, self.chat, batched=self._batched)
            await self._life.bot.started.wait()
            await asyncio.sleep(5.0)
            self._may_kill = True
            talk = asyncio.get_running_loop().create_task(self._talk())
            people.add(talk)
            await self._live_on(database, talk)
            return self._verdict()
        finally:
            set_hook(None)
            if self._life is not None:
                self._life.die()
                self.chat.clear()
                await self._life.bury(set())
            database.close()

    async def _live_on(self, database: SqliteDatabase, talk: asyncio.Task[None]) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + TALKING + LAST_WORDS
        killer = loop.create_task(self._kill_at_random())
        while loop.time() < end:
            assert self._life is not None, "somebody lives"
            await asyncio.wait({loop.create_task(self._life.is_over.wait())}, timeout=LOOK)
            self._life.check()
            if self._life.is_over.is_set():
                await self._life.bury({talk, killer, *self.chat.on_the_way})
                await asyncio.sleep(self._chance.choice((0.5, 5.0, 70.0, 700.0)))
                self._life = Life(self._settings, database, self.chat, batched=self._batched)
            if talk.done():
                self._may_kill = False
                if self._is_quiet():
                    break
        killer.cancel()

    async def _kill_at_random(self) -> None:
        """Kill at moments that have nothing to do with what the bot is doing."""
        while self._chance.random() < 0.5:
            await asyncio.sleep(self._chance.uniform(0, TALKING))
            if self._may_kill and self._life is not None and not self._life.is_over.is_set():
                self._kill(self._life)

    def _is_quiet(self) -> bool:
        return not self._verdict().lost and not self.chat.on_the_way

    def _verdict(self) -> Verdict:
        return judge(self.asked, self.chat.answers())

    async def _talk(self) -> None:
        for number in range(MESSAGES):
            await asyncio.sleep(self._chance.uniform(0, 2 * TALKING / MESSAGES))
            place = self._chance.choice(PLACES)
            text = f"message {number}"
            self.asked.setdefault(place, []).append(text)
            sender = next((one for one in PEOPLE if str(one.user_id) == place), PEOPLE[0])
            self.chat.say(sender, place, text)

    def _kill(self, life: Life) -> None:
        self.kills += 1
        life.die()

    def _pass(self, point: Point) -> None:
        """Die at a point, now and then."""
        life = self._life
        if life is None:
            return
        if life.is_over.is_set():
            raise Killed(point)
        if self._may_kill and self.kills < MOST_KILLS and self._chance.random() < self._deadliness:
            self._kill(life)
            raise Killed(point)


def run(numbers: range, *, tell: bool = False, kind: type[Schedule] = Schedule, delivery: str = "") -> Tally:
    """Let the schedules of these numbers happen, and count; ``delivery`` is that section of the bot.yaml."""
    tally = Tally(first=numbers.start)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(write_echo_bot(Path(folder), ACCOUNT, delivery))
        for number in numbers:
            _add(tally, number, settings, kind, tell=tell)
    tally.seconds = round(time.monotonic() - began, 1)
    return tally


def _add(tally: Tally, number: int, settings: BotSettings, kind: type[Schedule], *, tell: bool) -> None:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        schedule, verdict = runner.run(_happen(settings, number, kind))
    tally.schedules += 1
    tally.kills += schedule.kills
    tally.asked += verdict.asked
    tally.lost += len(verdict.lost)
    tally.doubled += len(verdict.doubled)
    tally.unasked += len(verdict.unasked)
    tally.disordered += len(verdict.disordered)
    if not verdict.is_clean:
        tally.failing.append(number)
        if tell:
            print(f"schedule {number}: {verdict}", file=sys.stderr, flush=True)


async def _happen(settings: BotSettings, number: int, kind: type[Schedule]) -> tuple[Schedule, Verdict]:
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)
    # The pauses before something is tried again are drawn by the bot itself.
    random.seed(number)
    schedule = kind(settings, number)
    return schedule, await schedule.run()


def main(kind: type[Schedule] = Schedule, delivery: str = "") -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(kind.__doc__ or "").partition("\n")[0])
    parser.add_argument("--schedules", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, help="one schedule only, by its own number")
    parser.add_argument("--json", action="store_true", help="print the count as JSON")
    asked = parser.parse_args()
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(50 if asked.number is None else 10)
    )
    first, many = (asked.seed * 1_000_000, asked.schedules) if asked.number is None else (asked.number, 1)
    tally = run(range(first, first + many), tell=True, kind=kind, delivery=delivery)
    told = structs.asdict(tally)
    print(json.dumps(told) if asked.json else "\n".join(f"{name}: {value}" for name, value in told.items()))
    sys.exit(1 if tally.failing else 0)


if __name__ == "__main__":
    main()
