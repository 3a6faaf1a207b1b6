"""Making accounts, changing them, closing and opening them again."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from dragoman_server import levels
from dragoman_server.actions.subscriptions import do_subscribe
from dragoman_server.event import Event
from dragoman_server.payloads.settings import default_settings
from dragoman_server.payloads.users import user_payload
from dragoman_server.queues import EventQueue
from dragoman_server.world.keys import random_key
from dragoman_server.world.records import EmailVisibility, Role, User
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


def do_create_user(world: World, email: str, password: str, full_name: str) -> User:
    """Make an account that follows the default channels, and tell everybody."""
    user_id = world.number("user")
    settings = default_settings(world)
    visibility = EmailVisibility(settings["email_address_visibility"])
    hidden = f"user{user_id}@{world.organization.bot_domain}"
    user = User(
        user_id=user_id,
        full_name=full_name,
        delivery_email=email,
        email=email if visibility is EmailVisibility.EVERYONE else hidden,
        date_joined=world.clock.now(),
        email_visibility=visibility,
        receives_typing_notifications=settings["receives_typing_notifications"],
        sends_direct_typing=settings["send_private_typing_notifications"],
        sends_channel_typing=settings["send_stream_typing_notifications"],
    )
    world.keys.set_key(user_id, random_key())
    world.keys.set_password(user_id, password)
    with telling_of_groups(world):
        world.users.put(user)
        _tell_added(world, user)
    followed = [channel for channel in world.channels.values() if channel.is_default]
    do_subscribe(world, [(user, channel) for channel in followed], colors={})
    return user


def _tell_added(world: World, user: User) -> None:
    def choose(queue: EventQueue) -> tuple[Event, ...]:
        viewer = world.users[queue.choices.user_id]
        person = user_payload(world, viewer, user, client_gravatar=queue.choices.client_gravatar)
        return (Event("realm_user", op="add", person={**person, "profile_data": {}}),)

    world.ledger.emitted("realm_user/add")
    world.queues.push_each(world.queues.owners(), choose)


def do_change_role(world: World, user: User, role: Role) -> None:
    """Give a person another rank."""
    with telling_of_groups(world):
        world.change_user(user, role=role)
        _tell_update(world, user, role=role)


def do_deactivate_user(world: World, user: User) -> None:
    """Close an account: it cannot log in, and its queues are gone."""
    world.change_user(user, is_active=False)
    for queue in world.queues.of(user.user_id):
        world.queues.delete(queue)
    _tell_update(world, user, is_active=False)


def do_reactivate_user(world: World, user: User) -> None:
    """Open an account again."""
    world.change_user(user, is_active=True)
    _tell_update(world, user, is_active=True)


def _tell_update(world: World, user: User, **changed: Any) -> None:
    world.send_to_all(Event("realm_user", op="update", person={"user_id": user.user_id, **changed}))


@contextmanager
def telling_of_groups(world: World) -> Iterator[None]:
    """Tell afterwards who has come into the groups of the system, and who has left them."""
    groups = [group for group in world.groups if group.is_system]
    before = {group.id: set(world.groups.direct_members(group)) for group in groups}
    yield
    for op, sign in (("remove_members", -1), ("add_members", 1)):
        for group in groups:
            now = set(world.groups.direct_members(group))
            changed = now - before[group.id] if sign > 0 else before[group.id] - now
            if changed:
                world.send_to_all(Event("user_group", op=op, group_id=group.id, user_ids=sorted(changed)))
