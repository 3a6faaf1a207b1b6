"""Reads `to`: one channel, or people, each written in one of several ways."""

from collections.abc import Iterable
from typing import Any

import msgspec

from dragoman_server import failures
from dragoman_server.errors import Failure
from dragoman_server.world.access import access_user
from dragoman_server.world.records import Channel, Recipient, User
from dragoman_server.world.world import World


def _decoded(to: str) -> Any:
    """Return the JSON value of `to`, or `to` itself when it is none: a bare name or address."""
    try:
        return msgspec.json.decode(to)
    except (ValueError, RecursionError):
        return to


def get_channel(world: World, sender: User, to: str | None) -> Channel:
    """Return the channel that `to` names, by ID, by name, or as a list of exactly one of these.

    Where nothing is named, a bot's own choice holds.
    """
    if to is None and sender.default_sending_channel is not None:
        return get_channel_by_id(world, sender.default_sending_channel)
    if to is None:
        raise failures.MISSING_CHANNEL
    named = _decoded(to)
    if isinstance(named, list):
        if len(named) != 1:
            raise failures.ONE_CHANNEL
        named = named[0]
    if isinstance(named, bool) or not isinstance(named, int | str):
        raise failures.BAD_CHANNEL_TYPE
    return get_channel_by_id(world, named) if isinstance(named, int) else get_channel_by_name(world, named)


def get_channel_by_id(world: World, channel_id: int) -> Channel:
    """Return the channel of that ID."""
    channel = world.channels.get(channel_id)
    if channel is None:
        raise failures.NO_SUCH_CHANNEL_ID(stream_id=channel_id)
    return channel


def get_channel_by_name(world: World, name: str) -> Channel:
    """Return the channel of that name, in any case."""
    if not name.strip():
        raise failures.EMPTY_CHANNEL_NAME
    channel = world.channel_named(name)
    if channel is None:
        raise failures.NO_SUCH_CHANNEL(stream=name.strip())
    return channel


def get_people(world: World, sender: User, to: str | None) -> Recipient:
    """Return the people whom `to` names, by ID or by the address that everybody sees, and the sender."""
    named = [] if to is None else _decoded(to)
    if isinstance(named, str):
        named = [part.strip() for part in named.split(",") if part.strip()]
    if not isinstance(named, list):
        raise failures.BAD_RECIPIENTS
    if not named:
        raise failures.NO_RECIPIENTS
    if isinstance(named[0], str):
        return _recipient(world, sender, [_by_email(world, email) for email in named])
    if isinstance(named[0], bool) or not isinstance(named[0], int):
        raise failures.BAD_RECIPIENTS
    return get_people_by_id(world, sender, named, mixed=failures.MIXED_RECIPIENTS)


def get_people_by_id(world: World, sender: User, named: list[Any], *, mixed: Failure) -> Recipient:
    """Return the people with these IDs and the sender; raises `mixed` for what is no ID."""
    if not named:
        raise failures.NO_RECIPIENTS
    if any(isinstance(one, bool) or not isinstance(one, int) for one in named):
        raise mixed
    return _recipient(world, sender, [get_person(world, user_id) for user_id in named])


def get_person(world: World, user_id: int) -> User:
    """Return the user of that ID, to be written to."""
    user = world.users.get(user_id)
    if user is None:
        raise failures.INVALID_USER_ID(user_id=user_id)
    return user


def _by_email(world: World, email: Any) -> User:
    if not isinstance(email, str):
        raise failures.MIXED_RECIPIENTS
    user = world.users.by_shown_email(email)
    if user is None:
        raise failures.INVALID_EMAIL(email=email)
    return user


def _recipient(world: World, sender: User, people: list[User]) -> Recipient:
    for user in people:
        if not user.is_active:
            raise failures.NO_LONGER_HERE(email=user.email)
    return world.direct_recipient([sender.user_id, *(user.user_id for user in people)])


def get_people_to_add(world: World, user_ids: Iterable[int]) -> list[User]:
    """Return the people who are to be added somewhere, each once."""
    people = [access_user(world, user_id) for user_id in dict.fromkeys(user_ids)]
    if not all(user.is_active for user in people):
        raise failures.USER_DEACTIVATED
    return people


def get_principals(world: World, caller: User, principals: list[int | str] | None) -> list[User]:
    """Return the people whose subscriptions are to be changed; the caller when nobody is named."""
    if not principals:
        return [caller]
    people = [_principal(world, named) for named in dict.fromkeys(principals)]
    for user in people:
        if not user.is_active:
            raise failures.USER_DEACTIVATED
    return people


def _principal(world: World, named: int | str) -> User:
    if isinstance(named, int):
        return access_user(world, named)
    user = world.users.by_shown_email(named)
    if user is None:
        raise failures.NO_SUCH_USER
    return user
