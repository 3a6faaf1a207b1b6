"""Folders of channels: which there are, making them, changing and ordering them."""

from typing import Any

from dragoman_server import failures, levels
from dragoman_server.actions.channel_folders import do_create_folder, do_reorder_folders, do_update_folder
from dragoman_server.call import Call
from dragoman_server.channel_folders import (
    FOLDER_FAILS,
    access_folder,
    check_folder_description,
    check_folder_name,
)
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json
from dragoman_server.payloads.channel_folders import folders_payload
from dragoman_server.permissions import ADMINISTRATORS
from dragoman_server.shapes.channels import FolderMade, FoldersFound

SINCE = levels.CHANNEL_FOLDERS


@endpoint("GET", "/channel_folders", since=SINCE, answers=FoldersFound)
def get_channel_folders(call: Call, *, include_archived: Json[bool] = False) -> dict[str, Any]:
    """Return the organisation's folders as they are shown.

    Not in the spec: the operation.
    """
    return {"channel_folders": folders_payload(call.world, archived=include_archived)}


@endpoint(
    "POST",
    "/channel_folders/create",
    permission=ADMINISTRATORS,
    fails=FOLDER_FAILS,
    emits=("channel_folder/add",),
    since=SINCE,
    answers=FolderMade,
)
def create_channel_folder(call: Call, *, name: str, description: str = "") -> dict[str, Any]:
    """Make a folder.

    Not in the spec: the operation.
    """
    name, description = check_folder_name(call.world, name), check_folder_description(description)
    return {"channel_folder_id": do_create_folder(call.world, call.user, name, description).id}


@endpoint(
    "PATCH",
    "/channel_folders/{channel_folder_id}",
    permission=ADMINISTRATORS,
    fails=(failures.INVALID_FOLDER, *FOLDER_FAILS, failures.FOLDER_IN_USE),
    emits=("channel_folder/update",),
    since=SINCE,
)
def update_channel_folder(
    call: Call,
    *,
    channel_folder_id: int,
    name: str | None = None,
    description: str | None = None,
    is_archived: Json[bool] | None = None,
) -> None:
    """Change a folder's name or description, put it out of use or into use again.

    Not in the spec: the operation.
    """
    world = call.world
    folder = access_folder(world, channel_folder_id)
    wanted: dict[str, Any] = {}
    if name is not None:
        wanted["name"] = check_folder_name(world, name, folder)
    if description is not None:
        wanted["description"] = check_folder_description(description)
    if is_archived is not None:
        wanted["is_archived"] = is_archived
    holds = any(one.folder_id == folder.id and not one.is_archived for one in world.channels.values())
    if is_archived and holds:
        raise failures.FOLDER_IN_USE
    changes = {key: value for key, value in wanted.items() if value != getattr(folder, key)}
    do_update_folder(world, call.user, folder, **changes)


@endpoint(
    "PATCH",
    "/channel_folders",
    permission=ADMINISTRATORS,
    fails=(failures.BAD_FOLDER_ORDER,),
    emits=("channel_folder/reorder",),
    since=418,
)
def reorder_channel_folders(call: Call, *, order: Json[list[int]]) -> None:
    """Show the folders in another order; all must be named, those out of use included.

    Not in the spec: the operation.
    """
    if sorted(order) != sorted(folder.id for folder in call.world.channel_folders.all()):
        raise failures.BAD_FOLDER_ORDER
    do_reorder_folders(call.world, order)
