"""Making accounts, changing them, closing and opening them again."""

from typing import Any

from dragoman_server import failures
from dragoman_server.actions.settings import do_change_full_name
from dragoman_server.actions.users import (
    do_change_role,
    do_create_user,
    do_deactivate_user,
    do_reactivate_user,
)
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.names import NAME_FAILS, check_name
from dragoman_server.parameters import Json
from dragoman_server.permissions import ADMINISTRATORS
from dragoman_server.shapes.people import UserCreated
from dragoman_server.views.keys import check_email
from dragoman_server.world.access import access_user
from dragoman_server.world.records import Role, User


@endpoint(
    "POST",
    "/users",
    permission=ADMINISTRATORS,
    fails=(*NAME_FAILS, failures.MAY_NOT_CREATE_USERS, failures.NOT_AN_EMAIL, failures.EMAIL_IN_USE),
    emits=("realm_user/add", "user_group/add_members", "subscription/add", "subscription/peer_add"),
    answers=UserCreated,
)
def create_user(call: Call, *, email: str, password: str, full_name: str) -> dict[str, Any]:
    """Make an account.

    Source: POST /users.
    """
    if not call.user.can_create_users:
        raise failures.MAY_NOT_CREATE_USERS
    name = check_name(full_name)
    check_email(email)
    if call.world.users.by_login(email) is not None:
        raise failures.EMAIL_IN_USE(email=email)
    return {"user_id": do_create_user(call.world, email, password, name).user_id}


_ACCESS_FAILS = (failures.NO_SUCH_USER, failures.INSUFFICIENT, failures.NOT_OWNER)


@endpoint(
    "PATCH",
    "/users/{user_id}",
    fails=(*_ACCESS_FAILS, *NAME_FAILS, failures.INVALID_VALUE, failures.LAST_OWNER_ROLE),
    emits=("realm_user/update", "user_group/add_members", "user_group/remove_members"),
)
def update_user(
    call: Call, *, user_id: int, full_name: str | None = None, role: Json[int] | None = None
) -> None:
    """Change somebody's name or rank.

    Not in the spec: the operation.
    """
    user = _access(call, user_id)
    if role is not None and role != user.role:
        _check_role(call, user, role)
    name = None if full_name is None or full_name == user.full_name else check_name(full_name)
    if role is not None and role != user.role:
        do_change_role(call.world, user, Role(role))
    if name is not None:
        do_change_full_name(call.world, call.world.users[user_id], name)


def _check_role(call: Call, user: User, role: int) -> None:
    if role not in list(Role):
        raise failures.INVALID_VALUE(name="role")
    if Role.OWNER in (role, user.role):
        _check_owner(call)
    owners = [one for one in call.world.users if one.role == Role.OWNER and one.is_active]
    if owners == [user]:
        raise failures.LAST_OWNER_ROLE


@endpoint(
    "DELETE",
    "/users/{user_id}",
    fails=(*_ACCESS_FAILS, failures.USER_DEACTIVATED),
    emits=("realm_user/update",),
)
def deactivate_user(call: Call, *, user_id: int) -> None:
    """Close somebody's account.

    Not in the spec: the operation.
    """
    user = _access(call, user_id)
    if not user.is_active:
        raise failures.USER_DEACTIVATED
    if user.role == Role.OWNER:
        _check_owner(call)
    do_deactivate_user(call.world, user)


@endpoint(
    "POST",
    "/users/{user_id}/reactivate",
    fails=(failures.NO_SUCH_USER, failures.INSUFFICIENT),
    emits=("realm_user/update",),
)
def reactivate_user(call: Call, *, user_id: int) -> None:
    """Open somebody's account again.

    Not in the spec: the operation.
    """
    do_reactivate_user(call.world, _access(call, user_id))


def _access(call: Call, user_id: int) -> User:
    user = access_user(call.world, user_id)
    if not call.user.is_admin:
        raise failures.INSUFFICIENT
    return user


def _check_owner(call: Call) -> None:
    if call.user.role != Role.OWNER:
        raise failures.NOT_OWNER
