"""What register tells about the user's own things. Those that this server does not keep yet are empty."""

from collections.abc import Callable
from typing import Any

from dragoman_server import levels
from dragoman_server.snapshot.section import Asked, section


def _empty(event_type: str, key: str, value: Callable[[], Any], since: int = 0) -> None:
    @section(event_type, since=since)
    def part(_: Asked) -> dict[str, Any]:
        return {key: value()}


_empty("alert_words", "alert_words", list)
_empty("drafts", "drafts", list)
_empty("muted_users", "muted_users", list)
_empty("user_status", "user_status", dict)
_empty("user_topic", "user_topics", list)
_empty("onboarding_steps", "onboarding_steps", list)
_empty("saved_snippets", "saved_snippets", list, since=297)
_empty("navigation_views", "navigation_views", list, since=390)
_empty("reminders", "reminders", list, since=399)
_empty("device", "devices", dict, since=468)
_empty("video_calls", "has_zoom_token", bool)


@section("muted_topics")
def muted_topics(asked: Asked) -> dict[str, Any]:
    """Return the muted topics in their old form, unless the new one is asked for by name."""
    if asked.fetch is not None and "user_topic" in asked.fetch:
        return {}
    return {"muted_topics": []}


SETTINGS: dict[str, Any] = {
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
    "send_read_receipts": True,
    "user_list_style": 2,
    "web_font_size_px": 16,
    "web_line_height_percent": 122,
    "web_animate_image_previews": "on_hover",
    "web_channel_default_view": 1,
    "web_escape_navigates_to_home_view": True,
    "web_mark_read_on_scroll_policy": 1,
    "web_stream_unreads_count_display_policy": 2,
    "display_emoji_reaction_users": True,
    "web_suggest_update_timezone": True,
}
"""The settings of an account that nobody has changed."""


@section("user_settings")
def user_settings(asked: Asked) -> dict[str, Any]:
    """Return the account's settings."""
    user = asked.user
    return {
        "user_settings": SETTINGS
        | {
            "timezone": user.timezone,
            "email_address_visibility": user.email_visibility,
            "receives_typing_notifications": user.receives_typing_notifications,
            "send_private_typing_notifications": user.sends_direct_typing,
            "send_stream_typing_notifications": user.sends_channel_typing,
            "emojiset_choices": [{"key": "google", "text": "Google"}, {"key": "text", "text": "Plain text"}],
            "available_notification_sounds": ["zulip"],
        }
    }


@section("update_display_settings", until=levels.LEGACY_SETTINGS_GONE)
@section("update_global_notifications", until=levels.LEGACY_SETTINGS_GONE)
def legacy_settings(asked: Asked) -> dict[str, Any]:
    """Return the account's settings at the top, for clients that do not know the object."""
    if "user_settings_object" in asked.capabilities:
        return {}
    return SETTINGS | {"timezone": asked.user.timezone}


@section("realm_user_settings_defaults")
def default_settings(_: Asked) -> dict[str, Any]:
    """Return the settings with which new accounts begin."""
    return {"realm_user_settings_defaults": SETTINGS}
