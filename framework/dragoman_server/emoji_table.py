"""The table of all Unicode emoji and their names, which clients fetch once and keep."""

import functools
import hashlib

import msgspec
from aiohttp import web

from dragoman_server.emoji import names_by_code

_PATH = "/static/generated/emoji/emoji_api.{digest}.json"

_HEADERS = {
    # There is nothing in it about anybody, and another table would have another address.
    "Access-Control-Allow-Origin": "*",
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
}


@functools.cache
def _table() -> bytes:
    named = {code: names for code, names in names_by_code().items() if names}
    return msgspec.json.encode({"code_to_names": named})


@functools.cache
def emoji_table_path() -> str:
    """Return where the table is, below the server's address."""
    return _PATH.format(digest=hashlib.sha256(_table()).hexdigest()[:8])


def emoji_table_routes() -> list[web.RouteDef]:
    """Return the route of the table, which is made when it is first asked for."""
    return [web.get(_PATH, get_emoji_table)]


async def get_emoji_table(_request: web.Request) -> web.Response:
    """Answer with the names of each emoji by its code, the chief one first.

    Also at the address of another table, which the dump of another server may tell.
    """
    return web.Response(body=_table(), content_type="application/json", headers=_HEADERS)
