"""Tells when a message has been dealt with."""

import asyncio
from collections import OrderedDict

MOST_KNOWN = 10_000
"""Messages that are remembered as dealt with."""


class Settled:
    """The messages that are over, their answers sent or their being ignored decided."""

    def __init__(self) -> None:
        """Begin with none."""
        self._over: OrderedDict[int, None] = OrderedDict()
        self._awaited: dict[int, asyncio.Event] = {}

    def mark(self, message_id: int) -> None:
        """Say that a message is over."""
        self._over[message_id] = None
        if len(self._over) > MOST_KNOWN:
            self._over.popitem(last=False)
        awaited = self._awaited.pop(message_id, None)
        if awaited is not None:
            awaited.set()

    async def wait(self, message_id: int) -> None:
        """Return when a message is over."""
        if message_id not in self._over:
            await self._awaited.setdefault(message_id, asyncio.Event()).wait()
