"""Uploaded files and the messages that refer to them."""

import re
import secrets
import unicodedata
from collections.abc import Iterator

import msgspec

from dragoman_server.world.tables import Holder, Table


class Upload(msgspec.Struct, frozen=True, kw_only=True):
    """One file that somebody uploaded."""

    id: int
    owner_id: int
    name: str
    """As its owner called it."""

    path_id: str
    """What stands after `/user_uploads/` in its address; nobody can guess it."""

    size: int
    created: float
    message_ids: frozenset[int] = frozenset()
    """The messages that refer to it."""


class Uploads(Holder):
    """All files by ID and by path, and the addresses that need no login for a while."""

    FOLLOWS = frozenset(("_by_path",))

    def __init__(self) -> None:
        """Start without any."""
        self._by_id: Table[int, Upload] = Table("upload", int, Upload)
        self._contents: Table[int, bytes] = Table("upload_content", int, bytes)
        self._by_path: dict[str, int] = {}
        self._passes: Table[str, tuple[str, float]] = Table("upload_pass", str, tuple[str, float])

    def __iter__(self) -> Iterator[Upload]:
        """Walk over all files, the oldest first."""
        return iter(list(self._by_id.values()))

    def index(self) -> None:
        """Find the files by their paths again."""
        self._by_path = {upload.path_id: upload.id for upload in self}

    def get(self, upload_id: int) -> Upload | None:
        """Return the file of that ID, or `None`."""
        return self._by_id.get(upload_id)

    def at(self, path_id: str) -> Upload | None:
        """Return the file at that path, or `None`; paths are only compared, never followed."""
        upload_id = self._by_path.get(path_id)
        return None if upload_id is None else self._by_id[upload_id]

    def add(self, upload: Upload, content: bytes) -> None:
        """Add a file and what is in it."""
        self._contents[upload.id] = content
        self.put(upload)

    def put(self, upload: Upload) -> None:
        """Put a changed record in the place of the old."""
        self._by_id[upload.id] = upload
        self._by_path[upload.path_id] = upload.id

    def content(self, upload: Upload) -> bytes:
        """Return what is in a file."""
        return self._contents[upload.id]

    def remove(self, upload: Upload) -> None:
        """Forget a file."""
        del self._by_id[upload.id]
        del self._contents[upload.id]
        del self._by_path[upload.path_id]

    def referred_to_by(self, message_id: int) -> list[Upload]:
        """Return the files to which a message refers."""
        return [one for one in self if message_id in one.message_ids]

    @property
    def space_used(self) -> int:
        """The bytes of all files together."""
        return sum(one.size for one in self._by_id.values())

    def give_pass(self, upload: Upload, until: float) -> str:
        """Return a secret with which the file may be fetched until that time (UNIX seconds)."""
        token = secrets.token_urlsafe(24)
        self._passes[token] = (upload.path_id, until)
        return token

    def with_pass(self, token: str, now: float) -> Upload | None:
        """Return the file for which a secret was given, unless its time is over."""
        for one in [one for one, (_, until) in self._passes.items() if until <= now]:
            del self._passes[one]
        given = self._passes.get(token)
        return None if given is None else self.at(given[0])


def random_path(realm_id: int, name: str) -> str:
    """Return a path that nobody can guess, with a harmless form of `name` at its end."""
    token = secrets.token_urlsafe(18)
    return f"{realm_id}/{token[:2]}/{token[2:]}/{safe_name(name)}"


def safe_name(name: str) -> str:
    """Return `name` in letters, digits, dots, underscores and dashes."""
    name = re.sub(r"[^\w\s.-]", "", unicodedata.normalize("NFKC", name)).strip()
    name = re.sub(r"[-\s]+", "-", name)
    return "uploaded-file" if name in ("", ".", "..") else name


def base_name(name: str) -> str:
    """Return the last part of what may be a path on somebody's machine."""
    return re.split(r"[/\\]", name)[-1].replace("\0", "")
