"""The settings of an account as parameters: every one by its wire name, with its values and its levels."""

from typing import Annotated, Literal, TypedDict

from dragoman_server import failures, levels
from dragoman_server.languages import LANGUAGES
from dragoman_server.parameters import Json, Offered
from dragoman_server.payloads.settings import CHOICES
from dragoman_server.timezones import is_timezone

MOST_BATCHING_SECONDS = 7 * 24 * 3600
_OLD_HOME_VIEWS = ("inbox", "recent_topics", "all_messages")
_HOME_VIEWS = ("inbox", "recent", "all_messages")

SETTINGS_FAILS = (
    *(failures.INVALID_LANGUAGE, failures.INVALID_SOUND, failures.INVALID_BATCHING),
    failures.INVALID_VALUE,
)
"""How `check_settings` refuses."""


class SharedSettings(TypedDict, total=False):
    """The settings for which the organisation has defaults.

    Source: PATCH /settings; what is not shown there is not in the spec.
    """

    twenty_four_hour_time: Json[bool]
    dense_mode: Annotated[Json[bool], Offered(until=364)]
    web_mark_read_on_scroll_policy: Json[Literal[1, 2, 3]]
    web_channel_default_view: Annotated[Json[Literal[1, 2, 3, 4]], Offered(since=269)]
    starred_message_counts: Json[bool]
    receives_typing_notifications: Json[bool]
    web_suggest_update_timezone: Annotated[Json[bool], Offered(since=329)]
    fluid_layout_width: Json[bool]
    high_contrast_mode: Json[bool]
    color_scheme: Json[Literal[1, 2, 3]]
    web_font_size_px: Json[int]
    web_line_height_percent: Json[int]
    translate_emoticons: Json[bool]
    display_emoji_reaction_users: Json[bool]
    default_language: str
    web_home_view: Literal["inbox", "recent", "recent_topics", "all_messages"]
    web_escape_navigates_to_home_view: Json[bool]
    left_side_userlist: Json[bool]
    emojiset: Literal["google", "google-blob", "twitter", "text", "set_a", "set_b"]
    demote_inactive_streams: Json[Literal[1, 2, 3]]
    web_stream_unreads_count_display_policy: Json[Literal[1, 2, 3]]
    email_notifications_batching_period_seconds: Json[int]
    enable_drafts_synchronization: Json[bool]
    enable_stream_desktop_notifications: Json[bool]
    enable_stream_email_notifications: Json[bool]
    enable_stream_push_notifications: Json[bool]
    enable_stream_audible_notifications: Json[bool]
    wildcard_mentions_notify: Json[bool]
    enable_followed_topic_desktop_notifications: Json[bool]
    enable_followed_topic_email_notifications: Json[bool]
    enable_followed_topic_push_notifications: Json[bool]
    enable_followed_topic_audible_notifications: Json[bool]
    enable_followed_topic_wildcard_mentions_notify: Json[bool]
    notification_sound: str
    enable_desktop_notifications: Json[bool]
    enable_sounds: Json[bool]
    enable_offline_email_notifications: Json[bool]
    enable_offline_push_notifications: Json[bool]
    enable_online_push_notifications: Json[bool]
    enable_digest_emails: Json[bool]
    enable_login_emails: Json[bool]
    enable_marketing_emails: Json[bool]
    message_content_in_email_notifications: Json[bool]
    pm_content_in_desktop_notifications: Json[bool]
    desktop_icon_count_display: Json[Literal[1, 2, 3, 4]]
    realm_name_in_email_notifications_policy: Json[Literal[1, 2, 3]]
    automatically_follow_topics_policy: Json[Literal[1, 2, 3, 4]]
    automatically_unmute_topics_in_muted_streams_policy: Json[Literal[1, 2, 3, 4]]
    automatically_follow_topics_where_mentioned: Json[bool]
    presence_enabled: Json[bool]
    enter_sends: Json[bool]
    send_private_typing_notifications: Json[bool]
    send_stream_typing_notifications: Json[bool]
    send_read_receipts: Json[bool]
    user_list_style: Json[Literal[1, 2, 3]]
    email_address_visibility: Json[Literal[1, 2, 3, 4, 5]]
    web_navigate_to_sent_message: Annotated[Json[bool], Offered(since=268)]
    web_animate_image_previews: Annotated[Literal["always", "on_hover", "never"], Offered(since=275)]
    hide_ai_features: Annotated[Json[bool], Offered(since=350)]
    resolved_topic_notice_auto_read_policy: Annotated[
        Literal["always", "except_followed", "never"], Offered(since=385)
    ]
    web_left_sidebar_unreads_count_summary: Annotated[Json[bool], Offered(since=398)]
    web_left_sidebar_show_channel_folders: Annotated[Json[bool], Offered(since=411)]
    web_inbox_show_channel_folders: Annotated[Json[bool], Offered(since=431)]


class AccountSettings(SharedSettings, total=False):
    """All settings of an account."""

    timezone: str
    allow_private_data_export: Annotated[Json[bool], Offered(since=293)]


def check_settings(given: SharedSettings, level: int) -> None:
    """Refuse values that are of the right kind and still none of the setting's."""
    if given.get("default_language", "en") not in LANGUAGES:
        raise failures.INVALID_LANGUAGE
    sound = given.get("notification_sound", "none")
    if sound not in ("none", *CHOICES["available_notification_sounds"]):
        raise failures.INVALID_SOUND(sound=sound)
    seconds = given.get("email_notifications_batching_period_seconds", 1)
    if not 0 < seconds <= MOST_BATCHING_SECONDS:
        raise failures.INVALID_BATCHING(seconds=seconds)
    views = _HOME_VIEWS if level >= levels.RECENT_HOME_VIEW else _OLD_HOME_VIEWS
    if given.get("web_home_view", "inbox") not in views:
        raise failures.INVALID_VALUE(name="web_home_view")


def check_timezone(timezone: str | None) -> None:
    """Refuse what is no time zone."""
    if timezone is not None and not is_timezone(timezone):
        raise failures.NO_SUCH_TIME_ZONE
