"""Linkifiers on the wire."""

from typing import Any

from dragoman_server.world.linkifiers import Linkifier
from dragoman_server.world.world import World


def linkifier_payload(world: World, linkifier: Linkifier) -> dict[str, Any]:
    """Return a linkifier."""
    newer: dict[str, tuple[int, Any]] = {
        "example_input": (471, linkifier.example_input),
        "reverse_template": (471, linkifier.reverse_template),
        "alternative_url_templates": (478, list(linkifier.alternative_url_templates)),
    }
    return {
        "pattern": linkifier.pattern,
        "url_template": linkifier.url_template,
        "id": linkifier.id,
        **{name: value for name, (level, value) in newer.items() if world.level >= level},
    }


def linkifier_payloads(world: World) -> list[dict[str, Any]]:
    """Return all linkifiers in their order."""
    return [linkifier_payload(world, one) for one in world.linkifiers]
