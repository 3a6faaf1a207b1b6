"""Which folder of channels is meant, and whether it can have the name that is wanted."""

from dragoman_server import failures
from dragoman_server.drafting import is_printable
from dragoman_server.world.channel_folders import ChannelFolder
from dragoman_server.world.world import World

MAX_NAME = 60
MAX_DESCRIPTION = 1024

FOLDER_FAILS = (
    failures.TOO_LONG,
    failures.EMPTY_FOLDER_NAME,
    failures.BAD_FOLDER_CHARACTER,
    failures.FOLDER_NAME_TAKEN,
)
"""With what a folder's name or description may be refused."""


def access_folder(world: World, folder_id: int) -> ChannelFolder:
    """Return the folder of that ID."""
    folder = world.channel_folders.get(folder_id)
    if folder is None:
        raise failures.INVALID_FOLDER
    return folder


def access_folder_in_use(world: World, folder_id: int) -> ChannelFolder:
    """Return a folder into which channels may be put."""
    folder = access_folder(world, folder_id)
    if folder.is_archived:
        raise failures.FOLDER_ARCHIVED
    return folder


def check_folder_name(world: World, name: str, own: ChannelFolder | None = None) -> str:
    """Return a folder's name without the space around it, or refuse it; `own` may have it already."""
    if len(name) > MAX_NAME:
        raise failures.TOO_LONG(name="name", limit=MAX_NAME)
    name = name.strip()
    if not name:
        raise failures.EMPTY_FOLDER_NAME
    for position, character in enumerate(name, 1):
        if not is_printable(character):
            raise failures.BAD_FOLDER_CHARACTER(position=position)
    taken = world.channel_folders.named(name)
    if taken is not None and taken != own:
        raise failures.FOLDER_NAME_TAKEN
    return name


def check_folder_description(description: str) -> str:
    """Return a folder's description in one line, or refuse it."""
    if len(description) > MAX_DESCRIPTION:
        raise failures.TOO_LONG(name="description", limit=MAX_DESCRIPTION)
    return description.replace("\n", " ")
