"""Who a request says it is from, and whom a name means, for those who look on from outside."""

import base64
import binascii

from aiohttp import web

from dragoman_server.world.records import User
from dragoman_server.world.world import World

_NOBODY: frozenset[str] = frozenset()


def claimed_email(header: str | None) -> str | None:
    """Return the address in an `Authorization` header, whether or not the key fits; `None` without one."""
    scheme, _, encoded = (header or "").partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        return base64.b64decode(encoded.strip(), validate=True).decode().partition(":")[0]
    except (binascii.Error, ValueError):
        return None


def caller_of(world: World, request: web.Request) -> User | None:
    """Return the account that a request says it is from."""
    email = claimed_email(request.headers.get("Authorization"))
    return None if email is None else world.users.by_login(email)


def names_of(user: User | None) -> frozenset[str]:
    """Return by what an account is called: ID, addresses, full name, without regard to case."""
    if user is None:
        return _NOBODY
    spoken = (str(user.user_id), user.delivery_email, user.email, user.full_name)
    return frozenset(name.casefold() for name in spoken)


def find_account(world: World, name: str | int) -> User:
    """Return the account of that ID, address, full name, or short name in the dump that was loaded.

    Fails with LookupError, which lists who there is.
    """
    wanted = str(name).casefold()
    for user in world.users:
        if wanted in names_of(user) or wanted == world.kept.names.get(user.user_id, "").casefold() != "":
            return user
    known = ", ".join(user.full_name for user in world.users if user.is_active and not user.is_system_bot)
    raise LookupError(f"there is no account {str(name)!r}; there are: {known}")
