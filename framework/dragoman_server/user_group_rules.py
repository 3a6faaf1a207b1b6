"""Which user group is meant, whether it may be changed, and whether what is wanted of it can be."""

from collections.abc import Iterable

import msgspec

from dragoman_server import failures
from dragoman_server.channel_settings import GroupChoice, check_holders, read_group_setting
from dragoman_server.world.group_permissions import PERMISSIONS, group_permission, may_manage
from dragoman_server.world.records import Group, GroupSetting, User
from dragoman_server.world.world import World

MAX_NAME = 100
_PREFIXES = ("@", "role:", "user:", "stream:", "channel:")


class SettingChange(msgspec.Struct, frozen=True):
    """Another value of a permission, and perhaps the one that it is thought to have now."""

    new: GroupChoice
    old: GroupChoice | None = None


NAME_FAILURES = (
    failures.EMPTY_GROUP_NAME,
    failures.LONG_GROUP_NAME,
    failures.GROUP_NAME_PREFIX,
    failures.GROUP_EXISTS,
)
"""What a group's name may be refused with."""


def access_group(world: World, group_id: int) -> Group:
    """Return the group of that ID."""
    group = world.groups.get(group_id)
    if group is None:
        raise failures.INVALID_GROUP
    return group


def access_group_to_manage(world: World, user: User, group_id: int) -> Group:
    """Return a group about which the person may change everything."""
    group = access_group(world, group_id)
    if not may_manage(world, user, group):
        raise failures.INSUFFICIENT
    return group


def check_group_name(world: World, name: str, own: Group | None = None) -> str:
    """Return a group's name without the space around it, or refuse it; `own` may have it already."""
    name = name.strip()
    if not name:
        raise failures.EMPTY_GROUP_NAME
    if len(name) > MAX_NAME:
        raise failures.LONG_GROUP_NAME(limit=MAX_NAME)
    for prefix in _PREFIXES:
        if name.startswith(prefix):
            raise failures.GROUP_NAME_PREFIX(prefix=prefix)
    taken = world.groups.named(name)
    if taken is not None and (own is None or taken.id != own.id):
        raise failures.GROUP_EXISTS(name=name)
    return name


def check_members(world: World, user_ids: Iterable[int]) -> list[int]:
    """Return these people by rising ID, each once; refuses who does not exist or is deactivated."""
    wanted = sorted(set(user_ids))
    for user_id in wanted:
        user = world.users.get(user_id)
        if user is None or not user.is_active or user.is_system_bot:
            raise failures.NO_SUCH_MEMBER(user_id=user_id)
    return wanted


def check_subgroups(world: World, group_ids: Iterable[int], *, in_use: bool = False) -> list[int]:
    """Return these groups' IDs, rising, each once; refuses one that does not exist, or is out of use."""
    wanted = sorted(set(group_ids))
    for group_id in wanted:
        group = world.groups.get(group_id)
        if group is None:
            raise failures.NO_SUCH_GROUP_ID(group_id=group_id)
        if in_use and group.deactivated:
            raise failures.GROUP_DEACTIVATED
    return wanted


def read_permission(world: World, name: str, choice: GroupChoice) -> GroupSetting:
    """Return whom a permission of a group is to name."""
    return check_holders(world, name, read_group_setting(world, choice))


def read_permissions(world: World, **choices: GroupChoice | None) -> dict[str, GroupSetting]:
    """Return the permissions that were chosen for a new group."""
    return {
        name: read_permission(world, name, choice) for name, choice in choices.items() if choice is not None
    }


def read_changes(world: World, group: Group, **changes: SettingChange | None) -> dict[str, GroupSetting]:
    """Return the permissions of a group that are to change; refuses one that is not as was thought."""
    wanted: dict[str, GroupSetting] = {}
    for name, change in changes.items():
        if change is None or name not in PERMISSIONS:
            continue
        now = group_permission(world, group, name)
        if change.old is not None and read_group_setting(world, change.old) != now:
            raise failures.NOT_AS_EXPECTED
        new = read_permission(world, name, change.new)
        if new != now:
            wanted[name] = new
    return wanted


def uses_of_group(world: World, group: Group) -> list[dict[str, object]]:
    """Return what stands in the way of putting a group out of use: where it is named."""
    uses: list[dict[str, object]] = []
    holders = [one.id for one in world.groups if group.id in one.subgroups and not one.deactivated]
    uses += [{"type": "subgroup", "supergroup_ids": holders}] if holders else []
    for channel in world.channels.values():
        named = [name for name, setting in channel.groups.items() if _names(setting, group)]
        if named and not channel.is_archived:
            uses.append({"type": "channel", "channel_id": channel.id, "settings": named})
    for other in world.groups:
        named = [name for name, setting in other.permissions.items() if _names(setting, group)]
        if named and not other.deactivated and other.id != group.id:
            uses.append({"type": "user_group", "group_id": other.id, "settings": named})
    everywhere = [name for name, one in world.organization.permissions.items() if _names(one, group)]
    uses += [{"type": "realm", "settings": everywhere}] if everywhere else []
    return uses


def _names(setting: GroupSetting, group: Group) -> bool:
    return setting == group.id if isinstance(setting, int) else group.id in setting[1]
