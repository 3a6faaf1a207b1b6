"""A guide on a real socket with a clock that only moves when it is told to."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from dragoman_server.guide import GuideSettings, guide_routes

NOON = 1_767_182_400.0
"""2025-12-31 12:00 UTC."""


class HandClock:
    """Tells the time it was set to."""

    def __init__(self, now: float = NOON) -> None:
        self.time = now

    def now(self) -> float:
        return self.time


@asynccontextmanager
async def running_guide(
    settings: GuideSettings | None = None, clock: HandClock | None = None
) -> AsyncIterator[ClientSession]:
    """Serve a guide and yield a client whose base address it is."""
    app = web.Application()
    app.add_routes(guide_routes(settings or GuideSettings(), clock or HandClock()))
    server = TestServer(app, host="127.0.0.1")
    await server.start_server()
    async with ClientSession(server.make_url("/")) as client:
        yield client
    await server.close()
