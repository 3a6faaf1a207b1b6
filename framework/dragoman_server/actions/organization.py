"""Changing the organisation: its settings, its permissions, its end."""

from collections.abc import Mapping
from typing import Any

from dragoman_server import levels
from dragoman_server.actions.users import telling_of_groups
from dragoman_server.event import Event
from dragoman_server.payloads.groups import setting_payload
from dragoman_server.world.organization_settings import FIELDS
from dragoman_server.world.records import GroupSetting
from dragoman_server.world.world import World

CHANGING_EMITS = (
    *("realm/update", "realm/update_dict", "user_group/add_members", "user_group/remove_members"),
)
"""What changing a setting may tell."""

_TOLD_TOGETHER = frozenset(
    (
        *("allow_message_editing", "edit_topic_policy", "message_content_edit_limit_seconds"),
        *("authentication_methods", "message_edit_history_visibility_policy"),
    )
)
"""The settings that are told as `update_dict`, for what this was once."""


def do_change_organization_setting(world: World, name: str, value: Any) -> None:
    """Change a setting, and tell everybody."""
    with telling_of_groups(world):
        if name in FIELDS:
            world.change_organization(**{FIELDS[name]: value})
        else:
            world.change_organization(settings={**world.organization.settings, name: value})
        _tell(world, name, value)


def _tell(world: World, name: str, value: Any) -> None:
    if name == "mandatory_topics" and world.level >= levels.TOPICS_POLICY:
        policy = "disable_empty_topic" if value else "allow_empty_topic"
        _tell_together(world, {"mandatory_topics": value, "topics_policy": policy})
    elif name in _TOLD_TOGETHER:
        _tell_together(world, {name: value})
    else:
        world.send_to_all(Event("realm", op="update", property=name, value=value))


def do_change_organization_permission(world: World, name: str, setting: GroupSetting) -> None:
    """Let others hold a permission, and tell everybody."""
    world.change_organization(permissions={**world.organization.permissions, name: setting})
    _tell_together(world, {name: setting_payload(setting)})


def _tell_together(world: World, data: Mapping[str, Any]) -> None:
    world.send_to_all(Event("realm", op="update_dict", property="default", data=dict(data)))


def do_deactivate_organization(world: World) -> None:
    """Close the organisation: nobody can log in any more."""
    world.send_to_all(Event("realm", op="deactivated", realm_id=world.realm_id))
    world.change_organization(deactivated=True)
