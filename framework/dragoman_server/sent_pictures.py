"""Pictures that come in a form: one file, not too large, and really a picture."""

from dragoman_server import failures
from dragoman_server.multipart import MEBIBYTE, SentFile
from dragoman_server.world.pictures import MOST_BYTES, picture_kind

PICTURE_FAILS = (failures.BAD_IMAGE, failures.PICTURE_TOO_LARGE)
"""How `check_picture` refuses."""


def check_picture(file: SentFile) -> bytes:
    """Return the content of a file that is a picture."""
    if file.content is None or len(file.content) > MOST_BYTES:
        raise failures.PICTURE_TOO_LARGE(limit=MOST_BYTES // MEBIBYTE)
    if picture_kind(file.content) is None:
        raise failures.BAD_IMAGE
    return file.content
