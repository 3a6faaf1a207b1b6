"""Upload files, list them, find and delete them."""

from typing import Annotated

from dragoman.model import UNSET, Attachment, File, Maybe
from dragoman.operations.operation import Answer, Done, Operation
from dragoman.operations.request import WithSlashes


class AttachmentsFound(Answer):
    """The account's files."""

    attachments: tuple[Attachment, ...]
    upload_space_used: int | Maybe = UNSET
    """Bytes, of the whole organization."""


class GetAttachments(Operation[AttachmentsFound], method="GET", path="/attachments"):
    """List the files that the account has uploaded.

    Source: messaging API, "Referenced operations"; the shape is not in the spec.
    """


class RemoveAttachment(Operation[Done], method="DELETE", path="/attachments/{attachment_id}"):
    """Delete one of the account's files; links to it in messages lead nowhere then.

    Fails with code ``BAD_REQUEST`` when there is none of one's own.
    Source: messaging API, "DELETE /attachments/{attachment_id}".
    """

    attachment_id: int


class FileUploaded(Answer):
    """Where an uploaded file is."""

    url: str | Maybe = UNSET
    """Below the organization's address. Feature level 272; ``location`` reads either name."""
    uri: str | Maybe = UNSET
    """The older name."""
    filename: str | Maybe = UNSET
    """As the server keeps it. Feature level 286."""

    @property
    def location(self) -> str:
        """The file's address below the organization's, to be linked to; empty if the server told none."""
        return next((place for place in (self.url, self.uri) if isinstance(place, str)), "")


class UploadFile(Operation[FileUploaded], method="POST", path="/user_uploads"):
    """Upload a file; a message that links to it keeps it and shows it to its readers.

    Saying it twice makes two files. Fails with code ``BAD_REQUEST`` when it is too large or the
    organization's space is full.
    Source: not in the spec.
    """

    file: File


class UploadUrlFound(Answer):
    """Where a file may be fetched for a short time."""

    url: str
    """Below the organization's address; needs no credentials."""


class GetUploadUrl(Operation[UploadUrlFound], method="GET", path="/user_uploads/{path_id}", plain=True):
    """Get an address from which a file can be fetched without credentials, for about a minute.

    ``await zulip.download(...)`` fetches the file itself. Fails with ``NotFound`` when there is none,
    ``Forbidden`` when one may not see it.
    Source: not in the spec.
    """

    path_id: Annotated[str, WithSlashes]
    """``Attachment.path_id``: what stands after ``/user_uploads/`` in the file's address."""
