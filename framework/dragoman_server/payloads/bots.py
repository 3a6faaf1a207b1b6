"""Bots on the wire, as their owners and the administrators see them."""

from typing import Any

from dragoman_server import levels
from dragoman_server.payloads.users import avatar_url
from dragoman_server.world.records import BotType, User
from dragoman_server.world.world import World


def bot_payload(world: World, bot: User) -> dict[str, Any]:
    """Return what a bot's owner and the administrators see of it beside the user."""
    payload: dict[str, Any] = {
        "user_id": bot.user_id,
        **defaults_payload(world, bot),
        "services": services_payload(bot),
    }
    if world.level < levels.BOT_OBJECTS_SLIM:
        payload |= {
            "email": bot.email,
            "full_name": bot.full_name,
            "bot_type": bot.bot_type,
            "is_active": bot.is_active,
            "api_key": world.keys.key(bot.user_id),
            "owner_id": bot.bot_owner_id,
            "avatar_url": avatar_url(bot, client_gravatar=False),
        }
    return payload


def own_bot_payload(world: World, bot: User) -> dict[str, Any]:
    """Return a bot as the list of one's own bots has it."""
    return {
        "username": bot.email,
        "full_name": bot.full_name,
        "api_key": world.keys.key(bot.user_id),
        "avatar_url": avatar_url(bot, client_gravatar=False),
        **defaults_payload(world, bot),
    }


def defaults_payload(world: World, bot: User) -> dict[str, Any]:
    """Return where a bot sends and listens if it does not say otherwise, channels by their names."""
    return {
        "default_sending_stream": channel_name(world, bot.default_sending_channel),
        "default_events_register_stream": channel_name(world, bot.default_events_channel),
        "default_all_public_streams": bot.default_all_public_streams,
    }


def channel_name(world: World, channel_id: int | None) -> str | None:
    """Return the name of a channel, if there is one."""
    channel = None if channel_id is None else world.channels.get(channel_id)
    return None if channel is None else channel.name


def services_payload(bot: User) -> list[dict[str, Any]]:
    """Return what a bot carries messages to, in the form of its type."""
    if bot.bot_type is BotType.EMBEDDED:
        return [{"service_name": one.name, "config_data": bot.bot_config} for one in bot.services]
    return [
        {"base_url": one.base_url, "interface": one.interface, "token": one.token} for one in bot.services
    ]
