"""A running server for the checks of each module, put back to its beginning before each of them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from contract.server.stage import Stage, on_stage

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let all checks of a module run in one event loop, in which its server lives."""
    for item in items:
        if item.path.parent == HERE and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running() -> AsyncIterator[Stage]:
    """Give the module's server."""
    async with on_stage() as running:
        yield running


@pytest_asyncio.fixture(loop_scope="module")
async def stage(request: pytest.FixtureRequest, running: Stage) -> AsyncIterator[Stage]:
    """Give a server in which nothing has happened yet."""
    callspec = getattr(request.node, "callspec", None)
    operation = callspec.params.get("operation") if callspec else None
    if getattr(operation, "key", "") != "POST /fetch_api_key":
        running.reset()
        yield running
        return
    async with on_stage(password=True) as another:
        yield another


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[Stage]:
    """Give a server that all checks of a module ask, since none of them changes anything."""
    async with on_stage(password=True) as running:
        yield running
