"""Connections that end badly: closed, reset, amid a body, or slowly."""

import asyncio
import socket
import struct
from contextlib import suppress
from typing import NoReturn

from aiohttp import web

from dragoman_server.clock import Clock
from dragoman_server.errors import Refusal
from dragoman_server.form import read_sent
from dragoman_server.settings import ServerSettings

_LINGER_NOT = struct.pack("ii", 1, 0)


def hang_up() -> NoReturn:
    """Close the connection of the request that is being answered, in good order."""
    # The web server closes the connection of a request whose answering was given up.
    raise asyncio.CancelledError


def reset(request: web.Request) -> NoReturn:
    """Tear the connection down, so that the client sees a reset."""
    transport = request.transport
    if transport is not None:
        connection = transport.get_extra_info("socket")
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_NOT)
        transport.abort()
    hang_up()


async def read_whole(request: web.Request, settings: ServerSettings) -> None:
    """Take in what the client sends; bytes left lying would make a reset of a good-order close."""
    with suppress(Refusal):
        await read_sent(request, settings)


async def send_half(request: web.Request, response: web.Response) -> None:
    """Send the head and the first half of the body."""
    body = bytes_of(response)
    cut = await _begin(request, response, len(body))
    await cut.write(body[: len(body) // 2])


async def trickle(
    request: web.Request, response: web.Response, rate: float, pauses: "Pauses"
) -> web.StreamResponse:
    """Send the answer with so many bytes of its body a second."""
    body = bytes_of(response)
    slow = await _begin(request, response, len(body))
    size = max(1, int(rate))
    for start in range(0, len(body), size):
        await pauses.wait(size / rate)
        await slow.write(body[start : start + size])
    await slow.write_eof()
    return slow


async def _begin(request: web.Request, response: web.Response, length: int) -> web.StreamResponse:
    begun = web.StreamResponse(status=response.status, headers=response.headers)
    begun.content_length = length
    await begun.prepare(request)
    return begun


def bytes_of(response: web.Response) -> bytes:
    """Return the body of an answer that is not sent yet."""
    body = response.body
    return bytes(body) if isinstance(body, bytes | bytearray) else b""


class Pauses:
    """The waits that faults make, on the server's clock."""

    def __init__(self, clock: Clock) -> None:
        """Start with nobody waiting."""
        self._clock = clock
        self._waiting: set[asyncio.Future[None]] = set()

    @property
    def count(self) -> int:
        """How many wait."""
        return len(self._waiting)

    async def wait(self, seconds: float) -> None:
        """Wait until so many seconds have passed."""
        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        timer = self._clock.call_later(seconds, lambda: None if over.done() else over.set_result(None))
        self._waiting.add(over)
        try:
            await over
        finally:
            self._waiting.discard(over)
            timer.cancel()

    def cut_off(self) -> None:
        """Close the connections of all that wait."""
        for over in self._waiting:
            over.cancel()
