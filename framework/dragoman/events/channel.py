"""Events about channels, subscriptions to them, and topics."""

from typing import Any

from dragoman.events.event import Event
from dragoman.model import UNSET, Channel, ChannelFolder, ChannelName, Maybe, Record, Subscription


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


class MutedTopicsEvent(Event, type="muted_topics"):
    """The topics that the account has muted changed; the older form of ``UserTopicEvent``.

    Source: not in the spec.
    """

    muted_topics: tuple[tuple[str, str, int], ...]
    """All of them: the channel's name, the topic, and since when (UNIX seconds, UTC)."""


class DefaultChannelsEvent(Event, type="default_streams"):
    """The channels that new people are subscribed to changed.

    Source: not in the spec.
    """

    default_streams: tuple[int | ChannelName, ...]
    """All of them; ids since feature level 330."""

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of the channels, whichever form the event has."""
        return tuple(one if isinstance(one, int) else one.stream_id for one in self.default_streams)


class ChannelGroup(Record):
    """Channels that new people may choose together."""

    id: int
    name: str
    description: str = ""
    streams: tuple[int | ChannelName, ...] = ()


class DefaultChannelGroupsEvent(Event, type="default_stream_groups"):
    """The groups of channels that new people may choose changed.

    Source: not in the spec.
    """

    default_stream_groups: tuple[ChannelGroup, ...]
    """All of them."""


class ChannelFolderAdded(Event, type="channel_folder", op="add"):
    """A folder was made. Feature level 389.

    Source: not in the spec.
    """

    channel_folder: ChannelFolder


class ChannelFolderChange(Record):
    """What changed of a folder."""

    name: str | Maybe = UNSET
    description: str | Maybe = UNSET
    rendered_description: str | Maybe = UNSET
    is_archived: bool | Maybe = UNSET


class ChannelFolderUpdated(Event, type="channel_folder", op="update"):
    """A folder changed.

    Source: not in the spec.
    """

    channel_folder_id: int
    data: ChannelFolderChange


class ChannelFoldersReordered(Event, type="channel_folder", op="reorder"):
    """The folders stand in another order. Feature level 418.

    Source: not in the spec.
    """

    order: tuple[int, ...]
    """Ids of all folders."""
