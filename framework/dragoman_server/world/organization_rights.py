"""What the organisation lets people do with messages: by policy at old levels, by permission group since."""

import msgspec

from dragoman_server.world.groups import (
    ADMINISTRATORS,
    EVERYONE,
    FULL_MEMBERS,
    MEMBERS,
    MODERATORS,
    NOBODY,
)
from dragoman_server.world.records import User
from dragoman_server.world.world import World

_BY_NUMBER = {1: MEMBERS, 2: ADMINISTRATORS, 3: FULL_MEMBERS, 4: MODERATORS, 5: EVERYONE, 6: NOBODY}
"""Whom a policy's number means."""

_BY_WILDCARD_NUMBER = {
    1: EVERYONE,
    2: MEMBERS,
    3: FULL_MEMBERS,
    5: ADMINISTRATORS,
    6: NOBODY,
    7: MODERATORS,
}
"""Whom the number of the policy about mentions of many people means."""


class Right(msgspec.Struct, frozen=True):
    """One thing that only some may do."""

    policy: str
    """The setting that held it before groups did."""

    since: int
    """The level at which a group took the policy's place."""

    group: str
    """The permission that holds it since."""

    by_wildcard_number: bool = False
    """Whether the policy's numbers mean others than usually."""


MOVE_BETWEEN_TOPICS = Right("edit_topic_policy", 316, "can_move_messages_between_topics_group")

MOVE_BETWEEN_CHANNELS = Right(
    "move_messages_between_streams_policy", 310, "can_move_messages_between_channels_group"
)

DELETE_OWN = Right("delete_own_message_policy", 291, "can_delete_own_message_group")

ADD_EMOJI = Right("add_custom_emoji_policy", 307, "can_add_custom_emoji_group")

MENTION_MANY = Right("wildcard_mention_policy", 352, "can_mention_many_users_group", by_wildcard_number=True)


def has_right(world: World, user: User, right: Right) -> bool:
    """Tell whether the organisation lets a person do something."""
    if world.level < right.since:
        number = world.setting(right.policy)
        roles = _BY_WILDCARD_NUMBER if right.by_wildcard_number else _BY_NUMBER
        return world.groups.holds(world.groups.system(roles.get(number, NOBODY)), user)
    return world.holds(user, right.group)
