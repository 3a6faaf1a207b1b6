"""The service as it is known: its operations, parameters and events, read from `service.toml`."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import msgspec

from dragoman_server.parameters import is_offered

_LEVELS = re.compile(r"(?P<name>.+?)(?: ?@(?P<since>\d*)-(?P<until>\d*))?")


class Known(msgspec.Struct, frozen=True):
    """Something that the service has, and the levels at which it came and went where they are noted."""

    name: str
    since: int = 0
    until: int | None = None

    def is_there_at(self, level: int) -> bool:
        """Tell whether the service has it at a feature level."""
        return is_offered(self.since, self.until, level)


class KnownOperation(msgspec.Struct, frozen=True):
    """An operation of the service."""

    chapter: str
    known: Known
    parameters: tuple[Known, ...]


class KnownEvent(msgspec.Struct, frozen=True):
    """A kind of event of the service."""

    chapter: str
    known: Known


class Difference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where this server does otherwise than a real one, and means to."""

    about: str
    here: str
    there: str


class KnownService(msgspec.Struct, frozen=True):
    """All that is known."""

    operations: tuple[KnownOperation, ...]
    events: tuple[KnownEvent, ...]
    differences: tuple[Difference, ...]


def read_service() -> KnownService:
    """Return what the file beside this module says."""
    document = tomllib.loads(files("dragoman_server.parity").joinpath("service.toml").read_text("utf-8"))
    lists: dict[str, str] = document["lists"]
    return KnownService(
        operations=tuple(_operations(document["operations"], lists)),
        events=tuple(
            KnownEvent(chapter, one)
            for chapter, text in document["events"].items()
            for one in _names(text, lists)
        ),
        differences=tuple(msgspec.convert(one, Difference) for one in document["differences"]),
    )


def _operations(chapters: dict[str, Any], lists: dict[str, str]) -> Iterator[KnownOperation]:
    for chapter, operations in chapters.items():
        for name, parameters in operations.items():
            yield KnownOperation(chapter, _known(name), tuple(_names(parameters, lists)))


def _names(text: str, lists: dict[str, str]) -> Iterator[Known]:
    for word in text.split():
        if word.startswith("$"):
            yield from _names(lists[word[1:]], lists)
        else:
            yield _known(word)


def _known(text: str) -> Known:
    found = _LEVELS.fullmatch(text)
    assert found is not None, text
    until = found["until"]
    return Known(found["name"], int(found["since"] or 0), int(until) if until else None)
