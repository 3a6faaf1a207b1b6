"""People and bots."""

from typing import Annotated, Any

from dragoman_server import failures
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json, Offered
from dragoman_server.payloads.users import unknown_payload, user_payload
from dragoman_server.shapes.channels import FollowedChannelsFound, SubscriptionFound
from dragoman_server.shapes.people import OwnUserFound, UserFound, UsersFound
from dragoman_server.world.access import access_channel_settings, may_see_channel
from dragoman_server.world.records import User
from dragoman_server.world.sight import SIGHT_FAILS, access_seen_user, check_seen, sees
from dragoman_server.world.world import World


def show_user(
    call: Call, user: User, *, client_gravatar: bool, include_custom_profile_fields: bool
) -> dict[str, Any]:
    """Return a user as the caller sees them, with the profile if it is asked for."""
    if not sees(call.world, call.user, user):
        return unknown_payload(call.world, user)
    payload = user_payload(call.world, call.user, user, client_gravatar=client_gravatar)
    if include_custom_profile_fields and not user.is_bot:
        payload["profile_data"] = user.profile_data
    return payload


def members_of(world: World) -> list[User]:
    """Return the accounts of the organisation, without those of the system."""
    return [user for user in world.users if not user.is_system_bot]


@endpoint("GET", "/users", answers=UsersFound)
def get_users(
    call: Call,
    *,
    client_gravatar: Json[bool] = True,
    include_custom_profile_fields: Json[bool] = False,
    user_ids: Annotated[Json[list[int]] | None, Offered(since=384)] = None,
) -> dict[str, Any]:
    """Return the people and bots of the organisation, former ones included.

    Not in the spec: the operation.
    """
    wanted = members_of(call.world)
    if user_ids is not None:
        wanted = [user for user in wanted if user.user_id in set(user_ids)]
    members = [
        show_user(
            call,
            user,
            client_gravatar=client_gravatar,
            include_custom_profile_fields=include_custom_profile_fields,
        )
        for user in wanted
    ]
    return {"members": members}


@endpoint("GET", "/users/me", answers=OwnUserFound)
def get_own_user(call: Call) -> dict[str, Any]:
    """Return the caller's own account.

    Not in the spec: the operation.
    """
    payload = show_user(call, call.user, client_gravatar=False, include_custom_profile_fields=True)
    return payload | {"max_message_id": call.world.newest_copy(call.user.user_id)}


@endpoint("GET", "/users/{user_id}", fails=SIGHT_FAILS, answers=UserFound)
def get_user(
    call: Call,
    *,
    user_id: int,
    client_gravatar: Json[bool] = True,
    include_custom_profile_fields: Json[bool] = False,
) -> dict[str, Any]:
    """Return the user of that ID.

    Not in the spec: the operation.
    """
    user = access_seen_user(call.world, call.user, user_id)
    return {
        "user": show_user(
            call,
            user,
            client_gravatar=client_gravatar,
            include_custom_profile_fields=include_custom_profile_fields,
        )
    }


@endpoint("GET", "/users/{email}", fails=SIGHT_FAILS, answers=UserFound)
def get_user_by_email(
    call: Call,
    *,
    email: str,
    client_gravatar: Json[bool] = True,
    include_custom_profile_fields: Json[bool] = False,
) -> dict[str, Any]:
    """Return the user whom everybody sees under that address.

    Not in the spec: the operation.
    """
    user = call.world.users.by_shown_email(email)
    if user is None:
        raise failures.NO_SUCH_USER
    check_seen(call.world, call.user, user)
    return {
        "user": show_user(
            call,
            user,
            client_gravatar=client_gravatar,
            include_custom_profile_fields=include_custom_profile_fields,
        )
    }


@endpoint(
    "GET",
    "/users/{user_id}/subscriptions/{stream_id}",
    fails=(*SIGHT_FAILS, failures.INVALID_CHANNEL_ID),
    answers=SubscriptionFound,
)
def get_is_subscribed(call: Call, *, user_id: int, stream_id: int) -> dict[str, Any]:
    """Return whether somebody follows a channel.

    Not in the spec: the operation.
    """
    user = access_seen_user(call.world, call.user, user_id)
    channel = access_channel_settings(call.world, call.user, stream_id)
    return {"is_subscribed": call.world.subscription(user.user_id, channel.id) is not None}


@endpoint(
    "GET",
    "/users/{user_id}/channels",
    fails=SIGHT_FAILS,
    since=440,
    answers=FollowedChannelsFound,
)
def get_followed_channels(call: Call, *, user_id: int) -> dict[str, Any]:
    """Return which of the channels that the caller sees somebody follows.

    Not in the spec: the operation.
    """
    world, user = call.world, access_seen_user(call.world, call.user, user_id)
    followed = [
        channel.id
        for channel in world.channels.values()
        if world.subscription(user.user_id, channel.id) is not None
        and may_see_channel(world, call.user, channel)
        and not channel.is_archived
    ]
    return {"subscribed_channel_ids": sorted(followed)}
