"""An event loop whose time jumps to the next timer as soon as there is nothing else to do."""

import asyncio
import selectors
from collections.abc import Mapping
from typing import Any

START = 1_800_000_000.0


class Stalled(RuntimeError):
    """Everything waits, and no timer will ever wake it."""


class _Jump(selectors.SelectSelector):
    """Waits by moving the time on; there is no real input or output to wait for."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Stalled("everything waits, and no timer will ever wake it")
        self.now += max(timeout, 0.0)
        return []

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return super().get_map()


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop in virtual time, for coroutines that use no sockets and no threads."""

    def __init__(self) -> None:
        """Begin at nought."""
        self._jump = _Jump()
        super().__init__(self._jump)

    def time(self) -> float:
        """Return the virtual seconds since the beginning."""
        return self._jump.now


class VirtualClock:
    """The clock of a virtual loop."""

    def now(self) -> float:
        """Return the UNIX time in seconds, UTC."""
        return START + self.monotonic()

    def monotonic(self) -> float:
        """Return seconds since the beginning."""
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        """Return when so many virtual seconds have passed."""
        await asyncio.sleep(max(seconds, 0.0))
