"""What bots may be made, by whom, and who may change them."""

import re

from dragoman_server import failures
from dragoman_server.world.records import BotType, User
from dragoman_server.world.world import World

BOTS_BY_GROUP = 344
"""From this level on permission groups say who may make bots; before, a policy did."""

GENERIC, FOR_A_FAMOUS_PROGRAM = 1, 2
"""In which form an outgoing web-hook is told."""

_EVERYBODY, _GENERIC_BY_ADMINISTRATORS, _ADMINISTRATORS = 1, 2, 3
_LOCAL_PART = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")

ACCESS_FAILS = (failures.NO_SUCH_BOT, failures.INSUFFICIENT)
"""How `access_bot` refuses."""


def access_bot(world: World, user: User, bot_id: int) -> User:
    """Return a bot that the person may change: their own, or any to an administrator."""
    bot = world.users.get(bot_id)
    if bot is None or not bot.is_bot or bot.is_system_bot:
        raise failures.NO_SUCH_BOT
    if not user.is_admin and bot.bot_owner_id != user.user_id:
        raise failures.INSUFFICIENT
    return bot


def check_bot_address(world: World, short_name: str) -> str:
    """Return the address of a bot of that short name; refuses a name of which none can be made."""
    local = f"{short_name}-bot"
    if not short_name or not _LOCAL_PART.fullmatch(local):
        raise failures.BAD_BOT_NAME
    email = f"{local}@{world.organization.bot_domain}"
    if world.users.by_login(email) is not None:
        raise failures.USERNAME_IN_USE
    return email


def check_name_is_free(world: World, full_name: str) -> None:
    """Refuse a bot's name that somebody has who is still here."""
    if any(one.full_name == full_name and one.is_active for one in world.users):
        raise failures.BOT_NAME_IN_USE


def check_may_create_bot(world: World, user: User, bot_type: int) -> None:
    """Refuse somebody who may not make bots of a type."""
    if not user.is_admin and not _allows(world, user, bot_type):
        raise failures.INSUFFICIENT


def _allows(world: World, user: User, bot_type: int) -> bool:
    if world.level < BOTS_BY_GROUP:
        policy = world.setting("bot_creation_policy")
        generic = bot_type == BotType.GENERIC and policy == _GENERIC_BY_ADMINISTRATORS
        return policy != _ADMINISTRATORS and not generic
    if world.holds(user, "can_create_bots_group"):
        return True
    hears_nothing = bot_type == BotType.INCOMING_WEBHOOK
    return hears_nothing and world.holds(user, "can_create_write_only_bots_group")


def check_bot_type(world: World, bot_type: int, service_name: str) -> BotType:
    """Return the type of a number; refuses one that nobody can make, and programs that are not here."""
    if bot_type not in list(BotType):
        raise failures.INVALID_BOT_TYPE
    if bot_type == BotType.EMBEDDED:
        here = {one.get("name") for one in world.kept.told("realm_embedded_bots", world.url, [])}
        if service_name not in here:
            raise failures.INVALID_EMBEDDED_BOT
    return BotType(bot_type)


def check_interface(interface: int) -> None:
    """Refuse a form in which no web-hook is told."""
    if interface not in (GENERIC, FOR_A_FAMOUS_PROGRAM):
        raise failures.INVALID_INTERFACE
