"""The answers as they go over the wire: one line of JSON, never cached."""

from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import quote

import msgspec
from aiohttp import web
from multidict import CIMultiDict

from dragoman_server import failures
from dragoman_server.authentication import CHALLENGE
from dragoman_server.errors import Refusal

_encode = msgspec.json.Encoder().encode

_NEVER_CACHE = {
    "Cache-Control": "max-age=0, no-cache, no-store, must-revalidate, private",
    "Expires": "Thu, 01 Jan 1970 00:00:00 GMT",
    "X-Content-Type-Options": "nosniff",
}
_JSON = {"Content-Type": "application/json", **_NEVER_CACHE}
_HTML = {"Content-Type": "text/html; charset=utf-8", **_NEVER_CACHE}


def success(result: Mapping[str, Any], ignored: list[str]) -> bytes:
    """Return the body of a success, which says which parameters were ignored."""
    body = {"result": "success", "msg": "", **result}
    if ignored:
        body["ignored_parameters_unsupported"] = ignored
    return _encode(body)


def answer(body: bytes, headers: Mapping[str, str] | None) -> web.Response:
    """Answer with success."""
    return web.Response(body=body + b"\n", headers=_prepare(headers).copy())


class _Prepared:
    """The headers of the last success: where no limit is counted they are the same for a second."""

    more: Mapping[str, str] | None = None
    headers: CIMultiDict[str] = CIMultiDict(_JSON)


def _prepare(more: Mapping[str, str] | None) -> CIMultiDict[str]:
    if _Prepared.more is not more:
        _Prepared.more, _Prepared.headers = more, CIMultiDict({**_JSON, **(more or {})})
    return _Prepared.headers


def answer_refusal(
    refusal: Refusal, headers: Mapping[str, str] | None = None, challenge: str = CHALLENGE
) -> web.Response:
    """Answer with the refusal, and the headers that belong to its status."""
    more = dict(headers or ())
    if refusal.page:
        page = f"<p>{escape(str(refusal))}</p>\n"
        return web.Response(body=page.encode(), status=refusal.status, headers=_HTML | more)
    if refusal.code == "UNAUTHORIZED":
        more["WWW-Authenticate"] = challenge
    if refusal.status == 429:
        more["Retry-After"] = str(refusal.details["retry-after"])
    return _respond(refusal.body(), refusal.status, _JSON | more)


def answer_wrong_method(methods: list[str], *, silently: bool) -> web.Response:
    """Answer a method that is not known at this address, with those that are; `silently` only in a header."""
    headers = _HTML | {"Allow": ", ".join(methods)}
    if silently:
        return web.Response(status=405, headers=headers)
    refusal = failures.METHOD_NOT_ALLOWED(allowed_methods=methods)
    # Real servers send this one JSON body as text/html; clients must not rely on the type.
    return _respond(refusal.body(), 405, headers)


def answer_options(methods: list[str]) -> web.Response:
    """Answer OPTIONS: nothing but the methods."""
    return web.Response(status=204, headers={**_HTML, "Allow": ", ".join(sorted(methods))})


def answer_methods_of_queues(method: str) -> web.Response:
    """Answer for the event queues' address when it is only asked which methods it knows, or with another.

    In real servers the proxy in front does so, without a word of JSON.
    """
    allow = {"Allow": "OPTIONS, GET, DELETE"}
    if method == "OPTIONS":
        return web.Response(status=204, headers=allow)
    page = (
        "<html>\r\n<head><title>405 Not Allowed</title></head>\r\n<body>405 Not Allowed</body>\r\n</html>\r\n"
    )
    return web.Response(status=405, text=page, content_type="text/html", headers=allow)


def answer_moved(location: str) -> web.Response:
    """Send whoever calls to another address for good."""
    page = f'<html><body><a href="{escape(location)}">Moved</a></body></html>\n'
    return web.Response(status=301, body=page.encode(), headers={**_HTML, "Location": location})


def answer_not_found(method: str, path: str) -> web.Response:
    """Answer for a path that leads nowhere, with a page that names it, as real servers do."""
    where = escape(f"{method} {path}")
    page = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        "<title>Error | Page not found</title></head><body><h1>Page not found (404)</h1>"
        f"<p>There is no operation <code>{where}</code> here.</p></body></html>\n"
    )
    return web.Response(status=404, body=page.encode(), headers=_HTML)


def answer_page(status: int, title: str, body: str) -> web.Response:
    """Answer with a page for people, in which nothing can act; `body` is HTML."""
    page = (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title></head>'
        f"<body>{body}</body></html>\n"
    )
    policy = {"Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'"}
    return web.Response(status=status, body=page.encode(), headers={**_HTML, **policy})


def answer_login(path: str, limits: Mapping[str, str] | None = None) -> web.Response:
    """Send a browser to the login page, as real servers do with whoever accepts HTML."""
    location = f"/login/?next={quote(path, safe='')}"
    return web.Response(status=302, headers={**_HTML, **(limits or {}), "Location": location})


def _respond(body: Mapping[str, Any], status: int, headers: Mapping[str, str]) -> web.Response:
    return web.Response(body=_encode(body) + b"\n", status=status, headers=headers)
