"""The addresses below which the API is reached: one for programs, one for the web's own client."""

import hmac

import msgspec
from aiohttp import web

from dragoman_server import failures
from dragoman_server.authentication import CHALLENGE, WEB_CHALLENGE, authenticate
from dragoman_server.endpoint import Endpoint
from dragoman_server.errors import Refusal
from dragoman_server.hosts import Hosts
from dragoman_server.world.records import User
from dragoman_server.world.world import World

_READING = ("GET", "HEAD")
_COOKIE = "csrftoken"
_HEADER = "X-CSRFToken"
_COOKIE_LENGTHS = (32, 64)


class Door(msgspec.Struct, frozen=True):
    """Where calls come in, and how those are met who did not say who they are."""

    base: str
    challenge: str

    @property
    def is_for_web(self) -> bool:
        """Whether it is the one of the web's own client, whose people log in by a session.

        Nobody has a session here: only visitors are let in.
        """
        return self is WEB

    def enter(self, world: World, hosts: Hosts, request: web.Request, endpoint: Endpoint) -> User | None:
        """Return who calls, or `None` for nobody in particular; refuses whoever may not call so."""
        knows = hosts.knows(request.headers.get("Host"))
        if self.is_for_web:
            _check_visit(request, endpoint, knows=knows)
            return None
        if not endpoint.permission.authenticated:
            if not knows:
                raise failures.UNKNOWN_HOST
            return None
        header = request.headers.get("Authorization")
        if header is None and endpoint.permission.optional and knows:
            return None
        user = authenticate(world, header)
        if not knows:
            raise failures.WRONG_HOST
        return user


def _check_visit(request: web.Request, endpoint: Endpoint, *, knows: bool) -> None:
    if not endpoint.permission.visitors:
        raise failures.NOT_LOGGED_IN
    if not knows:
        raise failures.UNKNOWN_HOST
    if request.method not in _READING:
        _check_csrf(request)


def _check_csrf(request: web.Request) -> None:
    """Refuse a change that a page of another site may have made."""
    cookie, token = request.cookies.get(_COOKIE), request.headers.get(_HEADER)
    if cookie is None:
        raise _no_csrf("CSRF cookie not set.")
    if len(cookie) not in _COOKIE_LENGTHS:
        raise _no_csrf("CSRF cookie has incorrect length.")
    if token is None:
        raise _no_csrf("CSRF token missing.")
    if not hmac.compare_digest(cookie.encode(), token.encode()):
        raise _no_csrf("CSRF token from the 'X-Csrftoken' HTTP header incorrect.")


def _no_csrf(reason: str) -> Refusal:
    return failures.NO_CSRF_TOKEN(reason=reason)


API = Door("/api/v1", CHALLENGE)
"""Where programs call, with address and key."""

WEB = Door("/json", WEB_CHALLENGE)
"""Where the web's own client calls."""
