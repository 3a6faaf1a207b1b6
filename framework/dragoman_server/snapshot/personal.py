"""What register tells about the user's own things. Those that nothing changes yet are as a dump told them."""

from collections.abc import Callable
from typing import Any

from dragoman_server import levels
from dragoman_server.payloads.personal import muted_topics_payload
from dragoman_server.payloads.settings import (
    CHOICES,
    DISPLAY_OF_OLD,
    NOTIFICATIONS_OF_OLD,
    default_settings,
    user_settings,
)
from dragoman_server.snapshot.section import Asked, section


def _kept(event_type: str, key: str, value: Callable[[], Any], since: int = 0) -> None:
    """Declare a part that is what a dump told of the account, and otherwise empty."""

    @section(event_type, since=since)
    def part(asked: Asked) -> dict[str, Any]:
        kept = asked.world.kept.per_user.get(asked.user.user_id, {})
        return {key: kept.get(key, value())}


_kept("device", "devices", dict, since=468)
_kept("video_calls", "has_zoom_token", bool)


@section("alert_words")
def alert_words(asked: Asked) -> dict[str, Any]:
    """Return the words that alert the user."""
    return {"alert_words": asked.world.personal.of(asked.user.user_id).alert_words}


@section("muted_users")
def muted_users(asked: Asked) -> dict[str, Any]:
    """Return whom the user does not want to hear."""
    return {"muted_users": asked.world.personal.of(asked.user.user_id).muted_payload()}


@section("user_topic")
def user_topics(asked: Asked) -> dict[str, Any]:
    """Return how the user wants to see topics."""
    return {"user_topics": asked.world.personal.of(asked.user.user_id).topics_payload()}


@section("muted_topics")
def muted_topics(asked: Asked) -> dict[str, Any]:
    """Return the muted topics in their old form, unless the new one is asked for by name."""
    if asked.fetch is not None and "user_topic" in asked.fetch:
        return {}
    return {"muted_topics": muted_topics_payload(asked.world, asked.user.user_id)}


@section("user_settings")
def account_settings(asked: Asked) -> dict[str, Any]:
    """Return the account's settings, and what may be chosen for some of them."""
    return {"user_settings": user_settings(asked.world, asked.user) | CHOICES}


def _settings_of_old(event_type: str, names: tuple[str, ...]) -> None:
    """Declare a part that tells settings at the top, for clients that do not know the object."""

    @section(event_type, until=levels.LEGACY_SETTINGS_GONE)
    def part(asked: Asked) -> dict[str, Any]:
        if "user_settings_object" in asked.capabilities:
            return {}
        settings = user_settings(asked.world, asked.user) | CHOICES
        return {name: settings[name] for name in names if name in settings}


_settings_of_old("update_display_settings", DISPLAY_OF_OLD)
_settings_of_old("update_global_notifications", NOTIFICATIONS_OF_OLD)


@section("realm_user_settings_defaults")
def new_settings(asked: Asked) -> dict[str, Any]:
    """Return the settings with which new accounts begin."""
    return {"realm_user_settings_defaults": default_settings(asked.world) | CHOICES}
