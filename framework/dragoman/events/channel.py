"""Events about channels, subscriptions to them, and topics."""

from typing import Any

from dragoman.events.event import Event
from dragoman.model import UNSET, Channel, ChannelName, Maybe, Record, Subscription


class SubscriptionAdded(Event, type="subscription", op="add"):
    """This account was subscribed to channels.

    Source: not in the spec.
    """

    subscriptions: tuple[Subscription, ...]


class SubscriptionRemoved(Event, type="subscription", op="remove"):
    """This account was unsubscribed from channels.

    Source: not in the spec.
    """

    subscriptions: tuple[ChannelName, ...]


class SubscriptionUpdated(Event, type="subscription", op="update"):
    """One of this account's settings for a channel changed; muting makes two of these events.

    Source: messaging API, "Events", rule 3.
    """

    stream_id: int
    property: str
    value: Any
    """A boolean, or the colour's text."""


class SubscriptionPeerAdded(Event, type="subscription", op="peer_add"):
    """Others were subscribed: each of the users to each of the channels.

    Source: not in the spec.
    """

    stream_ids: tuple[int, ...]
    user_ids: tuple[int, ...]


class SubscriptionPeerRemoved(Event, type="subscription", op="peer_remove"):
    """Others were unsubscribed: each of the users from each of the channels.

    Source: not in the spec.
    """

    stream_ids: tuple[int, ...]
    user_ids: tuple[int, ...]


class StreamCreated(Event, type="stream", op="create"):
    """Channels came into being, or into this account's sight.

    Source: not in the spec.
    """

    streams: tuple[Channel, ...]


class ChannelReference(Record):
    """A channel that is gone; newer servers send the id alone."""

    stream_id: int
    name: str | Maybe = UNSET


class StreamDeleted(Event, type="stream", op="delete"):
    """Channels were archived, or went out of this account's sight.

    Source: not in the spec.
    """

    streams: tuple[ChannelReference, ...] = ()
    stream_ids: tuple[int, ...] | Maybe = UNSET
    """Feature level 343."""

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of the channels, whichever form the event has."""
        if isinstance(self.stream_ids, tuple):
            return self.stream_ids
        return tuple(channel.stream_id for channel in self.streams)


class StreamUpdated(Event, type="stream", op="update"):
    """One property of a channel changed.

    Source: not in the spec.
    """

    stream_id: int
    name: str = ""
    """The channel's name before the change."""
    property: str
    value: Any = None
    rendered_description: str | Maybe = UNSET
    """With ``description``."""
    history_public_to_subscribers: bool | Maybe = UNSET
    """With ``invite_only``; so is the next."""
    is_web_public: bool | Maybe = UNSET


class UserTopicEvent(Event, type="user_topic"):
    """This account's policy for a topic changed.

    Source: not in the spec.
    """

    stream_id: int
    topic_name: str
    visibility_policy: int
    """0 none, 1 muted, 2 unmuted, 3 followed."""
    last_updated: int | Maybe = UNSET
    """UNIX seconds, UTC."""
