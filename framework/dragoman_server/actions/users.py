"""Making accounts, changing them, closing and opening them again."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from dragoman_server import levels
from dragoman_server.actions.bot_keepers import tell_bot
from dragoman_server.actions.invitations import do_revoke_all
from dragoman_server.actions.messages import send_as_system
from dragoman_server.actions.subscriptions import (
    do_subscribe,
    seen_channels,
    tell_other_sight,
    tell_peers,
)
from dragoman_server.event import Event
from dragoman_server.payloads.groups import told_members
from dragoman_server.payloads.settings import default_settings
from dragoman_server.payloads.users import picture_payload, unknown_payload, user_payload
from dragoman_server.queues import EventQueue
from dragoman_server.world.access import may_see_email
from dragoman_server.world.keys import random_key
from dragoman_server.world.records import Channel, EmailVisibility, Role, User
from dragoman_server.world.sight import sees, send_about
from dragoman_server.world.world import World

SIGNUPS_TOPIC = "signups"

CREATING_EMITS = (
    *("realm_user/add", "user_group/add_members", "subscription/add", "subscription/peer_add", "message"),
)
"""What `do_create_user` may tell."""


class NewAccount(msgspec.Struct, frozen=True, kw_only=True):
    """What an account is made of."""

    email: str
    full_name: str
    password_hash: str
    """As `hash_password` returns it."""

    role: Role = Role.MEMBER


def do_create_user(world: World, new: NewAccount, channels: Sequence[Channel] | None = None) -> User:
    """Make an account that follows the given channels, or else the default ones, and tell everybody."""
    user_id = world.number("user")
    settings = default_settings(world)
    visibility = EmailVisibility(settings["email_address_visibility"])
    user = User(
        user_id=user_id,
        full_name=new.full_name,
        delivery_email=new.email,
        email=new.email if visibility is EmailVisibility.EVERYONE else hidden_email(world, user_id),
        role=new.role,
        date_joined=world.clock.now(),
        email_visibility=visibility,
        receives_typing_notifications=settings["receives_typing_notifications"],
        sends_direct_typing=settings["send_private_typing_notifications"],
        sends_channel_typing=settings["send_stream_typing_notifications"],
    )
    world.keys.set_key(user_id, random_key())
    world.keys.set_password_hash(user_id, new.password_hash)
    do_add_account(world, user)
    followed = default_channels(world) if channels is None else channels
    do_subscribe(world, [(user, channel) for channel in followed], colors={})
    _announce(world, user)
    return user


def default_channels(world: World) -> list[Channel]:
    """Return the channels that newcomers follow."""
    return [channel for channel in world.channels.values() if channel.is_default and not channel.is_archived]


def hidden_email(world: World, user_id: int) -> str:
    """Return the address that stands in for a real one."""
    return f"user{user_id}@{world.organization.bot_domain}"


def _announce(world: World, user: User) -> None:
    """Write of a newcomer where the organisation announces them, if it does."""
    channel = world.channels.get(world.setting("signup_announcements_stream_id"))
    if channel is not None and not channel.is_archived:
        note = f"@_**{user.full_name}|{user.user_id}** joined this organization."
        send_as_system(world, world.channel_recipient(channel.id), SIGNUPS_TOPIC, note)


def do_add_account(world: World, user: User) -> None:
    """Let an account be there, and tell everybody."""
    with telling_of_groups(world):
        world.users.put(user)
        _tell_added(world, user)


def _tell_added(world: World, user: User) -> None:
    def choose(queue: EventQueue) -> tuple[Event, ...]:
        viewer = world.users[queue.choices.user_id]
        if not sees(world, viewer, user):
            person = unknown_payload(world, user)
            incomplete = "user_list_incomplete" in queue.choices.capabilities
            return () if incomplete else (Event("realm_user", op="add", person=person),)
        person = user_payload(world, viewer, user, client_gravatar=False)
        if not user.is_bot:
            person["profile_data"] = user.profile_data
        return (Event("realm_user", op="add", person=person),)

    world.ledger.emitted("realm_user/add")
    world.queues.push_each(world.queues.owners(), choose)


def do_change_role(world: World, user: User, role: Role) -> None:
    """Give a person another rank."""
    before = seen_channels(world, user)
    with telling_of_groups(world):
        changed = world.change_user(user, role=role)
        _tell_update(world, user, role=role)
    tell_other_sight(world, changed, before)


def do_change_email(world: World, user: User, email: str) -> None:
    """Let a person have another real address; who sees it is told of it."""
    shown = email if user.email_visibility is EmailVisibility.EVERYONE else user.email
    changed = world.change_user(
        user, delivery_email=email, email=shown, avatar_version=user.avatar_version + (user.picture is None)
    )
    seeing = [one.user_id for one in world.users if may_see_email(one, changed)]
    person = {"user_id": user.user_id, "delivery_email": email}
    world.send(Event("realm_user", op="update", person=person), seeing)
    if changed.picture is None:
        send_about(world, changed, Event("realm_user", op="update", person=picture_payload(changed)))
    if changed.email != user.email:
        _tell_update(world, changed, new_email=shown)


def do_deactivate_user(world: World, user: User) -> None:
    """Close an account and those of its bots: none can log in, and their queues and invitations are gone."""
    for bot in world.users:
        if bot.is_bot and bot.is_active and bot.bot_owner_id == user.user_id and not user.is_bot:
            _close(world, bot)
    _close(world, user)


def _close(world: World, user: User) -> None:
    do_revoke_all(world, user)
    user = world.change_user(user, is_active=False)
    for queue in world.queues.of(user.user_id):
        world.queues.delete(queue)
    _tell_update(world, user, is_active=False)
    if user.is_bot:
        tell_bot(world, user, is_active=False)
    _tell_memberships(world, user, "remove_members")
    if world.level >= levels.PEERS_WITHOUT_THE_DEACTIVATED:
        tell_peers(world, "peer_remove", _followed(world, user))


def do_reactivate_user(world: World, user: User) -> None:
    """Open an account again."""
    user = world.change_user(user, is_active=True)
    _tell_update(world, user, is_active=True)
    if user.is_bot:
        tell_bot(world, user, is_active=True)
    _tell_memberships(world, user, "add_members")
    tell_peers(world, "peer_add", _followed(world, user))


def _tell_memberships(world: World, user: User, op: str) -> None:
    """Tell that somebody does not count as a member of groups any more, or does again."""
    if world.level < levels.GROUPS_WITHOUT_THE_DEACTIVATED:
        return
    for group in world.groups:
        if user.user_id in world.groups.direct_members(group):
            world.send_to_all(Event("user_group", op=op, group_id=group.id, user_ids=[user.user_id]))


def _followed(world: World, user: User) -> list[tuple[User, Channel]]:
    """Return the channels in use that somebody follows, whether or not the account is open."""
    return [
        (user, channel)
        for channel in world.channels.values()
        if not channel.is_archived and world.subscription(user.user_id, channel.id) is not None
    ]


def _tell_update(world: World, user: User, **changed: Any) -> None:
    send_about(world, user, Event("realm_user", op="update", person={"user_id": user.user_id, **changed}))


@contextmanager
def telling_of_groups(world: World) -> Iterator[None]:
    """Tell afterwards who has come into the groups of the system, and who has left them."""
    groups = [group for group in world.groups if group.is_system]
    before = {group.id: set(world.groups.direct_members(group)) for group in groups}
    yield
    for op, sign in (("remove_members", -1), ("add_members", 1)):
        for group in groups:
            now = set(world.groups.direct_members(group))
            changed = told_members(world, now - before[group.id] if sign > 0 else before[group.id] - now)
            if changed:
                world.send_to_all(Event("user_group", op=op, group_id=group.id, user_ids=changed))
