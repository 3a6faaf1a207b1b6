"""Making accounts, changing them, closing and opening them again."""

from dragoman_server import levels
from dragoman_server.event import Event
from dragoman_server.world.keys import random_key
from dragoman_server.world.records import User
from dragoman_server.world.world import World


def do_regenerate_key(world: World, user: User) -> str:
    """Give an account a new key, and return it; of a bot's its owner and the administrators are told."""
    key = random_key()
    world.keys.set_key(user.user_id, key)
    if user.is_bot and world.level < levels.BOT_OBJECTS_SLIM:
        bot = {"user_id": user.user_id, "api_key": key}
        world.send(Event("realm_bot", op="update", bot=bot), bot_keepers(world, user))
    return key


def bot_keepers(world: World, bot: User) -> list[int]:
    """Return who looks after a bot: its owner and the administrators, rising."""
    return [
        one.user_id
        for one in world.users
        if one.is_active and not one.is_bot and (one.is_admin or one.user_id == bot.bot_owner_id)
    ]
