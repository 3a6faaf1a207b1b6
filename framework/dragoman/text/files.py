"""What is too long for a message, as its beginning and a file."""

from typing import Protocol, TypeVar

from dragoman.model import File
from dragoman.operations import Operation, UploadFile
from dragoman.text.links import file_link
from dragoman.text.splitting import split

T = TypeVar("T")

MEDIA_TYPE = "text/plain; charset=utf-8"


class Caller(Protocol):
    """What makes calls; a client does."""

    async def __call__(self, operation: Operation[T]) -> T:
        """Make the call and return its answer; fails with ``ServiceError``."""
        ...


async def fitted(text: str, limit: int, caller: Caller, *, name: str = "message.md") -> str:
    """Return a text that fits into one message: as it is, or its beginning and a link to all of it.

    ``limit`` is the server's ``max_message_length``, in code points. What is too long is uploaded as a file
    of that name. Fails as ``UploadFile`` does, and with ``ValueError`` when not even the link has room.
    """
    if len(text) <= limit:
        return text
    file = File(name=name, content=text.encode("utf-8", "replace"), content_type=MEDIA_TYPE)
    uploaded = await caller(UploadFile(file=file))
    whole = "\n\n" + file_link(name, uploaded.location)
    return "".join(split(text, limit - len(whole))[:1]) + whole
