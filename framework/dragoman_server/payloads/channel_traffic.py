"""How busy a channel is: its messages in a week, and whether anything happens in it any more."""

from bisect import bisect_left

from dragoman_server.world.records import Channel
from dragoman_server.world.world import World

DAY = 86400
WEEK = 7
OBSERVED_DAYS = 28
ACTIVE_DAYS = 180


def weekly_traffic(world: World, channel: Channel) -> int | None:
    """Return how many messages come in an average week of the last four; `None` for a young channel."""
    age = int(world.clock.now() - max(channel.date_created, channel.counted_from)) // DAY
    if age < WEEK:
        return None
    count = _messages_since(world, channel, OBSERVED_DAYS)
    average = count * WEEK // min(age, OBSERVED_DAYS)
    return _two_digits(average) if average or not count else 1


def is_recently_active(world: World, channel: Channel) -> bool:
    """Tell whether there were messages in the last half-year; a new channel counts as active too."""
    is_young = world.clock.now() - channel.date_created < ACTIVE_DAYS * DAY
    return is_young or _messages_since(world, channel, ACTIVE_DAYS) > 0


def _messages_since(world: World, channel: Channel, days: int) -> int:
    ids = world.messages.ids_of(world.channel_recipient(channel.id).id)
    since = world.clock.now() - days * DAY
    return len(ids) - bisect_left(ids, since, key=lambda one: world.messages[one].timestamp)


def _two_digits(number: int) -> int:
    """Round to two digits that count."""
    return int(round(number, 2 - len(str(number))))
