"""User groups and permission settings on the wire."""

from collections.abc import Iterable
from typing import Any

from dragoman_server import levels
from dragoman_server.world.group_permissions import PERMISSIONS, group_permission
from dragoman_server.world.records import Group, GroupSetting
from dragoman_server.world.world import World


def setting_payload(setting: GroupSetting) -> int | dict[str, list[int]]:
    """Return a permission setting: a group's ID, or the people and groups it names."""
    if isinstance(setting, int):
        return setting
    people, groups = setting
    return {"direct_members": list(people), "direct_subgroups": list(groups)}


def told_members(world: World, user_ids: Iterable[int]) -> list[int]:
    """Return which of these people are told as members, rising."""
    everybody = world.level < levels.GROUPS_WITHOUT_THE_DEACTIVATED
    return sorted(user_id for user_id in user_ids if everybody or world.users[user_id].is_active)


def group_payload(world: World, group: Group) -> dict[str, Any]:
    """Return a group with its direct members."""
    newer: dict[str, tuple[int, Any]] = {
        "deactivated": (290, group.deactivated),
        "creator_id": (292, group.creator_id),
        "date_created": (292, group.date_created),
    }
    for name, (level, _) in PERMISSIONS.items():
        newer[name] = (level, setting_payload(group_permission(world, group, name)))
    return {
        "id": group.id,
        "name": group.name,
        "description": group.description,
        "members": told_members(world, world.groups.direct_members(group)),
        "direct_subgroup_ids": list(group.subgroups),
        "is_system_group": group.is_system,
        **{name: value for name, (level, value) in newer.items() if world.level >= level},
    }
