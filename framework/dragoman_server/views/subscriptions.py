"""Which channels people follow."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, Unpack

import msgspec

from dragoman_server import failures, levels
from dragoman_server.actions.channels import NewChannel, do_create_channel
from dragoman_server.actions.joining import Pair, do_join, do_leave
from dragoman_server.call import Call
from dragoman_server.channel_folders import access_folder_in_use
from dragoman_server.channel_settings import HOLDER_FAILS, GroupChoices, choose_groups
from dragoman_server.conversion import NOT_JSON, WRONG_TYPE
from dragoman_server.endpoint import endpoint
from dragoman_server.new_channels import (
    ADDERS_OF_A_CHANNEL,
    MAKING_FAILS,
    check_adding_others,
    check_making,
    history_of,
    made_of,
)
from dragoman_server.parameters import Converted, Json, Offered, Undocumented
from dragoman_server.payloads.channels import channel_setting
from dragoman_server.payloads.subscriptions import get_own_subscriptions
from dragoman_server.permissions import NO_GUESTS
from dragoman_server.recipients import get_principals
from dragoman_server.shapes.channels import Subscribed, SubscriptionsChanged, SubscriptionsFound, Unsubscribed
from dragoman_server.wanted_channels import (
    NAME_FAILS,
    Days,
    TopicsPolicy,
    Wanted,
    check_wanted,
    read_retention,
)
from dragoman_server.world.access import CHANNEL_ADMINISTRATORS, may_read_channel, may_see_channel
from dragoman_server.world.channel_permissions import may_subscribe_others
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
        *NAME_FAILS,
        *MAKING_FAILS,
        failures.CANNOT_ACCESS_CHANNEL,
        failures.USER_DEACTIVATED,
        *HOLDER_FAILS,
        failures.NOT_A_SYSTEM_GROUP,
        failures.NOT_A_COLOR,
        failures.INVALID_FOLDER,
        failures.FOLDER_ARCHIVED,
    ),
    emits=("stream/create", "default_streams", "subscription/add", "subscription/peer_add", "message"),
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
    message_retention_days: Json[Days] = "realm_default",
    topics_policy: Annotated[TopicsPolicy, Offered(since=levels.TOPICS_POLICY)] = "inherit",
    folder_id: Annotated[Json[int] | None, Offered(since=levels.CHANNEL_FOLDERS)] = None,
    stream_post_policy: Annotated[Json[Literal[1, 2, 3, 4]], Offered(until=levels.POSTING_BY_GROUP)] = 1,
    announce: Annotated[Json[bool], Undocumented()] = False,
    principals: Principals | None = None,
    authorization_errors_fatal: Json[bool] = True,
    send_new_subscription_messages: Annotated[
        Json[bool], Offered(since=levels.NEW_SUBSCRIPTION_MESSAGES)
    ] = True,
    **groups: Unpack[GroupChoices],
) -> dict[str, Any]:
    """Let the caller, or others, follow channels; a channel that does not exist is made.

    Not in the spec: the operation's shape.
    """
    world, user = call.world, call.user
    like = NewChannel(
        name="",
        invite_only=invite_only,
        is_web_public=is_web_public,
        history_public=history_of(invite_only=invite_only, chosen=history_public_to_subscribers),
        is_default=is_default_stream,
        topics_policy=topics_policy,
        message_retention_days=read_retention(message_retention_days),
        folder_id=None if folder_id is None else access_folder_in_use(world, folder_id).id,
        groups=choose_groups(world, groups, stream_post_policy),
    )
    check_adding_others(world, user, principals or ())
    people = _get_people(call, principals)
    for number, one in enumerate(subscriptions):
        check_wanted(one, f'subscriptions[{number}]["description"]')
    chosen = _choose(world, user, people, subscriptions)
    news = [made_of(one, like) for one in chosen.missing]
    for new in news:
        check_making(world, user, new)
    if authorization_errors_fatal and chosen.unauthorized:
        raise failures.CANNOT_ACCESS_CHANNEL(name=chosen.unauthorized[0])
    if authorization_errors_fatal and chosen.not_for_others:
        raise failures.INSUFFICIENT
    made = [do_create_channel(world, user, new) for new in news]
    joined = do_join(
        world,
        user,
        people,
        chosen.existing,
        made,
        colors=_colors(subscriptions, [*chosen.existing, *made]),
        tell=send_new_subscription_messages,
        announce=announce,
    )
    result: dict[str, Any] = {
        "subscribed": _by_person(world, joined.subscribed),
        "already_subscribed": _by_person(world, joined.already),
    }
    if not authorization_errors_fatal:
        result["unauthorized"] = [*chosen.unauthorized, *chosen.not_for_others]
    if world.level >= levels.NEW_SUBSCRIPTION_MESSAGES:
        result["new_subscription_messages_sent"] = send_new_subscription_messages
    return result


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of the channels that somebody asked for."""

    existing: list[Channel]
    missing: list[Wanted]
    unauthorized: list[str]
    not_for_others: list[str]
    """The channels to which the caller may not add others."""


