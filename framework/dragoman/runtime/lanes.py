"""Work in lanes: one conversation's messages in their order, several conversations at once."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from dragoman.runtime.isolation import isolated

Work = Callable[[], Awaitable[None]]
"""What a plugin raises is caught further in; whatever else goes wrong ends the work, not the worker."""


class Lanes:
    """A bounded number of workers over any number of ordered lanes."""

    def __init__(self, workers: int, limit: int, broken: Callable[[Exception], None]) -> None:
        """Allow that many workers, and that many pieces of work that wait or run; tell of work that broke."""
        self._broken = broken
        self._workers = workers
        self._limit = limit
        self._room = asyncio.Semaphore(limit)
        self._lanes: dict[str, deque[Work]] = {}
        """The work of each lane that has any; the first piece is the one that runs or comes next."""
        self._ready: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._surplus: set[asyncio.Task[None]] = set()
        self._running: set[str] = set()
        self._idle = asyncio.Event()
        self._idle.set()

    def start(self) -> None:
        """Start the workers."""
        for _ in range(self._workers):
            self._hire()

    def resize(self, workers: int, limit: int) -> None:
        """Have another number of workers and another limit; workers that are too many finish their work."""
        if limit != self._limit:
            self._limit, self._room = limit, asyncio.Semaphore(limit)
        for _ in range(workers - self._workers):
            self._hire()
        for worker in tuple(self._tasks - self._surplus)[: max(self._workers - workers, 0)]:
            self._surplus.add(worker)
        self._workers = workers

    async def put(self, key: str, work: Work) -> None:
        """Add work to a lane; waits while there is no room."""
        room = self._room
        await room.acquire()

        async def counted() -> None:
            try:
                await work()
            finally:
                room.release()

        self.add(key, counted)

    def add(self, key: str, work: Work) -> None:
        """Add work to a lane, whose maker sees to its not being too much."""
        self._idle.clear()
        lane = self._lanes.get(key)
        if lane is not None:
            lane.append(work)
            return
        self._lanes[key] = deque((work,))
        self._ready.put_nowait(key)

    def is_busy(self, key: str) -> bool:
        """Whether a lane has work that waits or runs."""
        return key in self._lanes

    @property
    def free(self) -> int:
        """How many workers have nothing to do and nothing to do next."""
        return max(self._workers - len(self._lanes), 0)

    @property
    def pending(self) -> int:
        """How many pieces of work wait or run."""
        return sum(map(len, self._lanes.values()))

    def forget_waiting(self) -> None:
        """Begin nothing more: forget all work that does not run."""
        for key, lane in tuple(self._lanes.items()):
            while len(lane) > (key in self._running):
                lane.pop()
            if not lane:
                del self._lanes[key]
        if not self._lanes:
            self._idle.set()

    async def idle(self) -> None:
        """Return when no work waits or runs."""
        await self._idle.wait()

    def replace(self, worker: asyncio.Task[None]) -> None:
        """Hire another in the place of a worker that may never come back; it leaves when it does."""
        if worker in self._tasks and worker not in self._surplus:
            self._surplus.add(worker)
            self._hire()

    async def close(self) -> None:
        """Stop the workers, what they do included, and forget what waits."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=1.0)
        self._lanes.clear()
        self._idle.set()

    def _hire(self) -> None:
        task = asyncio.create_task(self._serve())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self) -> None:
        me = asyncio.current_task()
        while me not in self._surplus:
            key = await self._ready.get()
            lane = self._lanes.get(key)
            if not lane:
                continue
            self._running.add(key)
            try:
                with isolated() as outcome:
                    await lane[0]()
                if outcome.error is not None:
                    self._broken(outcome.error)
            finally:
                self._running.discard(key)
                self._leave(key, lane)

    def _leave(self, key: str, lane: deque[Work]) -> None:
        """Take finished work out of its lane, and let the lane wait for its next turn."""
        if not lane:
            return
        lane.popleft()
        if lane:
            self._ready.put_nowait(key)
            return
        self._lanes.pop(key, None)
        if not self._lanes:
            self._idle.set()
