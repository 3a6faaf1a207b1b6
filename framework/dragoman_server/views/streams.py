"""Channels: which there are, and who follows them."""

from typing import Annotated, Any

from dragoman_server import failures, levels
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json, Offered
from dragoman_server.payloads.channel_address import channel_address
from dragoman_server.payloads.channels import channel_payload
from dragoman_server.shapes.channels import (
    ChannelFound,
    ChannelIdFound,
    ChannelsFound,
    EmailAddressFound,
    SubscribersFound,
)
from dragoman_server.world.access import (
    access_channel,
    access_channel_settings,
    access_user,
    may_read_channel,
    may_see_channel,
)
from dragoman_server.world.records import Channel, User


@endpoint("GET", "/streams", fails=(failures.NOT_AUTHORIZED,), answers=ChannelsFound)
def get_streams(
    call: Call,
    *,
    include_public: Json[bool] = True,
    include_web_public: Json[bool] = False,
    include_subscribed: Json[bool] = True,
    exclude_archived: Annotated[Json[bool], Offered(since=315)] = True,
    include_all: Annotated[Json[bool], Offered(since=356)] = False,
    include_default: Json[bool] = False,
    include_owner_subscribed: Json[bool] = False,
    include_can_access_content: Annotated[Json[bool], Offered(since=356)] = False,
    include_all_active: Json[bool] = False,
) -> dict[str, Any]:
    """Return the channels of all the chosen kinds, by name.

    Source: GET /streams.
    """
    world, user = call.world, call.user
    if include_all_active and not user.is_admin:
        raise failures.NOT_AUTHORIZED

    def follows(person: User | None, channel: Channel) -> bool:
        return person is not None and world.subscription(person.user_id, channel.id) is not None

    def is_chosen(channel: Channel) -> bool:
        owner = world.users.get(user.bot_owner_id or 0)
        return (
            (include_public and not channel.invite_only and not user.is_guest)
            or (include_web_public and channel.is_web_public)
            or (include_subscribed and follows(user, channel))
            or (include_default and channel.is_default and may_see_channel(world, user, channel))
            or (include_owner_subscribed and follows(owner, channel))
            or (include_all and may_see_channel(world, user, channel))
            or (include_can_access_content and may_read_channel(world, user, channel))
            or include_all_active
        )

    chosen = [
        channel
        for channel in sorted(world.channels.values(), key=lambda one: one.name)
        if is_chosen(channel) and not (channel.is_archived and exclude_archived)
    ]
    return {"streams": [_show(call, channel, include_default=include_default) for channel in chosen]}


def _show(call: Call, channel: Channel, *, include_default: bool) -> dict[str, Any]:
    payload = channel_payload(call.world, channel)
    if include_default:
        payload["is_default"] = channel.is_default
    return payload


@endpoint("GET", "/get_stream_id", fails=(failures.INVALID_CHANNEL_NAME,), answers=ChannelIdFound)
def get_stream_id(call: Call, *, stream: str) -> dict[str, Any]:
    """Return the ID of the channel of that name.

    Not in the spec: the operation.
    """
    channel = call.world.channel_named(stream)
    may_ask = may_see_channel if call.level >= levels.CHANNEL_ADMINISTRATORS else may_read_channel
    if channel is None or channel.is_archived or not may_ask(call.world, call.user, channel):
        raise failures.INVALID_CHANNEL_NAME(name=stream)
    return {"stream_id": channel.id}


@endpoint("GET", "/streams/{stream_id}", fails=(failures.INVALID_CHANNEL_ID,), answers=ChannelFound)
def get_stream(call: Call, *, stream_id: int) -> dict[str, Any]:
    """Return one channel.

    Not in the spec: the operation.
    """
    archived = call.level >= levels.ARCHIVED_IN_SIGHT
    channel = access_channel_settings(call.world, call.user, stream_id, archived=archived)
    return {"stream": channel_payload(call.world, channel)}


@endpoint(
    "GET", "/streams/{stream_id}/members", fails=(failures.INVALID_CHANNEL_ID,), answers=SubscribersFound
)
def get_subscribers(call: Call, *, stream_id: int) -> dict[str, Any]:
    """Return who follows a channel.

    Not in the spec: the operation.
    """
    channel = access_channel_settings(call.world, call.user, stream_id)
    return {"subscribers": call.world.subscriber_ids(channel.id)}


@endpoint(
    "GET",
    "/streams/{stream_id}/email_address",
    fails=(failures.INVALID_CHANNEL_ID, failures.NO_SUCH_USER),
    answers=EmailAddressFound,
)
def get_email_address(
    call: Call, *, stream_id: int, sender_id: Annotated[Json[int] | None, Offered(since=394)] = None
) -> dict[str, Any]:
    """Return the address by which a channel takes mail, which comes from the caller or another account.

    Not in the spec: the operation.
    """
    channel = access_channel(call.world, call.user, stream_id)
    sender = call.user if sender_id is None else access_user(call.world, sender_id)
    return {"email": channel_address(call.world, channel, sender)}
