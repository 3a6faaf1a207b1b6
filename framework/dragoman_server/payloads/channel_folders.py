"""Folders of channels on the wire."""

from typing import Any

from dragoman_server import levels
from dragoman_server.world.channel_folders import ChannelFolder
from dragoman_server.world.world import World


def folder_payload(world: World, folder: ChannelFolder) -> dict[str, Any]:
    """Return a folder."""
    payload: dict[str, Any] = {
        "id": folder.id,
        "name": folder.name,
        "description": folder.description,
        "rendered_description": folder.rendered_description,
        "creator_id": folder.creator_id,
        "date_created": folder.date_created,
        "is_archived": folder.is_archived,
    }
    return payload | ({"order": folder.place} if world.level >= levels.ORDERED_FOLDERS else {})


def folders_payload(world: World, *, archived: bool) -> list[dict[str, Any]]:
    """Return the folders as they are shown, those out of use among them if wanted."""
    shown = (one for one in world.channel_folders.all() if archived or not one.is_archived)
    return [folder_payload(world, one) for one in shown]
