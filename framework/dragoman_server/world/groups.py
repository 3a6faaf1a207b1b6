"""User groups, the system groups for roles among them, and who belongs to which."""

from collections.abc import Callable, Iterator

import msgspec

from dragoman_server.world.directory import Directory
from dragoman_server.world.records import Group, GroupSetting, Role, User
from dragoman_server.world.tables import Holder, Table

ROLE = "role:"
"""How the names of system groups begin."""

NOBODY = "role:nobody"
OWNERS = "role:owners"
ADMINISTRATORS = "role:administrators"
MODERATORS = "role:moderators"
FULL_MEMBERS = "role:fullmembers"
MEMBERS = "role:members"
EVERYONE = "role:everyone"
INTERNET = "role:internet"

_SYSTEM = (
    (NOBODY, "Nobody", None),
    (OWNERS, "Owners of this organization", None),
    (ADMINISTRATORS, "Administrators of this organization, including owners", OWNERS),
    (MODERATORS, "Moderators of this organization, including administrators", ADMINISTRATORS),
    (
        FULL_MEMBERS,
        "Members of this organization, not including new accounts and guests",
        MODERATORS,
    ),
    (MEMBERS, "Members of this organization, not including guests", FULL_MEMBERS),
    (EVERYONE, "Everyone in this organization, including guests", MEMBERS),
    (INTERNET, "Everyone on the Internet", EVERYONE),
)

_LEAST_ROLE = {
    OWNERS: Role.OWNER,
    ADMINISTRATORS: Role.ADMINISTRATOR,
    MODERATORS: Role.MODERATOR,
    FULL_MEMBERS: Role.MEMBER,
    MEMBERS: Role.MEMBER,
    EVERYONE: Role.GUEST,
    INTERNET: Role.GUEST,
}

_DIRECT_ROLE = {
    OWNERS: Role.OWNER,
    ADMINISTRATORS: Role.ADMINISTRATOR,
    MODERATORS: Role.MODERATOR,
    FULL_MEMBERS: Role.MEMBER,
    MEMBERS: Role.MEMBER,
    EVERYONE: Role.GUEST,
}


class Groups(Holder):
    """All groups. The members of system groups follow from the roles and are never stored."""

    FOLLOWS = frozenset(("_system",))
    PASSING = frozenset(("_is_new",))

    def __init__(self, users: Directory, is_new: Callable[[User], bool], first_id: int = 1) -> None:
        """Start with the system groups, numbered from `first_id`.

        `is_new` tells who has not been here for as long as full members must be.
        """
        self._users = users
        self._is_new = is_new
        self._by_id: Table[int, Group] = Table("user_group", int, Group)
        self._system: dict[str, int] = {}
        for number, (name, description, inner) in enumerate(_SYSTEM, first_id):
            subgroups = () if inner is None else (self._system[inner],)
            self.put(
                Group(id=number, name=name, description=description, subgroups=subgroups, is_system=True)
            )

    def __iter__(self) -> Iterator[Group]:
        """Walk over all groups by rising ID."""
        return iter([self._by_id[group_id] for group_id in sorted(self._by_id)])

    def index(self) -> None:
        """Find the groups of the system by their names again."""
        self._system = {group.name: group.id for group in self._by_id.values() if group.is_system}

    def get(self, group_id: int) -> Group | None:
        """Return the group of that ID, or `None`."""
        return self._by_id.get(group_id)

    def put(self, group: Group) -> None:
        """Add or replace a group; a system group takes the place of the one of its name."""
        if group.is_system:
            self._replace(self._system.get(group.name, group.id), group.id)
            self._system[group.name] = group.id
        self._by_id[group.id] = group

    def remove(self, group_id: int) -> None:
        """Forget a group, also where others hold it."""
        del self._by_id[group_id]
        for holder in list(self._by_id.values()):
            if group_id in holder.subgroups:
                left = tuple(one for one in holder.subgroups if one != group_id)
                self._by_id[holder.id] = msgspec.structs.replace(holder, subgroups=left)

    def within(self, group: Group) -> set[int]:
        """Return the IDs of the group's subgroups and theirs; the group's own only where it is in itself."""
        found: set[int] = set()
        waiting = list(group.subgroups)
        while waiting:
            group_id = waiting.pop()
            current = self._by_id.get(group_id)
            if current is not None and group_id not in found:
                found.add(group_id)
                waiting.extend(current.subgroups)
        return found

    def _replace(self, old: int, new: int) -> None:
        """Forget a group, and let the groups that hold it hold the one of another ID instead."""
        self._by_id.pop(old, None)
        for holder in list(self._by_id.values()):
            if old in holder.subgroups:
                subgroups = tuple(new if one == old else one for one in holder.subgroups)
                self._by_id[holder.id] = msgspec.structs.replace(holder, subgroups=subgroups)

    def system(self, name: str) -> int:
        """Return the ID of a system group."""
        return self._system[name]

    def named(self, name: str) -> Group | None:
        """Return the group of that name, in any case, or `None`."""
        wanted = name.casefold()
        return next((group for group in self if group.name.casefold() == wanted), None)

    def direct_members(self, group: Group) -> list[int]:
        """Return who is in the group itself, not through a subgroup, rising; the deactivated too."""
        if not group.is_system:
            return sorted(group.members)
        role = _DIRECT_ROLE.get(group.name)
        return [
            user.user_id
            for user in self._users
            if not user.is_system_bot
            and user.role == role
            and not (group.name == FULL_MEMBERS and self._is_new(user))
        ]

    def members(self, group: Group) -> set[int]:
        """Return who is in the group, through subgroups too."""
        found: set[int] = set()
        waiting, seen = [group.id], set[int]()
        while waiting:
            group_id = waiting.pop()
            current = self._by_id.get(group_id)
            if current is None or group_id in seen:
                continue
            seen.add(group_id)
            found.update(self.direct_members(current))
            waiting.extend(current.subgroups)
        return found

    def holds(self, setting: GroupSetting, user: User) -> bool:
        """Tell whether `user` is among those whom a permission setting names."""
        if isinstance(setting, tuple):
            people, groups = setting
            return user.user_id in people or any(self.holds(group_id, user) for group_id in groups)
        group = self._by_id.get(setting)
        if group is None:
            return False
        if group.is_system:
            least = _LEAST_ROLE.get(group.name)
            waits = group.name == FULL_MEMBERS and user.role == Role.MEMBER and self._is_new(user)
            return least is not None and user.role <= least and not waits
        return user.user_id in self.members(group)
