"""Uploaded files."""

from typing import Annotated, TypedDict

from dragoman_server import levels
from dragoman_server.parameters import Offered


class Showing(TypedDict):
    """A message that shows a file, and when it was sent (milliseconds)."""

    id: int
    date_sent: int


class Attachment(TypedDict):
    """An uploaded file."""

    id: int
    name: str
    path_id: str
    size: int
    create_time: int
    messages: Annotated[list[Showing], Offered(until=levels.ATTACHMENT_MESSAGE_IDS)]
    message_ids: Annotated[list[int], Offered(since=levels.ATTACHMENT_MESSAGE_IDS)]


class AttachmentsFound(TypedDict):
    """The account's files, and how many bytes all files of the organisation take."""

    attachments: list[Attachment]
    upload_space_used: int


class Uploaded(TypedDict):
    """Where a new file is."""

    uri: str
    url: Annotated[str, Offered(since=levels.UPLOAD_URL)]
    filename: Annotated[str, Offered(since=levels.UPLOAD_FILENAME)]


class FileLinkMade(TypedDict):
    """An address at which a file can be fetched for a while without an account."""

    url: str
