"""What register tells about the organisation and the server: settings and limits."""

from typing import Any

from dragoman_server.drafting import MAX_CONTENT, MAX_TOPIC
from dragoman_server.snapshot.section import Asked, section
from dragoman_server.views.subscriptions import MAX_DESCRIPTION, MAX_NAME
from dragoman_server.world.groups import ADMINISTRATORS, EVERYONE


@section("realm")
def realm(asked: Asked) -> dict[str, Any]:
    """Return the organisation's settings and the server's limits."""
    return _organization(asked) | _limits(asked) | _server(asked)


def _organization(asked: Asked) -> dict[str, Any]:
    world, organization = asked.world, asked.world.organization
    state: dict[str, Any] = {
        "realm_name": organization.name,
        "realm_description": organization.description,
        "realm_url": world.url,
        "realm_uri": world.url,
        "realm_icon_url": "",
        "realm_icon_source": "G",
        "realm_bot_domain": organization.bot_domain,
        "realm_date_created": organization.date_created,
        "realm_allow_edit_history": True,
        "realm_allow_message_editing": True,
        "realm_message_content_edit_limit_seconds": organization.edit_limit_seconds,
        "realm_message_content_delete_limit_seconds": organization.delete_limit_seconds,
        "realm_mandatory_topics": organization.mandatory_topics,
        "realm_default_language": "en",
        "realm_presence_disabled": False,
        "realm_waiting_period_threshold": 0,
        "realm_plan_type": 1,
        "realm_org_type": 0,
        "realm_enable_read_receipts": True,
        "realm_enable_spectator_access": False,
        "realm_message_retention_days": -1,
        "realm_invite_required": True,
        "realm_password_auth_enabled": True,
        "realm_email_auth_enabled": True,
        "realm_push_notifications_enabled": False,
        "realm_create_multiuse_invite_group": world.groups.system(ADMINISTRATORS),
        "realm_can_access_all_users_group": world.groups.system(EVERYONE),
        "realm_wildcard_mention_policy": 3,
        "realm_default_external_accounts": {},
        "realm_available_video_chat_providers": {"disabled": {"name": "None", "id": 0}},
        "realm_video_chat_provider": 0,
        "realm_jitsi_server_url": None,
        "realm_giphy_rating": 0,
    }
    if world.level >= 334:
        state["realm_empty_topic_display_name"] = organization.empty_topic_name
    if world.level >= 392:
        disabled = organization.mandatory_topics
        state["realm_topics_policy"] = "disable_empty_topic" if disabled else "allow_empty_topic"
    return state


def _limits(asked: Asked) -> dict[str, Any]:
    state: dict[str, Any] = {
        "max_message_length": MAX_CONTENT,
        "max_topic_length": MAX_TOPIC,
        "max_stream_name_length": MAX_NAME,
        "max_stream_description_length": MAX_DESCRIPTION,
        "max_file_upload_size_mib": 25,
        "max_avatar_file_size_mib": 5,
        "max_icon_file_size_mib": 5,
        "max_logo_file_size_mib": 5,
        "realm_upload_quota_mib": None,
        "password_min_length": 0,
        "password_min_guesses": 0,
    }
    if asked.world.level >= 397:
        state["max_bulk_new_subscription_messages"] = 100
    return state


def _server(asked: Asked) -> dict[str, Any]:
    return {
        "event_queue_longpoll_timeout_seconds": 90,
        "server_typing_started_wait_period_milliseconds": 30_000,
        "server_typing_stopped_wait_period_milliseconds": 12_000,
        "server_typing_started_expiry_period_milliseconds": 45_000,
        "server_presence_ping_interval_seconds": 60,
        "server_presence_offline_threshold_seconds": 200,
        "server_generation": 0,
        "server_needs_upgrade": False,
        "server_inline_image_preview": True,
        "server_inline_url_embed_preview": False,
        "server_avatar_changes_disabled": False,
        "server_name_changes_disabled": False,
        "server_web_public_streams_enabled": False,
        "server_emoji_data_url": f"{asked.world.url}/static/generated/emoji/emoji_api.json",
        "server_supported_permission_settings": {"realm": {}, "stream": {}, "group": {}},
        "giphy_rating_options": {"disabled": {"name": "GIPHY integration disabled", "id": 0}},
        "jitsi_server_url": None,
        "settings_send_digest_emails": False,
        "zulip_plan_is_not_limited": True,
        "development_environment": bool(asked.world.settings.development),
    }


@section("realm_emoji")
def realm_emoji(_: Asked) -> dict[str, Any]:
    """Return the organisation's own emoji: there are none."""
    return {"realm_emoji": {}}


@section("realm_linkifiers")
def realm_linkifiers(_: Asked) -> dict[str, Any]:
    """Return the linkifiers: there are none."""
    return {"realm_linkifiers": []}


@section("realm_filters")
def realm_filters(_: Asked) -> dict[str, Any]:
    """Return the linkifiers in their old form: none, by definition."""
    return {"realm_filters": []}


@section("realm_domains")
def realm_domains(_: Asked) -> dict[str, Any]:
    """Return the domains that addresses must be of: there are none."""
    return {"realm_domains": []}


@section("realm_playgrounds")
def realm_playgrounds(_: Asked) -> dict[str, Any]:
    """Return the code playgrounds: there are none."""
    return {"realm_playgrounds": []}


@section("realm_embedded_bots")
def realm_embedded_bots(_: Asked) -> dict[str, Any]:
    """Return the bots that run inside the server: there are none."""
    return {"realm_embedded_bots": []}


@section("realm_incoming_webhook_bots")
def realm_incoming_webhook_bots(_: Asked) -> dict[str, Any]:
    """Return the integrations for incoming web-hooks: there are none."""
    return {"realm_incoming_webhook_bots": []}


@section("custom_profile_fields")
def custom_profile_fields(_: Asked) -> dict[str, Any]:
    """Return the organisation's profile fields: there are none."""
    return {
        "custom_profile_fields": [],
        "custom_profile_field_types": {
            "SHORT_TEXT": {"id": 1, "name": "Text (short)"},
            "LONG_TEXT": {"id": 2, "name": "Text (long)"},
            "SELECT": {"id": 3, "name": "List of options"},
            "DATE": {"id": 4, "name": "Date"},
            "URL": {"id": 5, "name": "Link"},
            "USER": {"id": 6, "name": "Users"},
            "EXTERNAL_ACCOUNT": {"id": 7, "name": "External account"},
            "PRONOUNS": {"id": 8, "name": "Pronouns"},
        },
    }


@section("giphy")
def giphy(_: Asked) -> dict[str, Any]:
    """Return the key for animated pictures: none."""
    return {"giphy_api_key": ""}


@section("stop_words")
def stop_words(_: Asked) -> dict[str, Any]:
    """Return the words that a search leaves out: none."""
    return {"stop_words": []}


@section("channel_folders", since=389)
def channel_folders(_: Asked) -> dict[str, Any]:
    """Return the folders of channels: there are none."""
    return {"channel_folders": []}
