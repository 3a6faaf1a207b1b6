"""Join channels, leave them, and set how they behave for oneself."""

from typing import Literal

from msgspec import field

from dragoman.model import UNSET, Maybe, Record, Subscription
from dragoman.operations.channels import NewChannel
from dragoman.operations.operation import Answer, Done, Operation


class SubscriptionsFound(Answer):
    """One's subscriptions."""

    subscriptions: tuple[Subscription, ...]


class GetSubscriptions(Operation[SubscriptionsFound], method="GET", path="/users/me/subscriptions"):
    """List the channels that the account is subscribed to.

    Source: not in the spec.
    """

    include_subscribers: bool | str | Maybe = UNSET
    """True, false, or ``partial`` (feature level 412)."""


class ChannelToJoin(Record):
    """A channel by its name; the rest counts only if it has to be made."""

    name: str
    description: str | Maybe = UNSET
    color: str | Maybe = UNSET
    """One's own colour for it, ``#rrggbb``."""


class Subscribed(Answer):
    """Who was subscribed to what.

    Keys are user ids as texts since feature level 289, e-mail addresses before.
    """

    subscribed: dict[str, tuple[str, ...]]
    """Names of channels newly joined."""
    already_subscribed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    unauthorized: tuple[str, ...] = ()
    """Names of channels that may not be joined, when that is not fatal."""
    new_subscription_messages_sent: bool | Maybe = UNSET
    """Whether people were told. Feature level 397."""


class Subscribe(NewChannel[Subscribed], method="POST", path="/users/me/subscriptions"):
    """Subscribe the account, or others, to channels; a channel that does not exist is made.

    Fails with code ``BAD_REQUEST`` when a channel may not be joined or made, or a name is not valid; with
    ``UNAUTHORIZED_PRINCIPAL`` for a retention of one who is no owner.
    Source: not in the spec.
    """

    subscriptions: tuple[ChannelToJoin, ...]
    principals: tuple[int, ...] | tuple[str, ...] | Maybe = UNSET
    """User ids, or e-mail addresses; the account itself when left out."""
    authorization_errors_fatal: bool | Maybe = UNSET
    """False: what may not be joined is listed as ``unauthorized``. True when left out."""


class Unsubscribed(Answer):
    """Which channels were left."""

    removed: tuple[str, ...] = ()
    """Names."""
    not_removed: tuple[str, ...] = ()
    """Names of channels that nobody had to leave."""


class Unsubscribe(Operation[Unsubscribed], method="DELETE", path="/users/me/subscriptions"):
    """Unsubscribe the account, or others, from channels.

    Fails with ``ChannelDoesNotExist`` (``stream``), which older servers call ``BAD_REQUEST``; with
    ``BAD_REQUEST`` when others may not be removed.
    Source: messaging API, "DELETE /users/me/subscriptions".
    """

    subscriptions: tuple[str, ...]
    """Names."""
    principals: tuple[int, ...] | tuple[str, ...] | Maybe = UNSET
    """User ids, or e-mail addresses; the account itself when left out."""


class SubscriptionsChanged(Subscribed):
    """Who was subscribed to what, and which channels were left."""

    removed: tuple[str, ...] = ()
    """Names."""
    not_removed: tuple[str, ...] = ()
    """Names of channels that nobody had to leave."""


class ChangeSubscriptions(
    Operation[SubscriptionsChanged], method="PATCH", path="/users/me/subscriptions", repeatable=True
):
    """Subscribe the account to some channels and unsubscribe it from others: both or nothing.

    Fails with code ``BAD_REQUEST`` when a channel may not be joined or made, a name is not valid, or nothing
    is to do; with ``ChannelDoesNotExist`` for a channel to leave.
    Source: not in the spec.
    """

    delete: tuple[str, ...] | Maybe = UNSET
    """Names."""
    add: tuple[ChannelToJoin, ...] | Maybe = UNSET


class SubscriptionChange(Record):
    """One setting of one channel."""

    stream_id: int
    property: str
    """``color``, ``is_muted``, ``pin_to_top``, ``desktop_notifications``, ``audible_notifications``,
    ``push_notifications``, ``email_notifications``, ``wildcard_mentions_notify``, or the older
    ``in_home_view``."""
    value: bool | str
    """A text for the colour, a boolean for the others."""


class UpdateSubscriptionProperties(
    Operation[Done], method="POST", path="/users/me/subscriptions/properties", repeatable=True
):
    """Change one's own settings of several channels, in order.

    What stands before a faulty one stays changed.
    Fails with code ``BAD_REQUEST`` for an unknown property, a wrong value, or a channel not subscribed to.
    Source: messaging API, "POST /users/me/subscriptions/properties".
    """

    subscription_data: tuple[SubscriptionChange, ...]


class UpdateSubscriptionProperty(
    Operation[Done], method="PATCH", path="/users/me/subscriptions/{stream_id}", repeatable=True
):
    """Change one of one's own settings of one channel.

    Servers of about feature level 261 refuse booleans here; ``UpdateSubscriptionProperties`` works on all.
    Fails with code ``BAD_REQUEST`` as that does.
    Source: messaging API, "PATCH /users/me/subscriptions/{stream_id}".
    """

    stream_id: int
    property: str
    value: bool | str


class SubscriptionFound(Answer):
    """Whether somebody is subscribed to a channel."""

    is_subscribed: bool


class GetIsSubscribed(
    Operation[SubscriptionFound], method="GET", path="/users/{user_id}/subscriptions/{stream_id}"
):
    """Ask whether somebody is subscribed to a channel.

    Fails with code ``BAD_REQUEST`` for an unknown user, or a channel not to be seen.
    Source: not in the spec.
    """

    user_id: int
    stream_id: int


class ChannelsOfUserFound(Answer):
    """To which channels somebody is subscribed."""

    subscribed_channel_ids: tuple[int, ...]
    """Those of them that the account sees."""


class GetChannelsOfUser(
    Operation[ChannelsOfUserFound], method="GET", path="/users/{user_id}/channels", since=440
):
    """Ask to which channels somebody is subscribed.

    Fails with code ``BAD_REQUEST`` when there is no such account.
    Source: not in the spec.
    """

    user_id: int


class MuteTopic(Operation[Done], method="PATCH", path="/users/me/subscriptions/muted_topics"):
    """Mute or unmute a topic; deprecated since feature level 170: use ``UpdateUserTopic``.

    Fails with code ``BAD_REQUEST`` for a channel that is not to be seen, and for a topic that is not muted.
    Source: not in the spec.
    """

    topic: str
    op: Literal["add", "remove"]
    stream_id: int | Maybe = UNSET
    stream: str | Maybe = UNSET
    """The channel's name, in place of its id."""
