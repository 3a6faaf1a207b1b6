"""Users, bots and their pictures on the wire."""

import hashlib
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from dragoman_server import levels
from dragoman_server.call import VISITOR
from dragoman_server.timezones import canonical
from dragoman_server.world.access import may_see_email
from dragoman_server.world.records import EmailVisibility, Role, User
from dragoman_server.world.sight import UNKNOWN_NAME
from dragoman_server.world.world import World

MEDIUM = "&s=500"
"""How the query of an address asks for a larger picture."""


@lru_cache(maxsize=4096)
def gravatar_url(email: str, version: int, size: str) -> str:
    """Return where the picture is that belongs to an address; `size` is what its query tells of it."""
    return f"{gravatar_address(email)}{size}&version={version}"


def gravatar_address(text: str) -> str:
    """Return where a picture is that belongs to a text: somebody's own, or a pattern."""
    digest = hashlib.md5(text.lower().encode(), usedforsecurity=False).hexdigest()
    return f"https://secure.gravatar.com/avatar/{digest}?d=identicon"


def avatar_url(user: User, *, client_gravatar: bool) -> str | None:
    """Return the address of the user's picture; `None` if the client can make it from the address it sees."""
    if user.picture is not None:
        return f"/user_avatars/{user.picture}.png?version={user.avatar_version}"
    if client_gravatar and (user.is_bot or user.email_visibility is EmailVisibility.EVERYONE):
        return None
    return gravatar_url(user.delivery_email, user.avatar_version, "")


def medium_avatar_url(user: User) -> str:
    """Return the address of the user's picture in a larger size."""
    if user.picture is not None:
        return f"/user_avatars/{user.picture}-medium.png?version={user.avatar_version}"
    return gravatar_url(user.delivery_email, user.avatar_version, MEDIUM)


def picture_payload(user: User) -> dict[str, Any]:
    """Return what is told of a picture that was changed."""
    return {
        "avatar_source": avatar_source(user),
        "avatar_url": avatar_url(user, client_gravatar=False),
        "avatar_url_medium": medium_avatar_url(user),
        "avatar_version": user.avatar_version,
        "user_id": user.user_id,
    }


def avatar_source(user: User) -> str:
    """Return where the user's picture comes from: `U` for uploaded, `G` for made from the address."""
    return "G" if user.picture is None else "U"


def unknown_payload(world: World, user: User) -> dict[str, Any]:
    """Return what those are told of an account who do not see it: that there is somebody of that ID."""
    nobody = User(
        user_id=user.user_id,
        full_name=UNKNOWN_NAME,
        delivery_email="",
        email=f"user{user.user_id}@{world.organization.bot_domain}",
        date_joined=float(world.organization.date_created),
        email_visibility=EmailVisibility.NOBODY,
    )
    payload = user_payload(world, VISITOR, nobody, client_gravatar=False)
    return {**payload, "avatar_url": f"{world.url}/static/images/unknown-user-avatar.png"}


def user_payload(world: World, viewer: User, user: User, *, client_gravatar: bool) -> dict[str, Any]:
    """Return `user` as `viewer` sees them."""
    payload: dict[str, Any] = {
        "email": user.email,
        "user_id": user.user_id,
        "avatar_version": user.avatar_version,
        "is_admin": user.is_admin,
        "is_owner": user.role == Role.OWNER,
        "is_guest": user.is_guest,
        "role": user.role,
        "is_bot": user.is_bot,
        "full_name": user.full_name,
        "timezone": canonical(user.timezone),
        "is_active": user.is_active,
        "date_joined": datetime.fromtimestamp(user.date_joined, UTC).isoformat(),
        "delivery_email": user.delivery_email if may_see_email(viewer, user) else None,
        "avatar_url": avatar_url(user, client_gravatar=client_gravatar),
    }
    if world.level < levels.BILLING_ADMIN_GONE:
        payload["is_billing_admin"] = False
    if world.level >= levels.IMPORTED_STUB:
        payload["is_imported_stub"] = False
    if user.is_bot:
        payload |= {
            "bot_type": user.bot_type,
            "bot_owner_id": None if user.is_system_bot else user.bot_owner_id,
        }
    if user.is_system_bot:
        payload["is_system_bot"] = True
    return payload
