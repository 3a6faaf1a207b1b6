"""The organisation's settings on the wire, with the levels at which they went."""

from typing import Any

import msgspec

from dragoman_server import levels
from dragoman_server.payloads.groups import setting_payload
from dragoman_server.payloads.users import gravatar_address
from dragoman_server.world.kept import fill
from dragoman_server.world.organization_settings import CAME, DEFAULTS, PERMISSIONS, WENT
from dragoman_server.world.world import World


def organization_settings(world: World) -> dict[str, Any]:
    """Return the organisation's settings by their names in the snapshot, `realm_name` and so on."""
    organization = world.organization
    settings = {
        **DEFAULTS,
        **{name: default for name, (_, default) in (*WENT.items(), *CAME.items())},
        **organization.settings,
        **{name: setting_payload(world.permission(name)) for name in PERMISSIONS},
        **_acted_on(world),
    }
    return {
        f"realm_{name}": fill(value, world.url)
        for name, value in settings.items()
        if offers_setting(world, name)
    }


def icon_url(world: World) -> str:
    """Return the address of the organisation's icon, or of a pattern made of its short name."""
    chosen: str = fill(world.setting("icon_url"), world.url)
    return chosen or gravatar_address(world.organization.string_id)


def offers_setting(world: World, name: str) -> bool:
    """Tell whether the organisation has this setting at the feature level."""
    if name in WENT:
        return world.level < WENT[name][0]
    since = CAME[name][0] if name in CAME else PERMISSIONS[name][0] if name in PERMISSIONS else 0
    return world.level >= since


def _acted_on(world: World) -> dict[str, Any]:
    """Return the settings on which something depends."""
    organization = world.organization
    settings: dict[str, Any] = {
        "name": organization.name,
        "description": organization.description,
        "url": world.url,
        "uri": world.url,
        "icon_url": icon_url(world),
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


def domains_payload(world: World) -> list[dict[str, Any]]:
    """Return the domains that addresses must be of, where they are restricted."""
    return [msgspec.to_builtins(one) for one in world.domains]


def playgrounds_payload(world: World) -> list[dict[str, Any]]:
    """Return the pages on which code can be tried."""
    return [msgspec.to_builtins(one) for one in world.playgrounds]
