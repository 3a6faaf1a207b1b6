"""A YAML file as it was written: every value with its line and column."""

from collections.abc import Iterator
from typing import Any

import msgspec


class Place(msgspec.Struct, frozen=True):
    """A point in a file; both are counted from 1."""

    line: int
    column: int


class Scalar(msgspec.Struct, frozen=True, kw_only=True):
    """A single value: text, a number, true, false or nothing."""

    value: str | int | float | bool | None
    place: Place
    written: str = ""
    """How it stands in the file."""
    secret: bool = False
    """Whether it came from the environment or another file, and so is never shown."""
    broken: bool = False
    """Whether it could not be had, which has been reported; nothing more is to be said about it."""

    def plain(self) -> str | int | float | bool | None:
        """Return the value alone."""
        return self.value


class Sequence(msgspec.Struct, frozen=True, kw_only=True):
    """A list."""

    items: tuple["Node", ...]
    place: Place

    def plain(self) -> list[Any]:
        """Return the values alone."""
        return [item.plain() for item in self.items]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A key with its value."""

    key: str
    place: Place
    """Of the key."""
    value: "Node"


class Mapping(msgspec.Struct, frozen=True, kw_only=True):
    """Keys with values."""

    entries: tuple[Entry, ...]
    place: Place

    def plain(self) -> dict[str, Any]:
        """Return the keys and values alone."""
        return {entry.key: entry.value.plain() for entry in self.entries}

    def entry(self, key: str) -> Entry | None:
        """Return the entry of this key."""
        return next((entry for entry in self.entries if entry.key == key), None)


Node = Scalar | Sequence | Mapping


def scalars(node: Node) -> Iterator[Scalar]:
    """Go through all single values below a node."""
    match node:
        case Scalar():
            yield node
        case Sequence():
            for item in node.items:
                yield from scalars(item)
        case Mapping():
            for entry in node.entries:
                yield from scalars(entry.value)
