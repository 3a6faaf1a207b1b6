"""Change the account's own settings, those of others, and those that new accounts begin with."""

from typing import Annotated, Literal

from dragoman.model import UNSET, Maybe, Record, Secret
from dragoman.operations.operation import Done, Operation
from dragoman.operations.request import Since


class TargetUsers(Record):
    """Whose settings an administrator changes, in place of his own. Feature level 444."""

    user_ids: tuple[int, ...] | Maybe = UNSET
    group_ids: tuple[int, ...] | Maybe = UNSET
    """Their active members."""
    skip_if_already_edited: bool | Maybe = UNSET
    """Leave those alone who have chosen for themselves."""


class Preferences(Operation[Done]):
    """The settings that an account and an organization's defaults have in common; what is left out stays."""

    # How things look.
    twenty_four_hour_time: bool | Maybe | None = UNSET
    """``None``: as the language has it (newest servers only)."""
    web_channel_default_view: Annotated[Literal[1, 2, 3, 4] | Maybe, Since(269)] = UNSET
    """1 top topic, 2 channel feed, 3 list of topics (383), 4 top unread topic (401). Feature level 269."""
    starred_message_counts: bool | Maybe = UNSET
    web_suggest_update_timezone: bool | Maybe = UNSET
    fluid_layout_width: bool | Maybe = UNSET
    high_contrast_mode: bool | Maybe = UNSET
    web_font_size_px: int | Maybe = UNSET
    """Pixels."""
    web_line_height_percent: int | Maybe = UNSET
    """Percent: 120 means 1.2 lines."""
    color_scheme: Literal[1, 2, 3] | Maybe = UNSET
    """1 automatic, 2 dark, 3 light."""
    translate_emoticons: bool | Maybe = UNSET
    display_emoji_reaction_users: bool | Maybe = UNSET
    default_language: str | Maybe = UNSET
    """A language code that the server has translations for."""
    web_home_view: str | Maybe = UNSET
    """``recent``, ``inbox`` or ``all_messages``; the first was ``recent_topics`` before level 454."""
    web_escape_navigates_to_home_view: bool | Maybe = UNSET
    left_side_userlist: bool | Maybe = UNSET
    emojiset: str | Maybe = UNSET
    """``set_a`` modern, ``set_b`` classic, ``text``, or a name that the server knows."""
    demote_inactive_streams: Literal[1, 2, 3] | Maybe = UNSET
    """1 automatic, 2 always, 3 never."""
    user_list_style: Literal[1, 2, 3] | Maybe = UNSET
    """1 compact, 2 with status, 3 with picture and status."""
    web_animate_image_previews: Literal["always", "on_hover", "never"] | Maybe = UNSET
    web_stream_unreads_count_display_policy: Literal[1, 2, 3] | Maybe = UNSET
    """1 all, 2 unmuted, 3 none."""
    web_mark_read_on_scroll_policy: Literal[1, 2, 3] | Maybe = UNSET
    """1 always, 2 in conversations, 3 never."""
    web_navigate_to_sent_message: Annotated[bool | Maybe, Since(268)] = UNSET
    """Feature level 268."""
    web_left_sidebar_unreads_count_summary: Annotated[bool | Maybe, Since(398)] = UNSET
    """Feature level 398."""
    web_left_sidebar_show_channel_folders: Annotated[bool | Maybe, Since(411)] = UNSET
    """Feature level 411."""
    web_inbox_show_channel_folders: Annotated[bool | Maybe, Since(431)] = UNSET
    """Feature level 431."""
    hide_ai_features: Annotated[bool | Maybe, Since(350)] = UNSET
    """Feature level 350."""

    # How one writes, and what others learn of it.
    enter_sends: bool | Maybe = UNSET
    enable_drafts_synchronization: bool | Maybe = UNSET
    """When it is switched off, the drafts kept by the server are deleted."""
    presence_enabled: bool | Maybe = UNSET
    receives_typing_notifications: bool | Maybe = UNSET
    """True from the start; typing events go only to accounts that have it."""
    send_private_typing_notifications: bool | Maybe = UNSET
    send_stream_typing_notifications: bool | Maybe = UNSET
    send_read_receipts: bool | Maybe = UNSET
    email_address_visibility: Literal[1, 2, 3, 4, 5] | Maybe = UNSET
    """1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators."""
    enable_marketing_emails: bool | Maybe = UNSET
    enable_login_emails: bool | Maybe = UNSET

    # What follows the account.
    automatically_follow_topics_policy: Literal[1, 2, 3, 4] | Maybe = UNSET
    """1 participation, 2 sending, 3 starting, 4 never."""
    automatically_unmute_topics_in_muted_streams_policy: Literal[1, 2, 3, 4] | Maybe = UNSET
    """The same."""
    automatically_follow_topics_where_mentioned: bool | Maybe = UNSET
    resolved_topic_notice_auto_read_policy: Annotated[str | Maybe, Since(385)] = UNSET
    """``always``, ``except_followed`` or ``never``. Feature level 385."""

    # When it is told.
    notification_sound: str | Maybe = UNSET
    enable_stream_desktop_notifications: bool | Maybe = UNSET
    enable_stream_email_notifications: bool | Maybe = UNSET
    enable_stream_push_notifications: bool | Maybe = UNSET
    enable_stream_audible_notifications: bool | Maybe = UNSET
    wildcard_mentions_notify: bool | Maybe = UNSET
    enable_followed_topic_desktop_notifications: bool | Maybe = UNSET
    enable_followed_topic_email_notifications: bool | Maybe = UNSET
    enable_followed_topic_push_notifications: bool | Maybe = UNSET
    enable_followed_topic_audible_notifications: bool | Maybe = UNSET
    enable_followed_topic_wildcard_mentions_notify: bool | Maybe = UNSET
    enable_desktop_notifications: bool | Maybe = UNSET
    enable_sounds: bool | Maybe = UNSET
    enable_offline_email_notifications: bool | Maybe = UNSET
    enable_offline_push_notifications: bool | Maybe = UNSET
    enable_online_push_notifications: bool | Maybe = UNSET
    enable_digest_emails: bool | Maybe = UNSET
    email_notifications_batching_period_seconds: int | Maybe = UNSET
    """Seconds, more than none and at most a week."""
    message_content_in_email_notifications: bool | Maybe = UNSET
    pm_content_in_desktop_notifications: bool | Maybe = UNSET
    desktop_icon_count_display: Literal[1, 2, 3, 4] | Maybe = UNSET
    """1 all unread, 2 direct, mentions and followed topics, 3 direct and mentions, 4 none."""
    realm_name_in_email_notifications_policy: Literal[1, 2, 3] | Maybe = UNSET
    """1 automatic, 2 always, 3 never."""


