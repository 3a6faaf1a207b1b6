"""A client that costs next to nothing: prepared bytes over kept connections."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from benchmarks.servers import Serving


class Connection:
    """One kept connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, serving: Serving) -> "Connection":
        """Connect to a server."""
        return cls(*await asyncio.open_connection("127.0.0.1", serving.port))

    def send(self, request: bytes) -> None:
        """Send a prepared request."""
        self._writer.write(request)

    async def receive(self) -> bytes:
        """Return the body of the next answer, which must be a success."""
        head = await self._reader.readuntil(b"\r\n\r\n")
        lowered = head.lower()
        start = lowered.index(b"content-length:") + 15
        body = await self._reader.readexactly(int(lowered[start : lowered.index(b"\r\n", start)]))
        assert head.startswith(b"HTTP/1.1 200"), head + body
        return body

    async def exchange(self, request: bytes) -> bytes:
        """Send a request and return the body of its answer."""
        self.send(request)
        return await self.receive()

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()


@contextmanager
def closing_all(connections: list[Connection]) -> Iterator[list[Connection]]:
    """Close the connections at the end."""
    try:
        yield connections
    finally:
        for connection in connections:
            connection.close()


def prepared(serving: Serving, method: str, path: str, **fields: Any) -> bytes:
    """Return a request as bytes."""
    text = {name: one if isinstance(one, str) else json.dumps(one) for name, one in fields.items()}
    body = urlencode(text)
    if method == "GET":
        path, body = f"{path}?{body}" if body else path, ""
    head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{serving.port}", f"Authorization: {serving.proof}"]
    head += ["User-Agent: Load/1.0", "Accept: */*"]
    if body:
        head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
    return "\r\n".join([*head, "", body]).encode()


async def repeat(serving: Serving, request: bytes, times: int, *, at_once: int) -> None:
    """Make a request so many times, over `at_once` connections."""
    connections = [await Connection.open(serving) for _ in range(at_once)]
    left = iter(range(times))

    async def work(connection: Connection) -> None:
        for _ in left:
            await connection.exchange(request)

    with closing_all(connections):
        await asyncio.gather(*(work(connection) for connection in connections))
