"""What a bot does beside answering, until it winds up."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class Errands:
    """Tasks that end with the bot at the latest."""

    def __init__(self) -> None:
        """Begin with none."""
        self._tasks: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, object]) -> None:
        """Do this beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def cancel(self) -> None:
        """Give up whatever is not done."""
        for task in tuple(self._tasks):
            task.cancel()
