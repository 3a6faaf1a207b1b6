"""Uploaded files on the wire."""

from typing import Any

from dragoman_server import levels
from dragoman_server.world.uploads import Upload
from dragoman_server.world.world import World


def upload_payload(world: World, upload: Upload) -> dict[str, Any]:
    """Return a file as its owner sees it in lists and events."""
    told: dict[str, Any] = {
        "id": upload.id,
        "name": upload.name,
        "path_id": upload.path_id,
        "size": upload.size,
        "create_time": _time(world, upload.created),
    }
    ids = sorted(upload.message_ids)
    if world.level >= levels.ATTACHMENT_MESSAGE_IDS:
        return told | {"message_ids": ids}
    dated = [{"id": one, "date_sent": _time(world, world.messages[one].timestamp)} for one in ids]
    return told | {"messages": dated}


def _time(world: World, seconds: float) -> int:
    return int(seconds) if world.level >= levels.ATTACHMENT_SECONDS else int(seconds) * 1000
