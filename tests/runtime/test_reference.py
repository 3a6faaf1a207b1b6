"""config/reference.yaml has every key of a bot.yaml, each with a comment above it, and can be read."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from dragoman.runtime.nodes import Entry, Mapping, Node, Sequence
from dragoman.runtime.plugin_section import PluginHead
from dragoman.runtime.record_reader import RecordReader
from dragoman.runtime.settings import BotFile
from dragoman.runtime.strict_yaml import read_yaml

REFERENCE = Path(__file__).parents[2] / "config" / "reference.yaml"


def root() -> Mapping:
    document = read_yaml(REFERENCE, {"RECOVERY_DESK_KEY": "x" * 32})
    assert document.problems == ()
    assert isinstance(document.root, Mapping)
    return document.root


def entries(node: Node) -> Iterator[Entry]:
    match node:
        case Mapping():
            for entry in node.entries:
                yield entry
                yield from entries(entry.value)
        case Sequence():
            for item in node.items:
                yield from entries(item)
        case _:
            pass


def records_in(kind: Any) -> Iterator[type[msgspec.Struct]]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
    for argument in get_args(kind):
        yield from records_in(argument)


def keys_of(record: type[msgspec.Struct]) -> Iterator[str]:
    for field in msgspec.structs.fields(record):
        yield field.encode_name
        for inner in records_in(field.type):
            yield from keys_of(inner)


def test_it_has_every_key_and_no_other() -> None:
    found = {entry.key for entry in entries(root())}
    assert found == {*keys_of(BotFile), *keys_of(PluginHead), "plugins"}


def test_every_key_has_its_comment_above_it() -> None:
    lines = REFERENCE.read_text().splitlines()
    seen: set[str] = set()
    for entry in entries(root()):
        above = lines[entry.place.line - 2].strip()
        assert above.startswith("#") or entry.key in seen, f"line {entry.place.line}: {entry.key}"
        seen.add(entry.key)


def test_its_values_can_be_read_and_are_the_defaults() -> None:
    reader = RecordReader(str(REFERENCE))
    values = reader.fields(root(), BotFile, also=("plugins",))
    assert reader.problems == []
    for field in msgspec.structs.fields(BotFile):
        if field.name in ("commands", "limits", "delivery", "catch_up", "log"):
            assert values[field.name] == field.default
