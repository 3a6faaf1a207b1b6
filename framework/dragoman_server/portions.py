"""What a request wants of a file: all of it, or a portion, as players of films and broken downloads do."""

from typing import Any

from aiohttp import web


def answer_portion(request: web.Request, content: bytes, headers: dict[str, Any]) -> web.Response:
    """Answer with the bytes that are asked for, or with all where that is not one range of bytes."""
    headers = {**headers, "Accept-Ranges": "bytes"}
    asked = _asked(request)
    if asked is None:
        return web.Response(body=content, headers=headers)
    start, stop, _ = asked.indices(len(content))
    if start >= stop:
        return web.Response(status=416, headers={**headers, "Content-Range": f"bytes */{len(content)}"})
    headers["Content-Range"] = f"bytes {start}-{stop - 1}/{len(content)}"
    return web.Response(status=206, body=content[start:stop], headers=headers)


def _asked(request: web.Request) -> slice | None:
    # No file here has a tag by which whoever comes again could tell that it is the same.
    if "Range" not in request.headers or "If-Range" in request.headers:
        return None
    try:
        return request.http_range
    except ValueError:
        return None
