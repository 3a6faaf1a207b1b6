"""User groups: which there are, who is in them, and who may do what with them."""

from typing import Annotated, Any

from dragoman_server import failures
from dragoman_server.actions.user_groups import (
    do_add_members,
    do_add_subgroups,
    do_change_group_permission,
    do_create_group,
    do_deactivate_group,
    do_delete_group,
    do_reactivate_group,
    do_remove_members,
    do_remove_subgroups,
    do_update_group,
)
from dragoman_server.call import Call
from dragoman_server.channel_settings import HOLDER_FAILS, GroupChoice
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json, Offered
from dragoman_server.payloads.groups import group_payload, told_members
from dragoman_server.permissions import GROUP_KEEPERS
from dragoman_server.shapes.groups import (
    MembersFound,
    MembershipFound,
    SubgroupsFound,
    UserGroupCreated,
    UserGroupsFound,
)
from dragoman_server.user_group_rules import (
    NAME_FAILURES,
    SettingChange,
    access_group,
    access_group_to_manage,
    check_group_name,
    check_members,
    check_subgroups,
    read_changes,
    read_permissions,
    uses_of_group,
)
from dragoman_server.world.access import access_user
from dragoman_server.world.group_permissions import may_add_members, may_create_groups, may_remove_members
from dragoman_server.world.records import Group

Choice = Json[GroupChoice] | None
Change = Json[SettingChange] | None


@endpoint("GET", "/user_groups", permission=GROUP_KEEPERS, answers=UserGroupsFound)
def get_user_groups(
    call: Call, *, include_deactivated_groups: Annotated[Json[bool], Offered(since=294)] = False
) -> dict[str, Any]:
    """Return the user groups, those of the system included.

    Not in the spec: the operation; the objects are those of register.
    """
    world = call.world
    shown = (group for group in world.groups if include_deactivated_groups or not group.deactivated)
    return {"user_groups": [group_payload(world, group) for group in shown]}


@endpoint(
    "POST",
    "/user_groups/create",
    permission=GROUP_KEEPERS,
    fails=(
        failures.INSUFFICIENT,
        *NAME_FAILURES,
        failures.NO_SUCH_MEMBER,
        failures.NO_SUCH_GROUP_ID,
        *HOLDER_FAILS,
    ),
    emits=("user_group/add",),
    answers=UserGroupCreated,
)
def create_user_group(
    call: Call,
    *,
    name: str,
    description: str,
    members: Json[list[int]],
    subgroups: Annotated[Json[list[int]], Offered(since=311)] = [],  # noqa: B006 - never changed
    can_mention_group: Choice = None,
    can_manage_group: Annotated[Choice, Offered(since=283)] = None,
    can_join_group: Annotated[Choice, Offered(since=301)] = None,
    can_add_members_group: Annotated[Choice, Offered(since=305)] = None,
    can_leave_group: Annotated[Choice, Offered(since=308)] = None,
    can_remove_members_group: Annotated[Choice, Offered(since=324)] = None,
) -> dict[str, Any]:
    """Make a user group.

    Not in the spec: the operation.
    """
    world = call.world
    if not may_create_groups(world, call.user):
        raise failures.INSUFFICIENT
    people = check_members(world, members)
    group = do_create_group(
        world,
        call.user,
        name=check_group_name(world, name),
        description=description,
        members=people,
        subgroups=check_subgroups(world, subgroups, in_use=True),
        permissions=read_permissions(
            world,
            can_mention_group=can_mention_group,
            can_manage_group=can_manage_group,
            can_join_group=can_join_group,
            can_add_members_group=can_add_members_group,
            can_leave_group=can_leave_group,
            can_remove_members_group=can_remove_members_group,
        ),
    )
    return {"group_id": group.id} if call.level >= 317 else {}


@endpoint(
    "PATCH",
    "/user_groups/{user_group_id}",
    permission=GROUP_KEEPERS,
    fails=(
        *HOLDER_FAILS,
        failures.INSUFFICIENT,
        failures.NO_NEW_DATA,
        *NAME_FAILURES,
        failures.NOT_AS_EXPECTED,
    ),
    emits=("user_group/update", "user_group/add"),
)
def update_user_group(
    call: Call,
    *,
    user_group_id: int,
    name: str | None = None,
    description: str | None = None,
    deactivated: Annotated[Json[bool] | None, Offered(since=386)] = None,
    can_mention_group: Change = None,
    can_manage_group: Annotated[Change, Offered(since=283)] = None,
    can_join_group: Annotated[Change, Offered(since=301)] = None,
    can_add_members_group: Annotated[Change, Offered(since=305)] = None,
    can_leave_group: Annotated[Change, Offered(since=308)] = None,
    can_remove_members_group: Annotated[Change, Offered(since=324)] = None,
) -> None:
    """Change a user group's name, description or permissions, or bring it back into use.

    Not in the spec: the operation.
    """
    world = call.world
    changes = {
        "can_mention_group": can_mention_group,
        "can_manage_group": can_manage_group,
        "can_join_group": can_join_group,
        "can_add_members_group": can_add_members_group,
        "can_leave_group": can_leave_group,
        "can_remove_members_group": can_remove_members_group,
    }
    if all(one is None for one in (name, description, deactivated, *changes.values())):
        raise failures.NO_NEW_DATA
    group = access_group_to_manage(world, call.user, user_group_id)
    wanted = {} if name is None else {"name": check_group_name(world, name, group)}
    wanted |= {} if description is None else {"description": description}
    permissions = read_changes(world, group, **changes)
    if deactivated is False and group.deactivated:
        do_reactivate_group(world, group)
    differing = {key: value for key, value in wanted.items() if value != getattr(group, key)}
    if differing:
        do_update_group(world, access_group(world, user_group_id), **differing)
    for key, setting in permissions.items():
        do_change_group_permission(world, access_group(world, user_group_id), key, setting)


