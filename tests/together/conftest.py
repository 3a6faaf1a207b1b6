"""A served organisation and the bots that run on it, each in a process of its own."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from processes import Running, dragoman
from serving import RunBot, Serve, Served

BOTS = Path(__file__).parent.parent.parent / "bots"


@pytest.fixture
def serve(tmp_path: Path) -> Serve:
    """Return a way to run the bundled server; stopped and run again it writes to the same folder."""

    @asynccontextmanager
    async def serving(port: int = 0) -> AsyncIterator[Served]:
        async with dragoman("serve", "--port", str(port), cwd=tmp_path) as running:
            url = (await running.line(r"listening on (\S+)")).group(1)
            await running.line("Ctrl-C")
            yield Served(running, tmp_path, url)

    return serving


@pytest.fixture
def run_bot(tmp_path: Path) -> RunBot:
    """Return a way to run a copy of one of the project's bots against a server."""

    @asynccontextmanager
    async def running(name: str, served: Served, account: str) -> AsyncIterator[Running]:
        folder = tmp_path / name
        shutil.copytree(BOTS / name, folder)
        settings = folder / "bot.yaml"
        settings.write_text(settings.read_text().replace("http://127.0.0.1:9991", served.url))
        shutil.copy(served.zuliprc(account), folder / "zuliprc")
        async with dragoman("run", folder, cwd=tmp_path) as bot:
            await bot.line('"event":"started"', stream="stderr")
            yield bot

    return running
