"""Who looks after a bot, and telling them what is new about it."""

from typing import Any

from dragoman_server import levels
from dragoman_server.event import Event
from dragoman_server.world.records import User
from dragoman_server.world.world import World

OF_OLD = frozenset({"full_name", "is_active", "api_key", "owner_id", "avatar_url"})
"""What bot objects carried as long as they were not slim."""


def bot_keepers(world: World, bot: User) -> list[int]:
    """Return who looks after a bot: its owner and the administrators, rising.

    Of one that belongs to a private channel only its owner knows.
    """
    channels = (bot.default_sending_channel, bot.default_events_channel)
    is_private = any(one is not None and world.channels[one].invite_only for one in channels)
    return [
        one.user_id
        for one in world.users
        if one.is_active
        and not one.is_bot
        and (one.user_id == bot.bot_owner_id or (one.is_admin and not is_private))
    ]


def tell_bot(world: World, bot: User, **changed: Any) -> None:
    """Tell those who look after a bot what is new about it, as far as its object still carries that."""
    if world.level >= levels.BOT_OBJECTS_SLIM:
        changed = {name: value for name, value in changed.items() if name not in OF_OLD}
    if changed:
        told = {"user_id": bot.user_id, **changed}
        world.send(Event("realm_bot", op="update", bot=told), bot_keepers(world, bot))
