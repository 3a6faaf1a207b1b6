"""Houses that are kept in a file, and can be opened again."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from dragoman_server import Clock, ServerSettings, running_server
from dragoman_server.world.file import parse_world
from server.household import NOW, WORLD, House

OpenKept = Callable[..., AbstractAsyncContextManager[House]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
def open_kept(file: Path) -> OpenKept:
    """Open the house in the file, as many times as one likes, `after` so many seconds."""

    @asynccontextmanager
    async def opening(*, after: float = 0, **options: Any) -> AsyncIterator[House]:
        settings = ServerSettings(strict=True)
        async with (
            running_server(
                parse_world(WORLD), settings=settings, clock=Clock(NOW + after), data=file, **options
            ) as server,
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=20)) as session,
        ):
            yield House(server, session)
        assert server.world.ledger.undeclared == []

    return opening
