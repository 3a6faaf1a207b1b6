"""Counts who uses a thing that is to be put away, and tells when nobody does any more."""

import asyncio


class InUse:
    """The uses of something, from ``begin`` to ``end``, or ``with in_use: ...``."""

    def __init__(self) -> None:
        """Begin unused."""
        self._count = 0
        self._free = asyncio.Event()
        self._free.set()

    def begin(self) -> None:
        """Count a use."""
        self._count += 1
        self._free.clear()

    def end(self) -> None:
        """Count it no more."""
        self._count -= 1
        if not self._count:
            self._free.set()

    async def over(self) -> None:
        """Return when nobody uses it."""
        await self._free.wait()

    def __enter__(self) -> None:
        """Begin a use."""
        self.begin()

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.end()
