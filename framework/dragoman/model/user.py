"""People and bots, and groups of them."""

from typing import Any

from dragoman.model.record import UNSET, Maybe, Record

OWNER, ADMINISTRATOR, MODERATOR, MEMBER, GUEST = 100, 200, 300, 400, 600
"""Values of ``User.role``: the lower the number, the more it may do."""


class User(Record):
    """An account, of a person or of a bot.

    Source: the spec names no fields; these are those that servers send.
    """

    user_id: int
    email: str = ""
    """The address shown by the API; names are for display, decide on ``user_id``."""
    full_name: str = ""
    delivery_email: str | Maybe | None = UNSET
    """The real address; ``None`` when it is not to be seen."""
    role: int | Maybe = UNSET
    """100 owner, 200 administrator, 300 moderator, 400 member, 600 guest."""
    is_bot: bool = False
    is_active: bool | Maybe = UNSET
    is_owner: bool | Maybe = UNSET
    is_admin: bool | Maybe = UNSET
    is_guest: bool | Maybe = UNSET
    bot_type: int | Maybe | None = UNSET
    """1 generic, 2 incoming web-hook, 3 outgoing web-hook, 4 embedded."""
    bot_owner_id: int | Maybe | None = UNSET
    is_system_bot: bool | Maybe = UNSET
    timezone: str | Maybe = UNSET
    """A name of the time-zone database, or empty."""
    date_joined: str | Maybe = UNSET
    """ISO 8601."""
    avatar_url: str | Maybe | None = UNSET
    avatar_version: int | Maybe = UNSET
    is_imported_stub: bool | Maybe = UNSET
    is_deleted: bool | Maybe = UNSET
    profile_data: dict[str, Any] | Maybe | None = UNSET
    """By custom field id as text, each with ``value`` and perhaps ``rendered_value``."""

    @property
    def is_administrator(self) -> bool:
        """Whether the account is an administrator or an owner."""
        if isinstance(self.role, int):
            return self.role <= ADMINISTRATOR
        return self.is_admin is True or self.is_owner is True


class GroupMembers(Record):
    """Users and groups named one by one where a group's id might stand."""

    direct_members: tuple[int, ...] = ()
    direct_subgroups: tuple[int, ...] = ()


GroupSetting = int | GroupMembers
"""Who may: the id of a user group, or a list made for this one setting."""


class UserGroup(Record):
    """A group of users.

    Source: the spec names no fields; these are those that servers send.
    """

    id: int
    name: str = ""
    description: str = ""
    members: tuple[int, ...] = ()
    direct_subgroup_ids: tuple[int, ...] = ()
    is_system_group: bool = False
    creator_id: int | Maybe | None = UNSET
    date_created: int | Maybe | None = UNSET
    deactivated: bool | Maybe = UNSET
    can_add_members_group: GroupSetting | Maybe = UNSET
    can_join_group: GroupSetting | Maybe = UNSET
    can_leave_group: GroupSetting | Maybe = UNSET
    can_manage_group: GroupSetting | Maybe = UNSET
    can_mention_group: GroupSetting | Maybe = UNSET
    can_remove_members_group: GroupSetting | Maybe = UNSET
