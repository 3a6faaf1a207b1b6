"""A server under control, and programs that steer it."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from dragoman_server import Clock, ServerSettings, running_server
from dragoman_server.world.file import parse_world
from server.household import NOW, WORLD, Actor, House


@pytest.fixture
async def house() -> AsyncIterator[House]:
    settings = ServerSettings(strict=True)
    async with (
        running_server(parse_world(WORLD), settings=settings, clock=Clock(NOW), control=True) as server,
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


class Operator:
    """A program that knows the token."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.headers = {"Authorization": f"Bearer {house.server.control_token}"}

    async def call(self, method: str, path: str, **more: Any) -> tuple[int, Any]:
        """Return status and body of one call."""
        arguments = {"headers": self.headers, **more}
        async with self._house.session.request(
            method, f"{self._house.url}/control{path}", **arguments
        ) as response:
            return response.status, await response.json()

    async def do(self, method: str, path: str, /, **body: Any) -> Any:
        """Return what a call that succeeds answers, beside its success."""
        status, answer = await self.call(method, path, json=body)
        assert status == 200, answer
        assert answer.pop("result") == "success"
        return answer


@pytest.fixture
def operator(house: House) -> Operator:
    return Operator(house)
