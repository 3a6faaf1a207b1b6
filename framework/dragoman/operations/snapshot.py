"""The state that a registration answers with, section by section."""

from typing import Any

from dragoman.model import (
    UNSET,
    BotAccount,
    Channel,
    ChannelFolder,
    ChannelName,
    Domain,
    Draft,
    IntegrationBot,
    Linkifier,
    Maybe,
    MutedUser,
    NavigationView,
    Playground,
    Presence,
    ProfileField,
    RealmEmoji,
    RecentPrivateConversation,
    Record,
    Reminder,
    SavedSnippet,
    ScheduledMessage,
    Status,
    Subscription,
    User,
    UserGroup,
    UserTopic,
)
from dragoman.operations.operation import Answer


class UnreadDirect(Record):
    """Unread messages of a conversation with one other."""

    other_user_id: int | Maybe = UNSET
    sender_id: int | Maybe = UNSET
    """The older name."""
    unread_message_ids: tuple[int, ...] = ()


class UnreadTopic(Record):
    """Unread messages of a topic."""

    stream_id: int
    topic: str
    unread_message_ids: tuple[int, ...] = ()


class UnreadGroup(Record):
    """Unread messages of a conversation with several others."""

    user_ids_string: str
    """Ids of all participants with commas between."""
    unread_message_ids: tuple[int, ...] = ()


class UnreadMessages(Record):
    """What the account has not read, of the newest 50,000 messages."""

    count: int = 0
    pms: tuple[UnreadDirect, ...] = ()
    streams: tuple[UnreadTopic, ...] = ()
    huddles: tuple[UnreadGroup, ...] = ()
    mentions: tuple[int, ...] = ()
    """Ids of those in which the account is mentioned."""
    old_unreads_missing: bool = False
    """Whether there are older ones that are not told."""


class Snapshot(Answer):
    """The sections of the state; one that was not asked for is ``UNSET``.

    Source: messaging API, "POST /register"; most shapes are not in the spec.
    """

    max_message_length: int | Maybe = UNSET
    """Code points; this and the next ones come with ``realm``."""
    max_topic_length: int | Maybe = UNSET
    max_stream_name_length: int | Maybe = UNSET
    realm_empty_topic_display_name: str | Maybe = UNSET
    realm_name: str | Maybe = UNSET
    realm_url: str | Maybe = UNSET
    event_queue_longpoll_timeout_seconds: int | Maybe = UNSET
    server_typing_started_wait_period_milliseconds: int | Maybe = UNSET
    server_typing_stopped_wait_period_milliseconds: int | Maybe = UNSET
    server_typing_started_expiry_period_milliseconds: int | Maybe = UNSET

    max_message_id: int | Maybe = UNSET
    """The newest message received; comes with ``message``."""
    user_id: int | Maybe = UNSET
    """The account itself; this and the next ones come with ``realm_user``."""
    email: str | Maybe = UNSET
    full_name: str | Maybe = UNSET
    realm_users: tuple[User, ...] | Maybe = UNSET
    realm_non_active_users: tuple[User, ...] | Maybe = UNSET
    cross_realm_bots: tuple[User, ...] | Maybe = UNSET
    realm_user_groups: tuple[UserGroup, ...] | Maybe = UNSET
    subscriptions: tuple[Subscription, ...] | Maybe = UNSET
    unsubscribed: tuple[Subscription, ...] | Maybe = UNSET
    never_subscribed: tuple[Channel, ...] | Maybe = UNSET
    streams: tuple[Channel, ...] | Maybe = UNSET
    realm_default_streams: tuple[int | ChannelName, ...] | Maybe = UNSET
    """Ids since feature level 330."""
    scheduled_messages: tuple[ScheduledMessage, ...] | Maybe = UNSET
    starred_messages: tuple[int, ...] | Maybe = UNSET
    alert_words: tuple[str, ...] | Maybe = UNSET
    unread_msgs: UnreadMessages | Maybe = UNSET
    """Comes with ``message`` and ``update_message_flags`` together."""
    recent_private_conversations: tuple[RecentPrivateConversation, ...] | Maybe = UNSET
    navigation_views: tuple[NavigationView, ...] | Maybe = UNSET
    saved_snippets: tuple[SavedSnippet, ...] | Maybe = UNSET
    drafts: tuple[Draft, ...] | Maybe = UNSET
    reminders: tuple[Reminder, ...] | Maybe = UNSET
    """Feature level 399."""
    channel_folders: tuple[ChannelFolder, ...] | Maybe = UNSET
    """Feature level 389."""
    realm_default_stream_groups: tuple[dict[str, Any], ...] | Maybe = UNSET
    muted_topics: tuple[tuple[str, str, int], ...] | Maybe = UNSET
    """Channel, topic and since when; the older form of ``user_topics``."""
    user_topics: tuple[UserTopic, ...] | Maybe = UNSET
    muted_users: tuple[MutedUser, ...] | Maybe = UNSET
    user_settings: dict[str, Any] | Maybe = UNSET
    """By the name of the setting."""
    realm_user_settings_defaults: dict[str, Any] | Maybe = UNSET
    user_status: dict[str, Status] | Maybe = UNSET
    """By user id as text; who has none is left out."""
    presences: dict[str, Presence] | Maybe = UNSET
    """By user id as text with ``slim_presence``, else by e-mail address."""
    presence_last_update_id: int | Maybe | None = UNSET
    """Feature level 263."""
    server_timestamp: float | Maybe = UNSET
    """UNIX seconds, UTC; comes with ``presence``."""
    custom_profile_fields: tuple[ProfileField, ...] | Maybe = UNSET
    custom_profile_field_types: dict[str, Any] | Maybe = UNSET
    realm_linkifiers: tuple[Linkifier, ...] | Maybe = UNSET
    """Empty without the capability ``linkifier_url_template``."""
    realm_emoji: dict[str, RealmEmoji] | Maybe = UNSET
    """By id."""
    realm_domains: tuple[Domain, ...] | Maybe = UNSET
    realm_playgrounds: tuple[Playground, ...] | Maybe = UNSET
    realm_bots: tuple[BotAccount, ...] | Maybe = UNSET
    """Those that the account owns, or all of them for an administrator; keys are not read."""
    realm_incoming_webhook_bots: tuple[IntegrationBot, ...] | Maybe = UNSET
    realm_embedded_bots: tuple[dict[str, Any], ...] | Maybe = UNSET
    """The kinds of bots that live in the server."""
    onboarding_steps: tuple[dict[str, Any], ...] | Maybe = UNSET
    devices: dict[str, dict[str, Any]] | Maybe = UNSET
    """The account's devices by id as text. Feature level 468."""
    stop_words: tuple[str, ...] | Maybe = UNSET
    """Words that a search leaves out."""
    has_zoom_token: bool | Maybe = UNSET
