"""What register tells about people, bots and groups."""

from typing import Any

from dragoman_server import levels
from dragoman_server.payloads.bots import bot_payload
from dragoman_server.payloads.groups import group_payload
from dragoman_server.payloads.personal import presences_payload, presences_since, status_payload
from dragoman_server.payloads.users import (
    avatar_source,
    avatar_url,
    medium_avatar_url,
    unknown_payload,
    user_payload,
)
from dragoman_server.snapshot.section import Asked, section
from dragoman_server.snapshot.visitor import visitor_sees
from dragoman_server.world.channel_permissions import (
    may_create_channels,
    may_open_to_the_web,
    may_subscribe_others,
)
from dragoman_server.world.records import Role, User
from dragoman_server.world.sight import sees


@section("realm_user")
def people(asked: Asked) -> dict[str, Any]:
    """Return everybody, and who the user is."""
    own = asked.user
    may_create_private = may_create_channels(asked.world, own, private=True)
    may_create_public = may_create_channels(asked.world, own, private=False)
    everybody = [user for user in asked.world.users if not user.is_system_bot and _is_told(asked, user)]
    old = {"is_billing_admin": False} if asked.world.level < levels.BILLING_ADMIN_GONE else {}
    return old | {
        "cross_realm_bots": [_show_system(asked, user) for user in asked.world.users if user.is_system_bot],
        "avatar_source": avatar_source(own),
        "avatar_url_medium": medium_avatar_url(own),
        "avatar_url": avatar_url(own, client_gravatar=False),
        "can_create_private_streams": may_create_private,
        "can_create_public_streams": may_create_public,
        "can_create_streams": may_create_private or may_create_public,
        "can_create_web_public_streams": may_open_to_the_web(asked.world, own),
        "can_subscribe_other_users": may_subscribe_others(asked.world, own),
        "can_invite_others_to_realm": own.role <= Role.MEMBER and not own.is_bot,
        "is_admin": own.is_admin,
        "is_owner": own.role == Role.OWNER,
        "is_moderator": own.role <= Role.MODERATOR,
        "is_guest": own.is_guest,
        "user_id": own.user_id,
        "email": own.email,
        "delivery_email": own.delivery_email,
        "full_name": own.full_name,
        "realm_users": [_show(asked, user) for user in everybody if user.is_active],
        "realm_non_active_users": [_show(asked, user) for user in everybody if not user.is_active],
    }


def _show_system(asked: Asked, user: User) -> dict[str, Any]:
    return user_payload(asked.world, asked.user, user, client_gravatar=False)


def _is_told(asked: Asked, user: User) -> bool:
    """Tell whether a client hears of somebody at all: it may know what to make of those it does not see."""
    incomplete = "user_list_incomplete" in asked.capabilities and not asked.is_anonymous
    return not incomplete or sees(asked.world, asked.user, user)


def _show(asked: Asked, user: User) -> dict[str, Any]:
    """Return a person without saying whether they are active, which is said by where they stand."""
    if asked.is_anonymous:
        return visitor_sees(asked.world, user)
    is_seen = sees(asked.world, asked.user, user)
    if is_seen:
        payload = user_payload(asked.world, asked.user, user, client_gravatar=asked.client_gravatar)
    else:
        payload = unknown_payload(asked.world, user)
    del payload["is_active"]
    if not user.is_bot and is_seen:
        payload["profile_data"] = user.profile_data
    return payload


@section("realm_bot")
def bots(asked: Asked) -> dict[str, Any]:
    """Return the bots that the user owns or, as an administrator, looks after."""
    seen = [
        user
        for user in asked.world.users
        if user.is_bot
        and not user.is_system_bot
        and (asked.user.is_admin or user.bot_owner_id == asked.user.user_id)
    ]
    return {"realm_bots": [bot_payload(asked.world, bot) for bot in seen]}


@section("realm_user_groups")
def groups(asked: Asked) -> dict[str, Any]:
    """Return the user groups, those of the system included."""
    shown = (
        group
        for group in asked.world.groups
        if "include_deactivated_groups" in asked.capabilities or not group.deactivated
    )
    return {"realm_user_groups": [group_payload(asked.world, group) for group in shown]}


@section("presence")
def presences(asked: Asked) -> dict[str, Any]:
    """Return who is present, or was within the days that are asked for."""
    world = asked.world
    found = [] if asked.is_anonymous else presences_since(world, asked.user, days=asked.presence_history_days)
    state: dict[str, Any] = {
        "presences": presences_payload(found, slim=asked.slim_presence),
        "server_timestamp": world.clock.now(),
    }
    if world.level >= levels.PRESENCE_UPDATE_ID:
        state["presence_last_update_id"] = max((one.update_id for _, one in found), default=-1)
    return state


@section("user_status")
def statuses(asked: Asked) -> dict[str, Any]:
    """Return what everybody says about themselves at the moment; whoever says nothing is left out."""
    seen = (one for one in asked.world.users if not asked.is_anonymous and sees(asked.world, asked.user, one))
    told = {str(user.user_id): status_payload(asked.world, user) for user in seen}
    return {"user_status": {user_id: status for user_id, status in told.items() if status}}
