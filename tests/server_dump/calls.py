"""Speaks to a server that was given a dump."""

import base64
from typing import Any

import aiohttp

from dragoman_server import Server
from dragoman_server.world.dump.document import WorldDump
from dragoman_server.world.dump.reading import parse_dump
from server_dump.small import DUMP, written


def loaded(document: dict[str, Any] = DUMP) -> WorldDump:
    return parse_dump(written(document))


async def call(server: Server, who: str, method: str, path: str, **fields: str) -> dict[str, Any]:
    account = server.account(who)
    pair = base64.b64encode(f"{account.email}:{account.api_key}".encode()).decode()
    where = {"params" if method == "GET" else "data": fields}
    headers = {"Authorization": f"Basic {pair}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(method, f"{server.url}/api/v1{path}", **where) as answer,  # type: ignore[arg-type]
    ):
        body: dict[str, Any] = await answer.json()
        return body
