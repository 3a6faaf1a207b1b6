"""What register tells about channels and who follows them."""

from typing import Any

from dragoman_server import levels
from dragoman_server.payloads.channels import channel_payload
from dragoman_server.payloads.subscriptions import get_own_subscriptions
from dragoman_server.snapshot.section import Asked, section
from dragoman_server.snapshot.visitor import visitor_subscriptions
from dragoman_server.world.access import may_see_channel
from dragoman_server.world.records import Channel


@section("subscription")
def subscriptions(asked: Asked) -> dict[str, Any]:
    """Return the channels that the user follows, has left, and has never followed."""
    if asked.is_anonymous:
        followed = visitor_subscriptions(asked.world)
        return {"subscriptions": followed, "unsubscribed": [], "never_subscribed": []}
    settings = {
        "subscribers": asked.include_subscribers,
        "null_settings": "notification_settings_null" in asked.capabilities,
        "archived": _knows_archived(asked),
    }
    return {
        "subscriptions": get_own_subscriptions(asked.world, asked.user, **settings),
        "unsubscribed": [
            one
            for one in get_own_subscriptions(asked.world, asked.user, active=False, **settings)
            if may_see_channel(asked.world, asked.user, asked.world.channels[one["stream_id"]])
        ],
        "never_subscribed": [
            _never(asked, channel) for channel in _seen(asked) if _is_new_to(asked, channel)
        ],
    }


def _seen(asked: Asked) -> list[Channel]:
    channels = sorted(asked.world.channels.values(), key=lambda one: one.name)
    archived = _knows_archived(asked)
    return [
        one
        for one in channels
        if (archived or not one.is_archived) and may_see_channel(asked.world, asked.user, one)
    ]


def _knows_archived(asked: Asked) -> bool:
    return asked.world.level >= levels.ARCHIVED_CHANNELS and "archived_channels" in asked.capabilities


def _is_new_to(asked: Asked, channel: Channel) -> bool:
    return asked.user.user_id not in asked.world.subscriptions.get(channel.id, {})


def _never(asked: Asked, channel: Channel) -> dict[str, Any]:
    payload = channel_payload(asked.world, channel)
    if asked.include_subscribers:
        payload["subscribers"] = asked.world.subscriber_ids(channel.id)
    return payload


@section("stream")
def streams(asked: Asked) -> dict[str, Any]:
    """Return the channels that the user may see."""
    return {"streams": [channel_payload(asked.world, channel) for channel in _seen(asked)]}


@section("default_streams")
def default_streams(asked: Asked) -> dict[str, Any]:
    """Return the channels that new people follow."""
    if asked.user.is_guest:
        return {"realm_default_streams": []}
    default = [one for one in _seen(asked) if one.is_default]
    if asked.world.level >= levels.DEFAULT_CHANNELS_BY_ID:
        return {"realm_default_streams": sorted(one.id for one in default)}
    shown = [channel_payload(asked.world, one) for one in default]
    for one in shown:
        del one["stream_weekly_traffic"]
    return {"realm_default_streams": shown}


@section("default_stream_groups")
def default_stream_groups(_: Asked) -> dict[str, Any]:
    """Return the groups of channels that new people may choose: there are none."""
    return {"realm_default_stream_groups": []}
