"""The settings of accounts, and those with which new accounts begin."""

import asyncio
from typing import Annotated, Unpack

import msgspec

from dragoman_server import failures
from dragoman_server.account_settings import (
    SETTINGS_FAILS,
    AccountSettings,
    SharedSettings,
    check_settings,
    check_timezone,
)
from dragoman_server.actions.newcomers import do_begin_email_change
from dragoman_server.actions.settings import (
    SETTINGS_EMITS,
    do_change_default,
    do_change_full_name,
    do_change_setting,
)
from dragoman_server.address_rules import SENTENCES, address_trouble
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.names import FREE_NAME_FAILS, check_free_name
from dragoman_server.parameters import Json, Offered
from dragoman_server.permissions import ADMINISTRATORS, PEOPLE
from dragoman_server.recipients import get_person
from dragoman_server.world.keys import hash_password

FAILS = (
    *SETTINGS_FAILS,
    *FREE_NAME_FAILS,
    *(failures.NO_SUCH_TIME_ZONE, failures.WRONG_OLD_PASSWORD, failures.BAD_NEW_ADDRESS),
    *(failures.ADDRESS_TAKEN, failures.EMAIL_CHANGES_DISABLED, failures.NOT_ADMINISTRATOR),
    *(failures.UNSUPPORTED_COMBINATION, failures.INVALID_USER_ID, failures.INVALID_GROUP),
)


class TargetUsers(msgspec.Struct, frozen=True, kw_only=True):
    """Whose settings change instead of the caller's."""

    user_ids: list[int] = []
    group_ids: list[int] = []
    """Of these groups the active members."""

    skip_if_already_edited: bool = False
    """Whether a setting that its owner once changed is left as it is."""


@endpoint("PATCH", "/settings/notifications", permission=PEOPLE, fails=FAILS, emits=SETTINGS_EMITS)
@endpoint("PATCH", "/settings/display", permission=PEOPLE, fails=FAILS, emits=SETTINGS_EMITS)
@endpoint("PATCH", "/settings", permission=PEOPLE, fails=FAILS, emits=SETTINGS_EMITS)
async def update_settings(
    call: Call,
    *,
    full_name: str = "",
    email: str = "",
    old_password: str = "",
    new_password: str = "",
    target_users: Annotated[Json[TargetUsers] | None, Offered(since=444)] = None,
    **settings: Unpack[AccountSettings],
) -> None:
    """Change the caller's settings, or as an administrator those of others.

    Source: PATCH /settings.
    """
    check_settings(settings, call.level)
    check_timezone(settings.get("timezone"))
    own = {"full_name": full_name, "email": email, "new_password": new_password}
    if target_users is not None:
        with call.acting():
            _change_others(call, target_users, own, settings)
        return
    hashed = await _hash_new_password(call, old_password, new_password)
    # From here on nothing waits, so that all settings of one request change together.
    with call.acting():
        _change_own(call, own, hashed, settings)


def _change_own(call: Call, own: dict[str, str], hashed: str | None, settings: AccountSettings) -> None:
    email = _read_new_email(call, own["email"])
    name = _read_name(call, own["full_name"])
    if hashed is not None:
        call.world.keys.set_password_hash(call.user.user_id, hashed)
    if email:
        do_begin_email_change(call.world, call.user, email)
    if name:
        do_change_full_name(call.world, call.user, name)
    edited = call.world.personal.of(call.user.user_id).edited_settings | settings.keys()
    call.world.personal.change(call.user.user_id, edited_settings=edited)
    for setting, value in settings.items():
        do_change_setting(call.world, call.user.user_id, setting, value)


def _change_others(call: Call, target: TargetUsers, own: dict[str, str], settings: AccountSettings) -> None:
    if not call.user.is_admin:
        raise failures.NOT_ADMINISTRATOR
    together = [name for name, value in own.items() if value]
    if together:
        raise failures.UNSUPPORTED_COMBINATION(parameters=", ".join(["target_users", *together]))
    for user_id in _targets(call, target):
        edited = call.world.personal.of(user_id).edited_settings
        for setting, value in settings.items():
            if not (target.skip_if_already_edited and setting in edited):
                do_change_setting(call.world, user_id, setting, value)


def _targets(call: Call, target: TargetUsers) -> list[int]:
    """Return whose settings change, rising."""
    world = call.world
    wanted = {get_person(world, user_id).user_id for user_id in target.user_ids}
    for group_id in target.group_ids:
        group = world.groups.get(group_id)
        if group is None:
            raise failures.INVALID_GROUP
        wanted.update(one.user_id for one in world.users if world.groups.holds(group_id, one))
    return sorted(one for one in wanted if world.users[one].is_active and not world.users[one].is_bot)


async def _hash_new_password(call: Call, old: str, new: str) -> str | None:
    """Return what is kept of a new password; refuses it without the old one."""
    if not new:
        return None
    call.world.password_limiter.count(call.user.delivery_email.lower())
    if not await asyncio.to_thread(call.world.keys.password_fits, call.user.user_id, old):
        raise failures.WRONG_OLD_PASSWORD
    return await asyncio.to_thread(hash_password, new)


def _read_new_email(call: Call, email: str) -> str:
    """Return an address that is to become the caller's; refuses one that cannot."""
    if not email or email == call.user.delivery_email:
        return ""
    if call.world.setting("email_changes_disabled") and not call.user.is_admin:
        raise failures.EMAIL_CHANGES_DISABLED
    trouble = address_trouble(call.world, email)
    if trouble is not None:
        raise failures.BAD_NEW_ADDRESS(what=SENTENCES[trouble])
    if call.world.users.by_login(email) is not None:
        raise failures.ADDRESS_TAKEN
    return email


def _read_name(call: Call, full_name: str) -> str:
    """Return the new name; nothing where names are fixed, which only administrators may pass over."""
    fixed = call.world.setting("name_changes_disabled") and not call.user.is_admin
    if not full_name or full_name == call.user.full_name or fixed:
        return ""
    return check_free_name(call.world, full_name, call.user.user_id)


@endpoint(
    "PATCH",
    "/realm/user_settings_defaults",
    permission=ADMINISTRATORS,
    fails=SETTINGS_FAILS,
    emits=("realm_user_settings_defaults/update",),
)
def update_default_settings(call: Call, **settings: Unpack[SharedSettings]) -> None:
    """Change the settings with which new accounts begin.

    Source: Referenced operations.
    """
    check_settings(settings, call.level)
    for setting, value in settings.items():
        do_change_default(call.world, setting, value)
