"""Channels, subscriptions and topics."""

from typing import Annotated, NotRequired, TypedDict

from dragoman_server import levels
from dragoman_server.parameters import Offered
from dragoman_server.shapes.groups import Permission


class BareChannel(TypedDict):
    """A channel as it has always been told."""

    stream_id: int
    name: str
    description: str
    rendered_description: str
    creator_id: int | None
    date_created: int
    first_message_id: int | None
    history_public_to_subscribers: bool
    invite_only: bool
    is_web_public: bool
    is_announcement_only: bool
    message_retention_days: int | None
    stream_post_policy: int
    is_archived: Annotated[bool, Offered(since=levels.ARCHIVED_CHANNELS)]
    is_recently_active: Annotated[bool, Offered(since=levels.RECENTLY_ACTIVE)]
    folder_id: Annotated[int | None, Offered(since=levels.CHANNEL_FOLDERS)]
    topics_policy: Annotated[str, Offered(since=levels.TOPICS_POLICY)]
    subscriber_count: Annotated[int, Offered(since=levels.SUBSCRIBER_COUNT)]
    can_remove_subscribers_group: Permission
    can_administer_channel_group: Annotated[Permission, Offered(since=325)]
    can_send_message_group: Annotated[Permission, Offered(since=levels.POSTING_BY_GROUP)]
    can_add_subscribers_group: Annotated[Permission, Offered(since=342)]
    can_subscribe_group: Annotated[Permission, Offered(since=357)]
    can_move_messages_out_of_channel_group: Annotated[Permission, Offered(since=396)]
    can_move_messages_within_channel_group: Annotated[Permission, Offered(since=396)]
    can_resolve_topics_group: Annotated[Permission, Offered(since=402)]
    can_delete_any_message_group: Annotated[Permission, Offered(since=407)]
    can_delete_own_message_group: Annotated[Permission, Offered(since=407)]
    can_create_topic_group: Annotated[Permission, Offered(since=levels.CREATE_TOPIC_PERMISSION)]


class Channel(BareChannel):
    """A channel."""

    stream_weekly_traffic: int | None


class ListedChannel(Channel):
    """A channel in a list, where it may be said whether new people follow it."""

    is_default: NotRequired[bool]


class UnfollowedChannel(Channel):
    """A channel that the account never followed."""

    subscribers: NotRequired[list[int]]


class Subscription(UnfollowedChannel):
    """A channel with what one person set for it."""

    color: str
    is_muted: bool
    in_home_view: bool
    pin_to_top: bool
    desktop_notifications: bool | None
    audible_notifications: bool | None
    push_notifications: bool | None
    email_notifications: bool | None
    wildcard_mentions_notify: bool | None


class Topic(TypedDict):
    """A topic, and its newest message."""

    name: str
    max_id: int


class ChannelsFound(TypedDict):
    """Channels."""

    streams: list[ListedChannel]


class ChannelFound(TypedDict):
    """One channel."""

    stream: Channel


class ChannelIdFound(TypedDict):
    """A channel's ID."""

    stream_id: int


class SubscribersFound(TypedDict):
    """Who follows a channel."""

    subscribers: list[int]


class TopicsFound(TypedDict):
    """The topics of a channel."""

    topics: list[Topic]


class SubscriptionsFound(TypedDict):
    """The channels that the account follows."""

    subscriptions: list[Subscription]


class SubscriptionFound(TypedDict):
    """Whether somebody follows a channel."""

    is_subscribed: bool


class FollowedChannelsFound(TypedDict):
    """Which channels somebody follows."""

    subscribed_channel_ids: list[int]


class Subscribed(TypedDict):
    """Who was subscribed to which channels: by user ID, once by address."""

    subscribed: dict[str, list[str]]
    already_subscribed: dict[str, list[str]]
    unauthorized: NotRequired[list[str]]
    """Channels that the account may not see; absent when there are none."""

    new_subscription_messages_sent: NotRequired[
        Annotated[bool, Offered(since=levels.NEW_SUBSCRIPTION_MESSAGES)]
    ]


class Unsubscribed(TypedDict):
    """From which channels somebody was removed."""

    removed: list[str]
    not_removed: list[str]


class SubscriptionsChanged(Subscribed, Unsubscribed):
    """Which channels somebody follows now, and from which they were removed."""


class ChannelMade(TypedDict):
    """A new channel's ID."""

    id: int


class Folder(TypedDict):
    """A folder of channels."""

    id: int
    name: str
    description: str
    rendered_description: str
    creator_id: int | None
    date_created: int
    is_archived: bool
    order: Annotated[int, Offered(since=levels.ORDERED_FOLDERS)]


class FoldersFound(TypedDict):
    """Folders of channels."""

    channel_folders: list[Folder]


class FolderMade(TypedDict):
    """A new folder's ID."""

    channel_folder_id: int


class EmailAddressFound(TypedDict):
    """The address by which a channel takes mail."""

    email: str


class Deleted(TypedDict):
    """Whether everything is deleted, or a further call is needed."""

    complete: bool
