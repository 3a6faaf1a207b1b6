"""Uploaded pictures, of people and of the organisation, kept in memory by their path."""

import secrets

from dragoman_server.world.tables import Holder, Table

MOST_BYTES = 5 * 1024 * 1024
"""How large a picture may be."""

_SIGNS = (
    *((b"\x89PNG\r\n\x1a\n", "image/png"), (b"GIF87a", "image/gif"), (b"GIF89a", "image/gif")),
    *((b"\xff\xd8\xff", "image/jpeg"), (b"BM", "image/bmp")),
    *((b"II*\0", "image/tiff"), (b"MM\0*", "image/tiff")),
)


class Pictures(Holder):
    """All pictures."""

    def __init__(self) -> None:
        """Start without any."""
        self._by_path: Table[str, bytes] = Table("picture", str, bytes)

    def put(self, path: str, content: bytes) -> None:
        """Keep a picture at a path below `/user_avatars/`."""
        self._by_path[path] = content

    def at(self, path: str) -> bytes | None:
        """Return the picture at a path, or `None`; paths are only compared, never followed."""
        return self._by_path.get(path)

    def remove(self, path: str) -> None:
        """Forget the picture at a path, if there is one."""
        self._by_path.pop(path, None)

    def all(self) -> dict[str, bytes]:
        """Return all pictures by path."""
        return dict(self._by_path)


def picture_kind(content: bytes) -> str | None:
    """Return the media type that a picture's first bytes tell; `None` where it is no picture."""
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for sign, kind in _SIGNS if content.startswith(sign)), None)


def random_picture_path(realm_id: int) -> str:
    """Return a path for a person's picture, without an ending, that nobody can guess."""
    return f"{realm_id}/{secrets.token_hex(20)}"
