"""A small organisation whose server can be made to fail."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from dragoman_server import Clock, ServerSettings, running_server
from dragoman_server.world.file import parse_world
from server.household import NOW, WORLD, Actor, House


@pytest.fixture
async def house() -> AsyncIterator[House]:
    settings = ServerSettings(strict=True)
    async with (
        running_server(parse_world(WORLD), settings=settings, clock=Clock(NOW)) as server,
        aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as session,
    ):
        yield House(server, session)
    assert server.world.ledger.undeclared == []


@pytest.fixture
def ada(house: House) -> Actor:
    return house.actor("Ada")


@pytest.fixture
def cleo(house: House) -> Actor:
    return house.actor("Cleo")
