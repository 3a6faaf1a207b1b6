"""Reads a channel's permission settings as a request gives them."""

from collections.abc import Mapping
from typing import Annotated, TypedDict, cast

import msgspec

from dragoman_server import failures
from dragoman_server.parameters import Json, Offered
from dragoman_server.payloads.channels import POSTING_POLICIES
from dragoman_server.world.groups import INTERNET
from dragoman_server.world.records import GroupSetting
from dragoman_server.world.world import World


class Members(msgspec.Struct, frozen=True):
    """People and groups named one by one."""

    direct_members: list[int] = []
    direct_subgroups: list[int] = []


GroupChoice = int | Members
"""A group's ID, or people and groups."""

Choice = Json[GroupChoice]


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
    """Return whom a permission of a channel is to name; nothing in a channel is for all the web."""
    setting = read_group_setting(world, choice)
    if setting == world.groups.system(INTERNET):
        raise failures.NO_INTERNET_GROUP(setting=name)
    return setting


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
