"""Answers the messaging API: route, caller, limits, parameters, view, in this order."""

from collections.abc import Mapping

import structlog
from aiohttp import web

from dragoman_server import failures
from dragoman_server.answers import (
    answer,
    answer_login,
    answer_methods_of_queues,
    answer_not_found,
    answer_options,
    answer_refusal,
    answer_wrong_method,
    success,
)
from dragoman_server.call import Call
from dragoman_server.client_name import name_client
from dragoman_server.doors import API, Door
from dragoman_server.endpoint import Endpoint
from dragoman_server.errors import Refusal
from dragoman_server.foreign_pages import open_to_page
from dragoman_server.form import FILES, read_sent
from dragoman_server.hosts import Hosts
from dragoman_server.limits import VISITORS_SHARE, make_limiter
from dragoman_server.routes import Route, Routes
from dragoman_server.views import ENDPOINTS
from dragoman_server.world.records import User
from dragoman_server.world.world import World

log = structlog.get_logger(__name__)

BASE = API.base

EVENTS = "/events"
"""Where event queues are read; polls are counted apart from everything else, as real servers do."""

SERVER_SETTINGS = "/server_settings"
"""What answers a wrong method without a word."""


class Service:
    """The messaging API over one world."""

    def __init__(self, world: World, hosts: Hosts) -> None:
        """Lay out the routes of the world's feature level."""
        self._world = world
        self._hosts = hosts
        self._routes = Routes(ENDPOINTS, world.level)
        limit = world.settings.rate_limit
        self._limiter = make_limiter(limit, world.clock)
        self._poll_limiter = make_limiter(limit, world.clock)
        self.visitor_limiter = make_limiter(limit, world.clock, share=VISITORS_SHARE)
        """Counts whoever calls without an account, by address."""

    async def handle(self, door: Door, request: web.Request) -> web.Response:
        """Answer a request at `door`; nothing but the connection's own end gets out as an exception."""
        response = await self._handle_safely(door, request)
        origin = request.headers.get("Origin")
        if origin is not None and not door.is_for_web:
            at_queues = request.path == door.base + EVENTS
            open_to_page(response, origin, self._hosts, at_queues=at_queues)
        return response

    async def _handle_safely(self, door: Door, request: web.Request) -> web.Response:
        try:
            return await self._handle(request, door)
        except Refusal as refusal:
            return answer_refusal(refusal, challenge=door.challenge)
        except Exception:
            log.exception("request failed", method=request.method, path=request.path)
            return answer_refusal(failures.SERVER_ERROR())

    async def _handle(self, request: web.Request, door: Door) -> web.Response:
        path = request.path.removeprefix(door.base).replace("//", "/")
        found = self._routes.find(path)
        if found is None:
            return answer_not_found(request.method, request.path)
        route, in_path = found
        if path == EVENTS and request.method not in ("GET", "HEAD", "DELETE"):
            return answer_methods_of_queues(request.method)
        if request.method == "OPTIONS":
            return answer_options(route.methods)
        sent = await read_sent(request, self._world.settings)
        endpoint = _choose(request, route, sent)
        if endpoint is None:
            return answer_wrong_method(route.methods, silently=path == SERVER_SETTINGS)
        if _is_browser_without_login(request, endpoint):
            return answer_login(request.path)
        return await self._answer(request, door, endpoint, sent, in_path)

    async def _answer(
        self,
        request: web.Request,
        door: Door,
        endpoint: Endpoint,
        sent: Mapping[str, str],
        in_path: Mapping[str, str],
    ) -> web.Response:
        client = name_client(sent.get("client"), request.headers.get("User-Agent"))
        call = Call(self._world, None, client, endpoint.deed, request.get(FILES, ()))
        try:
            user = door.enter(self._world, self._hosts, request, endpoint)
            self._count(request, endpoint, call, user)
            if user is not None:
                endpoint.permission.check(user, self._world.level)
                call.enter(user)
            if endpoint.waits:
                # A view that waits says itself when it acts; another runs to its end undisturbed.
                result = await endpoint.view(call, **endpoint.read(sent, in_path)) or {}
            else:
                arguments = endpoint.read(sent, in_path)
                with self._world.ledger.acting(endpoint.deed):
                    result = endpoint.view(call, **arguments) or {}
        except Refusal as refusal:
            self._world.ledger.refused(endpoint.deed, refusal)
            limits = call.limits if refusal.code != "UNAUTHORIZED" else None
            return answer_refusal(refusal, limits, door.challenge)
        body = success(result, endpoint.ignored(sent))
        self._world.ledger.answered(endpoint.deed, endpoint.answers, body)
        return answer(body, call.limits)

    def _count(self, request: web.Request, endpoint: Endpoint, call: Call, user: User | None) -> None:
        """Count a call, and let its answer tell how many are left; refuse one too many."""
        if user is not None:
            limiter = self._poll_limiter if endpoint.path == EVENTS else self._limiter
            key = str(user.user_id)
        elif endpoint.permission.authenticated:
            limiter, key = self.visitor_limiter, request.remote or ""
        else:
            return
        call.limits = limiter.headers(key)
        call.limits = limiter.count(key)


def _choose(request: web.Request, route: Route, sent: Mapping[str, str]) -> Endpoint | None:
    """Return the endpoint for the method, which a POST may override by a field of that name."""
    method = request.method
    if method == "POST" and "method" in sent:
        method = sent["method"].upper()
    return route.by_method.get("GET" if method == "HEAD" else method)


def _is_browser_without_login(request: web.Request, endpoint: Endpoint) -> bool:
    return (
        endpoint.permission.authenticated
        and not endpoint.permission.optional
        and "Authorization" not in request.headers
        and "text/html" in request.headers.get("Accept", "")
    )