def _choose(world: World, user: User, people: list[User], subscriptions: list[Wanted]) -> Chosen:
    # A name that is given twice, in whatever case, is what it was at first.
    wanted = {one.name.strip().casefold(): one for one in reversed(subscriptions)}
    wanted = dict(reversed(wanted.items()))
    found = {key: world.channel_named(key) for key in wanted}
    there = [channel for channel in found.values() if channel is not None]
    readable = [channel for channel in there if _may_follow(world, user, channel)]
    others = people != [user]
    allowed = [channel for channel in readable if not others or _may_add_others(world, user, channel)]
    return Chosen(
        existing=allowed,
        missing=[wanted[key] for key, channel in found.items() if channel is None],
        unauthorized=[channel.name for channel in there if channel not in readable],
        not_for_others=[channel.name for channel in readable if channel not in allowed],
    )


def _may_follow(world: World, user: User, channel: Channel) -> bool:
    return not channel.is_archived and may_read_channel(world, user, channel)


def _may_add_others(world: World, adder: User, channel: Channel) -> bool:
    """Tell whether `adder` may let others follow a channel, which `adder` may read."""
    if world.level < ADDERS_OF_A_CHANNEL or may_subscribe_others(world, adder):
        return True
    setting = channel_setting(world, channel, "can_add_subscribers_group")
    return world.groups.holds(setting, adder)


def _colors(subscriptions: list[Wanted], channels: list[Channel]) -> dict[int, str]:
    """Return the colors that were asked for, by channel."""
    asked = {one.name.strip().casefold(): one.color for one in subscriptions}
    named = {channel.id: asked.get(channel.name.casefold()) for channel in channels}
    return {channel_id: color for channel_id, color in named.items() if color is not None}


def _by_person(world: World, pairs: Iterable[Pair]) -> dict[str, list[str]]:
    by_id = world.level >= levels.SUBSCRIBED_BY_USER_ID
    told: dict[str, list[str]] = {}
    for user, channel in pairs:
        told.setdefault(str(user.user_id) if by_id else user.email, []).append(channel.name)
    return told


def _get_people(call: Call, principals: list[int | str] | None) -> list[User]:
    if principals and len({type(one) for one in principals}) > 1:
        raise WRONG_TYPE(place="principals", kind="an allowed_type")
    return get_principals(call.world, call.user, principals)


@endpoint(
    "DELETE",
    "/users/me/subscriptions",
    fails=(
        failures.NO_SUCH_CHANNEL,
        failures.NO_SUCH_USER,
        failures.USER_DEACTIVATED,
        failures.INSUFFICIENT,
    ),
    emits=("subscription/remove", "subscription/peer_remove", "stream/delete", "update_message_flags/add"),
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
    removed: list[Pair] = []
    not_removed: list[Pair] = []
    for user in people:
        for channel in channels:
            pair = (user, channel)
            follows = world.subscription(user.user_id, channel.id) is not None and pair not in removed
            (removed if follows else not_removed).append(pair)
    do_leave(world, removed)
    # An old server gave a channel that nobody followed any more another name.
    return {
        "removed": [world.channels[channel.id].name for _, channel in removed],
        "not_removed": [world.channels[channel.id].name for _, channel in not_removed],
    }


@endpoint(
    "PATCH",
    "/users/me/subscriptions",
    permission=NO_GUESTS,
    fails=(
        failures.NOTHING_TO_DO,
        *NAME_FAILS,
        failures.NOT_A_COLOR,
        failures.INSUFFICIENT,
        failures.CANNOT_ACCESS_CHANNEL,
        failures.NO_SUCH_CHANNEL,
    ),
    emits=(
        *("stream/create", "subscription/add", "subscription/peer_add", "message"),
        *("subscription/remove", "subscription/peer_remove", "stream/delete", "update_message_flags/add"),
    ),
    answers=SubscriptionsChanged,
)
def change_subscriptions(
    call: Call,
    *,
    delete: Json[list[str]] = [],  # noqa: B006 - never changed
    add: Json[list[Wanted]] = [],  # noqa: B006 - never changed
) -> dict[str, Any]:
    """Let the caller follow channels and leave others: both, or nothing.

    Not in the spec: the operation.
    """
    if not (add or delete):
        raise failures.NOTHING_TO_DO
    for name in delete:
        _access_by_name(call, name)
    return {**subscribe(call, subscriptions=add), **unsubscribe(call, subscriptions=delete)}


def _access_by_name(call: Call, name: str) -> Channel:
    channel = call.world.channel_named(name)
    if channel is None or not may_see_channel(call.world, call.user, channel):
        raise failures.NO_SUCH_CHANNEL(stream=name.strip())
    if channel.is_archived and call.level < levels.ARCHIVED_SUBSCRIPTIONS:
        raise failures.NO_SUCH_CHANNEL(stream=name.strip())
    return channel


def _check_may_remove(call: Call, user: User, channel: Channel) -> None:
    caller, world = call.user, call.world
    if caller.is_admin or user.user_id == caller.user_id or user.bot_owner_id == caller.user_id:
        return
    settings = ("can_remove_subscribers_group", CHANNEL_ADMINISTRATORS)
    holds = any(world.groups.holds(channel_setting(world, channel, name), caller) for name in settings)
    if not (holds and may_read_channel(world, caller, channel)):
        raise failures.INSUFFICIENT
