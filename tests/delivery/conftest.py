"""What the tests of a bot on the bundled server share."""

from collections.abc import AsyncIterator

import pytest

from delivery.staging import serving
from dragoman_server import Server


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    """A bundled server at which nothing has gone wrong yet."""
    async with serving() as running_server:
        yield running_server