@endpoint(
    "DELETE",
    "/user_groups/{user_group_id}",
    permission=GROUP_KEEPERS,
    fails=(failures.INVALID_GROUP, failures.INSUFFICIENT),
    emits=("user_group/remove",),
    until=290,
)
def delete_user_group(call: Call, *, user_group_id: int) -> None:
    """Delete a user group, for good.

    Not in the spec: the operation.
    """
    do_delete_group(call.world, access_group_to_manage(call.world, call.user, user_group_id))


@endpoint(
    "POST",
    "/user_groups/{user_group_id}/deactivate",
    permission=GROUP_KEEPERS,
    fails=(failures.INVALID_GROUP, failures.INSUFFICIENT, failures.GROUP_DEACTIVATED, failures.GROUP_IN_USE),
    emits=("user_group/update", "user_group/remove"),
    since=290,
)
def deactivate_user_group(call: Call, *, user_group_id: int) -> None:
    """Put a user group out of use; what names it must be changed before.

    Not in the spec: the operation.
    """
    group = access_group_to_manage(call.world, call.user, user_group_id)
    if group.deactivated:
        raise failures.GROUP_DEACTIVATED
    uses = uses_of_group(call.world, group)
    if uses:
        raise failures.GROUP_IN_USE(objections=uses)
    do_deactivate_group(call.world, group)


@endpoint(
    "GET",
    "/user_groups/{user_group_id}/members",
    permission=GROUP_KEEPERS,
    fails=(failures.INVALID_GROUP,),
    answers=MembersFound,
)
def get_group_members(
    call: Call, *, user_group_id: int, direct_member_only: Json[bool] = False
) -> dict[str, Any]:
    """Return who is in a user group, through its subgroups too.

    Not in the spec: the operation.
    """
    groups = call.world.groups
    group = access_group(call.world, user_group_id)
    found = groups.direct_members(group) if direct_member_only else groups.members(group)
    return {"members": told_members(call.world, found)}


@endpoint(
    "POST",
    "/user_groups/{user_group_id}/members",
    permission=GROUP_KEEPERS,
    fails=(
        failures.INVALID_GROUP,
        failures.INSUFFICIENT,
        failures.GROUP_DEACTIVATED,
        failures.NOTHING_TO_DO,
        failures.NO_SUCH_MEMBER,
        failures.ALREADY_MEMBER,
        failures.NOT_A_MEMBER,
        failures.NO_SUCH_GROUP_ID,
        failures.ALREADY_SUBGROUP,
        failures.NOT_A_SUBGROUP,
        failures.GROUP_CYCLE,
    ),
    emits=(
        "user_group/add_members",
        "user_group/remove_members",
        "user_group/add_subgroups",
        "user_group/remove_subgroups",
        "message",
    ),
)
def change_group_members(
    call: Call,
    *,
    user_group_id: int,
    delete: Json[list[int]] = [],  # noqa: B006 - never changed
    add: Json[list[int]] = [],  # noqa: B006 - never changed
    delete_subgroups: Annotated[Json[list[int]], Offered(since=311)] = [],  # noqa: B006 - never changed
    add_subgroups: Annotated[Json[list[int]], Offered(since=311)] = [],  # noqa: B006 - never changed
) -> None:
    """Put people and groups into a user group and take others out: all of it, or nothing.

    Source: POST /user_groups/{user_group_id}/members.
    """
    if not (add or delete or add_subgroups or delete_subgroups):
        raise failures.NOTHING_TO_DO
    group = access_group(call.world, user_group_id)
    added, removed = _check_change_of_members(call, group, add, delete)
    subgroups = _check_change_of_subgroups(call, group, add_subgroups, delete_subgroups)
    if added:
        do_add_members(call.world, call.user, group, added)
    if removed:
        do_remove_members(call.world, call.user, group, removed)
    _change_subgroups(call, group, *subgroups)


