"""Making accounts, changing them, closing and opening them again."""

import asyncio
from typing import Annotated, Any, Literal

from dragoman_server import failures
from dragoman_server.actions.profile import do_change_profile, do_clear_profile
from dragoman_server.actions.settings import do_change_full_name
from dragoman_server.actions.users import (
    CREATING_EMITS,
    NewAccount,
    do_change_email,
    do_change_role,
    do_create_user,
    do_deactivate_user,
    do_reactivate_user,
)
from dragoman_server.address_rules import NEW_ACCOUNT_FAILS, check_new_account
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.names import FREE_NAME_FAILS, check_free_name
from dragoman_server.parameters import Json, Offered
from dragoman_server.permissions import ADMINISTRATORS
from dragoman_server.profile_rules import SAID_FAILS, Said, check_said_all
from dragoman_server.shapes.people import UserCreated
from dragoman_server.world.access import access_user
from dragoman_server.world.keys import hash_password
from dragoman_server.world.records import Role, User

LONGEST_COMMENT = 2000

AnyRole = Json[Literal[100, 200, 300, 400, 600]]


@endpoint(
    "POST",
    "/users",
    permission=ADMINISTRATORS,
    fails=(*FREE_NAME_FAILS, *NEW_ACCOUNT_FAILS, failures.MAY_NOT_CREATE_USERS),
    emits=CREATING_EMITS,
    answers=UserCreated,
)
async def create_user(call: Call, *, email: str, password: str, full_name: str) -> dict[str, Any]:
    """Make an account.

    Source: POST /users.
    """
    _check_new(call, email, full_name)
    hashed = await asyncio.to_thread(hash_password, password)
    # Somebody may have been quicker in the meantime.
    name = _check_new(call, email, full_name)
    with call.acting():
        new = NewAccount(email=email, full_name=name, password_hash=hashed)
        return {"user_id": do_create_user(call.world, new).user_id}


def _check_new(call: Call, email: str, full_name: str) -> str:
    """Return the name of an account that may be made."""
    if not call.user.can_create_users:
        raise failures.MAY_NOT_CREATE_USERS
    name = check_free_name(call.world, full_name)
    check_new_account(call.world, email)
    return name


_SAID_FAILS = tuple(one for one in SAID_FAILS if one is not failures.NOT_SAID_HERE)
_ACCESS_FAILS = (failures.NO_SUCH_USER, failures.INSUFFICIENT, failures.NOT_OWNER)


@endpoint(
    "PATCH",
    "/users/{user_id}",
    fails=(
        *(*_ACCESS_FAILS, *FREE_NAME_FAILS, *_SAID_FAILS, *NEW_ACCOUNT_FAILS, failures.LAST_OWNER_ROLE),
        failures.MAY_NOT_CHANGE_EMAILS,
    ),
    emits=(
        *("realm_user/update", "realm_bot/update", "user_group/add_members", "user_group/remove_members"),
        *("stream/create", "stream/delete", "subscription/peer_add"),
    ),
)
def update_user(
    call: Call,
    *,
    user_id: int,
    full_name: str | None = None,
    role: AnyRole | None = None,
    profile_data: Json[list[Said]] | None = None,
    new_email: Annotated[str | None, Offered(since=285)] = None,
) -> None:
    """Change somebody's name, rank, address, or what they say about themselves.

    Not in the spec: the operation.
    """
    world = call.world
    user = access_managed(call, user_id)
    if role is not None and role != user.role:
        check_role_change(call, user, role)
    name = None
    if full_name and full_name.strip() and full_name != user.full_name:
        name = check_free_name(world, full_name, user_id)
    said = check_said_all(world, profile_data or [], by_owner=False)
    if new_email is not None and new_email != user.delivery_email:
        _check_new_email(call, new_email)
    if role is not None and role != user.role:
        do_change_role(world, user, Role(role))
    if name is not None:
        do_change_full_name(world, world.users[user_id], name)
    for field, value in said:
        if value is not None:
            do_change_profile(world, world.users[user_id], field, value)
        else:
            do_clear_profile(world, world.users[user_id], field)
    if new_email is not None and new_email != user.delivery_email:
        do_change_email(world, world.users[user_id], new_email)


