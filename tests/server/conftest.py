"""Houses to call, and people in them."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import pytest

from dragoman_server import Clock, ServerSettings, WorldFile, running_server
from dragoman_server.world.file import parse_world
from server.household import NOW, SEEN, WORLD, Actor, House, OpenHouse
from server_data.likeness import Watch


@pytest.fixture(scope="session")
def world_file() -> WorldFile:
    return parse_world(WORLD)


@pytest.fixture
async def open_house(world_file: WorldFile) -> AsyncIterator[OpenHouse]:
    """Open houses with settings of one's choice.

    What they refused or told undeclared fails the test, and so does whatever a store would have missed.
    """
    houses: list[House] = []
    watches: list[Watch] = []
    async with AsyncExitStack() as stack:

        async def enter(**settings: Any) -> House:
            chosen = ServerSettings(**{"strict": True, **settings})
            server = await stack.enter_async_context(
                running_server(world_file, settings=chosen, clock=Clock(NOW))
            )
            session = await stack.enter_async_context(
                aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10))
            )
            houses.append(House(server, session))
            watches.append(Watch(server.world))
            return houses[-1]

        yield enter
    for house in houses:
        SEEN.update(house.world.ledger.seen)
        assert house.world.ledger.undeclared == []
    for watch in watches:
        assert watch.missed() == []


@pytest.fixture
async def house(open_house: OpenHouse) -> House:
    return await open_house()


@pytest.fixture
async def old_house(open_house: OpenHouse) -> House:
    """A house of an older age, before many things changed."""
    return await open_house(feature_level=261)


@pytest.fixture
def ada(house: House) -> Actor:
    return house.actor("Ada")


@pytest.fixture
def ben(house: House) -> Actor:
    return house.actor("Ben")


@pytest.fixture
def cleo(house: House) -> Actor:
    return house.actor("Cleo")


@pytest.fixture
def dan(house: House) -> Actor:
    return house.actor("Dan")


@pytest.fixture
def gus(house: House) -> Actor:
    return house.actor("Gus")


@pytest.fixture
def robo(house: House) -> Actor:
    return house.actor("Robo")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the look back at everything that was seen behind all the tests that make it seen."""
    items.sort(
        key=lambda item: item.path.name == "test_declarations.py" and item.path.parent.name == "server"
    )
