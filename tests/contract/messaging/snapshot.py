"""What register tells for each kind of event that is fetched, as servers do."""

from contract.messaging.records import (
    CHANNEL,
    CUSTOM_PROFILE_FIELD,
    LEGACY_PRESENCE,
    LINKIFIER,
    NAVIGATION_VIEW,
    PRESENCE,
    RECENT_PRIVATE_CONVERSATION,
    SAVED_SNIPPET,
    SCHEDULED_MESSAGE,
    SUBSCRIPTION,
    USER,
    USER_GROUP,
)
from contract.observed.administration import DOMAIN
from contract.observed.events import DRAFT, FOLDER, REMINDER
from contract.observed.organization import EMOJI
from contract.observed.personal import STATUS
from contract.shapes import (
    Shape,
    any_of,
    anything,
    array,
    boolean,
    constant,
    fields,
    integer,
    mapping,
    null,
    nullable,
    number,
    one_of,
    string,
)

_REALM: dict[str, Shape] = {
    "max_message_length": constant(10000),
    "max_topic_length": constant(60),
    "max_stream_name_length": constant(60),
    "max_stream_description_length": constant(1024),
    "max_file_upload_size_mib": integer,
    "max_avatar_file_size_mib": integer,
    "max_icon_file_size_mib": integer,
    "max_logo_file_size_mib": integer,
    "max_bulk_new_subscription_messages": integer,
    "password_min_length": integer,
    "realm_name": string,
    "realm_url": string,
    "realm_uri": string,
    "realm_description": string,
    "realm_icon_url": string,
    "realm_bot_domain": string,
    "realm_empty_topic_display_name": constant("general chat"),
    "realm_topics_policy": string,
    "realm_mandatory_topics": boolean,
    "realm_allow_message_editing": boolean,
    "realm_message_content_edit_limit_seconds": nullable(integer),
    "realm_message_content_delete_limit_seconds": nullable(integer),
    "realm_waiting_period_threshold": integer,
    "realm_presence_disabled": boolean,
    "realm_plan_type": integer,
    "event_queue_longpoll_timeout_seconds": constant(90),
    "server_typing_started_wait_period_milliseconds": constant(30000),
    "server_typing_stopped_wait_period_milliseconds": constant(12000),
    "server_typing_started_expiry_period_milliseconds": constant(45000),
    "server_presence_ping_interval_seconds": constant(60),
    "server_presence_offline_threshold_seconds": constant(200),
    "server_emoji_data_url": string,
    "server_generation": integer,
    "server_needs_upgrade": boolean,
    "server_supported_permission_settings": anything,
    "zulip_plan_is_not_limited": boolean,
    "development_environment": boolean,
}

_UNREADS = fields(
    {
        "count": integer,
        "pms": array(
            fields(
                {
                    "other_user_id": integer,
                    "sender_id": integer,
                    "unread_message_ids": array(integer),
                }
            )
        ),
        "streams": array(
            fields({"stream_id": integer, "topic": string, "unread_message_ids": array(integer)})
        ),
        "huddles": array(fields({"user_ids_string": string, "unread_message_ids": array(integer)})),
        "mentions": array(integer),
        "old_unreads_missing": boolean,
    },
    name="unread_msgs",
)

_LISTED_USER = fields(
    {one.name: one.shape for one in USER.observed if one.always and one.name != "is_active"},
    {one.name: one.shape for one in USER.observed if not one.always},
    name="listed user",
)
"""A user as register lists it: the list says who is active."""

_SYSTEM_BOT = fields(
    {one.name: one.shape for one in USER.observed if one.always},
    {one.name: one.shape for one in USER.observed if not one.always},
    name="system bot",
)

