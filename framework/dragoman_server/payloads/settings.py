"""The settings of an account on the wire: all of them, with the levels at which they came and went."""

from typing import Any

from dragoman_server.timezones import canonical
from dragoman_server.world.records import User
from dragoman_server.world.world import World

_ALWAYS: dict[str, Any] = {
    "color_scheme": 1,
    "default_language": "en",
    "web_home_view": "inbox",
    "demote_inactive_streams": 1,
    "emojiset": "google",
    "enable_drafts_synchronization": True,
    "enter_sends": False,
    "fluid_layout_width": False,
    "high_contrast_mode": False,
    "left_side_userlist": False,
    "starred_message_counts": True,
    "translate_emoticons": False,
    "twenty_four_hour_time": False,
    "desktop_icon_count_display": 1,
    "email_notifications_batching_period_seconds": 120,
    "enable_desktop_notifications": True,
    "enable_digest_emails": True,
    "enable_login_emails": True,
    "enable_marketing_emails": True,
    "enable_offline_email_notifications": True,
    "enable_offline_push_notifications": True,
    "enable_online_push_notifications": True,
    "enable_sounds": True,
    "enable_stream_audible_notifications": False,
    "enable_stream_desktop_notifications": False,
    "enable_stream_email_notifications": False,
    "enable_stream_push_notifications": False,
    "message_content_in_email_notifications": True,
    "notification_sound": "zulip",
    "pm_content_in_desktop_notifications": True,
    "presence_enabled": True,
    "realm_name_in_email_notifications_policy": 1,
    "wildcard_mentions_notify": True,
    "enable_followed_topic_desktop_notifications": True,
    "enable_followed_topic_email_notifications": True,
    "enable_followed_topic_push_notifications": True,
    "enable_followed_topic_audible_notifications": True,
    "enable_followed_topic_wildcard_mentions_notify": True,
    "automatically_follow_topics_policy": 3,
    "automatically_unmute_topics_in_muted_streams_policy": 2,
    "automatically_follow_topics_where_mentioned": True,
    "display_emoji_reaction_users": True,
    "email_address_visibility": 1,
    "web_escape_navigates_to_home_view": True,
    "receives_typing_notifications": True,
    "send_private_typing_notifications": True,
    "send_read_receipts": True,
    "send_stream_typing_notifications": True,
    "web_mark_read_on_scroll_policy": 1,
    "user_list_style": 2,
    "web_stream_unreads_count_display_policy": 2,
    "web_font_size_px": 16,
    "web_line_height_percent": 122,
}

_CAME: dict[str, tuple[int, Any]] = {
    "web_navigate_to_sent_message": (268, True),
    "web_channel_default_view": (269, 1),
    "web_animate_image_previews": (275, "on_hover"),
    "allow_private_data_export": (293, False),
    "web_suggest_update_timezone": (329, True),
    "hide_ai_features": (350, False),
    "resolved_topic_notice_auto_read_policy": (385, "except_followed"),
    "web_left_sidebar_unreads_count_summary": (398, True),
    "web_left_sidebar_show_channel_folders": (411, True),
    "web_inbox_show_channel_folders": (431, True),
}
"""Later settings: the level at which each came, and its default."""

_WENT: dict[str, tuple[int, Any]] = {"dense_mode": (364, True)}
"""Former settings: the level at which each went, and its default."""

DISPLAY_OF_OLD = (
    *("color_scheme", "default_language", "web_home_view", "demote_inactive_streams", "dense_mode"),
    *("emojiset", "enable_drafts_synchronization", "enter_sends", "fluid_layout_width"),
    *("high_contrast_mode", "left_side_userlist", "starred_message_counts", "translate_emoticons"),
    *("twenty_four_hour_time", "timezone", "emojiset_choices"),
)
"""What `update_display_settings` covers: the settings of their time; later ones were never added."""

NOTIFICATIONS_OF_OLD = (
    *("desktop_icon_count_display", "email_notifications_batching_period_seconds"),
    *("enable_desktop_notifications", "enable_digest_emails", "enable_login_emails"),
    *("enable_marketing_emails", "enable_offline_email_notifications"),
    *("enable_offline_push_notifications", "enable_online_push_notifications", "enable_sounds"),
    *("enable_stream_audible_notifications", "enable_stream_desktop_notifications"),
    *("enable_stream_email_notifications", "enable_stream_push_notifications"),
    *("message_content_in_email_notifications", "notification_sound"),
    *("pm_content_in_desktop_notifications", "presence_enabled"),
    *("realm_name_in_email_notifications_policy", "wildcard_mentions_notify"),
    "available_notification_sounds",
)
"""What `update_global_notifications` covers."""

CHOICES: dict[str, Any] = {
    "emojiset_choices": [
        {"key": "google", "text": "Google"},
        {"key": "twitter", "text": "Twitter"},
        {"key": "text", "text": "Plain text"},
        {"key": "google-blob", "text": "Google blobs"},
    ],
    "available_notification_sounds": [
        *("ascend", "beep_boop", "bink", "bright", "brlip", "chime", "deep tom", "ding", "double tap"),
        *("down", "dry bongos", "dutdut", "fast ascend", "flute", "friendly", "kick roll", "loud tintong"),
        *("metallic snare", "pan", "shaker", "simple", "stairs", "subtle", "swish", "tintong", "up"),
        *("wood block", "zaping", "zing", "zulip"),
    ],
}
"""What may be chosen for two of the settings; told beside them."""


def default_settings(world: World) -> dict[str, Any]:
    """Return the settings with which new accounts begin."""
    came = {name: value for name, (level, value) in _CAME.items() if world.level >= level}
    went = {name: value for name, (level, value) in _WENT.items() if world.level < level}
    settings = {**_ALWAYS, **came, **went}
    chosen = world.organization.user_defaults
    return settings | {name: value for name, value in chosen.items() if name in settings}


def user_settings(world: World, user: User) -> dict[str, Any]:
    """Return an account's settings."""
    settings = default_settings(world)
    settings |= {name: value for name, value in user.settings.items() if name in settings}
    return settings | {
        "timezone": canonical(user.timezone),
        "email_address_visibility": user.email_visibility,
        "receives_typing_notifications": user.receives_typing_notifications,
        "send_private_typing_notifications": user.sends_direct_typing,
        "send_stream_typing_notifications": user.sends_channel_typing,
    }
