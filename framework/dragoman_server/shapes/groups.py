"""User groups, and the permissions that name them."""

from typing import Annotated, TypedDict

from dragoman_server.parameters import Offered


class NamedMembers(TypedDict):
    """Who holds a permission, where that is no group of its own."""

    direct_members: list[int]
    direct_subgroups: list[int]


Permission = int | NamedMembers
"""Who holds a permission: a group's ID, or people and groups."""


class UserGroup(TypedDict):
    """A user group with its direct members."""

    id: int
    name: str
    description: str
    members: list[int]
    direct_subgroup_ids: list[int]
    is_system_group: bool
    deactivated: Annotated[bool, Offered(since=290)]
    creator_id: Annotated[int | None, Offered(since=292)]
    date_created: Annotated[int | None, Offered(since=292)]
    can_mention_group: Permission
    can_manage_group: Annotated[Permission, Offered(since=283)]
    can_join_group: Annotated[Permission, Offered(since=301)]
    can_add_members_group: Annotated[Permission, Offered(since=305)]
    can_leave_group: Annotated[Permission, Offered(since=308)]
    can_remove_members_group: Annotated[Permission, Offered(since=324)]


class UserGroupsFound(TypedDict):
    """The user groups."""

    user_groups: list[UserGroup]


class UserGroupCreated(TypedDict):
    """The ID of a new group; once it was not told."""

    group_id: Annotated[int, Offered(since=317)]


class MembersFound(TypedDict):
    """The members of a group."""

    members: list[int]


class MembershipFound(TypedDict):
    """Whether somebody is in a group."""

    is_user_group_member: bool


class SubgroupsFound(TypedDict):
    """The subgroups of a group."""

    subgroups: list[int]
