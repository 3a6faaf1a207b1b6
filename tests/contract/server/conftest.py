"""Running servers for the checks: a fresh one for each, and one for a whole module of mere refusals."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from contract.server.stage import Stage, on_stage


@pytest_asyncio.fixture
async def stage(request: pytest.FixtureRequest) -> AsyncIterator[Stage]:
    """Give a server of one's own."""
    callspec = getattr(request.node, "callspec", None)
    operation = callspec.params.get("operation") if callspec else None
    async with on_stage(password=getattr(operation, "key", "") == "POST /fetch_api_key") as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[Stage]:
    """Give a server that all checks of a module ask, since none of them changes anything."""
    async with on_stage(password=True) as running:
        yield running
