"""Following many channels at once, new ones among them: everything that others hear of it, in its order."""

from collections.abc import Mapping, Sequence

import msgspec

from dragoman_server import levels
from dragoman_server.actions.channel_changes import do_archive_channel, do_set_default
from dragoman_server.actions.channels import (
    announce_channels,
    note_creation,
    note_subscriptions,
    tell_new_channel,
)
from dragoman_server.actions.subscriptions import do_subscribe, do_unsubscribe
from dragoman_server.world.records import Channel, User
from dragoman_server.world.world import World

Pair = tuple[User, Channel]


class Joined(msgspec.Struct, frozen=True):
    """Who follows what now, and who did before."""

    subscribed: list[Pair]
    already: list[Pair]


def do_join(
    world: World,
    adder: User,
    people: Sequence[User],
    existing: Sequence[Channel],
    made: Sequence[Channel],
    *,
    colors: Mapping[int, str] = {},
    tell: bool = True,
    announce: bool = False,
) -> Joined:
    """Let people follow channels, of which nobody has heard yet of those in `made`."""
    joined = _sort_out(world, people, [*existing, *made])
    for channel in made:
        tell_new_channel(world, channel, {user.user_id for user in people})
        if channel.is_default:
            do_set_default(world, channel, is_default=True)
    do_subscribe(world, joined.subscribed, colors=colors, told={channel.id for channel in made})
    if tell:
        note_subscriptions(world, adder, _added_by_others(joined.subscribed, made))
    if announce:
        announce_channels(world, adder, [channel for channel in made if not channel.invite_only])
    for channel in made:
        note_creation(world, adder, channel)
    return joined


def do_leave(world: World, pairs: Sequence[Pair]) -> None:
    """Let people leave channels; once a private channel that nobody followed any more was put out of use."""
    do_unsubscribe(world, pairs)
    if world.level >= levels.ARCHIVED_CHANNELS:
        return
    for channel in {channel.id: channel for _, channel in pairs}.values():
        if channel.invite_only and not world.subscriber_ids(channel.id):
            do_archive_channel(world, channel)


def _sort_out(world: World, people: Sequence[User], channels: Sequence[Channel]) -> Joined:
    joined = Joined([], [])
    for user in people:
        for channel in sorted(channels, key=lambda one: one.id):
            follows = world.subscription(user.user_id, channel.id) is not None
            (joined.already if follows else joined.subscribed).append((user, channel))
    return joined


def _added_by_others(pairs: Sequence[Pair], made: Sequence[Channel]) -> dict[User, list[Channel]]:
    """Return who was added to which channels, apart from those that were just made."""
    people: dict[User, list[Channel]] = {}
    for user, channel in pairs:
        if channel not in made:
            people.setdefault(user, []).append(channel)
    return people
