"""The permissions that each user group carries, and who may change a group."""

from dragoman_server.world.groups import ADMINISTRATORS, EVERYONE, NOBODY
from dragoman_server.world.policies import policy_allows
from dragoman_server.world.records import Group, GroupSetting, Role, User
from dragoman_server.world.world import World

PERMISSIONS: dict[str, tuple[int, str]] = {
    "can_mention_group": (0, EVERYONE),
    "can_manage_group": (283, ADMINISTRATORS),
    "can_join_group": (301, NOBODY),
    "can_add_members_group": (305, ADMINISTRATORS),
    "can_leave_group": (308, EVERYONE),
    "can_remove_members_group": (324, NOBODY),
}
"""By wire name: the level at which each came, and whom it names where nobody has chosen."""

OF_THE_CREATOR = frozenset({"can_manage_group", "can_add_members_group"})
"""What whoever makes a group holds at first."""

RIGHTS_OF_GROUPS = 299
"""From this level on permissions decide about groups; before, a policy and membership did."""


def group_permission(world: World, group: Group, name: str) -> GroupSetting:
    """Return who holds one of the group's permissions; nobody where it is a system group."""
    if group.is_system:
        return world.groups.system(NOBODY)
    if name in group.permissions:
        return group.permissions[name]
    return world.groups.system(PERMISSIONS[name][1])


def may_create_groups(world: World, user: User) -> bool:
    """Tell whether the person may make groups."""
    if world.level < RIGHTS_OF_GROUPS:
        return policy_allows(world, user, "user_group_edit_policy")
    return world.holds(user, "can_create_groups")


def may_manage(world: World, user: User, group: Group) -> bool:
    """Tell whether the person may change everything about the group."""
    if group.is_system:
        return False
    if world.level < RIGHTS_OF_GROUPS:
        concerned = user.role <= Role.MODERATOR or user.user_id in group.members
        return concerned and may_create_groups(world, user)
    return world.holds(user, "can_manage_all_groups") or _holds(world, user, group, "can_manage_group")


def may_add_members(world: World, user: User, group: Group, added: set[int]) -> bool:
    """Tell whether the person may put these people into the group."""
    if may_manage(world, user, group):
        return True
    if group.is_system or world.level < RIGHTS_OF_GROUPS:
        return False
    if _holds(world, user, group, "can_add_members_group"):
        return True
    return added == {user.user_id} and _holds(world, user, group, "can_join_group")


def may_remove_members(world: World, user: User, group: Group, removed: set[int]) -> bool:
    """Tell whether the person may take these people out of the group."""
    if may_manage(world, user, group):
        return True
    if group.is_system or world.level < RIGHTS_OF_GROUPS:
        return False
    if _holds(world, user, group, "can_remove_members_group"):
        return True
    return removed == {user.user_id} and _holds(world, user, group, "can_leave_group")


def _holds(world: World, user: User, group: Group, name: str) -> bool:
    return world.groups.holds(group_permission(world, group, name), user)
