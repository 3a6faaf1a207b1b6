"""Who is in a user group, those of its subgroups included."""

from collections.abc import Mapping

from dragoman.model import GroupSetting, UserGroup
from dragoman.model.user import GroupMembers


def members_of(group_id: int, groups: Mapping[int, UserGroup]) -> set[int]:
    """Return the ids of all members of a group; empty for one that there is none of."""
    members: set[int] = set()
    seen: set[int] = set()
    waiting = [group_id]
    while waiting:
        number = waiting.pop()
        if number in seen or number not in groups:
            continue
        seen.add(number)
        members.update(groups[number].members)
        waiting.extend(groups[number].direct_subgroup_ids)
    return members


def holders_of(setting: GroupSetting, groups: Mapping[int, UserGroup]) -> set[int]:
    """Return the ids of all to whom a permission is given."""
    if isinstance(setting, GroupMembers):
        subgroups = [members_of(number, groups) for number in setting.direct_subgroups]
        return set(setting.direct_members).union(*subgroups)
    return members_of(setting, groups)
