"""Answers the messaging API: route, caller, limits, parameters, view, in this order."""

from collections.abc import Mapping
from typing import Any

import structlog
from aiohttp import web

from dragoman_server import failures
from dragoman_server.answers import (
    answer,
    answer_login,
    answer_not_found,
    answer_options,
    answer_refusal,
    success,
)
from dragoman_server.authentication import authenticate
from dragoman_server.call import Call
from dragoman_server.client_name import name_client
from dragoman_server.endpoint import Endpoint
from dragoman_server.errors import Refusal
from dragoman_server.form import FILES, read_sent
from dragoman_server.hosts import Hosts
from dragoman_server.limits import RateLimiter
from dragoman_server.routes import Route, Routes
from dragoman_server.views import ENDPOINTS
from dragoman_server.world.records import User
from dragoman_server.world.world import World

log = structlog.get_logger(__name__)

BASE = "/api/v1"


class Service:
    """The messaging API over one world."""

    def __init__(self, world: World, hosts: Hosts) -> None:
        """Lay out the routes of the world's feature level."""
        self._world = world
        self._hosts = hosts
        self._routes = Routes(ENDPOINTS, world.level)
        limit = world.settings.rate_limit
        # Polls are counted apart from everything else, as real servers do.
        self._limiter = RateLimiter(limit, world.clock) if limit else None
        self._poll_limiter = RateLimiter(limit, world.clock) if limit else None

    async def handle(self, request: web.Request) -> web.Response:
        """Answer one request; nothing but the connection's own end gets out of here as an exception."""
        try:
            return await self._handle(request)
        except Refusal as refusal:
            return answer_refusal(refusal)
        except Exception:
            log.exception("request failed", method=request.method, path=request.path)
            return answer_refusal(failures.SERVER_ERROR())

    async def _handle(self, request: web.Request) -> web.Response:
        path = request.path.removeprefix(BASE)
        found = self._routes.find(path.replace("//", "/"))
        if found is None:
            return answer_not_found(request.method, request.path)
        route, in_path = found
        if request.method == "OPTIONS":
            return answer_options(route.methods)
        sent = await read_sent(request, self._world.settings)
        endpoint = self._choose(request, route, sent)
        if _is_browser_without_login(request, endpoint):
            return answer_login(request.path)
        return await self._answer(request, endpoint, sent, in_path)

    def _choose(self, request: web.Request, route: Route, sent: Mapping[str, str]) -> Endpoint:
        """Return the endpoint for the method, which a POST may override by a field of that name."""
        method = request.method
        if method == "POST" and "method" in sent:
            method = sent["method"].upper()
        endpoint = route.by_method.get("GET" if method == "HEAD" else method)
        if endpoint is None:
            raise failures.METHOD_NOT_ALLOWED(allowed_methods=route.methods)
        return endpoint

    async def _answer(
        self, request: web.Request, endpoint: Endpoint, sent: Mapping[str, str], in_path: Mapping[str, str]
    ) -> web.Response:
        headers: Mapping[str, str] | None = None
        try:
            user = self._authenticate(request, endpoint)
            limiter = self._limiter_of(endpoint)
            if limiter is not None and user is not None:
                headers = limiter.headers(str(user.user_id))
                headers = limiter.count(str(user.user_id))
            if user is not None:
                endpoint.permission.check(user, self._world.level)
            client = name_client(sent.get("client"), request.headers.get("User-Agent"))
            call = Call(self._world, user, client, endpoint.deed, request.get(FILES, ()))
            result = await self._call(endpoint, call, endpoint.read(sent, in_path))
        except Refusal as refusal:
            self._world.ledger.refused(endpoint.deed, refusal)
            return answer_refusal(refusal, headers if refusal.code != "UNAUTHORIZED" else None)
        body = success(result, endpoint.ignored(sent))
        self._world.ledger.answered(endpoint.deed, endpoint.answers, self._world.level, body)
        return answer(body, headers)

    def _authenticate(self, request: web.Request, endpoint: Endpoint) -> User | None:
        known_host = self._hosts.knows(request.headers.get("Host", ""))
        if not endpoint.permission.authenticated:
            if not known_host:
                raise failures.UNKNOWN_HOST
            return None
        header = request.headers.get("Authorization")
        if header is None and endpoint.permission.optional and known_host:
            return None
        user = authenticate(self._world, header)
        if not known_host:
            raise failures.WRONG_HOST
        return user

    def _limiter_of(self, endpoint: Endpoint) -> RateLimiter | None:
        return self._poll_limiter if endpoint.path == "/events" else self._limiter

    async def _call(self, endpoint: Endpoint, call: Call, arguments: dict[str, Any]) -> Mapping[str, Any]:
        # A view that waits says itself when it acts; the one that does not runs to its end undisturbed.
        if endpoint.waits:
            awaited: Mapping[str, Any] | None = await endpoint.view(call, **arguments)
            return awaited or {}
        with self._world.ledger.acting(endpoint.deed):
            result: Mapping[str, Any] = endpoint.view(call, **arguments) or {}
            return result


def _is_browser_without_login(request: web.Request, endpoint: Endpoint) -> bool:
    return (
        endpoint.permission.authenticated
        and not endpoint.permission.optional
        and "Authorization" not in request.headers
        and "text/html" in request.headers.get("Accept", "")
    )
