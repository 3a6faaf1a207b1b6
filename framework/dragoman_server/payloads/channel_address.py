"""The address by which a channel takes mail."""

import hashlib
import re

from dragoman_server.world.records import Channel, User
from dragoman_server.world.world import World

SENDERS_APART = 394
"""From this level on every sender has an address of their own for a channel."""


def channel_address(world: World, channel: Channel, sender: User) -> str:
    """Return a channel's address: its name for people, a token for the server, and who shows as sender."""
    slug = re.sub(r"[^a-z0-9_]+", "-", channel.name.lower()).strip("-")[:40]
    named = [*((slug,) if slug else ()), _token(world, channel, sender), "show-sender"]
    return f"{'.'.join(named)}@{world.organization.bot_domain}"


def _token(world: World, channel: Channel, sender: User) -> str:
    told = world.kept.channels.get(channel.id, {}).get("email_token")
    if world.level < SENDERS_APART:
        return str(told) if told else _digest(world, channel.id)
    return _digest(world, channel.id, sender.user_id)


def _digest(world: World, *numbers: int) -> str:
    text = "/".join((world.organization.string_id, *map(str, numbers)))
    return hashlib.sha256(text.encode()).hexdigest()[:32]
