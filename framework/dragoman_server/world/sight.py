"""Whom people see: everybody, but for guests where the organisation keeps them among those they work with."""

from collections.abc import Iterator

from dragoman_server import failures
from dragoman_server.event import Event
from dragoman_server.world.access import access_user
from dragoman_server.world.records import User
from dragoman_server.world.world import World

SIGHT_FAILS = (failures.NO_SUCH_USER, failures.INSUFFICIENT)
"""How `access_seen_user` refuses."""

UNKNOWN_NAME = "Unknown user"
"""What those are called whom one does not see."""


def sees_everybody(world: World, viewer: User) -> bool:
    """Tell whether a person sees all accounts."""
    return not viewer.is_guest or world.holds(viewer, "can_access_all_users_group")


def sees(world: World, viewer: User, user: User) -> bool:
    """Tell whether a person sees an account: a bot, or somebody met in a channel or in direct messages."""
    if sees_everybody(world, viewer) or user.is_bot or viewer.user_id == user.user_id:
        return True
    return _meet(world, viewer, user) or any(
        {viewer.user_id, user.user_id}.issubset(one.user_ids) for one in world.direct_recipients()
    )


def _meet(world: World, one: User, other: User) -> bool:
    return any(
        world.subscription(one.user_id, channel_id) and world.subscription(other.user_id, channel_id)
        for channel_id in world.channels
    )


def access_seen_user(world: World, viewer: User, user_id: int) -> User:
    """Return the account of that ID, if the person sees it."""
    return check_seen(world, viewer, access_user(world, user_id))


def check_seen(world: World, viewer: User, user: User) -> User:
    """Return an account that the person sees, or refuse it."""
    if not sees(world, viewer, user):
        raise failures.INSUFFICIENT
    return user


def listeners_who_see(world: World, user: User) -> Iterator[int]:
    """Walk over those with event queues who see an account."""
    return (one for one in world.queues.owners() if sees(world, world.users[one], user))


def send_about(world: World, user: User, event: Event) -> None:
    """Tell an event about an account to everybody who sees it."""
    world.send(event, list(listeners_who_see(world, user)))
