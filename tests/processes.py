"""Real processes of the ``dragoman`` command, read line by line and ended by their id."""

import asyncio
import os
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

PATIENCE = 30.0
"""Seconds before a line that does not come fails the test."""


class Running:
    """A process that runs, and what it has said so far."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.said: list[str] = []

    async def line(self, pattern: str, *, stream: str = "stdout") -> re.Match[str]:
        """Return the match of the next line in which the pattern is found."""
        source = self.process.stdout if stream == "stdout" else self.process.stderr
        assert source is not None
        try:
            async with asyncio.timeout(PATIENCE):
                while text := (await source.readline()).decode():
                    self.said.append(text)
                    if match := re.search(pattern, text):
                        return match
        except TimeoutError:
            pass
        raise AssertionError(f"{pattern!r} never came; it said:\n{''.join(self.said)}")

    async def end(self) -> int:
        """Ask it to end and return its exit code."""
        if self.process.returncode is None:
            self.process.terminate()
        return await self.ended()

    async def kill(self) -> None:
        """End it without letting it know."""
        self.process.kill()
        await self.ended()

    async def ended(self) -> int:
        """Wait for its end and return its exit code, keeping the last it said."""
        async with asyncio.timeout(PATIENCE):
            out, err = await self.process.communicate()
        self.said += [out.decode(), err.decode()]
        assert self.process.returncode is not None
        return self.process.returncode


@asynccontextmanager
async def dragoman(*arguments: str | Path, cwd: Path) -> AsyncIterator[Running]:
    """Run ``dragoman ARGUMENTS`` in a folder for as long as the block lasts."""
    async with process(sys.executable, "-m", "dragoman_cli", *arguments, cwd=cwd) as running:
        yield running


@asynccontextmanager
async def process(
    *command: str | Path, cwd: Path, environment: dict[str, str] | None = None
) -> AsyncIterator[Running]:
    """Run a command for as long as the block lasts."""
    told = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200", **(environment or {})}
    started = await asyncio.create_subprocess_exec(*command, cwd=cwd, stdout=PIPE, stderr=PIPE, env=told)
    running = Running(started)
    try:
        yield running
    finally:
        if started.returncode is None:
            await running.kill()
