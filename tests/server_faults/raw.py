"""A request on a bare socket, and all that comes back until the connection ends."""

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlencode, urlsplit

from server.household import Actor


@asynccontextmanager
async def connected(
    actor: Actor, method: str, path: str, **fields: str
) -> AsyncIterator[asyncio.StreamReader]:
    """Send a request, and hand out the stream from which its answer is read."""
    account = actor.account
    where = urlsplit(account.site)
    proof = base64.b64encode(f"{account.email}:{account.api_key}".encode()).decode()
    body = urlencode(fields) if method != "GET" else ""
    query = f"?{urlencode(fields)}" if method == "GET" and fields else ""
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    try:
        writer.write(
            f"{method} /api/v1{path}{query} HTTP/1.1\r\nHost: {where.netloc}\r\n"
            f"Authorization: Basic {proof}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
            f"Connection: close\r\n\r\n{body}".encode()
        )
        await writer.drain()
        yield reader
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def exchange(actor: Actor, method: str, path: str, **fields: str) -> bytes:
    """Return everything that is answered until the connection ends in good order."""
    async with asyncio.timeout(10), connected(actor, method, path, **fields) as reader:
        return await reader.read()
