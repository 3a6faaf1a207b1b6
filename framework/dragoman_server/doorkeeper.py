"""Looks after the open connections: nobody may have more of them than others could bear."""

import asyncio
from collections import defaultdict

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

LOOK_EVERY_SECONDS = 1.0


class Doorkeeper:
    """Closes what one address has open beyond its share; the oldest connections stay."""

    def __init__(self, server: web.Server, share: int) -> None:
        """Look after `server`, on the real clock."""
        self._server = server
        self._share = share
        self._next: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Look now, and again and again."""
        # With fewer open altogether nobody can have too many.
        if len(connections := self._server.connections) > self._share:
            self._reduce(connections)
        self._next = asyncio.get_running_loop().call_later(LOOK_EVERY_SECONDS, self.start)

    def stop(self) -> None:
        """Look no more."""
        if self._next is not None:
            self._next.cancel()

    def _reduce(self, connections: list[RequestHandler]) -> None:
        by_address: defaultdict[str, list[asyncio.Transport]] = defaultdict(list)
        for connection in connections:
            if connection.transport is not None:
                peer = connection.transport.get_extra_info("peername")
                by_address[peer[0] if peer else ""].append(connection.transport)
        for transports in by_address.values():
            for transport in transports[self._share :]:
                transport.abort()
