"""Servers in processes of their own, and what they cost."""

import asyncio
import configparser
import os
import re
import sys
import time
from asyncio.subprocess import PIPE, Process
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import bare

TICKS = os.sysconf("SC_CLK_TCK")

_COMPILED = TemporaryDirectory()
"""Where the processes find their modules compiled, as they do wherever the package was installed."""


class Serving:
    """A server process."""

    def __init__(self, process: Process, port: int, proof: str, began: float) -> None:
        self.port = port
        self.proof = proof
        self.began = began
        """When the process was started, on the monotonic clock."""

        self._process = process

    @property
    def cpu_seconds(self) -> float:
        """The processor time that the process has used, user and system."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def resident_kib(self) -> int:
        """The memory that the process holds."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1])


@asynccontextmanager
async def bare_server() -> AsyncIterator[Serving]:
    """Serve with aiohttp and nothing behind it."""
    async with _serving(sys.executable, bare.__file__) as (process, port, began):
        yield Serving(process, port, bare.PROOF, began)


@asynccontextmanager
async def dragoman_server(folder: Path, *options: str) -> AsyncIterator[Serving]:
    """Run the bundled server as users do; its accounts' files go into `folder`."""
    command = (sys.executable, "-m", "dragoman_cli", "serve", "--port", "0", "--zuliprc-dir", str(folder))
    async with _serving(*command, *options) as (process, port, began):
        yield Serving(process, port, _proof(folder / "paulo.zuliprc"), began)


@asynccontextmanager
async def _serving(*command: str) -> AsyncIterator[tuple[Process, int, float]]:
    began = time.monotonic()
    environment = {"PYTHONPYCACHEPREFIX": _COMPILED.name, **os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, env=environment)
    try:
        assert process.stdout is not None
        async for line in process.stdout:
            if found := re.match(rb"listening on http://127\.0\.0\.1:(\d+)", line):
                break
        else:
            raise RuntimeError(f"{command} did not start")
        yield process, int(found[1]), began
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def _proof(zuliprc: Path) -> str:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(zuliprc)
    email, key = parser["api"]["email"], parser["api"]["key"]
    return "Basic " + b64encode(f"{email}:{key}".encode()).decode()
