"""Following and leaving channels, and the settings that each person has for a channel."""

from collections.abc import Container, Iterable, Sequence

import msgspec

from dragoman_server import levels
from dragoman_server.actions.flags import do_change_flag
from dragoman_server.event import Event
from dragoman_server.payloads.channels import channel_payload, new_subscription, subscription_payload
from dragoman_server.world.access import may_see_channel, people_who_see
from dragoman_server.world.flags import Flag
from dragoman_server.world.records import Channel, Subscription, User
from dragoman_server.world.world import World


def do_subscribe(
    world: World,
    pairs: Sequence[tuple[User, Channel]],
    *,
    colors: dict[int, str],
    told: Container[int] = (),
) -> None:
    """Let people follow channels; `colors` are by channel, and the channels in `told` are known already.

    A person who could not see a private channel before hears first that it is there; then the person is told
    about the subscription, and the others who see the channel about the person.
    """
    gained: dict[int, list[User]] = {}
    added: dict[int, list[Subscription]] = {}
    for user, channel in pairs:
        if channel.id not in told and not may_see_channel(world, user, channel):
            gained.setdefault(channel.id, []).append(user)
        subscription = new_subscription(world, user.user_id, channel.id, colors.get(channel.id))
        world.put_subscription(subscription)
        added.setdefault(user.user_id, []).append(subscription)
    for channel_id, people in gained.items():
        tell_channel_created(world, world.channels[channel_id], [user.user_id for user in people])
    for user_id, subscriptions in added.items():
        _tell_added(world, user_id, subscriptions)
    _tell_peers(world, "peer_add", pairs)


def _tell_added(world: World, user_id: int, subscriptions: list[Subscription]) -> None:
    shown = [subscription_payload(world, one, subscribers=True) for one in subscriptions]
    world.send(Event("subscription", op="add", subscriptions=shown), (user_id,))


def do_unsubscribe(world: World, pairs: Sequence[tuple[User, Channel]]) -> None:
    """Let people leave channels; whoever thereby loses sight of a channel is told that it is gone."""
    left: dict[int, list[Channel]] = {}
    for user, channel in pairs:
        subscription = world.subscriptions[channel.id][user.user_id]
        world.put_subscription(msgspec.structs.replace(subscription, active=False))
        left.setdefault(user.user_id, []).append(channel)
    for user_id, channels in left.items():
        named = [{"name": channel.name, "stream_id": channel.id} for channel in channels]
        world.send(Event("subscription", op="remove", subscriptions=named), (user_id,))
    _tell_peers(world, "peer_remove", pairs)
    for user, channel in pairs:
        if not may_see_channel(world, user, channel):
            tell_channel_deleted(world, channel, (user.user_id,))
        _mark_channel_read(world, user, channel)


def _tell_peers(world: World, op: str, pairs: Iterable[tuple[User, Channel]]) -> None:
    """Tell the others; channels with the same people and the same watchers share an event."""
    people: dict[int, list[int]] = {}
    for user, channel in pairs:
        people.setdefault(channel.id, []).append(user.user_id)
    grouped: dict[tuple[tuple[int, ...], tuple[int, ...]], list[int]] = {}
    for channel_id, user_ids in people.items():
        watchers = people_who_see(world, world.channels[channel_id])
        others = tuple(user_id for user_id in watchers if user_id not in user_ids)
        grouped.setdefault((tuple(sorted(user_ids)), others), []).append(channel_id)
    for (user_ids_told, watchers_told), channel_ids in grouped.items():
        event = Event("subscription", op=op, stream_ids=channel_ids, user_ids=list(user_ids_told))
        world.send(event, watchers_told)


def _mark_channel_read(world: World, user: User, channel: Channel) -> None:
    """Mark what is unread in a channel as read: whoever left does not want to catch up."""
    copies = world.copies.get(user.user_id, {})
    recipient = world.channel_recipient(channel.id)
    unread = [
        message
        for message in world.messages.of(recipient.id)
        if not copies.get(message.id, Flag.READ) & Flag.READ
    ]
    if unread:
        do_change_flag(world, user, "add", "read", unread)


def tell_channel_created(world: World, channel: Channel, user_ids: Iterable[int]) -> None:
    """Tell people that a channel is there, or that they see it now."""
    world.send(Event("stream", op="create", streams=[channel_payload(world, channel)]), user_ids)


def tell_channel_deleted(world: World, channel: Channel, user_ids: Iterable[int]) -> None:
    """Tell people that a channel is gone, or that they do not see it any more."""
    fields: dict[str, object] = {"streams": [channel_payload(world, channel)]}
    if world.level >= levels.DELETED_CHANNELS_BY_ID:
        fields = {"streams": [{"stream_id": channel.id}], "stream_ids": [channel.id]}
    world.send(Event("stream", op="delete", **fields), user_ids)


def do_change_subscription(
    world: World, subscription: Subscription, name: str, value: object
) -> Subscription:
    """Change one personal setting of a channel, and return the changed subscription.

    Muting is told under both its names, the old one first.
    """
    changes = {"is_muted": not value} if name == "in_home_view" else {name: value}
    changed = msgspec.structs.replace(subscription, **changes)
    world.put_subscription(changed)
    told = [(name, value)]
    if name in ("is_muted", "in_home_view"):
        told = [("in_home_view", not changed.is_muted), ("is_muted", changed.is_muted)]
    for told_name, told_value in told:
        event = Event(
            "subscription", op="update", property=told_name, value=told_value, stream_id=changed.channel_id
        )
        world.send(event, (changed.user_id,))
    return changed
