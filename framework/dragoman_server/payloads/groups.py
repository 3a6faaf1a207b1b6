"""User groups and permission settings on the wire."""

from typing import Any

from dragoman_server import levels
from dragoman_server.world.groups import ADMINISTRATORS, EVERYONE, MEMBERS, NOBODY
from dragoman_server.world.records import Group, GroupSetting
from dragoman_server.world.world import World


def setting_payload(setting: GroupSetting) -> int | dict[str, list[int]]:
    """Return a permission setting: a group's ID, or the people and groups it names."""
    if isinstance(setting, int):
        return setting
    people, groups = setting
    return {"direct_members": list(people), "direct_subgroups": list(groups)}


def group_payload(world: World, group: Group) -> dict[str, Any]:
    """Return a group with its direct members."""
    payload: dict[str, Any] = {
        "id": group.id,
        "name": group.name,
        "description": group.description,
        "members": world.groups.direct_members(group),
        "direct_subgroup_ids": list(group.subgroups),
        "is_system_group": group.is_system,
        "can_mention_group": world.groups.system(NOBODY if group.is_system else EVERYONE),
    }
    if world.level >= levels.GROUPS_TELL_THEIR_PERMISSIONS:
        managers = world.groups.system(NOBODY if group.is_system else ADMINISTRATORS)
        payload |= {
            "creator_id": group.creator_id,
            "date_created": group.date_created,
            "deactivated": False,
            "can_add_members_group": managers,
            "can_join_group": world.groups.system(NOBODY),
            "can_leave_group": world.groups.system(NOBODY if group.is_system else MEMBERS),
            "can_manage_group": managers,
            "can_remove_members_group": managers,
        }
    return payload