_OWN: dict[str, Shape] = {
    "realm_users": array(_LISTED_USER),
    "realm_non_active_users": array(_LISTED_USER),
    "cross_realm_bots": array(_SYSTEM_BOT),
    "user_id": integer,
    "email": string,
    "delivery_email": string,
    "full_name": string,
    "is_admin": boolean,
    "is_owner": boolean,
    "is_moderator": boolean,
    "is_guest": boolean,
    "avatar_source": string,
    "avatar_url": nullable(string),
    "avatar_url_medium": nullable(string),
    "can_create_streams": boolean,
    "can_create_private_streams": boolean,
    "can_create_public_streams": boolean,
    "can_create_web_public_streams": boolean,
    "can_invite_others_to_realm": boolean,
}

_USER_TOPIC = fields(
    {
        "stream_id": integer,
        "topic_name": string,
        "last_updated": integer,
        "visibility_policy": one_of(1, 2, 3),
    },
    name="user topic",
)
_PLAYGROUND = fields(
    {"id": integer, "name": string, "pygments_language": string, "url_template": string}, name="playground"
)
_NEVER_SUBSCRIBED = fields(
    {one.name: one.shape for one in CHANNEL.fields if one.always},
    {one.name: one.shape for one in (*CHANNEL.fields, *CHANNEL.observed)} | {"subscribers": array(integer)},
    name="channel that was never followed",
)

_BOT = fields(
    {
        "user_id": integer,
        "default_all_public_streams": boolean,
        "default_events_register_stream": nullable(string),
        "default_sending_stream": nullable(string),
        "services": array(anything),
    },
    name="bot",
)
"""A bot as register lists it since feature level 474; names and keys stand elsewhere."""

SECTIONS: dict[str, dict[str, Shape]] = {
    "alert_words": {"alert_words": array(string)},
    "custom_profile_fields": {
        "custom_profile_fields": array(CUSTOM_PROFILE_FIELD.shape),
        "custom_profile_field_types": mapping(fields({"id": integer, "name": string})),
    },
    "drafts": {"drafts": array(DRAFT)},
    "saved_snippets": {"saved_snippets": array(SAVED_SNIPPET.shape)},
    "navigation_views": {"navigation_views": array(NAVIGATION_VIEW.shape)},
    "channel_folders": {"channel_folders": array(FOLDER)},
    "reminders": {"reminders": array(REMINDER)},
    "device": {"devices": mapping(anything)},
    "message": {"max_message_id": integer},
    "starred_messages": {"starred_messages": array(integer)},
    "muted_topics": {"muted_topics": array(anything)},
    "user_topic": {"user_topics": array(_USER_TOPIC)},
    "muted_users": {"muted_users": array(fields({"id": integer, "timestamp": integer}))},
    "presence": {
        "presences": mapping(any_of(LEGACY_PRESENCE.shape, PRESENCE.shape)),
        "server_timestamp": number,
        "presence_last_update_id": integer,
    },
    "realm": _REALM,
    "realm_user": _OWN,
    "realm_bot": {"realm_bots": array(_BOT)},
    "realm_emoji": {"realm_emoji": mapping(EMOJI)},
    "realm_linkifiers": {"realm_linkifiers": array(LINKIFIER.shape)},
    "realm_filters": {"realm_filters": array(null)},
    "realm_domains": {"realm_domains": array(DOMAIN)},
    "realm_playgrounds": {"realm_playgrounds": array(_PLAYGROUND)},
    "realm_user_groups": {"realm_user_groups": array(USER_GROUP.shape)},
    "realm_embedded_bots": {"realm_embedded_bots": array(anything)},
    "realm_incoming_webhook_bots": {"realm_incoming_webhook_bots": array(anything)},
    "realm_user_settings_defaults": {"realm_user_settings_defaults": mapping(anything)},
    "recent_private_conversations": {
        "recent_private_conversations": array(RECENT_PRIVATE_CONVERSATION.shape)
    },
    "scheduled_messages": {"scheduled_messages": array(SCHEDULED_MESSAGE.shape)},
    "subscription": {
        "subscriptions": array(SUBSCRIPTION.shape),
        "unsubscribed": array(SUBSCRIPTION.shape),
        "never_subscribed": array(_NEVER_SUBSCRIBED),
    },
    "stream": {"streams": array(CHANNEL.shape)},
    "default_streams": {"realm_default_streams": array(integer)},
    "default_stream_groups": {"realm_default_stream_groups": array(anything)},
    "user_settings": {"user_settings": mapping(anything)},
    "user_status": {"user_status": mapping(STATUS)},
    "onboarding_steps": {"onboarding_steps": array(fields({"type": string, "name": string}))},
    "stop_words": {"stop_words": array(string)},
    "video_calls": {"has_zoom_token": boolean},
}
"""By kind: what is told, with its shape."""

