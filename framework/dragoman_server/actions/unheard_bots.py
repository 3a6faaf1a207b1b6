"""Tells the owner of a bot that what it says reaches nobody."""

from collections.abc import Callable

from dragoman_server import failures
from dragoman_server.actions.messages import send_as_system
from dragoman_server.world.access import bot_owner
from dragoman_server.world.records import Channel, User
from dragoman_server.world.world import World

SECONDS = 300
"""How long an owner who was told is left in peace."""


def find_channel_to_send_to(world: World, sender: User, find: Callable[[], Channel]) -> Channel:
    """Return the channel that `find` finds, or refuse as it does.

    The owner of a bot is told when there is no such channel, and when nobody is in it.
    """
    try:
        channel = find()
    except failures.NO_SUCH_CHANNEL as missing:
        what = (
            f" #**{missing.details['stream']}**, but that channel does not exist. "
            "Click [here](#channels/new) to create it."
        )
        _tell_owner(world, sender, what)
        raise
    except failures.NO_SUCH_CHANNEL_ID as missing:
        what = f" ID {missing.details['stream_id']}, but there is no channel with that ID."
        _tell_owner(world, sender, what)
        raise
    if sender.is_bot and not world.subscriber_ids(channel.id):
        what = f" #**{channel.name}**. The channel exists but does not have any subscribers."
        _tell_owner(world, sender, what)
    return channel


def _tell_owner(world: World, bot: User, what: str) -> None:
    owner = bot_owner(world, bot) if bot.is_bot else None
    now = world.clock.now()
    if owner is None or (bot.owner_told_at is not None and now - bot.owner_told_at <= SECONDS):
        return
    recipient = world.direct_recipient((world.notification_bot.user_id, owner.user_id))
    text = f"Your bot `{bot.delivery_email}` tried to send a message to channel{what}"
    send_as_system(world, recipient, "", text)
    world.change_user(bot, owner_told_at=now)
