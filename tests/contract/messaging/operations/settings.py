"""The account's own settings, as the messaging specification has them."""

from msgspec import structs

from contract.shapes import Shape, array, boolean, fields, integer, one_of, string
from contract.terms import OBSERVED, Operation, Parameter


def _flag(name: str) -> Parameter:
    return Parameter(name=name, shape=boolean, example=True, wire="true")


def _number(name: str, shape: Shape, example: int) -> Parameter:
    return Parameter(name=name, shape=shape, example=example, wire=str(example))


def _text(name: str, shape: Shape, example: str, *, when: str = "") -> Parameter:
    return Parameter(name=name, shape=shape, when=when, example=example, wire=example)


PARAMETERS = (
    Parameter(
        name="target_users",
        shape=fields(
            {},
            {"user_ids": array(integer), "group_ids": array(integer), "skip_if_already_edited": boolean},
        ),
        since=444,
        rule="administrators only; without it the account's own settings change",
        example={"user_ids": [9, 10], "group_ids": [4], "skip_if_already_edited": True},
        wire='{"user_ids": [9, 10], "group_ids": [4], "skip_if_already_edited": true}',
    ),
    _text("full_name", string, "Rosa Parks"),
    _text("email", string, "rosa@example.com"),
    _text("old_password", string, "old secret", when="new_password is sent"),
    _text("new_password", string, "new secret"),
    _flag("twenty_four_hour_time"),
    _number("web_channel_default_view", one_of(1, 2, 3, 4), 2),
    _flag("starred_message_counts"),
    _flag("receives_typing_notifications"),
    _flag("web_suggest_update_timezone"),
    _flag("fluid_layout_width"),
    _flag("high_contrast_mode"),
    _number("web_font_size_px", integer, 16),
    _number("web_line_height_percent", integer, 140),
    _number("color_scheme", one_of(1, 2, 3), 2),
    _flag("enable_drafts_synchronization"),
    _flag("translate_emoticons"),
    _flag("display_emoji_reaction_users"),
    _text("default_language", string, "de"),
    _text("web_home_view", one_of("recent", "inbox", "all_messages"), "inbox"),
    _flag("web_escape_navigates_to_home_view"),
    _flag("left_side_userlist"),
    _text("emojiset", one_of("set_a", "set_b", "text"), "text"),
    _number("demote_inactive_streams", one_of(1, 2, 3), 3),
    _number("user_list_style", one_of(1, 2, 3), 3),
    _text("web_animate_image_previews", one_of("always", "on_hover", "never"), "on_hover"),
)

NOT_SHOWN = tuple(
    structs.replace(parameter, spec=OBSERVED)
    for parameter in (
        _number("web_stream_unreads_count_display_policy", one_of(1, 2, 3), 3),
        _number("web_mark_read_on_scroll_policy", one_of(1, 2, 3), 3),
        _number("email_notifications_batching_period_seconds", integer, 120),
        _number("desktop_icon_count_display", one_of(1, 2, 3, 4), 2),
        _number("realm_name_in_email_notifications_policy", one_of(1, 2, 3), 2),
        _number("automatically_follow_topics_policy", one_of(1, 2, 3, 4), 2),
        _number("automatically_unmute_topics_in_muted_streams_policy", one_of(1, 2, 3, 4), 2),
        _number("email_address_visibility", one_of(1, 2, 3, 4, 5), 2),
        _text("timezone", string, "Europe/Rome"),
        _text("notification_sound", string, "ding"),
        _text(
            "resolved_topic_notice_auto_read_policy",
            one_of("always", "except_followed", "never"),
            "never",
        ),
        *map(
            _flag,
            (
                "enable_stream_desktop_notifications",
                "enable_stream_email_notifications",
                "enable_stream_push_notifications",
                "enable_stream_audible_notifications",
                "wildcard_mentions_notify",
                "enable_followed_topic_desktop_notifications",
                "enable_followed_topic_email_notifications",
                "enable_followed_topic_push_notifications",
                "enable_followed_topic_audible_notifications",
                "enable_followed_topic_wildcard_mentions_notify",
                "enable_desktop_notifications",
                "enable_sounds",
                "enable_offline_email_notifications",
                "enable_offline_push_notifications",
                "enable_online_push_notifications",
                "enable_digest_emails",
                "enable_marketing_emails",
                "enable_login_emails",
                "message_content_in_email_notifications",
                "pm_content_in_desktop_notifications",
                "automatically_follow_topics_where_mentioned",
                "presence_enabled",
                "enter_sends",
                "send_private_typing_notifications",
                "send_stream_typing_notifications",
                "send_read_receipts",
                "web_navigate_to_sent_message",
                "allow_private_data_export",
                "hide_ai_features",
                "web_left_sidebar_unreads_count_summary",
                "web_left_sidebar_show_channel_folders",
                "web_inbox_show_channel_folders",
            ),
        ),
    )
)
"""What the specification says it does not show."""

UPDATE_SETTINGS = Operation(
    heading="PATCH /settings",
    method="PATCH",
    path="/settings",
    parameters=(*PARAMETERS, *NOT_SHOWN),
    emits=("user_settings/update",),
)

ALIASES = tuple(
    structs.replace(
        UPDATE_SETTINGS,
        path=path,
        alias_of="/settings",
        heading=f"PATCH /settings: {path}, deprecated since level 80",
    )
    for path in ("/settings/display", "/settings/notifications")
)
"""Other paths that mean the same."""

OPERATIONS = (UPDATE_SETTINGS, *ALIASES)
