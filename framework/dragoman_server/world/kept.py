"""What a dump told and nothing models yet: told on where that is possible, and handed back with an export."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

Fields = Mapping[str, Any]

_URL = "{{base}}"
"""Stands in a dump for the server's own address, which is another one wherever it is served."""


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """Keys and values in the dump's own form, beside the things that they belong to."""

    document: Fields = {}
    """The keys of the document itself, `server` and `linkifiers` among them."""

    realm: Fields = {}
    users: Mapping[int, Fields] = {}
    channels: Mapping[int, Fields] = {}
    user_groups: Mapping[int, Fields] = {}
    messages: Mapping[int, Fields] = {}
    per_user: Mapping[int, Fields] = {}
    """By user ID, though the document has it by short name."""

    names: Mapping[int, str] = {}
    """The short names of the accounts."""

    strangers: tuple[Fields, ...] = ()
    """The accounts of other organisations: they exist, and nobody here can do anything with them."""

    def told(self, name: str, url: str, default: Any = None) -> Any:
        """Return what the document says under a key, or under one of its server's, for a server at `url`."""
        found = self.document.get(name, self.document.get("server", {}).get(name, default))
        return fill(found, url)

    def paths(self) -> tuple[str, ...]:
        """Return where in the document such keys stand, sorted: `users[].avatar_source`."""
        return tuple(sorted(set(self._paths())))

    def _paths(self) -> Iterator[str]:
        yield from self.document
        yield from (f"realm.{name}" for name in self.realm)
        for place in ("users", "channels", "user_groups", "messages", "per_user"):
            for fields in getattr(self, place).values():
                yield from (f"{place}[].{name}" for name in fields)
        if self.strangers:
            yield "users[] of other organisations"


def fill(value: Any, url: str) -> Any:
    """Return `value` with the server's address where the dump left a place for it."""
    match value:
        case str():
            return value.replace(_URL, url)
        case list():
            return [fill(one, url) for one in value]
        case dict():
            return {name: fill(one, url) for name, one in value.items()}
        case _:
            return value
