"""Reads forms that carry files, within bounds: what is too large is read to its end, and not kept."""

import msgspec
from aiohttp import BadContentDispositionHeader, BadContentDispositionParam, BodyPartReader, web
from aiohttp.http_exceptions import HttpProcessingError

from dragoman_server import failures
from dragoman_server.header_text import readable
from dragoman_server.settings import ServerSettings
from dragoman_server.world.uploads import base_name

_BROKEN = (
    *(ValueError, AssertionError, RuntimeError, HttpProcessingError),
    *(BadContentDispositionHeader, BadContentDispositionParam),
)
"""What reading a form may end with; the last two are warnings, which tests make errors of."""

_CHUNK = 64 * 1024
_MOST_PARTS = 1000
MEBIBYTE = 1024 * 1024


class SentFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file in a form."""

    field: str
    name: str
    content: bytes | None
    """`None` when it was too large to be kept."""


def most_bytes(settings: ServerSettings) -> int:
    """Return how large a form with files may be at most, larger than any file that is kept."""
    return 2 * settings.upload_mib * MEBIBYTE + settings.form_bytes


async def read_multipart(
    request: web.Request, settings: ServerSettings
) -> tuple[dict[str, str], tuple[SentFile, ...]]:
    """Return the text fields of a form and its files."""
    fields: dict[str, str] = {}
    files: list[SentFile] = []
    count = _Count(most_bytes(settings), settings.form_bytes)
    try:
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader) or part.name is None:
                raise failures.BAD_BODY
            count.part()
            name = readable(part.name)
            # Browsers send a file field in which nothing was chosen with an empty name: that is no file.
            if not part.filename:
                fields[name] = await _read_text(part, count, settings)
            else:
                content = await _read_file(part, count, settings.upload_mib * MEBIBYTE)
                filename = base_name(readable(part.filename))
                files.append(SentFile(field=name, name=filename, content=content))
    except _BROKEN:
        raise failures.BAD_BODY from None
    return fields, tuple(files)


class _Count:
    """How much of a form was read."""

    def __init__(self, most: int, most_text: int) -> None:
        self._left = most
        self._text_left = most_text
        self._parts_left = _MOST_PARTS
        self._most = most
        self._most_text = most_text

    def part(self) -> None:
        self._parts_left -= 1
        if self._parts_left < 0:
            raise failures.BAD_BODY

    def file(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise failures.TOO_LARGE(limit=self._most)

    def text(self, size: int) -> None:
        self._text_left -= size
        if self._text_left < 0:
            raise failures.TOO_LARGE(limit=self._most_text)


async def _read_text(part: BodyPartReader, count: _Count, settings: ServerSettings) -> str:
    read = bytearray()
    while chunk := await part.read_chunk(_CHUNK):
        count.text(len(chunk))
        read += chunk
    return bytes(read[: settings.form_bytes]).decode(errors="replace")


async def _read_file(part: BodyPartReader, count: _Count, most: int) -> bytes | None:
    read, size = bytearray(), 0
    while chunk := await part.read_chunk(_CHUNK):
        count.file(len(chunk))
        size += len(chunk)
        if size <= most:
            read += chunk
    return bytes(read) if size <= most else None
