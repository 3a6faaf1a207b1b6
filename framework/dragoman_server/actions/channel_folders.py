"""Making folders of channels, changing them, and bringing them into another order."""

from typing import Any

import msgspec

from dragoman_server.event import Event
from dragoman_server.payloads.channel_folders import folder_payload
from dragoman_server.rendering import render_description
from dragoman_server.world.channel_folders import ChannelFolder
from dragoman_server.world.records import User
from dragoman_server.world.world import World


def do_create_folder(world: World, creator: User, name: str, description: str) -> ChannelFolder:
    """Make a folder, behind all others, and tell everybody."""
    folder = ChannelFolder(
        id=world.number("channel_folder"),
        name=name,
        description=description,
        rendered_description=render_description(world, creator, description),
        creator_id=creator.user_id,
        date_created=int(world.clock.now()),
        place=max((one.place for one in world.channel_folders.all()), default=0) + 1,
    )
    world.channel_folders.put(folder)
    world.send_to_all(Event("channel_folder", op="add", channel_folder=folder_payload(world, folder)))
    return folder


def do_update_folder(world: World, actor: User, folder: ChannelFolder, **changes: Any) -> None:
    """Change a folder's name or description, or whether it is in use; each is told by itself."""
    for name, value in changes.items():
        told = {name: value}
        if name == "description":
            told["rendered_description"] = render_description(world, actor, value)
        folder = msgspec.structs.replace(folder, **told)
        world.channel_folders.put(folder)
        world.send_to_all(Event("channel_folder", op="update", channel_folder_id=folder.id, data=told))


def do_reorder_folders(world: World, order: list[int]) -> None:
    """Show the folders in another order."""
    for place, folder_id in enumerate(order, 1):
        folder = world.channel_folders.get(folder_id)
        assert folder is not None, "the order has been checked"
        world.channel_folders.put(msgspec.structs.replace(folder, place=place))
    world.send_to_all(Event("channel_folder", op="reorder", order=order))
