"""The fields of a profile on the wire."""

from typing import Any

import msgspec

from dragoman_server import levels
from dragoman_server.world.profile_fields import ProfileField
from dragoman_server.world.world import World


def profile_field_payload(world: World, field: ProfileField) -> dict[str, Any]:
    """Return one field; what is true of few is told of those only."""
    told: dict[str, Any] = msgspec.to_builtins(field)
    for name in ("display_in_profile_summary", "use_for_user_matching"):
        if not told[name]:
            del told[name]
    if world.level < levels.EDITABLE_PROFILE_FIELDS:
        del told["editable_by_user"]
    return told


def profile_fields_payload(world: World) -> list[dict[str, Any]]:
    """Return all fields in their order."""
    return [profile_field_payload(world, field) for field in world.profile_fields]
