"""Making bots and changing them; their owners and the administrators are told."""

import msgspec

from dragoman_server import levels
from dragoman_server.actions.bot_keepers import bot_keepers, tell_bot
from dragoman_server.actions.users import do_add_account
from dragoman_server.event import Event
from dragoman_server.payloads.bots import bot_payload, channel_name, services_payload
from dragoman_server.world.keys import random_key
from dragoman_server.world.records import BotService, BotType, User
from dragoman_server.world.sight import send_about
from dragoman_server.world.world import World

CREATING_EMITS = ("realm_user/add", "user_group/add_members", "realm_bot/add")
"""What `do_create_bot` may tell."""


def new_service(name: str, base_url: str, interface: int) -> BotService:
    """Return a service with a secret of its own."""
    return BotService(name=name, base_url=base_url, interface=interface, token=random_key())


def do_create_bot(world: World, bot: User) -> User:
    """Make a bot of a record that still has no ID."""
    user_id = world.number("user")
    bot = msgspec.structs.replace(bot, user_id=user_id, date_joined=world.clock.now())
    world.keys.set_key(user_id, random_key())
    do_add_account(world, bot)
    world.send(Event("realm_bot", op="add", bot=bot_payload(world, bot)), bot_keepers(world, bot))
    return bot


def do_regenerate_key(world: World, user: User) -> str:
    """Give an account a new key, and return it; of a bot's its owner and the administrators are told."""
    key = random_key()
    world.keys.set_key(user.user_id, key)
    if user.is_bot:
        tell_bot(world, user, api_key=key)
    return key


def do_change_bot_owner(world: World, bot: User, owner: User) -> None:
    """Give a bot to somebody else; who is no administrator sees it go, or come."""
    before = None if bot.bot_owner_id is None else world.users.get(bot.bot_owner_id)
    bot = world.change_user(bot, bot_owner_id=owner.user_id)
    if before is not None and not before.is_admin:
        world.send(Event("realm_bot", op="delete", bot={"user_id": bot.user_id}), (before.user_id,))
    if not owner.is_admin:
        world.send(Event("realm_bot", op="add", bot=bot_payload(world, bot)), (owner.user_id,))
    if world.level < levels.BOT_OBJECTS_SLIM:
        told = {"user_id": bot.user_id, "owner_id": owner.user_id}
        others = [one for one in bot_keepers(world, bot) if owner.is_admin or one != owner.user_id]
        world.send(Event("realm_bot", op="update", bot=told), others)
    person = {"user_id": bot.user_id, "bot_owner_id": owner.user_id}
    send_about(world, bot, Event("realm_user", op="update", person=person))


def do_change_default_sending(world: World, bot: User, channel_id: int | None) -> None:
    """Let a bot's messages go to a channel, if they do not say where."""
    bot = world.change_user(bot, default_sending_channel=channel_id)
    tell_bot(world, bot, default_sending_stream=channel_name(world, channel_id))


def do_change_default_events(world: World, bot: User, channel_id: int | None) -> None:
    """Let a bot hear a channel, if its queues do not say which."""
    bot = world.change_user(bot, default_events_channel=channel_id)
    tell_bot(world, bot, default_events_register_stream=channel_name(world, channel_id))


def do_change_hears_all(world: World, bot: User, hears_all: bool) -> None:
    """Let a bot hear all public channels, if its queues do not say otherwise."""
    bot = world.change_user(bot, default_all_public_streams=hears_all)
    tell_bot(world, bot, default_all_public_streams=hears_all)


def do_change_service(world: World, bot: User, base_url: str, interface: int) -> None:
    """Let a bot's messages be carried elsewhere; its secret stays."""
    if bot.bot_type is not BotType.OUTGOING_WEBHOOK or not bot.services:
        return
    service = msgspec.structs.replace(bot.services[0], base_url=base_url, interface=interface)
    bot = world.change_user(bot, services=(service, *bot.services[1:]))
    tell_bot(world, bot, services=services_payload(bot))


def do_change_config(world: World, bot: User, config: dict[str, str]) -> None:
    """Tell a bot's program more of what it wants to know."""
    bot = world.change_user(bot, bot_config={**bot.bot_config, **config})
    tell_bot(world, bot, services=services_payload(bot))
