"""Calls of the API as a given account, over a real connection."""

from collections.abc import Mapping
from typing import Any

import aiohttp
import msgspec

from dragoman_server.world.records import User
from dragoman_server.world.world import World

_SECONDS = 120.0


class Answer(msgspec.Struct, frozen=True):
    """What a call was answered."""

    status: int
    body: Any
    """What the JSON says, or the text where the answer is none."""


async def call_as(
    world: World, user: User, method: str, path: str, parameters: Mapping[str, Any] | None = None
) -> Answer:
    """Call `path` (below `/api/v1`) as `user`; values that are no text go as JSON."""
    fields = {
        name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
        for name, value in (parameters or {}).items()
    }
    proof = aiohttp.encode_basic_auth(user.delivery_email, world.keys.key(user.user_id))
    async with (
        aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_SECONDS)) as session,
        session.request(
            method,
            f"{world.url}/api/v1{path}",
            params=fields if method in ("GET", "HEAD") else None,
            data=None if method in ("GET", "HEAD") else fields,
            headers={"Authorization": proof, "User-Agent": "DragomanServer/1.0"},
        ) as response,
    ):
        return Answer(response.status, _read(await response.read()))


def _read(body: bytes) -> Any:
    try:
        return msgspec.json.decode(body)
    except msgspec.DecodeError:
        return body.decode(errors="replace")
