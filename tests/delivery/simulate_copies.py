"""The schedules of ``simulate.py`` with two copies of the bot, each with a state of its own, that claim.

    python tests/delivery/simulate_copies.py --schedules 1000 --seed 1 --json

Both are killed now and then, and one of them may stay away. Each message is answered by one of them, once.
"""

import asyncio
import sys
from contextvars import ContextVar
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from delivery.changing_chat import ChangingChat  # noqa: E402
from delivery.history import Verdict, judge  # noqa: E402
from delivery.simulate import LAST_WORDS, LOOK, MOST_KILLS, TALKING, Killed, Life, Schedule, main  # noqa: E402
from delivery.virtual_time import VirtualClock  # noqa: E402
from dragoman.delivery import SqliteDatabase  # noqa: E402
from dragoman.delivery.crash import Point, set_hook  # noqa: E402

DELIVERY = "{claim: reaction}"
COPIES = ("first", "second")
WATCH = 300.0
"""Seconds after everything is answered in which a copy that is wrong about it would answer again."""
COPY: ContextVar[str] = ContextVar("copy", default="")


class CopiesSchedule(Schedule):
    """Lets two copies of a bot live through schedules of faults and deaths, and counts."""

    def _open_chat(self) -> ChangingChat:
        self._lives: dict[str, Life] = {}
        self._tasks: WeakKeyDictionary[asyncio.Task[Any], str] = WeakKeyDictionary()
        return ChangingChat(VirtualClock(), self._chance, self._draw_rates())

    async def run(self) -> Verdict:
        """Let it happen, and judge."""
        loop = asyncio.get_running_loop()
        loop.set_task_factory(self._make_task)
        databases = {copy: SqliteDatabase(None) for copy in COPIES}
        set_hook(self._pass)
        living: list[asyncio.Task[None]] = []
        try:
            for copy, database in databases.items():
                living.append(loop.create_task(self._keep_alive(copy, database)))
                await asyncio.sleep(1.0)
                await self._lives[copy].bot.started.wait()
            await asyncio.sleep(5.0)
            self._may_kill = True
            await asyncio.gather(self._talk(), self._kill_at_random())
            self._may_kill = False
            await self._wait_for_answers(living)
            return self._verdict()
        finally:
            set_hook(None)
            for task in living:
                task.cancel()
            await asyncio.wait(living)
            self.chat.clear()
            for copy, database in databases.items():
                self._lives[copy].die()
                await self._bury(copy)
                database.close()

    def _make_task(
        self, loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any
    ) -> asyncio.Task[Any]:
        """Make a task, and remember whose it is."""
        task: asyncio.Task[Any] = asyncio.Task(coroutine, loop=loop, **options)
        self._tasks[task] = COPY.get()
        return task

    async def _keep_alive(self, copy: str, database: SqliteDatabase) -> None:
        while True:
            token = COPY.set(copy)
            life = self._lives[copy] = Life(self._settings, database, self.chat)
            COPY.reset(token)
            while not life.is_over.is_set():
                life.check()
                await asyncio.wait({asyncio.create_task(life.is_over.wait())}, timeout=LOOK)
            await self._bury(copy)
            await asyncio.sleep(self._chance.choice((0.5, 5.0, 70.0, 200.0, 700.0, 2000.0)))

    async def _bury(self, copy: str) -> None:
        for _ in range(20):
            mourned = {
                task
                for task in asyncio.all_tasks()
                if self._tasks.get(task) == copy and task not in self.chat.on_the_way
            }
            if not mourned:
                return
            for task in mourned:
                task.cancel()
            await asyncio.wait(mourned, timeout=1.0)

    async def _wait_for_answers(self, living: list[asyncio.Task[None]]) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + LAST_WORDS
        while loop.time() < end and not self._is_quiet():
            await asyncio.sleep(LOOK)
            for task in living:
                if task.done():
                    task.result()
        await asyncio.sleep(WATCH)

    async def _kill_at_random(self) -> None:
        while self._chance.random() < 0.7:
            await asyncio.sleep(self._chance.uniform(0, TALKING))
            life = self._lives[self._chance.choice(COPIES)]
            if not life.is_over.is_set():
                self._kill(life)

    def _pass(self, point: Point) -> None:
        life = self._lives.get(COPY.get())
        if life is None:
            return
        if life.is_over.is_set():
            raise Killed(point)
        if self._may_kill and self.kills < 2 * MOST_KILLS and self._chance.random() < self._deadliness:
            self._kill(life)
            raise Killed(point)

    def _verdict(self) -> Verdict:
        verdict = judge(self.asked, self.chat.answers())
        # What one copy takes over from another may come behind what is said later.
        return Verdict(
            asked=verdict.asked, lost=verdict.lost, doubled=verdict.doubled, unasked=verdict.unasked
        )


if __name__ == "__main__":
    main(CopiesSchedule, DELIVERY)
