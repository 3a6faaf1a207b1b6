"""A tiny server on a real socket that plays a script: for each request these bytes and this ending."""

import asyncio
import socket
import ssl
import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self
from urllib.parse import parse_qsl, urlsplit

Act = Callable[[asyncio.StreamWriter], Awaitable[None]]


@dataclass(frozen=True)
class Asked:
    """A request as it came over the wire."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def parameters(self) -> dict[str, str]:
        text = self.body.decode() or urlsplit(self.target).query
        return dict(parse_qsl(text, keep_blank_values=True))

    @property
    def line(self) -> str:
        return f"{self.method} {self.path}"


@dataclass
class Loopback:
    """The script and what was asked. After its last act the server answers no more and says so."""

    acts: list[Act]
    asked: list[Asked] = field(default_factory=list)
    connections: int = 0
    port: int = 0
    tls: ssl.SSLContext | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _server: asyncio.Server | None = None
    _serving: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def url(self) -> str:
        return f"{'https' if self.tls else 'http'}://127.0.0.1:{self.port}"

    @property
    def lines(self) -> list[str]:
        return [request.line for request in self.asked]

    async def __aenter__(self) -> Self:
        await self.listen()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.die()

    async def has_asked(self, count: int) -> None:
        """Return when so many requests have come in."""
        while len(self.asked) < count:
            self._news.clear()
            await self._news.wait()

    async def listen(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port, ssl=self.tls)
        self.port = self._server.sockets[0].getsockname()[1]

    async def die(self) -> None:
        """Close the listening socket and every connection, as a killed process does."""
        if self._server is not None:
            self._server.close()
        for task in tuple(self._serving):
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)
        if self._server is not None:
            await self._server.wait_closed()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        self.connections += 1
        try:
            while (request := await _read(reader)) is not None:
                self.asked.append(request)
                self._news.set()
                if not self.acts:
                    break
                await self.acts.pop(0)(writer)
                if writer.is_closing():
                    break
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self._serving.discard(task)
            writer.close()


async def _read(reader: asyncio.StreamReader) -> Asked | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.strip().split("\r\n")
    method, target, _ = first.split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Asked(method, target, headers, body)


def bytes_of(body: str | bytes, status: int = 200, **headers: str) -> bytes:
    raw = body.encode() if isinstance(body, str) else body
    fields = {"Content-Type": "application/json", "Content-Length": str(len(raw))}
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"HTTP/1.1 {status} Whatever\r\n{head}\r\n".encode() + raw


def answer(body: str | bytes, status: int = 200, **headers: str) -> Act:
    return write(bytes_of(body, status, **headers))


def write(raw: bytes) -> Act:
    async def act(writer: asyncio.StreamWriter) -> None:
        writer.write(raw)
        await writer.drain()

    return act


def write_and_close(raw: bytes) -> Act:
    """End the connection in good order, perhaps too early."""

    async def act(writer: asyncio.StreamWriter) -> None:
        writer.write(raw)
        await writer.drain()
        writer.close()

    return act


def write_and_reset(raw: bytes) -> Act:
    """End the connection with an RST."""

    async def act(writer: asyncio.StreamWriter) -> None:
        writer.write(raw)
        await writer.drain()
        sock: socket.socket = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()

    return act


def park(until: asyncio.Event, raw: bytes = b"") -> Act:
    """Hold the request until told, then answer."""

    async def act(writer: asyncio.StreamWriter) -> None:
        await until.wait()
        writer.write(raw)
        await writer.drain()

    return act


async def swallow(writer: asyncio.StreamWriter) -> None:
    """Never answer."""
    await asyncio.Event().wait()
