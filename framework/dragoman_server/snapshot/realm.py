"""What register tells about the organisation and the server: settings and limits."""

from collections.abc import Callable
from typing import Any

from dragoman_server import levels
from dragoman_server.drafting import MAX_CONTENT, MAX_TOPIC
from dragoman_server.emoji_table import emoji_table_path
from dragoman_server.payloads.channel_folders import folders_payload
from dragoman_server.payloads.custom_emoji import custom_emoji_payload
from dragoman_server.payloads.linkifiers import linkifier_payloads
from dragoman_server.payloads.organization import domains_payload, organization_settings, playgrounds_payload
from dragoman_server.payloads.profile import profile_fields_payload
from dragoman_server.snapshot.section import Asked, section
from dragoman_server.wanted_channels import MAX_DESCRIPTION, MAX_NAME


@section("realm")
def realm(asked: Asked) -> dict[str, Any]:
    """Return the organisation's settings and the server's limits."""
    return organization_settings(asked.world) | _limits(asked) | _server(asked)


def _limits(asked: Asked) -> dict[str, Any]:
    state: dict[str, Any] = {
        "max_message_length": MAX_CONTENT,
        "max_topic_length": MAX_TOPIC,
        "max_stream_name_length": MAX_NAME,
        "max_stream_description_length": MAX_DESCRIPTION,
        "max_file_upload_size_mib": asked.world.settings.upload_mib,
        "max_avatar_file_size_mib": 5,
        "max_icon_file_size_mib": 5,
        "max_logo_file_size_mib": 5,
        "password_min_length": 0,
        "password_min_guesses": 0,
    }
    if asked.world.level >= levels.NEW_SUBSCRIPTION_MESSAGES:
        state["max_bulk_new_subscription_messages"] = 100
    return state


def _server(asked: Asked) -> dict[str, Any]:
    """Return what is true of the server itself; where a dump tells of its own, that."""
    world = asked.world
    told: dict[str, Any] = {
        "server_inline_image_preview": True,
        "server_inline_url_embed_preview": False,
        "server_avatar_changes_disabled": False,
        "server_name_changes_disabled": False,
        "server_web_public_streams_enabled": True,
        "server_needs_upgrade": False,
        "server_jitsi_server_url": None,
        "server_emoji_data_url": world.url + emoji_table_path(),
        "server_supported_permission_settings": {"realm": {}, "stream": {}, "group": {}},
        "giphy_rating_options": {"disabled": {"name": "GIPHY integration disabled", "id": 0}},
        "jitsi_server_url": None,
        "settings_send_digest_emails": False,
        "zulip_plan_is_not_limited": True,
        "upgrade_text_for_wide_organization_logo": "",
    }
    return {name: world.kept.told(name, world.url, default) for name, default in told.items()} | {
        "event_queue_longpoll_timeout_seconds": 90,
        "server_typing_started_wait_period_milliseconds": 30_000,
        "server_typing_stopped_wait_period_milliseconds": 12_000,
        "server_typing_started_expiry_period_milliseconds": 45_000,
        "server_presence_ping_interval_seconds": 60,
        "server_presence_offline_threshold_seconds": 200,
        "server_generation": 0,
        "development_environment": bool(world.settings.development),
    }


def _kept(event_type: str, key: str, value: Callable[[], Any], name: str | None = None) -> None:
    """Declare a part that is what a dump told under `name`, and otherwise empty."""

    @section(event_type)
    def part(asked: Asked) -> dict[str, Any]:
        return {key: asked.world.kept.told(name or key, asked.world.url, value())}


_kept("realm_filters", "realm_filters", list)
_kept("realm_embedded_bots", "realm_embedded_bots", list)
_kept("realm_incoming_webhook_bots", "realm_incoming_webhook_bots", list)
_kept("giphy", "giphy_api_key", str)
_kept("stop_words", "stop_words", list)


@section("realm_emoji")
def realm_emoji(asked: Asked) -> dict[str, Any]:
    """Return the organisation's own emoji, the deactivated included."""
    return {"realm_emoji": custom_emoji_payload(asked.world)}


@section("realm_linkifiers")
def realm_linkifiers(asked: Asked) -> dict[str, Any]:
    """Return the linkifiers; none to clients that do not know their templates."""
    if "linkifier_url_template" not in asked.capabilities:
        return {"realm_linkifiers": []}
    return {"realm_linkifiers": linkifier_payloads(asked.world)}


@section("realm_playgrounds")
def realm_playgrounds(asked: Asked) -> dict[str, Any]:
    """Return the pages on which code can be tried."""
    return {"realm_playgrounds": playgrounds_payload(asked.world)}


@section("realm_domains")
def realm_domains(asked: Asked) -> dict[str, Any]:
    """Return the domains that addresses must be of, where they are restricted."""
    return {"realm_domains": domains_payload(asked.world)}


@section("custom_profile_fields")
def custom_profile_fields(asked: Asked) -> dict[str, Any]:
    """Return the fields of profiles, and the kinds that there are."""
    return {
        "custom_profile_fields": [] if asked.is_anonymous else profile_fields_payload(asked.world),
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


@section("channel_folders", since=levels.CHANNEL_FOLDERS)
def channel_folders(asked: Asked) -> dict[str, Any]:
    """Return the folders of channels, those out of use included."""
    return {"channel_folders": folders_payload(asked.world, archived=True)}