def check_role_change(call: Call, user: User, role: int) -> None:
    """Refuse a rank that the caller may not give to that account, or take from it."""
    if Role.OWNER in (role, user.role):
        _check_owner(call)
    if is_last_owner(call, user):
        raise failures.LAST_OWNER_ROLE


def is_last_owner(call: Call, user: User) -> bool:
    """Tell whether an account is the only one that owns the organisation."""
    owners = [one for one in call.world.users if one.role == Role.OWNER and one.is_active and not one.is_bot]
    return owners == [user]


def _check_new_email(call: Call, email: str) -> None:
    if not call.user.can_change_user_emails:
        raise failures.MAY_NOT_CHANGE_EMAILS
    check_new_account(call.world, email)


@endpoint(
    "DELETE",
    "/users/{user_id}",
    fails=(*_ACCESS_FAILS, failures.USER_DEACTIVATED, failures.LAST_USER, failures.TOO_LONG),
    emits=(
        *("realm_user/update", "realm_bot/update", "invites_changed"),
        *("user_group/remove_members", "subscription/peer_remove"),
    ),
)
def deactivate_user(call: Call, *, user_id: int, deactivation_notification_comment: str = "") -> None:
    """Close somebody's account.

    Not in the spec: the operation.
    """
    if len(deactivation_notification_comment) > LONGEST_COMMENT:
        raise failures.TOO_LONG(name="deactivation_notification_comment", limit=LONGEST_COMMENT)
    user = access_user(call.world, user_id)
    if user.is_bot:
        raise failures.NO_SUCH_USER
    if not user.is_active:
        raise failures.USER_DEACTIVATED
    access_managed(call, user_id)
    if user.role == Role.OWNER:
        _check_owner(call)
    if is_last_owner(call, user):
        raise failures.LAST_USER(is_last_owner=True, entity="organization owner")
    do_deactivate_user(call.world, user)


@endpoint(
    "DELETE",
    "/users/me",
    fails=(failures.LAST_USER,),
    emits=(
        *("realm_user/update", "realm_bot/update", "invites_changed"),
        *("user_group/remove_members", "subscription/peer_remove"),
    ),
)
def deactivate_own_account(call: Call) -> None:
    """Close the caller's own account.

    Not in the spec: the operation.
    """
    active = [one for one in call.world.users if one.is_active and not one.is_bot]
    if active == [call.user]:
        raise failures.LAST_USER(is_last_owner=False, entity="user")
    if is_last_owner(call, call.user):
        raise failures.LAST_USER(is_last_owner=True, entity="organization owner")
    do_deactivate_user(call.world, call.user)


@endpoint(
    "POST",
    "/users/{user_id}/reactivate",
    fails=(failures.NO_SUCH_USER, failures.INSUFFICIENT, failures.BOT_IS_BACK),
    emits=("realm_user/update", "realm_bot/update", "user_group/add_members", "subscription/peer_add"),
)
def reactivate_user(call: Call, *, user_id: int) -> None:
    """Open somebody's account again.

    Not in the spec: the operation.
    """
    user = access_managed(call, user_id)
    twins = [one for one in call.world.users if one.full_name == user.full_name and one.is_active]
    if user.is_bot and not user.is_active and twins:
        raise failures.BOT_IS_BACK(full_name=user.full_name)
    do_reactivate_user(call.world, user)


def access_managed(call: Call, user_id: int) -> User:
    """Return an account that the caller may change: any to an administrator, their bots to everybody."""
    user = access_user(call.world, user_id)
    if user.is_system_bot:
        raise failures.NO_SUCH_USER
    if not call.user.is_admin and user.bot_owner_id != call.user.user_id:
        raise failures.INSUFFICIENT
    return user


def _check_owner(call: Call) -> None:
    if call.user.role != Role.OWNER:
        raise failures.NOT_OWNER
