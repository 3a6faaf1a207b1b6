"""Let time pass only when the code under test is waiting for it, and note each pause."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from dragoman.clock import ManualClock

T = TypeVar("T")


async def noting(clock: ManualClock, work: Awaitable[T], pauses: list[float]) -> T:
    """Return what the work returns, having moved the clock over each of its pauses."""
    task = asyncio.ensure_future(work)
    try:
        while not task.done():
            bedtime = asyncio.ensure_future(clock.asleep())
            await asyncio.wait({task, bedtime}, return_when=asyncio.FIRST_COMPLETED)
            bedtime.cancel()
            if clock.sleepers and not task.done():
                pauses.append(round(clock.sleepers[0], 6))
                await clock.advance(clock.sleepers[0])
        return task.result()
    finally:
        task.cancel()
