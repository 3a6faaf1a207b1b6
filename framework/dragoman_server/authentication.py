"""HTTP Basic with address and API key, or a key in the address: who calls, or why nobody does."""

import base64
import binascii
from functools import lru_cache

from dragoman_server import failures
from dragoman_server.world.keys import is_key
from dragoman_server.world.records import BotType, User
from dragoman_server.world.world import World

CHALLENGE = 'Basic realm="zulip"'
"""Sent as `WWW-Authenticate` with every 401 to programs."""

WEB_CHALLENGE = 'Session realm="zulip"'
"""Sent as `WWW-Authenticate` with every 401 at the addresses of the web's own client."""


def authenticate(world: World, header: str | None) -> User:
    """Return the account that the `Authorization` header proves."""
    if header is None:
        raise failures.NOT_LOGGED_IN
    email, key = _read_basic(header)
    if not is_key(key):
        raise failures.MALFORMED_KEY
    user = world.users.by_login(email)
    # The key is compared also when there is no such account, so that both answers take as long.
    if not world.keys.key_fits(None if user is None else user.user_id, key) or user is None:
        raise failures.INVALID_KEY
    if world.organization.deactivated:
        raise failures.ORGANIZATION_DEACTIVATED
    if not user.is_active:
        raise failures.DEACTIVATED
    return user


def authenticate_by_key(world: World, key: str) -> User:
    """Return the account whose API key stands in an address.

    So ask those for a file who cannot send a header.
    """
    key = key.strip()
    if not is_key(key):
        raise failures.MALFORMED_URL_KEY
    user_id = world.keys.holder_of(key)
    if user_id is None:
        raise failures.INVALID_URL_KEY
    if world.organization.deactivated:
        raise failures.LOGIN_TO_DEACTIVATED
    user = world.users[user_id]
    if not user.is_active:
        raise failures.LOGIN_DEACTIVATED
    if user.bot_type is BotType.INCOMING_WEBHOOK:
        raise failures.WEBHOOK_BOT_BY_URL_KEY
    return user


@lru_cache(maxsize=1024)
def _read_basic(header: str) -> tuple[str, str]:
    scheme, _, encoded = header.partition(" ")
    if scheme.lower() != "basic":
        raise (failures.NOT_BASIC if scheme else failures.BAD_HEADER)
    try:
        text = base64.b64decode(encoded.strip(), validate=True).decode()
    except (binascii.Error, ValueError):
        raise failures.BAD_HEADER from None
    email, colon, key = text.partition(":")
    if not colon or ":" in key:
        raise failures.BAD_HEADER
    return email, key.strip()
