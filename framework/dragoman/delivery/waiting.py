"""Waiting with an end to it, on whatever clock."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from dragoman.clock import Clock


async def within(clock: Clock, seconds: float, work: Coroutine[Any, Any, None]) -> bool:
    """Wait for some work, but no longer than that; returns whether it ended, and cancels it if not."""
    task = asyncio.ensure_future(work)
    timer = asyncio.ensure_future(clock.sleep(seconds))
    try:
        await asyncio.wait({task, timer}, return_when=asyncio.FIRST_COMPLETED)
        return task.done()
    finally:
        for each in (task, timer):
            each.cancel()
        await asyncio.wait({task, timer}, timeout=1.0)
