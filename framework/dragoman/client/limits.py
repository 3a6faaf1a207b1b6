"""The end of waiting for an answer, by the clock that the client was given."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from dragoman.clock import Clock


@asynccontextmanager
async def limited(clock: Clock, seconds: float) -> AsyncIterator[None]:
    """Give the block so many seconds of a clock, which may stand still; then fail with TimeoutError."""
    async with asyncio.timeout(None) as limit:

        async def watch() -> None:
            await clock.sleep(seconds)
            limit.reschedule(asyncio.get_running_loop().time())

        watching = asyncio.ensure_future(watch())
        try:
            yield
        finally:
            watching.cancel()
