"""What the server says of itself."""

from typing import Any

from dragoman_server import levels
from dragoman_server.world.world import World


def version_payload(world: World) -> dict[str, Any]:
    """Return the version and the feature level.

    A dump of a server of the same level lends its version; for any other level that would be a lie.
    """
    own = world.settings.told_version
    kept = world.kept
    lends = kept.told("zulip_feature_level", world.url) == world.level
    version = {
        "zulip_version": kept.told("zulip_version", world.url, own) if lends else own,
        "zulip_feature_level": world.level,
        "zulip_merge_base": kept.told("zulip_merge_base", world.url, own) if lends else own,
    }
    if world.level >= levels.SERVER_FEATURE_LEVEL:
        version["server_feature_level"] = world.level
    return version
