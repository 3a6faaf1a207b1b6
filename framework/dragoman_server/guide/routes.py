"""The guide's routes: what is asked, counted and answered."""

import re
from collections.abc import Awaitable, Callable, Mapping
from importlib.resources import files

import msgspec
from aiohttp import web

from dragoman_server.guide.callers import Callers
from dragoman_server.guide.clock import Clock
from dragoman_server.guide.contract import (
    DEVICE_TYPES,
    DOCUMENTATION_PATH,
    GUIDE_PATH,
    INDEX_PATH,
    JSON,
    LIFECYCLE_HEADERS,
    OPENAPI_PATH,
    PROBLEM_JSON,
    RATE_LIMIT_HEADERS,
    RETRY_AFTER,
)
from dragoman_server.guide.guidance import api_index, guide_for, requested_device_type
from dragoman_server.guide.lifecycle import is_deprecated, lifecycle_headers
from dragoman_server.guide.limiter import Allowance, ReadLimiter
from dragoman_server.guide.openapi import openapi_document
from dragoman_server.guide.page import documentation_page
from dragoman_server.guide.problems import (
    METHOD_NOT_ALLOWED,
    NOT_FOUND,
    RATE_LIMIT_EXCEEDED,
    UNSUPPORTED_DEVICE_TYPE,
    ProblemKind,
)
from dragoman_server.guide.settings import GuideSettings

Handler = Callable[[web.Request], Awaitable[web.Response]]

STYLE_PATH = f"{DOCUMENTATION_PATH}/guide.css"

# A Host header is the caller's to write; only one that names a host finds its way into an answer.
_HOST = re.compile(r"(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
_METHODS = "GET, HEAD, OPTIONS"
_EXPOSED = ", ".join(header.name for header in (*RATE_LIMIT_HEADERS, *LIFECYCLE_HEADERS, RETRY_AFTER))
_OPEN_TO_ALL = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": _EXPOSED}
_CAREFUL = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
_STYLE = files("dragoman_server.guide").joinpath("guide.css").read_bytes()


def guide_routes(settings: GuideSettings, clock: Clock) -> list[web.RouteDef]:
    """Return the routes of a guide, to be added to an application at its root.

    Reads are counted anew for each call of this function.
    """
    guide = _Guide(settings, clock)
    handlers: dict[str, Handler] = {
        INDEX_PATH: guide.index,
        f"{INDEX_PATH}/": guide.index,
        GUIDE_PATH: guide.service_guide,
        OPENAPI_PATH: guide.openapi,
        DOCUMENTATION_PATH: guide.documentation,
        STYLE_PATH: guide.style,
        f"{GUIDE_PATH}/{{rest:.*}}": guide.not_found,
        f"{DOCUMENTATION_PATH}/{{rest:.*}}": guide.not_found,
    }
    return [web.route("*", path, guide.read_only(handler)) for path, handler in handlers.items()]


class _Guide:
    def __init__(self, settings: GuideSettings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._callers = Callers(settings.trusted_proxies)
        self._limiter = ReadLimiter(
            clock, limit=settings.limit, window=settings.window, callers=settings.callers
        )

    def read_only(self, handler: Handler) -> Handler:
        async def handle(request: web.Request) -> web.Response:
            if request.method in ("GET", "HEAD"):
                return await handler(request)
            if request.method == "OPTIONS":
                return _options()
            detail = f"{request.method} is not possible here."
            return self._problem(request, METHOD_NOT_ALLOWED, detail, {"Allow": _METHODS})

        return handle

    async def index(self, request: web.Request) -> web.Response:
        return _json(api_index(self._settings, self._origin(request)), _OPEN_TO_ALL)

    async def service_guide(self, request: web.Request) -> web.Response:
        caller = self._callers.key(request.remote, request.headers.getall("X-Forwarded-For", ()))
        allowance = self._limiter.read(caller)
        headers = _limit_headers(allowance) | _OPEN_TO_ALL
        if not allowance.allowed:
            headers |= {"Retry-After": str(allowance.retry_after)}
            detail = f"All {allowance.limit} reads of this window are used up."
            return self._problem(request, RATE_LIMIT_EXCEEDED, detail, headers)
        headers |= lifecycle_headers(self._settings, self._clock.now())
        try:
            device_type = requested_device_type(request.query.getall("device_type", []))
        except ValueError as error:
            return self._problem(request, UNSUPPORTED_DEVICE_TYPE, str(error), headers)
        return _json(guide_for(self._settings, (device_type,) if device_type else DEVICE_TYPES), headers)

    async def openapi(self, request: web.Request) -> web.Response:
        deprecated = is_deprecated(self._settings, self._clock.now())
        document = openapi_document(self._settings, self._origin(request), deprecated=deprecated)
        return _json(document, _OPEN_TO_ALL)

    async def documentation(self, request: web.Request) -> web.Response:
        page = documentation_page(self._settings, self._origin(request), self._clock.now())
        headers = _CAREFUL | {"Content-Security-Policy": _PAGE_POLICY}
        return web.Response(text=page, content_type="text/html", charset="utf-8", headers=headers)

    async def style(self, _request: web.Request) -> web.Response:
        return web.Response(body=_STYLE, content_type="text/css", charset="utf-8", headers=_CAREFUL)

    async def not_found(self, request: web.Request) -> web.Response:
        return self._problem(request, NOT_FOUND, "There is nothing at this address.", _OPEN_TO_ALL)

    def _problem(
        self, request: web.Request, kind: ProblemKind, detail: str, headers: Mapping[str, str]
    ) -> web.Response:
        body = kind.happened(self._settings.problem_base, path=request.path, detail=detail)
        return _json(body, headers, status=kind.status, media_type=PROBLEM_JSON)

    def _origin(self, request: web.Request) -> str:
        if self._settings.base_url is not None:
            return self._settings.base_url.rstrip("/")
        host = request.host if _HOST.fullmatch(request.host) else "localhost"
        return f"{request.scheme}://{host}"


def _json(
    body: object, headers: Mapping[str, str], *, status: int = 200, media_type: str = JSON
) -> web.Response:
    encoded = msgspec.json.encode(body)
    return web.Response(body=encoded, status=status, content_type=media_type, headers={**_CAREFUL, **headers})


def _options() -> web.Response:
    headers = {"Allow": _METHODS, "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "GET"}
    return web.Response(status=204, headers=headers)


def _limit_headers(allowance: Allowance) -> dict[str, str]:
    return {
        "RateLimit-Limit": str(allowance.limit),
        "RateLimit-Remaining": str(allowance.remaining),
        "RateLimit-Reset": str(allowance.reset),
        # Otherwise a cache would tell others of this caller's limit.
        "Cache-Control": "no-store",
    }
