"""Which channels people follow."""

from typing import Annotated, Any, Literal

import msgspec

from dragoman_server import failures, levels
from dragoman_server.actions.channels import (
    NewChannel,
    announce_channels,
    do_create_channel,
    note_creation,
    note_subscriptions,
    tell_new_channel,
)
from dragoman_server.actions.subscriptions import do_subscribe, do_unsubscribe
from dragoman_server.call import Call
from dragoman_server.channel_settings import GroupChoice, choose_groups
from dragoman_server.conversion import NOT_JSON, WRONG_TYPE
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Converted, Json, Offered, Undocumented
from dragoman_server.payloads.channels import channel_setting
from dragoman_server.payloads.subscriptions import get_own_subscriptions
from dragoman_server.permissions import NO_GUESTS
from dragoman_server.recipients import get_principals
from dragoman_server.shapes.channels import Subscribed, SubscriptionsFound, Unsubscribed
from dragoman_server.wanted_channels import Wanted, check_retention, check_wanted
from dragoman_server.world.access import may_read_channel, may_see_channel
from dragoman_server.world.records import Channel, User
from dragoman_server.world.world import World


def read_include_subscribers(text: str) -> bool:
    """Read `true`, `false` or `partial`; the last gives everybody, which is a subset too."""
    if text not in ("true", "false", "partial"):
        raise NOT_JSON(name="include_subscribers")
    return text != "false"


IncludeSubscribers = Annotated[bool, Converted(read_include_subscribers)]


@endpoint("GET", "/users/me/subscriptions", answers=SubscriptionsFound)
def get_subscriptions(call: Call, *, include_subscribers: IncludeSubscribers = False) -> dict[str, Any]:
    """Return the channels that the caller follows, by name.

    Not in the spec: the operation; the objects are those of register.
    """
    return {"subscriptions": get_own_subscriptions(call.world, call.user, subscribers=include_subscribers)}


Principals = Json[list[int | str]]


