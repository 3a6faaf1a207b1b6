"""Who may make channels, and let others follow them: numbered policies once, permission groups since."""

from dragoman_server.world.policies import policy_allows
from dragoman_server.world.records import User
from dragoman_server.world.world import World

DELETION_PERMISSIONS = frozenset(("can_delete_any_message_group", "can_delete_own_message_group"))
"""What only some may choose for a channel."""


def may_create_channels(world: World, user: User, *, private: bool) -> bool:
    """Tell whether the person may make channels, private or public ones."""
    if private:
        return _may(world, user, 266, "create_private_stream_policy", "can_create_private_channel_group")
    return _may(world, user, 264, "create_public_stream_policy", "can_create_public_channel_group")


def may_open_to_the_web(world: World, user: User) -> bool:
    """Tell whether the person may let all the web read a channel."""
    return _may(world, user, 280, "create_web_public_stream_policy", "can_create_web_public_channel_group")


def has_web_public_channels(world: World) -> bool:
    """Tell whether the organisation lets any channel be read by all the web: unless that is switched off."""
    return bool(world.organization.settings.get("enable_spectator_access", True))


def may_subscribe_others(world: World, user: User) -> bool:
    """Tell whether the person may let others follow channels everywhere."""
    return _may(world, user, 341, "invite_to_stream_policy", "can_add_subscribers_group")


def _may(world: World, user: User, since: int, policy: str, permission: str) -> bool:
    return policy_allows(world, user, policy) if world.level < since else world.holds(user, permission)
