"""Who may steer: programs on this machine that know the token."""

import hashlib
import hmac
import ipaddress

from aiohttp import web

from dragoman_server.control.problems import Denied
from dragoman_server.hosts import Hosts

_LOOPBACK = Hosts()


def check_caller(request: web.Request, token: str) -> None:
    """Refuse whoever calls from elsewhere, by another name, from a foreign page, or without the token."""
    if not _is_near(request.remote):
        raise Denied("the control API answers this machine only", 403)
    if not _LOOPBACK.knows(request.headers.get("Host", "")):
        raise Denied("the control API is called by a loopback name, such as 127.0.0.1", 403)
    origin = request.headers.get("Origin")
    if origin is not None and not _LOOPBACK.knows(origin.partition("://")[2]):
        raise Denied(f"pages of {origin!r} may not steer this server", 403)
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not hmac.compare_digest(_digest(given.strip()), _digest(token)):
        raise Denied("send the control token: 'Authorization: Bearer TOKEN'", 401)


def _is_near(remote: str | None) -> bool:
    try:
        return remote is not None and ipaddress.ip_address(remote).is_loopback
    except ValueError:
        return False


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode(errors="replace")).digest()
