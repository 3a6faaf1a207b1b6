"""Reads a channel's permission settings as a request gives them."""

import msgspec

from dragoman_server import failures
from dragoman_server.payloads.channels import POSTING_POLICIES
from dragoman_server.world.records import GroupSetting
from dragoman_server.world.world import World


class Members(msgspec.Struct, frozen=True):
    """People and groups named one by one."""

    direct_members: list[int] = []
    direct_subgroups: list[int] = []


GroupChoice = int | Members
"""A group's ID, or people and groups."""


def choose_groups(world: World, post_policy: int, **choices: GroupChoice | None) -> dict[str, GroupSetting]:
    """Return the permission settings that were chosen; what was not keeps its default."""
    chosen = {
        name: read_group_setting(world, choice) for name, choice in choices.items() if choice is not None
    }
    if post_policy != 1:
        group = next(name for name, number in POSTING_POLICIES.items() if number == post_policy)
        chosen["can_send_message_group"] = world.groups.system(group)
    return chosen


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
