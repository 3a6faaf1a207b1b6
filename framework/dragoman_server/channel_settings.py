"""Reads a channel's permission settings as a request gives them."""

from collections.abc import Mapping
from typing import Annotated, TypedDict, cast

import msgspec

from dragoman_server import failures
from dragoman_server.parameters import Json, Offered
from dragoman_server.payloads.channels import POSTING_POLICIES
from dragoman_server.world.groups import EVERYONE, INTERNET, NOBODY, OWNERS
from dragoman_server.world.records import GroupSetting
from dragoman_server.world.world import World


class Members(msgspec.Struct, frozen=True):
    """People and groups named one by one."""

    direct_members: list[int] = []
    direct_subgroups: list[int] = []


GroupChoice = int | Members
"""A group's ID, or people and groups."""

Choice = Json[GroupChoice]

HOLDERS_ONE_BY_ONE = 320
"""From this level on a channel's permission may name any group, and people and groups one by one."""

NOT_FOR_EVERYONE = frozenset(
    (
        *("can_administer_channel_group", "can_add_subscribers_group", "can_subscribe_group"),
        *("can_delete_any_message_group", "can_manage_group", "can_add_members_group"),
        *("can_join_group", "can_remove_members_group"),
    )
)
"""What guests never hold."""

HOLDER_FAILS = (
    failures.INVALID_GROUP,
    failures.NO_SUCH_USER,
    failures.GROUP_DEACTIVATED,
    failures.NO_INTERNET_GROUP,
    failures.GROUP_NOT_FOR_SETTING,
)
"""How whom a permission of a channel or a group names may be refused."""


class GroupChoices(TypedDict, total=False):
    """Who may do what in a channel that is made."""

    can_remove_subscribers_group: Choice
    can_administer_channel_group: Annotated[Choice, Offered(since=325)]
    can_send_message_group: Annotated[Choice, Offered(since=333)]
    can_add_subscribers_group: Annotated[Choice, Offered(since=342)]
    can_subscribe_group: Annotated[Choice, Offered(since=357)]
    can_move_messages_out_of_channel_group: Annotated[Choice, Offered(since=396)]
    can_move_messages_within_channel_group: Annotated[Choice, Offered(since=396)]
    can_resolve_topics_group: Annotated[Choice, Offered(since=402)]
    can_delete_any_message_group: Annotated[Choice, Offered(since=407)]
    can_delete_own_message_group: Annotated[Choice, Offered(since=407)]
    can_create_topic_group: Annotated[Choice, Offered(since=441)]


def choose_groups(world: World, choices: GroupChoices, post_policy: int = 1) -> dict[str, GroupSetting]:
    """Return the permission settings that were chosen; what was not keeps its default."""
    named = cast("Mapping[str, GroupChoice]", choices)
    chosen = {name: read_channel_permission(world, name, choice) for name, choice in named.items()}
    if post_policy != 1:
        group = next(name for name, number in POSTING_POLICIES.items() if number == post_policy)
        chosen["can_send_message_group"] = world.groups.system(group)
    return chosen


def read_channel_permission(world: World, name: str, choice: GroupChoice) -> GroupSetting:
    """Return whom a permission of a channel is to name."""
    setting = check_holders(world, name, read_group_setting(world, choice))
    if world.level < HOLDERS_ONE_BY_ONE:
        _check_system_group(world, name, setting)
    return setting


def check_holders(world: World, name: str, setting: GroupSetting) -> GroupSetting:
    """Return whom a permission of a channel or a group names, or refuse groups that it cannot name."""
    groups = [world.groups.get(one) for one in ((setting,) if isinstance(setting, int) else setting[1])]
    if any(group is not None and group.deactivated for group in groups):
        raise failures.GROUP_DEACTIVATED
    if setting == world.groups.system(INTERNET):
        raise failures.NO_INTERNET_GROUP(setting=name)
    if setting == world.groups.system(EVERYONE) and name in NOT_FOR_EVERYONE:
        raise failures.GROUP_NOT_FOR_SETTING(setting=name, group=EVERYONE)
    return setting


def _check_system_group(world: World, name: str, setting: GroupSetting) -> None:
    group = world.groups.get(setting) if isinstance(setting, int) else None
    if group is None or not group.is_system:
        raise failures.NOT_A_SYSTEM_GROUP(setting=name)
    if group.name in (OWNERS, NOBODY):
        raise failures.GROUP_NOT_FOR_SETTING(setting=name, group=group.name)


def read_group_setting(world: World, choice: GroupChoice) -> GroupSetting:
    """Return whom a choice names; refuses groups and people that do not exist."""
    groups = [choice] if isinstance(choice, int) else choice.direct_subgroups
    if any(world.groups.get(group_id) is None for group_id in groups):
        raise failures.INVALID_GROUP
    if isinstance(choice, int):
        return choice
    if any(world.users.get(user_id) is None for user_id in choice.direct_members):
        raise failures.NO_SUCH_USER
    return (tuple(choice.direct_members), tuple(choice.direct_subgroups))
