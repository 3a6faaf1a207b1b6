"""The organisation's own emoji on the wire, as the dump that it came from tells them."""

from typing import Any

from dragoman_server.world.world import World


def custom_emoji_payload(world: World) -> dict[str, dict[str, Any]]:
    """Return all of the organisation's own emoji by their ID as text."""
    told: dict[str, dict[str, Any]] = world.kept.told("realm_emoji", world.url, {})
    return told
