"""The organisation's own emoji on the wire."""

from typing import Any

import msgspec

from dragoman_server.world.world import World


def custom_emoji_payload(world: World) -> dict[str, dict[str, Any]]:
    """Return all of the organisation's own emoji by their ID as text."""
    return {one.id: msgspec.to_builtins(one) for one in world.custom_emoji}
