"""The pytest plugin: a fresh server for each test that asks for one; costs others nothing.

The server itself is imported by the first test that asks for it, not when pytest starts.
"""

import importlib
from collections.abc import AsyncIterator, Generator
from pathlib import Path
from typing import Any

import pytest

try:
    from pytest_asyncio import fixture as async_fixture
except ImportError:
    # Whoever asks for a server needs pytest-asyncio; all others must do without noticing.
    async_fixture = pytest.fixture  # type: ignore[assignment]

_SERVER = pytest.StashKey[Any]()


@pytest.fixture
def dragoman_world() -> Any:
    """The organisation that the server begins with, a `WorldFile`. Override it; `None` is the bundled one."""
    return None


@pytest.fixture
def dragoman_settings() -> Any:
    """The server's `ServerSettings`. Override it; `None` is the defaults."""
    return None


@async_fixture
async def dragoman_server(
    request: pytest.FixtureRequest, dragoman_world: Any, dragoman_settings: Any
) -> AsyncIterator[Any]:
    """A running `dragoman_server.Server` whose clock stands still until the test moves it."""
    async with _testing().staged(dragoman_world, dragoman_settings, frozen=True) as server:
        request.node.stash[_SERVER] = server
        yield server


@async_fixture
async def dragoman_live_server(
    request: pytest.FixtureRequest, dragoman_world: Any, dragoman_settings: Any
) -> AsyncIterator[Any]:
    """A running `dragoman_server.Server` on the real clock."""
    async with _testing().staged(dragoman_world, dragoman_settings, frozen=False) as server:
        request.node.stash[_SERVER] = server
        yield server


@pytest.fixture
def dragoman_bot(request: pytest.FixtureRequest) -> Any:
    """The folder of the bot under test. Override it; left alone it is the folder of the test file."""
    return request.path.parent


@async_fixture
async def desk(request: pytest.FixtureRequest, dragoman_bot: Any) -> AsyncIterator[Any]:
    """The bot of `dragoman_bot` at work on a server of its own, both on one clock that the test moves."""
    async with importlib.import_module("dragoman_cli.desk").desk(Path(dragoman_bot)) as made:
        request.node.stash[_SERVER] = made.server
        yield made


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Attach what was said and asked to the report of a test that failed."""
    report = yield
    server = item.stash.get(_SERVER, None)
    if server is not None and report.failed:
        report.sections.append(("dragoman transcript", _testing().transcript(server)))
    return report


def _testing() -> Any:
    return importlib.import_module("dragoman_server.testing")
