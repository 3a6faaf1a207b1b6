"""Following and leaving channels, and the settings that each person has for a channel."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence

import msgspec

from dragoman_server import levels
from dragoman_server.actions.flags import do_change_flag
from dragoman_server.event import Event
from dragoman_server.payloads.channels import channel_payload, new_subscription, subscription_payload
from dragoman_server.queues import EventQueue
from dragoman_server.world.access import may_see_channel, people_who_see
from dragoman_server.world.flags import Flag
from dragoman_server.world.records import Channel, Subscription, User
from dragoman_server.world.world import World


def do_subscribe(
    world: World,
    pairs: Sequence[tuple[User, Channel]],
    *,
    colors: Mapping[int, str] = {},
    told: Container[int] = (),
) -> None:
    """Let people follow channels; `colors` are by channel, and the channels in `told` are known already.

    A person who could not see a private channel before hears first that it is there; then the person is told
    about the subscription, and the others who see the channel about the person.
    """
    gained: dict[int, list[User]] = {}
    added: dict[int, list[Subscription]] = {}
    # A color that was asked for is not given to another channel of the same call.
    for user, channel in sorted(pairs, key=lambda pair: (pair[1].id not in colors, pair[1].id)):
        if channel.id not in told and not may_see_channel(world, user, channel):
            gained.setdefault(channel.id, []).append(user)
        subscription = new_subscription(world, user.user_id, channel.id, colors.get(channel.id))
        world.put_subscription(subscription)
        added.setdefault(user.user_id, []).append(subscription)
    for channel_id, people in sorted(gained.items()):
        tell_channels_created(world, [world.channels[channel_id]], [user.user_id for user in people])
    for user_id, subscriptions in sorted(added.items()):
        subscriptions.sort(key=lambda one: one.channel_id)
        _tell_added(world, user_id, subscriptions)
    tell_peers(world, "peer_add", pairs)


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
        lost = [one for one in channels if not may_see_channel(world, world.users[user_id], one)]
        tell_channels_deleted(world, lost, (user_id,))
    tell_peers(world, "peer_remove", pairs)
    for user, channel in pairs:
        _mark_channel_read(world, user, channel)


def tell_peers(world: World, op: str, pairs: Iterable[tuple[User, Channel]]) -> None:
    """Tell the others who see the channels; those that one person alone has joined or left share an event."""
    people: dict[int, list[int]] = {}
    for user, channel in pairs:
        people.setdefault(channel.id, []).append(user.user_id)
    together: dict[int, list[int]] = {}
    apart: list[int] = []
    for channel_id, changed in people.items():
        channel = world.channels[channel_id]
        if channel.invite_only or channel.is_web_public or len(changed) > 1:
            apart.append(channel_id)
        else:
            together.setdefault(changed[0], []).append(channel_id)
    apart.sort(key=lambda one: (not world.channels[one].invite_only, one))
    for channel_id in (one for one in apart if not world.channels[one].is_web_public):
        _tell_of_peers(world, op, [channel_id], people[channel_id])
    for user_id, channel_ids in together.items():
        _tell_of_peers(world, op, sorted(channel_ids), [user_id])
    for channel_id in (one for one in apart if world.channels[one].is_web_public):
        _tell_of_peers(world, op, [channel_id], people[channel_id])


def _tell_of_peers(world: World, op: str, channel_ids: list[int], user_ids: list[int]) -> None:
    watchers = {
        one for channel_id in channel_ids for one in people_who_see(world, world.channels[channel_id])
    }
    event = Event("subscription", op=op, stream_ids=channel_ids, user_ids=sorted(user_ids))
    world.send(event, sorted(watchers.difference(user_ids)))


def seen_channels(world: World, user: User) -> set[int]:
    """Return the channels whose name and settings somebody sees, archived ones included."""
    return {channel.id for channel in world.channels.values() if may_see_channel(world, user, channel)}


def tell_other_sight(world: World, user: User, before: set[int]) -> None:
    """Tell somebody which channels they see now and did not, and the other way round."""
    after = seen_channels(world, user)
    gained = [world.channels[one] for one in sorted(after - before)]
    lost = [world.channels[one] for one in sorted(before - after)]
    tell_channels_created(world, gained, (user.user_id,))
    for channel in gained:
        peers = Event(
            "subscription",
            op="peer_add",
            stream_ids=[channel.id],
            user_ids=world.subscriber_ids(channel.id),
        )
        world.send(peers, (user.user_id,))
    tell_channels_deleted(world, lost, (user.user_id,))


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


def tell_channels_created(world: World, channels: Sequence[Channel], user_ids: Iterable[int]) -> None:
    """Tell people that channels are there, or that they see them now."""
    _tell_in_sight(world, channels_created, channels, user_ids)


def tell_channels_deleted(world: World, channels: Sequence[Channel], user_ids: Iterable[int]) -> None:
    """Tell people that channels are gone, or that they do not see them any more."""
    _tell_in_sight(world, channels_deleted, channels, user_ids)


def _tell_in_sight(
    world: World,
    make: Callable[[World, Sequence[Channel]], Event],
    channels: Sequence[Channel],
    user_ids: Iterable[int],
) -> None:
    """Tell clients of these channels; of archived ones only those that know such."""
    in_use = [channel for channel in channels if not channel.is_archived]
    whole = (make(world, channels),) if channels else ()
    part = whole
    if len(in_use) < len(channels):
        part = (make(world, in_use),) if in_use else ()
    may_know = world.level >= levels.ARCHIVED_CHANNELS

    def choose(queue: EventQueue) -> tuple[Event, ...]:
        knows = may_know and "archived_channels" in queue.choices.capabilities
        return whole if knows else part

    for event in (*whole, *part):
        world.ledger.emitted(event.kind)
    world.queues.push_each(user_ids, choose)


def channels_created(world: World, channels: Sequence[Channel]) -> Event:
    """Return what tells that channels are there."""
    return Event("stream", op="create", streams=[channel_payload(world, one) for one in channels])


def channels_deleted(world: World, channels: Sequence[Channel]) -> Event:
    """Return what tells that channels are gone: in full, or on newer servers by ID."""
    if world.level < levels.DELETED_CHANNELS_BY_ID:
        return Event("stream", op="delete", streams=[channel_payload(world, one) for one in channels])
    ids = [channel.id for channel in channels]
    return Event("stream", op="delete", streams=[{"stream_id": one} for one in ids], stream_ids=ids)


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
