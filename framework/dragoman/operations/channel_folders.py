"""Put channels into folders."""

from dragoman.model import UNSET, ChannelFolder, Maybe
from dragoman.operations.operation import Answer, Done, Operation


class ChannelFoldersFound(Answer):
    """The organization's folders."""

    channel_folders: tuple[ChannelFolder, ...]


class GetChannelFolders(Operation[ChannelFoldersFound], method="GET", path="/channel_folders", since=389):
    """List the organization's folders.

    Source: not in the spec.
    """

    include_archived: bool | Maybe = UNSET


class ChannelFolderCreated(Answer):
    """A folder was made."""

    channel_folder_id: int


class CreateChannelFolder(
    Operation[ChannelFolderCreated], method="POST", path="/channel_folders/create", since=389
):
    """Make a folder; administrators only.

    Fails with code ``BAD_REQUEST`` for a name that is taken or not valid; with ``UNAUTHORIZED_PRINCIPAL``
    when one is no administrator.
    Source: not in the spec.
    """

    name: str
    description: str | Maybe = UNSET


class UpdateChannelFolder(
    Operation[Done], method="PATCH", path="/channel_folders/{channel_folder_id}", repeatable=True, since=389
):
    """Rename, describe, archive or bring back a folder; administrators only.

    Fails with code ``BAD_REQUEST`` when there is none, or it still holds channels; with
    ``UNAUTHORIZED_PRINCIPAL`` when one is no administrator.
    Source: not in the spec.
    """

    channel_folder_id: int
    name: str | Maybe = UNSET
    description: str | Maybe = UNSET
    is_archived: bool | Maybe = UNSET


class ReorderChannelFolders(
    Operation[Done], method="PATCH", path="/channel_folders", repeatable=True, since=418
):
    """Bring the folders into another order; administrators only.

    Fails with code ``BAD_REQUEST`` unless every one is named; with ``UNAUTHORIZED_PRINCIPAL`` when one is no
    administrator.
    Source: not in the spec.
    """

    order: tuple[int, ...]
    """Ids of all folders, archived ones included."""
