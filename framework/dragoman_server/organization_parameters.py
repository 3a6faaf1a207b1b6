"""The organisation's settings as parameters: every one by its wire name, with its values and its levels."""

from typing import Annotated, Any, Literal, TypedDict

from dragoman_server.parameters import Json, NonNegativeInt, Offered
from dragoman_server.user_group_rules import SettingChange

Seconds = Json[int | str]
"""A limit of time, or `"unlimited"`."""

Common = Json[Literal[1, 2, 3, 4]]
Holders = Json[int | SettingChange]
"""A group's ID, or who is to hold the permission and perhaps who is thought to hold it now."""


class PlainSettings(TypedDict, total=False):
    """The settings whose values are kept as they are sent.

    Not in the spec.
    """

    name: str
    description: str
    emails_restricted_to_domains: Json[bool]
    disallow_disposable_email_addresses: Json[bool]
    invite_required: Json[bool]
    invite_to_realm_policy: Annotated[Json[Literal[1, 2, 3, 4, 6]], Offered(until=321)]
    require_unique_names: Json[bool]
    name_changes_disabled: Json[bool]
    email_changes_disabled: Json[bool]
    avatar_changes_disabled: Json[bool]
    inline_image_preview: Json[bool]
    inline_url_embed_preview: Json[bool]
    add_custom_emoji_policy: Annotated[Common, Offered(until=307)]
    delete_own_message_policy: Annotated[Json[Literal[1, 2, 3, 4, 5]], Offered(until=291)]
    allow_message_editing: Json[bool]
    edit_topic_policy: Annotated[Json[Literal[1, 2, 3, 4, 5, 6]], Offered(until=316)]
    mandatory_topics: Json[bool]
    allow_edit_history: Json[bool]
    default_language: str
    waiting_period_threshold: NonNegativeInt
    send_welcome_emails: Json[bool]
    digest_emails_enabled: Json[bool]
    message_content_allowed_in_email_notifications: Json[bool]
    bot_creation_policy: Annotated[Json[Literal[1, 2, 3]], Offered(until=344)]
    create_public_stream_policy: Annotated[Common, Offered(until=264)]
    create_private_stream_policy: Annotated[Common, Offered(until=266)]
    create_web_public_stream_policy: Annotated[Json[Literal[2, 4, 6, 7]], Offered(until=280)]
    invite_to_stream_policy: Annotated[Common, Offered(until=341)]
    move_messages_between_streams_policy: Annotated[Json[Literal[1, 2, 3, 4, 6]], Offered(until=310)]
    user_group_edit_policy: Annotated[Common, Offered(until=299)]
    private_message_policy: Annotated[Json[Literal[1, 2]], Offered(until=270)]
    wildcard_mention_policy: Annotated[Json[Literal[1, 2, 3, 5, 6, 7]], Offered(until=352)]
    video_chat_provider: Json[int]
    giphy_rating: Json[int]
    default_code_block_language: str
    digest_weekday: Json[Literal[0, 1, 2, 3, 4, 5, 6]]
    org_type: Json[Literal[0, 10, 20, 30, 35, 40, 50, 51, 52, 60, 70, 80, 90, 1000]]
    enable_spectator_access: Json[bool]
    want_advertise_in_communities_directory: Json[bool]
    enable_read_receipts: Json[bool]
    enable_guest_user_indicator: Json[bool]
    enable_guest_user_dm_warning: Annotated[Json[bool], Offered(since=348)]
    message_edit_history_visibility_policy: Annotated[Literal["all", "moves", "none"], Offered(since=358)]
    require_e2ee_push_notifications: Annotated[Json[bool], Offered(since=409)]
    send_channel_events_messages: Annotated[Json[bool], Offered(since=428)]
    welcome_message_custom_text: Annotated[str, Offered(since=416)]


class SpecialSettings(TypedDict, total=False):
    """The settings whose values must be read first: limits of time, channels, ways to log in."""

    message_content_delete_limit_seconds: Seconds
    message_content_edit_limit_seconds: Seconds
    move_messages_within_stream_limit_seconds: Seconds
    move_messages_between_streams_limit_seconds: Seconds
    message_retention_days: Seconds
    jitsi_server_url: Json[str]
    topics_policy: Annotated[Literal["allow_empty_topic", "disable_empty_topic"], Offered(since=392)]
    authentication_methods: Json[dict[str, Any]]
    new_stream_announcements_stream_id: Json[int]
    signup_announcements_stream_id: Json[int]
    zulip_update_announcements_stream_id: Json[int]
    moderation_request_channel_id: Annotated[Json[int], Offered(since=331)]


class PermissionSettings(TypedDict, total=False):
    """The permissions that groups hold."""

    create_multiuse_invite_group: Holders
    can_access_all_users_group: Holders
    can_create_public_channel_group: Annotated[Holders, Offered(since=264)]
    can_create_private_channel_group: Annotated[Holders, Offered(since=266)]
    direct_message_initiator_group: Annotated[Holders, Offered(since=270)]
    direct_message_permission_group: Annotated[Holders, Offered(since=270)]
    can_create_web_public_channel_group: Annotated[Holders, Offered(since=280)]
    can_delete_any_message_group: Annotated[Holders, Offered(since=281)]
    can_delete_own_message_group: Annotated[Holders, Offered(since=291)]
    can_create_groups: Annotated[Holders, Offered(since=299)]
    can_manage_all_groups: Annotated[Holders, Offered(since=305)]
    can_add_custom_emoji_group: Annotated[Holders, Offered(since=307)]
    can_move_messages_between_channels_group: Annotated[Holders, Offered(since=310)]
    can_move_messages_between_topics_group: Annotated[Holders, Offered(since=316)]
    can_invite_users_group: Annotated[Holders, Offered(since=321)]
    can_add_subscribers_group: Annotated[Holders, Offered(since=341)]
    can_create_bots_group: Annotated[Holders, Offered(since=344)]
    can_create_write_only_bots_group: Annotated[Holders, Offered(since=344)]
    can_summarize_topics_group: Annotated[Holders, Offered(since=350)]
    can_mention_many_users_group: Annotated[Holders, Offered(since=352)]
    can_manage_billing_group: Annotated[Holders, Offered(since=363)]
    can_resolve_topics_group: Annotated[Holders, Offered(since=367)]
    can_set_topics_policy_group: Annotated[Holders, Offered(since=392)]
    can_set_delete_message_policy_group: Annotated[Holders, Offered(since=407)]


class OrganizationParameters(PlainSettings, SpecialSettings, PermissionSettings, total=False):
    """All settings."""