@endpoint(
    "POST",
    "/users/me/subscriptions",
    permission=NO_GUESTS,
    fails=(
        failures.EMPTY_CHANNEL_NAME,
        failures.LONG_CHANNEL_NAME,
        failures.BAD_CHANNEL_CHARACTER,
        failures.LONG_DESCRIPTION,
        failures.CANNOT_ACCESS_CHANNEL,
        failures.NO_SUCH_USER,
        failures.USER_DEACTIVATED,
        failures.NOT_OWNER,
        failures.INVALID_GROUP,
        failures.NOT_A_COLOR,
    ),
    emits=("stream/create", "subscription/add", "subscription/peer_add", "message"),
    answers=Subscribed,
)
def subscribe(
    call: Call,
    *,
    subscriptions: Json[list[Wanted]],
    invite_only: Json[bool] = False,
    is_web_public: Json[bool] = False,
    is_default_stream: Json[bool] = False,
    history_public_to_subscribers: Json[bool] | None = None,
    message_retention_days: Json[int | str] = "realm_default",
    topics_policy: Annotated[
        Literal["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"],
        Offered(since=levels.TOPICS_POLICY),
    ] = "inherit",
    stream_post_policy: Annotated[Json[Literal[1, 2, 3, 4]], Offered(until=levels.POSTING_BY_GROUP)] = 1,
    can_send_message_group: Annotated[Json[GroupChoice] | None, Offered(since=333)] = None,
    can_remove_subscribers_group: Json[GroupChoice] | None = None,
    can_add_subscribers_group: Annotated[Json[GroupChoice] | None, Offered(since=342)] = None,
    can_subscribe_group: Annotated[Json[GroupChoice] | None, Offered(since=357)] = None,
    can_create_topic_group: Annotated[Json[GroupChoice] | None, Offered(since=441)] = None,
    announce: Annotated[Json[bool], Undocumented()] = False,
    principals: Principals | None = None,
    authorization_errors_fatal: Json[bool] = True,
    send_new_subscription_messages: Annotated[
        Json[bool], Offered(since=levels.NEW_SUBSCRIPTION_MESSAGES)
    ] = True,
) -> dict[str, Any]:
    """Let the caller, or others, follow channels; a channel that does not exist is made.

    Not in the spec: the operation's shape.
    """
    world, user = call.world, call.user
    retention = check_retention(user, message_retention_days)
    people = _get_people(call, principals)
    groups = choose_groups(
        world,
        stream_post_policy,
        can_send_message_group=can_send_message_group,
        can_remove_subscribers_group=can_remove_subscribers_group,
        can_add_subscribers_group=can_add_subscribers_group,
        can_subscribe_group=can_subscribe_group,
        can_create_topic_group=can_create_topic_group,
    )
    for number, one in enumerate(subscriptions):
        check_wanted(one, f'subscriptions[{number}]["description"]')
    like = NewChannel(
        name="",
        invite_only=invite_only,
        is_web_public=is_web_public,
        history_public=history_public_to_subscribers is not False or not invite_only,
        is_default=is_default_stream,
        topics_policy=topics_policy,
        message_retention_days=retention,
        groups=groups,
    )
    chosen = _choose(world, user, people, subscriptions)
    if chosen.unauthorized and authorization_errors_fatal:
        raise failures.CANNOT_ACCESS_CHANNEL(name=chosen.unauthorized[0])
    made = [do_create_channel(world, user, _made_of(one, like)) for one in chosen.missing]
    channels = [*chosen.existing, *made]
    colors = {
        channel.id: color for channel in channels if (color := chosen.colors.get(channel.name.casefold()))
    }
    channels.sort(key=lambda channel: chosen.order.index(channel.name.casefold()))
    result = _subscribe_all(
        call, people, channels, made, colors, tell=send_new_subscription_messages, announce=announce
    )
    if not authorization_errors_fatal:
        result["unauthorized"] = chosen.unauthorized
    if world.level >= levels.NEW_SUBSCRIPTION_MESSAGES:
        result["new_subscription_messages_sent"] = send_new_subscription_messages
    return result


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of the channels that somebody asked for."""

    existing: list[Channel]
    missing: list[Wanted]
    unauthorized: list[str]
    colors: dict[str, str]
    """The colors that were asked for, by name in lower case."""

    order: list[str]
    """The names in lower case, in the order of the request."""


def _choose(world: World, user: User, people: list[User], subscriptions: list[Wanted]) -> Chosen:
    wanted = {one.name.strip().casefold(): one for one in subscriptions}
    found = {key: world.channel_named(key) for key in wanted}
    there = [channel for channel in found.values() if channel is not None]
    allowed = [channel for channel in there if _may_add(world, user, channel, people)]
    return Chosen(
        existing=allowed,
        missing=[wanted[key] for key, channel in found.items() if channel is None],
        unauthorized=[channel.name for channel in there if channel not in allowed],
        colors={key: one.color for key, one in wanted.items() if one.color is not None},
        order=list(wanted),
    )


def _made_of(wanted: Wanted, like: NewChannel) -> NewChannel:
    description = wanted.description.strip().replace("\n", " ")
    return msgspec.structs.replace(like, name=wanted.name.strip(), description=description)


def _subscribe_all(
    call: Call,
    people: list[User],
    channels: list[Channel],
    made: list[Channel],
    colors: dict[int, str],
    *,
    tell: bool,
    announce: bool,
) -> dict[str, Any]:
    """Do what was asked for, in the order in which everybody hears of it; return who follows what now."""
    world = call.world
    pairs: list[tuple[User, Channel]] = []
    already: dict[str, list[str]] = {}
    subscribed: dict[str, list[str]] = {}
    for user in people:
        key = str(user.user_id) if world.level >= levels.SUBSCRIBED_BY_USER_ID else user.email
        for channel in channels:
            if world.subscription(user.user_id, channel.id) is not None:
                already.setdefault(key, []).append(channel.name)
            else:
                subscribed.setdefault(key, []).append(channel.name)
                pairs.append((user, channel))
    for channel in made:
        tell_new_channel(world, channel, {user.user_id for user in people})
    do_subscribe(world, pairs, colors=colors, told={channel.id for channel in made})
    if tell:
        note_subscriptions(world, call.user, _by_person(pairs, made))
    if announce:
        announce_channels(world, call.user, [channel for channel in made if not channel.invite_only])
    for channel in made:
        note_creation(world, call.user, channel)
    return {"subscribed": subscribed, "already_subscribed": already}


def _by_person(pairs: list[tuple[User, Channel]], made: list[Channel]) -> dict[User, list[Channel]]:
    """Return who was added to which channels, apart from those that were just made."""
    people: dict[User, list[Channel]] = {}
    for user, channel in pairs:
        if channel not in made:
            people.setdefault(user, []).append(channel)
    return people


def _get_people(call: Call, principals: list[int | str] | None) -> list[User]:
    if principals and len({type(one) for one in principals}) > 1:
        raise WRONG_TYPE(place="principals", kind="an allowed_type")
    return get_principals(call.world, call.user, principals)


def _may_add(world: World, adder: User, channel: Channel, people: list[User]) -> bool:
    """Tell whether `adder` may let these people follow the channel."""
    adds_only_self = people == [adder]
    if world.subscription(adder.user_id, channel.id) is not None:
        return True
    if not channel.invite_only:
        return True
    name = "can_subscribe_group" if adds_only_self else "can_add_subscribers_group"
    return world.groups.holds(channel_setting(world, channel, name), adder)


@endpoint(
    "DELETE",
    "/users/me/subscriptions",
    fails=(
        failures.NO_SUCH_CHANNEL,
        failures.NO_SUCH_USER,
        failures.USER_DEACTIVATED,
        failures.INSUFFICIENT,
    ),
    emits=(
        "subscription/remove",
        "subscription/peer_remove",
        "stream/delete",
        "update_message_flags/add",
    ),
    answers=Unsubscribed,
)
def unsubscribe(
    call: Call, *, subscriptions: Json[list[str]], principals: Principals | None = None
) -> dict[str, Any]:
    """Let the caller, or others, leave channels.

    Source: DELETE /users/me/subscriptions.
    """
    world = call.world
    people = _get_people(call, principals)
    channels = [_access_by_name(call, name) for name in subscriptions]
    for user in people:
        for channel in channels:
            _check_may_remove(call, user, channel)
    removed: list[str] = []
    not_removed: list[str] = []
    pairs: list[tuple[User, Channel]] = []
    for user in people:
        for channel in channels:
            follows = (
                world.subscription(user.user_id, channel.id) is not None and (user, channel) not in pairs
            )
            (removed if follows else not_removed).append(channel.name)
            if follows:
                pairs.append((user, channel))
    do_unsubscribe(world, pairs)
    return {"removed": removed, "not_removed": not_removed}


def _access_by_name(call: Call, name: str) -> Channel:
    channel = call.world.channel_named(name)
    if channel is None or not may_see_channel(call.world, call.user, channel):
        raise failures.NO_SUCH_CHANNEL(stream=name.strip())
    return channel


def _check_may_remove(call: Call, user: User, channel: Channel) -> None:
    caller, world = call.user, call.world
    if caller.is_admin or user.user_id == caller.user_id or user.bot_owner_id == caller.user_id:
        return
    remover = channel_setting(world, channel, "can_remove_subscribers_group")
    if not (may_read_channel(world, caller, channel) and world.groups.holds(remover, caller)):
        raise failures.INSUFFICIENT
