"""One clock for a bot and the bundled server beside it: the server's, as bots use clocks."""

import asyncio

from dragoman_server import Clock

BRIEF = 0.01
"""Seconds that are only to let others have a turn, and pass in real time."""


class OneClock:
    """The server's clock as a ``dragoman.clock.Clock``: when one is moved, both towers' time passes."""

    def __init__(self, clock: Clock) -> None:
        """Go by the server's clock."""
        self._clock = clock

    def now(self) -> float:
        """Return the UNIX time in seconds, UTC."""
        return self._clock.now()

    def monotonic(self) -> float:
        """Return seconds since some fixed moment."""
        return self._clock.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Return when that many seconds have passed on the server; brief ones pass in real time."""
        if seconds <= BRIEF:
            await asyncio.sleep(max(seconds, 0.0))
            return
        woken = asyncio.get_running_loop().create_future()
        timer = self._clock.call_later(seconds, lambda: None if woken.done() else woken.set_result(None))
        try:
            await woken
        finally:
            timer.cancel()
