"""How a client comes by its key."""

import asyncio
import re
from typing import Any

from dragoman_server import failures
from dragoman_server.actions.bots import do_regenerate_key
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.permissions import ANYONE
from dragoman_server.shapes.keys import KeyFetched, KeyRegenerated
from dragoman_server.shapes.people import LoginsFound
from dragoman_server.world.records import User

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+|[^@\s]+@localhost")


@endpoint(
    "POST",
    "/fetch_api_key",
    permission=ANYONE,
    fails=(
        failures.NOT_AN_EMAIL,
        failures.WRONG_PASSWORD,
        failures.LOGIN_DEACTIVATED,
        failures.LOGIN_TO_DEACTIVATED,
    ),
    answers=KeyFetched,
)
async def fetch_api_key(call: Call, *, username: str, password: str) -> dict[str, Any]:
    """Return the key of the account with this address and password.

    Not in the spec: the operation.
    """
    check_email(username)
    world = call.world
    call.limits = world.password_limiter.headers(username.lower())
    call.limits = world.password_limiter.count(username.lower())
    user = world.users.by_login(username)
    user_id = None if user is None else user.user_id
    fits = await asyncio.to_thread(world.keys.password_fits, user_id, password)
    if user is None and _is_elsewhere(call, username):
        raise failures.UNKNOWN_HOST
    if user is None or not fits:
        raise failures.WRONG_PASSWORD
    world.password_limiter.forget(username.lower())
    return get_key(call, user)


@endpoint(
    "POST",
    "/dev_fetch_api_key",
    permission=ANYONE,
    fails=(
        failures.PRODUCTION,
        failures.NOT_AN_EMAIL,
        failures.WRONG_PASSWORD,
        failures.LOGIN_DEACTIVATED,
        failures.LOGIN_TO_DEACTIVATED,
    ),
    answers=KeyFetched,
)
def dev_fetch_api_key(call: Call, *, username: str) -> dict[str, Any]:
    """Return the key of the account with this address, without asking for a password.

    Source: POST /dev_fetch_api_key.
    """
    if not call.world.settings.development:
        raise failures.PRODUCTION
    check_email(username)
    user = call.world.users.by_login(username)
    if user is None and _is_elsewhere(call, username):
        raise failures.UNKNOWN_HOST
    if user is None:
        raise failures.WRONG_PASSWORD
    return get_key(call, user)


@endpoint(
    "GET",
    "/dev_list_users",
    permission=ANYONE,
    fails=(failures.PRODUCTION,),
    answers=LoginsFound,
)
def dev_list_users(call: Call) -> dict[str, Any]:
    """Return the addresses with which people may ask for keys without a password.

    Not in the spec: the operation.
    """
    if not call.world.settings.development:
        raise failures.PRODUCTION
    people = (one for one in call.world.users if one.is_active and not one.is_bot)
    ordered = sorted(people, key=lambda one: one.delivery_email)
    told = {True: list[dict[str, str]](), False: list[dict[str, str]]()}
    for one in ordered:
        told[one.is_admin].append({"email": one.delivery_email, "realm_url": call.world.url})
    return {"direct_admins": told[True], "direct_users": told[False]}


@endpoint("POST", "/users/me/api_key/regenerate", emits=("realm_bot/update",), answers=KeyRegenerated)
def regenerate_own_key(call: Call) -> dict[str, Any]:
    """Give the caller a new key; the old one is worth nothing from now on.

    Not in the spec: the operation.
    """
    return {"api_key": do_regenerate_key(call.world, call.user)}


def get_key(call: Call, user: User) -> dict[str, Any]:
    """Return the answer that carries an account's key."""
    if call.world.organization.deactivated:
        raise failures.LOGIN_TO_DEACTIVATED
    if not user.is_active:
        raise failures.LOGIN_DEACTIVATED
    return {
        "api_key": call.world.keys.key(user.user_id),
        "email": user.delivery_email,
        "user_id": user.user_id,
    }


def _is_elsewhere(call: Call, email: str) -> bool:
    """Tell whether an account of another organisation, of which a dump told, has this address."""
    told = (str(one.get("delivery_email", "")) for one in call.world.kept.strangers)
    return any(one.lower() == email.lower() for one in told)


def check_email(text: str) -> None:
    """Refuse what is no address."""
    if not _EMAIL.fullmatch(text):
        raise failures.NOT_AN_EMAIL
