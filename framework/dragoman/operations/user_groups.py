"""Look up groups of users, make them and change who is in them."""

from typing import Annotated

from dragoman.model import UNSET, GroupSetting, Maybe, Record, UserGroup
from dragoman.operations.operation import Answer, Done, Operation
from dragoman.operations.request import Since


class GroupSettingChange(Record):
    """Another value of a permission, and perhaps the one that it is thought to have now."""

    new: GroupSetting
    old: GroupSetting | Maybe = UNSET
    """When given and no longer so: refused with code ``EXPECTATION_MISMATCH``."""


class UserGroupsFound(Answer):
    """The organization's groups, those of the system included."""

    user_groups: tuple[UserGroup, ...]


class GetUserGroups(Operation[UserGroupsFound], method="GET", path="/user_groups"):
    """List the organization's groups; for bots since feature level 496, as are all of these calls.

    Fails with code ``BAD_REQUEST`` for guests.
    Source: not in the spec.
    """

    include_deactivated_groups: Annotated[bool | Maybe, Since(294, spare=True)] = UNSET
    """Feature level 294."""


class UserGroupCreated(Answer):
    """A group was made."""

    group_id: int | Maybe = UNSET
    """Feature level 317."""


class CreateUserGroup(Operation[UserGroupCreated], method="POST", path="/user_groups/create"):
    """Make a group.

    Fails with code ``BAD_REQUEST`` for a name that is empty, taken or not allowed, and for an unknown member.
    Source: not in the spec.
    """

    name: str
    """At most 100 code points, begun by none of ``@``, ``role:``, ``user:``, ``stream:``, ``channel:``."""
    description: str
    members: tuple[int, ...]
    """User ids."""
    subgroups: tuple[int, ...] | Maybe = UNSET
    can_add_members_group: Annotated[GroupSetting | Maybe, Since(305)] = UNSET
    """Feature level 305."""
    can_join_group: Annotated[GroupSetting | Maybe, Since(301)] = UNSET
    """Feature level 301."""
    can_leave_group: Annotated[GroupSetting | Maybe, Since(308)] = UNSET
    """Feature level 308."""
    can_manage_group: Annotated[GroupSetting | Maybe, Since(283)] = UNSET
    """Feature level 283."""
    can_mention_group: GroupSetting | Maybe = UNSET
    can_remove_members_group: Annotated[GroupSetting | Maybe, Since(324)] = UNSET
    """Feature level 324."""


class UpdateUserGroup(Operation[Done], method="PATCH", path="/user_groups/{user_group_id}"):
    """Change a group's name, description or permissions.

    Fails with code ``BAD_REQUEST`` when there is none, one may not, or nothing new is given; with
    ``EXPECTATION_MISMATCH`` when a permission is no longer the one that was named.
    Source: not in the spec.
    """

    user_group_id: int
    name: str | Maybe = UNSET
    description: str | Maybe = UNSET
    deactivated: Annotated[bool | Maybe, Since(386)] = UNSET
    """False brings a deactivated group back. Feature level 386."""
    can_add_members_group: GroupSettingChange | Maybe = UNSET
    can_join_group: GroupSettingChange | Maybe = UNSET
    can_leave_group: GroupSettingChange | Maybe = UNSET
    can_manage_group: GroupSettingChange | Maybe = UNSET
    can_mention_group: GroupSettingChange | Maybe = UNSET
    can_remove_members_group: GroupSettingChange | Maybe = UNSET


class DeactivateUserGroup(
    Operation[Done], method="POST", path="/user_groups/{user_group_id}/deactivate", since=290
):
    """Deactivate a group.

    Fails with code ``CANNOT_DEACTIVATE_GROUP_IN_USE`` where a permission names it; with ``BAD_REQUEST`` when
    there is none or one may not.
    Source: not in the spec.
    """

    user_group_id: int


class DeleteUserGroup(Operation[Done], method="DELETE", path="/user_groups/{user_group_id}"):
    """Delete a group, on servers before feature level 290; newer ones deactivate.

    Fails with code ``BAD_REQUEST`` when there is none or one may not.
    Source: not in the spec.
    """

    user_group_id: int


class GroupMembersFound(Answer):
    """Who is in a group."""

    members: tuple[int, ...] = ()
    """User ids."""


class GetGroupMembers(
    Operation[GroupMembersFound], method="GET", path="/user_groups/{user_group_id}/members"
):
    """List a group's members, those of its subgroups included.

    Fails with code ``BAD_REQUEST`` when there is no such group.
    Source: not in the spec.
    """

    user_group_id: int
    direct_member_only: bool | Maybe = UNSET
    """True: without those of subgroups."""


class UpdateGroupMembers(Operation[Done], method="POST", path="/user_groups/{user_group_id}/members"):
    """Add members and subgroups to a group and take others out, all or nothing; at least one is needed.

    Fails with code ``BAD_REQUEST`` for somebody who is in already, or is not, or may not be.
    Source: messaging API, "POST /user_groups/{user_group_id}/members".
    """

    user_group_id: int
    delete: tuple[int, ...] | Maybe = UNSET
    """User ids."""
    add: tuple[int, ...] | Maybe = UNSET
    """User ids."""
    delete_subgroups: Annotated[tuple[int, ...] | Maybe, Since(311)] = UNSET
    """Group ids. Feature level 311; so is the next."""
    add_subgroups: Annotated[tuple[int, ...] | Maybe, Since(311)] = UNSET
    """Group ids."""


class MembershipFound(Answer):
    """Whether somebody is in a group."""

    is_user_group_member: bool


class GetIsGroupMember(
    Operation[MembershipFound], method="GET", path="/user_groups/{user_group_id}/members/{user_id}"
):
    """Ask whether somebody is in a group.

    Fails with code ``BAD_REQUEST`` for an unknown group or user.
    Source: messaging API, "GET /user_groups/{user_group_id}/members/{user_id}".
    """

    user_group_id: int
    user_id: int
    direct_member_only: bool | Maybe = UNSET
    """True: without subgroups."""


class SubgroupsFound(Answer):
    """Which groups are in a group."""

    subgroups: tuple[int, ...] = ()
    """Group ids."""


class GetSubgroups(Operation[SubgroupsFound], method="GET", path="/user_groups/{user_group_id}/subgroups"):
    """List a group's subgroups, those of its subgroups included.

    Fails with code ``BAD_REQUEST`` when there is no such group.
    Source: not in the spec.
    """

    user_group_id: int
    direct_subgroup_only: bool | Maybe = UNSET


class UpdateSubgroups(Operation[Done], method="POST", path="/user_groups/{user_group_id}/subgroups"):
    """Add subgroups to a group and take others out.

    Fails with code ``BAD_REQUEST`` for an unknown group, or one that would then be in itself.
    Source: not in the spec.
    """

    user_group_id: int
    delete: tuple[int, ...] | Maybe = UNSET
    add: tuple[int, ...] | Maybe = UNSET
