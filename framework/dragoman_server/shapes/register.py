"""The event queue that register opens, the state that it tells, and the events that follow.

The state's sections are typed one by one; the many settings of organisation and server are told beside them.
"""

from typing import Annotated, Any, NotRequired, TypedDict

from dragoman_server import levels
from dragoman_server.parameters import Offered
from dragoman_server.shapes.channels import BareChannel, Channel, Subscription, UnfollowedChannel
from dragoman_server.shapes.groups import UserGroup
from dragoman_server.shapes.keepsakes import (
    Draft,
    MutedUser,
    NavigationView,
    Reminder,
    SavedSnippet,
    TopicChoice,
)
from dragoman_server.shapes.messages import Conversation, Unread
from dragoman_server.shapes.organization import CustomEmoji, Linkifier, ProfileFieldType, Settings
from dragoman_server.shapes.people import Bot, Listed, User
from dragoman_server.shapes.presence import Presence, Status
from dragoman_server.shapes.profile import ProfileField
from dragoman_server.shapes.scheduled import ScheduledMessage
from dragoman_server.shapes.shape import loose


@loose
class Registered(TypedDict):
    """A queue, and as much of the state as was asked for."""

    queue_id: str | None
    last_event_id: NotRequired[int]
    """Absent where there is no queue."""

    zulip_version: str
    zulip_merge_base: str
    zulip_feature_level: int
    server_feature_level: Annotated[int, Offered(since=levels.SERVER_FEATURE_LEVEL)]
    idle_queue_timeout_secs: NotRequired[Annotated[int, Offered(since=levels.IDLE_QUEUE_TIMEOUT)]]
    """Absent where there is no queue."""

    subscriptions: NotRequired[list[Subscription]]
    unsubscribed: NotRequired[list[Subscription]]
    never_subscribed: NotRequired[list[UnfollowedChannel]]
    streams: NotRequired[list[Channel]]
    realm_default_streams: NotRequired[list[int | BareChannel]]
    realm_default_stream_groups: NotRequired[list[dict[str, Any]]]
    channel_folders: NotRequired[Annotated[list[dict[str, Any]], Offered(since=levels.CHANNEL_FOLDERS)]]

    max_message_id: NotRequired[int]
    unread_msgs: NotRequired[Unread]
    starred_messages: NotRequired[list[int]]
    scheduled_messages: NotRequired[list[ScheduledMessage]]
    recent_private_conversations: NotRequired[list[Conversation]]

    realm_users: NotRequired[list[Listed]]
    realm_non_active_users: NotRequired[list[Listed]]
    cross_realm_bots: NotRequired[list[User]]
    realm_bots: NotRequired[list[Bot]]
    realm_user_groups: NotRequired[list[UserGroup]]
    presences: NotRequired[dict[str, Presence]]
    server_timestamp: NotRequired[float]
    presence_last_update_id: NotRequired[Annotated[int, Offered(since=levels.PRESENCE_UPDATE_ID)]]
    user_status: NotRequired[dict[str, Status]]

    user_id: NotRequired[int]
    email: NotRequired[str]
    delivery_email: NotRequired[str]
    full_name: NotRequired[str]
    avatar_url: NotRequired[str | None]
    avatar_url_medium: NotRequired[str | None]
    is_owner: NotRequired[bool]
    is_admin: NotRequired[bool]
    is_moderator: NotRequired[bool]
    is_guest: NotRequired[bool]
    is_billing_admin: NotRequired[Annotated[bool, Offered(until=levels.BILLING_ADMIN_GONE)]]

    user_settings: NotRequired[Settings]
    realm_user_settings_defaults: NotRequired[Settings]
    alert_words: NotRequired[list[str]]
    muted_users: NotRequired[list[MutedUser]]
    user_topics: NotRequired[list[TopicChoice]]
    muted_topics: NotRequired[list[tuple[str, str, int]]]
    drafts: NotRequired[list[Draft]]
    saved_snippets: NotRequired[Annotated[list[SavedSnippet], Offered(since=297)]]
    navigation_views: NotRequired[Annotated[list[NavigationView], Offered(since=390)]]
    reminders: NotRequired[Annotated[list[Reminder], Offered(since=399)]]
    onboarding_steps: NotRequired[list[dict[str, Any]]]
    devices: NotRequired[Annotated[dict[str, Any], Offered(since=468)]]
    has_zoom_token: NotRequired[bool]

    realm_name: NotRequired[str]
    realm_url: NotRequired[str]
    max_message_length: NotRequired[int]
    max_topic_length: NotRequired[int]
    realm_emoji: NotRequired[dict[str, CustomEmoji]]
    realm_linkifiers: NotRequired[list[Linkifier]]
    realm_filters: NotRequired[list[Any]]
    realm_playgrounds: NotRequired[list[dict[str, Any]]]
    realm_domains: NotRequired[list[dict[str, Any]]]
    custom_profile_fields: NotRequired[list[ProfileField]]
    custom_profile_field_types: NotRequired[dict[str, ProfileFieldType]]
    giphy_api_key: NotRequired[str]
    stop_words: NotRequired[list[str]]


@loose
class Event(TypedDict):
    """Something that happened; what else is told depends on type and op."""

    id: int
    type: str
    op: NotRequired[str]


class EventsFetched(TypedDict):
    """The events that were not yet acknowledged."""

    events: list[Event]
    queue_id: NotRequired[str]
    """Told where the poll had to wait."""
