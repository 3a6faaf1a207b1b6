"""HTTP as plainly as it goes over the wire: whatever bytes are sent, and what comes back."""

import asyncio
from typing import NamedTuple


class Answer(NamedTuple):
    """An answer, taken apart."""

    status: int
    headers: dict[str, str]
    body: bytes


class Wire:
    """One connection at a time to one server, opened again when it was closed."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes, *, head: bool = False) -> Answer | None:
        """Send bytes and return the answer; `None` when the connection was closed without one."""
        for fresh in (self._open is None, True):
            reader, writer = await self._connection()
            try:
                writer.write(request)
                await writer.drain()
                answer = await _read(reader, head=head)
            except (ConnectionError, asyncio.IncompleteReadError):
                await self.close()
                if fresh:
                    return None
                continue
            if answer.headers.get("connection", "").lower() == "close":
                await self.close()
            return answer
        return None

    async def close(self) -> None:
        """Close the connection."""
        if self._open is not None:
            self._open[1].close()
            self._open = None

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._open is None:
            self._open = await asyncio.open_connection("127.0.0.1", self._port, limit=2**24)
        return self._open


async def _read(reader: asyncio.StreamReader, *, head: bool) -> Answer:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    status = int(lines[0].split(" ")[1])
    headers = {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in lines[1:])}
    if head or status in (204, 304) or status < 200:
        return Answer(status, headers, b"")
    if "content-length" in headers:
        return Answer(status, headers, await reader.readexactly(int(headers["content-length"])))
    return Answer(status, headers, await reader.read())
