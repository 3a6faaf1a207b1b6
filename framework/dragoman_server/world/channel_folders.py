"""Folders in which an organisation sorts its channels."""

import msgspec

from dragoman_server.world.tables import Holder, Table


class ChannelFolder(msgspec.Struct, frozen=True, kw_only=True):
    """A place for channels that belong together."""

    id: int
    name: str
    description: str
    rendered_description: str
    creator_id: int
    date_created: int
    place: int
    """Folders are shown by rising place."""

    is_archived: bool = False


class ChannelFolders(Holder):
    """All folders."""

    def __init__(self) -> None:
        """Start without any."""
        self._by_id: Table[int, ChannelFolder] = Table("channel_folder", int, ChannelFolder)

    def all(self) -> list[ChannelFolder]:
        """Return the folders in the order in which they are shown, archived ones included."""
        return sorted(self._by_id.values(), key=lambda one: (one.place, one.id))

    def get(self, folder_id: int) -> ChannelFolder | None:
        """Return the folder of that ID, or `None`."""
        return self._by_id.get(folder_id)

    def put(self, folder: ChannelFolder) -> None:
        """Add a folder, or put a changed one in the place of the old."""
        self._by_id[folder.id] = folder

    def named(self, name: str) -> ChannelFolder | None:
        """Return the folder in use of that name, in any case, or `None`."""
        wanted = name.casefold()
        return next(
            (one for one in self.all() if one.name.casefold() == wanted and not one.is_archived), None
        )
