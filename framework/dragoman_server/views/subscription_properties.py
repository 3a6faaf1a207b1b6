"""The settings that each person has for a channel: color, muting, notifications."""

import msgspec

from dragoman_server import failures
from dragoman_server.actions.subscriptions import do_change_subscription
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json
from dragoman_server.wanted_channels import is_color
from dragoman_server.world.access import access_subscription

_SWITCHES = (
    *("is_muted", "in_home_view", "pin_to_top", "desktop_notifications", "audible_notifications"),
    *("push_notifications", "email_notifications", "wildcard_mentions_notify"),
)

_FAILS = (
    failures.UNKNOWN_PROPERTY,
    failures.INVALID_CHANNEL_ID,
    failures.NOT_SUBSCRIBED,
    failures.NOT_A_BOOLEAN,
    failures.NOT_A_COLOR,
)


class Change(msgspec.Struct, frozen=True):
    """One setting of one channel."""

    stream_id: int
    property: str
    value: bool | str


@endpoint("POST", "/users/me/subscriptions/properties", fails=_FAILS, emits=("subscription/update",))
def update_subscription_properties(call: Call, *, subscription_data: Json[list[Change]]) -> None:
    """Change settings of several channels, one after the other.

    What stands before a change that is refused has happened.
    Source: POST /users/me/subscriptions/properties.
    """
    for change in subscription_data:
        _change(call, change)


@endpoint("PATCH", "/users/me/subscriptions/{stream_id}", fails=_FAILS, emits=("subscription/update",))
def update_subscription_property(
    call: Call,
    *,
    stream_id: int,
    property: str,  # noqa: A002 - the wire's name
    value: str,
) -> None:
    """Change one setting of one channel.

    Source: PATCH /users/me/subscriptions/{stream_id}.
    """
    _change(call, Change(stream_id, property, _read_value(value)))


def _read_value(text: str) -> bool | str:
    """Read a value that may be JSON or bare text."""
    if text in ("true", "false"):
        return text == "true"
    return text.removeprefix('"').removesuffix('"')


def _change(call: Call, change: Change) -> None:
    if change.property not in ("color", *_SWITCHES):
        raise failures.UNKNOWN_PROPERTY(property=change.property)
    subscription = access_subscription(call.world, call.user, change.stream_id)
    if change.property in _SWITCHES:
        if not isinstance(change.value, bool):
            raise failures.NOT_A_BOOLEAN(name=change.property)
    elif not isinstance(change.value, str) or not is_color(change.value):
        raise failures.NOT_A_COLOR
    do_change_subscription(call.world, subscription, change.property, change.value)
