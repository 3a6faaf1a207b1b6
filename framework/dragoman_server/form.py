"""Reads what a request sent: query and form fields, within bounds. Other bodies are not looked at."""

import asyncio
from urllib.parse import parse_qsl

from aiohttp import web

from dragoman_server import failures
from dragoman_server.multipart import SentFile, most_bytes, read_multipart
from dragoman_server.settings import ServerSettings

_MOST_FIELDS = 1000
_NOTHING: dict[str, str] = {}

_WITHOUT_FORM = ("GET", "HEAD")
"""The methods that real servers take parameters of from the query only."""

SENT = web.RequestKey("SENT", dict)
"""Where a request keeps what was read of it."""

_WITH_FILES = "multipart/form-data"

FILES = web.RequestKey("FILES", tuple[SentFile, ...])
"""Where a request keeps the files that came with it."""


async def read_sent(request: web.Request, settings: ServerSettings) -> dict[str, str]:
    """Return the fields of the query and of the form; the form comes first. Methods that read have no form.

    Reading once more returns what was read before.
    """
    if SENT in request:
        read_before: dict[str, str] = request[SENT]
        return read_before
    query = request.rel_url.raw_query_string
    sent = _read_pairs(query) if query else {}
    if request.body_exists and request.method not in _WITHOUT_FORM:
        sent |= await _read_body(request, settings)
    request[SENT] = sent
    return sent


async def _read_body(request: web.Request, settings: ServerSettings) -> dict[str, str]:
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise failures.COMPRESSED
    most = most_bytes(settings) if request.content_type == _WITH_FILES else settings.form_bytes
    if (request.content_length or 0) > most:
        raise failures.TOO_LARGE(limit=most)
    try:
        async with asyncio.timeout(settings.form_seconds):
            return await _read_fields(request, settings)
    except TimeoutError:
        raise failures.TOO_SLOW from None


async def _read_fields(request: web.Request, settings: ServerSettings) -> dict[str, str]:
    match request.content_type:
        case "application/x-www-form-urlencoded":
            return _read_pairs(_decode(await _read_bytes(request, settings)))
        case "multipart/form-data":
            fields, request[FILES] = await read_multipart(request, settings)
            return fields
        case _:
            # Real servers do not read JSON or plain text either; the parameters are simply missing.
            return _NOTHING


async def _read_bytes(request: web.Request, settings: ServerSettings) -> bytes:
    try:
        return await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise failures.TOO_LARGE(limit=settings.form_bytes) from None


def _decode(form: bytes) -> str:
    # Nothing but ASCII belongs there, but many programs leave the rest unescaped, such as `curl -d`.
    try:
        return form.decode()
    except UnicodeDecodeError:
        return form.decode("latin-1")


def _read_pairs(text: str) -> dict[str, str]:
    # What is no UTF-8 after unescaping is replaced, not refused, as real servers do.
    try:
        return dict(parse_qsl(text, keep_blank_values=True, errors="replace", max_num_fields=_MOST_FIELDS))
    except ValueError:
        raise failures.BAD_BODY from None