UNREADS = {"unread_msgs": _UNREADS}
"""Told only for the two kinds ``message`` and ``update_message_flags`` together."""

LARGE = frozenset({"realm", "realm_user", "user_settings", "realm_user_settings_defaults", "giphy"})
"""Kinds of which only a part is listed here."""

USER_SETTINGS = (
    *("twenty_four_hour_time", "web_channel_default_view", "starred_message_counts"),
    *("receives_typing_notifications", "web_suggest_update_timezone", "fluid_layout_width"),
    *("high_contrast_mode", "web_font_size_px", "web_line_height_percent", "color_scheme"),
    *("enable_drafts_synchronization", "translate_emoticons", "display_emoji_reaction_users"),
    *("default_language", "web_home_view", "web_escape_navigates_to_home_view", "left_side_userlist"),
    *("emojiset", "demote_inactive_streams", "user_list_style", "web_animate_image_previews"),
    *("web_stream_unreads_count_display_policy", "web_mark_read_on_scroll_policy", "timezone"),
    "email_notifications_batching_period_seconds",
    *("enable_stream_desktop_notifications", "enable_stream_email_notifications"),
    *("enable_stream_push_notifications", "enable_stream_audible_notifications"),
    *("wildcard_mentions_notify", "enable_followed_topic_desktop_notifications"),
    *("enable_followed_topic_email_notifications", "enable_followed_topic_push_notifications"),
    *("enable_followed_topic_audible_notifications", "enable_followed_topic_wildcard_mentions_notify"),
    *("notification_sound", "enable_desktop_notifications", "enable_sounds"),
    *("enable_offline_email_notifications", "enable_offline_push_notifications"),
    *("enable_online_push_notifications", "enable_digest_emails", "enable_marketing_emails"),
    *("enable_login_emails", "message_content_in_email_notifications"),
    *("pm_content_in_desktop_notifications", "desktop_icon_count_display"),
    *("realm_name_in_email_notifications_policy", "automatically_follow_topics_policy"),
    *("automatically_unmute_topics_in_muted_streams_policy", "presence_enabled", "enter_sends"),
    *("send_private_typing_notifications", "send_stream_typing_notifications", "send_read_receipts"),
    *("email_address_visibility", "web_navigate_to_sent_message", "allow_private_data_export"),
    *("automatically_follow_topics_where_mentioned", "hide_ai_features"),
    *("resolved_topic_notice_auto_read_policy", "web_left_sidebar_unreads_count_summary"),
    *("web_left_sidebar_show_channel_folders", "web_inbox_show_channel_folders"),
    *("emojiset_choices", "available_notification_sounds"),
)
"""What an account's settings tell: those of PATCH /settings first, then those that it leaves out."""

READ_BY_CLIENTS = (
    *("max_stream_name_length", "realm_name", "realm_url", "event_queue_longpoll_timeout_seconds"),
    *("max_message_id", "user_id", "email", "full_name", "realm_users", "realm_non_active_users"),
    *("cross_realm_bots", "realm_user_groups", "unsubscribed", "never_subscribed", "streams"),
    *("realm_default_streams", "scheduled_messages", "starred_messages", "alert_words", "unread_msgs"),
)
"""The parts that the specification does not show and that a bot has use for."""