def _check_change_of_members(
    call: Call, group: Group, add: list[int], delete: list[int]
) -> tuple[list[int], list[int]]:
    """Return who is to be put in and who taken out, where all of that is possible and allowed."""
    world = call.world
    adds = not add or may_add_members(world, call.user, group, set(add))
    removes = not delete or may_remove_members(world, call.user, group, set(delete))
    if not (adds and removes):
        raise failures.INSUFFICIENT
    if group.deactivated:
        raise failures.GROUP_DEACTIVATED
    added, removed = check_members(world, add), check_members(world, delete)
    for user_id in added:
        if user_id in group.members:
            raise failures.ALREADY_MEMBER(user_id=user_id)
    for user_id in removed:
        # Somebody who is put in by the same call is a member by then.
        if user_id not in group.members and user_id not in added:
            raise failures.NOT_A_MEMBER(user_id=user_id)
    return added, removed


def _check_change_of_subgroups(
    call: Call, group: Group, add: list[int], delete: list[int]
) -> tuple[list[int], list[int]]:
    """Return which groups are to be put in and which taken out, where all of that is possible and allowed."""
    world = call.world
    adds = not add or may_add_members(world, call.user, group, set())
    removes = not delete or may_remove_members(world, call.user, group, set())
    if not (adds and removes):
        raise failures.INSUFFICIENT
    if group.deactivated:
        raise failures.GROUP_DEACTIVATED
    added, removed = check_subgroups(world, add, in_use=True), check_subgroups(world, delete)
    for group_id in added:
        if group_id in group.subgroups:
            raise failures.ALREADY_SUBGROUP(group_id=group_id)
        if group_id == group.id or group.id in world.groups.within(access_group(world, group_id)):
            raise failures.GROUP_CYCLE(group_id=group.id)
    for group_id in removed:
        if group_id not in group.subgroups and group_id not in added:
            raise failures.NOT_A_SUBGROUP(group_id=group_id)
    return added, removed


def _change_subgroups(call: Call, group: Group, added: list[int], removed: list[int]) -> None:
    if added:
        do_add_subgroups(call.world, group, added)
    if removed:
        do_remove_subgroups(call.world, group, removed)


@endpoint(
    "GET",
    "/user_groups/{user_group_id}/members/{user_id}",
    permission=GROUP_KEEPERS,
    fails=(failures.INVALID_GROUP, failures.NO_SUCH_USER),
    answers=MembershipFound,
)
def get_is_group_member(
    call: Call, *, user_group_id: int, user_id: int, direct_member_only: Json[bool] = False
) -> dict[str, Any]:
    """Return whether somebody is in a user group.

    Source: GET /user_groups/{user_group_id}/members/{user_id}.
    """
    world = call.world
    group = access_group(world, user_group_id)
    user = access_user(world, user_id)
    # Before level 458 a bot could not be asked about.
    if user.is_bot and world.level < 458:
        raise failures.NO_SUCH_USER
    found = world.groups.direct_members(group) if direct_member_only else world.groups.members(group)
    return {"is_user_group_member": user_id in told_members(world, found)}


@endpoint(
    "GET",
    "/user_groups/{user_group_id}/subgroups",
    permission=GROUP_KEEPERS,
    fails=(failures.INVALID_GROUP,),
    answers=SubgroupsFound,
)
def get_subgroups(
    call: Call, *, user_group_id: int, direct_subgroup_only: Json[bool] = False
) -> dict[str, Any]:
    """Return which groups are in a user group, through its subgroups too.

    Not in the spec: the operation.
    """
    group = access_group(call.world, user_group_id)
    found = group.subgroups if direct_subgroup_only else call.world.groups.within(group)
    return {"subgroups": sorted(found)}


@endpoint(
    "POST",
    "/user_groups/{user_group_id}/subgroups",
    permission=GROUP_KEEPERS,
    fails=(
        failures.INVALID_GROUP,
        failures.INSUFFICIENT,
        failures.GROUP_DEACTIVATED,
        failures.NOTHING_TO_DO,
        failures.NO_SUCH_GROUP_ID,
        failures.ALREADY_SUBGROUP,
        failures.NOT_A_SUBGROUP,
        failures.GROUP_CYCLE,
    ),
    emits=("user_group/add_subgroups", "user_group/remove_subgroups"),
)
def change_subgroups(
    call: Call,
    *,
    user_group_id: int,
    add: Json[list[int]] = [],  # noqa: B006 - never changed
    delete: Json[list[int]] = [],  # noqa: B006 - never changed
) -> None:
    """Put groups into a user group and take others out.

    Not in the spec: the operation.
    """
    if not (add or delete):
        raise failures.NOTHING_TO_DO
    group = access_group(call.world, user_group_id)
    _change_subgroups(call, group, *_check_change_of_subgroups(call, group, add, delete))
