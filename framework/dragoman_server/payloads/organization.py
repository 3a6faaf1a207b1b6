"""The organisation's settings on the wire, with the levels at which they went."""

from typing import Any

from dragoman_server import levels
from dragoman_server.world.groups import ADMINISTRATORS, EVERYONE
from dragoman_server.world.kept import fill
from dragoman_server.world.world import World

_DEFAULTS: dict[str, Any] = {
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

_WENT: dict[str, tuple[int, Any]] = {
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
    "wildcard_mention_policy": (352, 3),
    "is_zephyr_mirror_realm": (426, False),
}
"""Settings that permission groups took the place of: the level at which each went, and its default."""


def organization_settings(world: World) -> dict[str, Any]:
    """Return the organisation's settings by their names in the snapshot, `realm_name` and so on."""
    organization = world.organization
    gone = {name for name, (level, _) in _WENT.items() if world.level >= level}
    settings = {
        **_DEFAULTS,
        **{name: default for name, (_, default) in _WENT.items()},
        "create_multiuse_invite_group": world.groups.system(ADMINISTRATORS),
        "can_access_all_users_group": world.groups.system(EVERYONE),
        **organization.settings,
        **_acted_on(world),
    }
    return {f"realm_{name}": fill(value, world.url) for name, value in settings.items() if name not in gone}


def _acted_on(world: World) -> dict[str, Any]:
    """Return the settings on which something depends."""
    organization = world.organization
    settings: dict[str, Any] = {
        "name": organization.name,
        "description": organization.description,
        "url": world.url,
        "uri": world.url,
        "bot_domain": organization.bot_domain,
        "date_created": organization.date_created,
        "message_content_edit_limit_seconds": organization.edit_limit_seconds,
        "message_content_delete_limit_seconds": organization.delete_limit_seconds,
        "mandatory_topics": organization.mandatory_topics,
    }
    if world.level >= levels.EMPTY_TOPIC:
        settings["empty_topic_display_name"] = organization.empty_topic_name
    if world.level >= levels.TOPICS_POLICY:
        disabled = organization.mandatory_topics
        settings["topics_policy"] = "disable_empty_topic" if disabled else "allow_empty_topic"
    return settings
