"""Events about groups of users."""

from dragoman.events.event import Event
from dragoman.model import UNSET, GroupSetting, Maybe, Record, UserGroup


class UserGroupAdded(Event, type="user_group", op="add"):
    """A group came into being.

    Source: not in the spec.
    """

    group: UserGroup


class UserGroupChange(Record):
    """What changed of a group: the one field that is set."""

    name: str | Maybe = UNSET
    description: str | Maybe = UNSET
    deactivated: bool | Maybe = UNSET
    can_add_members_group: GroupSetting | Maybe = UNSET
    can_join_group: GroupSetting | Maybe = UNSET
    can_leave_group: GroupSetting | Maybe = UNSET
    can_manage_group: GroupSetting | Maybe = UNSET
    can_mention_group: GroupSetting | Maybe = UNSET
    can_remove_members_group: GroupSetting | Maybe = UNSET


class UserGroupUpdated(Event, type="user_group", op="update"):
    """Something of a group changed.

    Source: not in the spec.
    """

    group_id: int
    data: UserGroupChange


class UserGroupRemoved(Event, type="user_group", op="remove"):
    """A group was deleted, or deactivated for clients that do not ask for such.

    Source: not in the spec.
    """

    group_id: int


class GroupMembersAdded(Event, type="user_group", op="add_members"):
    """Users joined a group.

    Source: not in the spec.
    """

    group_id: int
    user_ids: tuple[int, ...]


class GroupMembersRemoved(Event, type="user_group", op="remove_members"):
    """Users left a group.

    Source: not in the spec.
    """

    group_id: int
    user_ids: tuple[int, ...]


class SubgroupsAdded(Event, type="user_group", op="add_subgroups"):
    """Groups became part of a group.

    Source: not in the spec.
    """

    group_id: int
    direct_subgroup_ids: tuple[int, ...]


class SubgroupsRemoved(Event, type="user_group", op="remove_subgroups"):
    """Groups are no longer part of a group.

    Source: not in the spec.
    """

    group_id: int
    direct_subgroup_ids: tuple[int, ...]