class OwnPreferences(Preferences):
    """All that an account can change of itself."""

    target_users: Annotated[TargetUsers | Maybe, Since(444)] = UNSET
    """Administrators only; one's own settings when left out. Feature level 444."""
    full_name: str | Maybe = UNSET
    """The name to show, 2 to 100 code points."""
    email: str | Maybe = UNSET
    """Begins a confirmation: nothing changes before the link sent there is followed."""
    old_password: Secret | Maybe = UNSET
    """Needed with ``new_password``, and only then."""
    new_password: Secret | Maybe = UNSET
    timezone: str | Maybe = UNSET
    """A name of the time-zone database."""
    allow_private_data_export: Annotated[bool | Maybe, Since(293)] = UNSET
    """Feature level 293."""


class UpdateSettings(OwnPreferences, method="PATCH", path="/settings"):
    """Change the account's own settings, or as an administrator those of others.

    An unchanged value is no error. Never repeated after doubt, since a password is changed only once.
    Refused to bots by servers of about feature level 261.
    Fails with code ``BAD_REQUEST`` for a value that is not valid or not to be changed; with
    ``UNAUTHORIZED_PRINCIPAL`` for the settings of others when one is no administrator.
    Source: messaging API, "PATCH /settings"; what it does not show follows the servers.
    """


class UpdateDisplaySettings(OwnPreferences, method="PATCH", path="/settings/display"):
    """Change settings under an older path; deprecated since feature level 80: use ``UpdateSettings``.

    Fails as ``UpdateSettings`` does.
    Source: messaging API, "PATCH /settings".
    """


class UpdateNotificationSettings(OwnPreferences, method="PATCH", path="/settings/notifications"):
    """Change settings under an older path; deprecated since feature level 80: use ``UpdateSettings``.

    Fails as ``UpdateSettings`` does.
    Source: messaging API, "PATCH /settings".
    """


class UpdateSettingsDefaults(
    Preferences, method="PATCH", path="/realm/user_settings_defaults", repeatable=True
):
    """Change the settings that new accounts begin with; administrators only.

    Fails with code ``UNAUTHORIZED_PRINCIPAL`` or ``BAD_REQUEST`` for others, and for a wrong value.
    Source: messaging API, "Referenced operations"; the shape is not in the spec.
    """
