"""Channels, subscriptions to them, and the topics inside."""

from dragoman.model.record import UNSET, Maybe, Record
from dragoman.model.user import GroupSetting


class Channel(Record):
    """A channel.

    Source: messaging API, "Channel object".
    """

    stream_id: int
    name: str
    description: str = ""
    """Markdown."""
    rendered_description: str = ""
    """HTML."""
    date_created: int | Maybe = UNSET
    """UNIX seconds, UTC."""
    creator_id: int | Maybe | None = UNSET
    """``None`` when nobody is on record."""
    invite_only: bool = False
    """Whether the channel is private."""
    is_web_public: bool = False
    is_archived: bool = False
    """Feature level 315."""
    is_announcement_only: bool | Maybe = UNSET
    stream_post_policy: int | Maybe = UNSET
    """1 anyone, 2 administrators, 3 full members, 4 moderators; an approximation since feature level 333."""
    message_retention_days: int | Maybe | None = UNSET
    """``None`` takes the organization's setting, -1 keeps for ever."""
    history_public_to_subscribers: bool | Maybe = UNSET
    topics_policy: str | Maybe = UNSET
    """``inherit``, ``allow_empty_topic``, ``disable_empty_topic`` or ``empty_topic_only``."""
    first_message_id: int | Maybe | None = UNSET
    """``None`` while nothing was said."""
    folder_id: int | Maybe | None = UNSET
    is_recently_active: bool | Maybe = UNSET
    is_default: bool | Maybe = UNSET
    """Present only when asked for with ``include_default``."""
    subscriber_count: int | Maybe = UNSET
    stream_weekly_traffic: int | Maybe | None = UNSET
    """``None`` for a young channel."""
    can_add_subscribers_group: GroupSetting | Maybe = UNSET
    can_remove_subscribers_group: GroupSetting | Maybe = UNSET
    can_administer_channel_group: GroupSetting | Maybe = UNSET
    can_delete_any_message_group: GroupSetting | Maybe = UNSET
    can_delete_own_message_group: GroupSetting | Maybe = UNSET
    can_move_messages_out_of_channel_group: GroupSetting | Maybe = UNSET
    can_move_messages_within_channel_group: GroupSetting | Maybe = UNSET
    can_send_message_group: GroupSetting | Maybe = UNSET
    can_subscribe_group: GroupSetting | Maybe = UNSET
    can_resolve_topics_group: GroupSetting | Maybe = UNSET
    can_create_topic_group: GroupSetting | Maybe = UNSET


class Subscription(Channel):
    """A channel together with one subscriber's own settings for it.

    Source: messaging API, "Subscription object".
    """

    subscribers: tuple[int, ...] | Maybe = UNSET
    """User ids; present only when asked for."""
    partial_subscribers: tuple[int, ...] | Maybe = UNSET
    """All bots and recently active users, when ``partial`` was asked for."""
    color: str = ""
    """``#rrggbb``."""
    is_muted: bool = False
    in_home_view: bool | Maybe = UNSET
    """The older opposite of ``is_muted``."""
    pin_to_top: bool = False
    desktop_notifications: bool | Maybe | None = UNSET
    """``None`` takes the user's own default; so for the other four."""
    email_notifications: bool | Maybe | None = UNSET
    push_notifications: bool | Maybe | None = UNSET
    audible_notifications: bool | Maybe | None = UNSET
    wildcard_mentions_notify: bool | Maybe | None = UNSET


class ChannelName(Record):
    """A channel by id and name only."""

    stream_id: int
    name: str = ""


class Topic(Record):
    """A topic of a channel, with its newest message.

    Source: messaging API, "Topic listing entry".
    """

    name: str
    max_id: int
    """Id of the newest message."""
