"""Bot processes, as seen by whoever kills them."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]


class Nursery:
    """One bot, whose lives follow each other."""

    def __init__(self, folder: Path, process: asyncio.subprocess.Process) -> None:
        """Let lives be lived by a process that runs ``lives.py``."""
        self.folder = folder
        self._process = process
        self._pid = 0
        self._ended: asyncio.Task[int] | None = None

    async def bear(self, crash_at: str = "-") -> None:
        """Start a life that ends by itself at a point, or lives until it is killed."""
        assert self._process.stdin is not None, "it was piped"
        self._process.stdin.write(f"{crash_at}\n".encode())
        await self._process.stdin.drain()
        self._pid = await self._read("born")
        self._ended = asyncio.create_task(self._read("ended"))

    @property
    def is_over(self) -> bool:
        """Whether the life has ended."""
        return self._ended is not None and self._ended.done()

    async def ends_within(self, seconds: float) -> bool:
        """Tell whether the life ends by itself in that time."""
        assert self._ended is not None, "somebody was born"
        await asyncio.wait({self._ended}, timeout=seconds)
        return self._ended.done()

    async def kill(self, number: signal.Signals = signal.SIGKILL) -> int:
        """End the life by a signal, and return how it ended."""
        assert self._ended is not None, "somebody was born"
        if not self._ended.done():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, number)
        return await self._ended

    async def _read(self, word: str) -> int:
        assert self._process.stdout is not None, "it was piped"
        line = (await self._process.stdout.readline()).decode().split()
        if not line or line[0] != word:
            raise RuntimeError(f"the bot's processes cannot be made: {line}")
        return int(line[1])


@asynccontextmanager
async def nursery(folder: Path, hurry: float, origin: float | None = None) -> AsyncIterator[Nursery]:
    """Be ready to start lives of a folder's bot, whose durations pass so many times faster.

    From an origin on, UNIX seconds, the time of day does so too.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *(
            str(TESTS / "delivery" / "lives.py"),
            str(folder),
            str(hurry),
            *([] if origin is None else [str(origin)]),
        ),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])},
    )
    lives = Nursery(folder, process)
    try:
        yield lives
    finally:
        with contextlib.suppress(RuntimeError):
            if not lives.is_over:
                await lives.kill()
        assert process.stdin is not None, "it was piped"
        process.stdin.close()
        await process.wait()
