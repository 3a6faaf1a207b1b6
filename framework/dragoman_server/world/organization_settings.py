"""What can be chosen for the organisation: every setting by its wire name, with its levels and defaults."""

from typing import Any

from dragoman_server.world.groups import (
    ADMINISTRATORS,
    EVERYONE,
    MEMBERS,
    MODERATORS,
    OWNERS,
)

DEFAULTS: dict[str, Any] = {
    "allow_edit_history": True,
    "allow_message_editing": True,
    "authentication_methods": {
        "Dev": {"enabled": True, "available": True},
        "Email": {"enabled": True, "available": True},
    },
    "available_video_chat_providers": {"disabled": {"name": "None", "id": 0}},
    "avatar_changes_disabled": False,
    "default_code_block_language": "",
    "default_external_accounts": {},
    "default_language": "en",
    "digest_emails_enabled": False,
    "digest_weekday": 1,
    "disallow_disposable_email_addresses": True,
    "email_auth_enabled": True,
    "email_changes_disabled": False,
    "emails_restricted_to_domains": False,
    "enable_guest_user_indicator": True,
    "enable_read_receipts": True,
    "enable_spectator_access": False,
    "giphy_rating": 0,
    "icon_source": "G",
    "icon_url": "",
    "inline_image_preview": True,
    "inline_url_embed_preview": False,
    "invite_required": True,
    "jitsi_server_url": None,
    "logo_source": "D",
    "logo_url": "",
    "message_content_allowed_in_email_notifications": True,
    "message_retention_days": -1,
    "move_messages_between_streams_limit_seconds": 604800,
    "move_messages_within_stream_limit_seconds": 604800,
    "name_changes_disabled": False,
    "new_stream_announcements_stream_id": -1,
    "night_logo_source": "D",
    "night_logo_url": "",
    "org_type": 0,
    "password_auth_enabled": True,
    "plan_type": 1,
    "presence_disabled": False,
    "push_notifications_enabled": False,
    "push_notifications_enabled_end_timestamp": None,
    "require_unique_names": False,
    "send_welcome_emails": True,
    "signup_announcements_stream_id": -1,
    "upload_quota_mib": None,
    "video_chat_provider": 0,
    "waiting_period_threshold": 0,
    "want_advertise_in_communities_directory": False,
    "zulip_update_announcements_stream_id": -1,
}
"""Settings of all levels, and what they are where nobody has chosen."""

CAME: dict[str, tuple[int, Any]] = {
    "moderation_request_channel_id": (331, -1),
    "enable_guest_user_dm_warning": (348, True),
    "message_edit_history_visibility_policy": (358, "all"),
    "require_e2ee_push_notifications": (409, False),
    "welcome_message_custom_text": (416, ""),
    "send_channel_events_messages": (428, True),
}
"""Later settings: the level at which each came, and its default."""

WENT: dict[str, tuple[int, Any]] = {
    "create_public_stream_policy": (264, 1),
    "create_private_stream_policy": (266, 1),
    "private_message_policy": (270, 1),
    "create_web_public_stream_policy": (280, 6),
    "delete_own_message_policy": (291, 5),
    "user_group_edit_policy": (299, 1),
    "add_custom_emoji_policy": (307, 1),
    "move_messages_between_streams_policy": (310, 1),
    "edit_topic_policy": (316, 5),
    "invite_to_realm_policy": (321, 1),
    "invite_to_stream_policy": (341, 1),
    "bot_creation_policy": (344, 1),
    "wildcard_mention_policy": (352, 5),
    "is_zephyr_mirror_realm": (426, False),
}
"""Settings that permission groups took the place of: the level at which each went, and its default."""

PERMISSIONS: dict[str, tuple[int, str]] = {
    "create_multiuse_invite_group": (0, ADMINISTRATORS),
    "can_access_all_users_group": (0, EVERYONE),
    "can_create_public_channel_group": (264, MEMBERS),
    "can_create_private_channel_group": (266, MEMBERS),
    "direct_message_initiator_group": (270, EVERYONE),
    "direct_message_permission_group": (270, EVERYONE),
    "can_create_web_public_channel_group": (280, OWNERS),
    "can_delete_any_message_group": (281, ADMINISTRATORS),
    "can_delete_own_message_group": (291, EVERYONE),
    "can_create_groups": (299, MEMBERS),
    "can_manage_all_groups": (305, OWNERS),
    "can_add_custom_emoji_group": (307, MEMBERS),
    "can_move_messages_between_channels_group": (310, MEMBERS),
    "can_move_messages_between_topics_group": (316, EVERYONE),
    "can_invite_users_group": (321, MEMBERS),
    "can_add_subscribers_group": (341, MEMBERS),
    "can_create_bots_group": (344, MEMBERS),
    "can_create_write_only_bots_group": (344, MEMBERS),
    "can_summarize_topics_group": (350, EVERYONE),
    "can_mention_many_users_group": (352, ADMINISTRATORS),
    "can_manage_billing_group": (363, ADMINISTRATORS),
    "can_resolve_topics_group": (367, EVERYONE),
    "can_set_topics_policy_group": (392, MEMBERS),
    "can_set_delete_message_policy_group": (407, MODERATORS),
}
"""Permissions that groups hold: the level at which each came, and the role that holds it at first."""

FIELDS = {
    "name": "name",
    "description": "description",
    "mandatory_topics": "mandatory_topics",
    "message_content_edit_limit_seconds": "edit_limit_seconds",
    "message_content_delete_limit_seconds": "delete_limit_seconds",
}
"""The settings that are fields of the organisation's record."""


def default_of(name: str) -> Any:
    """Return what a setting is where nobody has chosen; not for permissions."""
    for table in (CAME, WENT):
        if name in table:
            return table[name][1]
    return DEFAULTS[name]
