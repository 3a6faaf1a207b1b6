"""Reads YAML without its traps: nothing is guessed or doubled, and every value knows where it stands.

A tree of nodes is returned; what a plain word means is decided by whoever knows which type is wanted there.
So `no`, `1:30`, `010`, `3.10` and `2026-01-01` are just the words that were written.
"""

import re
from collections.abc import Iterator
from typing import Any, NoReturn

import msgspec
import yaml

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 50


class YamlProblem(ValueError):
    """YAML that is not read: where (from 1), what is wrong, and the mend."""

    def __init__(self, line: int, column: int, what: str, mend: str) -> None:
        """Keep place and sentences."""
        super().__init__(f"{line}:{column}: {what}. {mend}")
        self.line = line
        self.column = column
        self.what = what
        self.mend = mend


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """One value of a document, where it stands."""

    line: int
    column: int


class Scalar(Node, frozen=True, kw_only=True):
    """A word, a number or a text."""

    text: str
    quoted: bool
    """Whether it was written as a text for certain, in quotes or as a block."""

    @property
    def is_null(self) -> bool:
        """Whether nothing was written, or that there is nothing."""
        return not self.quoted and self.text in ("", "~", "null", "Null", "NULL")


class Sequence(Node, frozen=True, kw_only=True):
    """A list."""

    items: tuple[Node, ...]


class Mapping(Node, frozen=True, kw_only=True):
    """Keys with values."""

    entries: tuple[tuple[Scalar, Node], ...]

    def __iter__(self) -> Iterator[tuple[Scalar, Node]]:
        """Walk over the keys with their values."""
        return iter(self.entries)


class _StrictLoader(yaml.SafeLoader):
    """Composes nodes and nothing more: no aliases, no tags, no implicit types."""

    def compose_node(self, parent: yaml.Node | None, index: object) -> yaml.Node | None:
        """Refuse aliases and anchors, with which a small file can become a huge one."""
        event: object = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
            line, column = _position(event.start_mark)
            raise YamlProblem(line, column, "anchors and aliases are not read", "Write the value out.")
        return super().compose_node(parent, index)  # type: ignore[arg-type]


# Without implicit resolvers every plain scalar is a string; its meaning is found by the reader.
_StrictLoader.yaml_implicit_resolvers = {}

_TEXT_TAG = "tag:yaml.org,2002:str"
_KNOWN_TAGS = (_TEXT_TAG, "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map")
_SURROGATES = re.compile("[\ud800-\udfff]")


def read_yaml(text: str) -> Node:
    """Return the one document in `text`; an empty one is an empty mapping. Fails with YamlProblem."""
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise YamlProblem(1, 1, f"the file is larger than {MAX_BYTES} bytes", "Make it smaller.")
    try:
        # JSON may be indented by tabs, which stand nowhere inside its strings; YAML may not.
        root = yaml.compose(text.replace("\t", " ") if text.lstrip()[:1] in "{[" else text, _StrictLoader)
    except yaml.MarkedYAMLError as error:
        _refuse(error)
    except yaml.YAMLError as error:
        raise YamlProblem(1, 1, str(error).partition("\n")[0], "Save the file as UTF-8 text.") from None
    except RecursionError:
        raise YamlProblem(1, 1, f"values are nested deeper than {MAX_DEPTH}", "Make it flatter.") from None
    return Mapping(line=1, column=1, entries=()) if root is None else _convert(root, 1)


def _position(mark: Any) -> tuple[int, int]:
    """Return line and column, counted from 1."""
    return (1, 1) if mark is None else (mark.line + 1, mark.column + 1)


def _refuse(error: yaml.MarkedYAMLError) -> NoReturn:
    line, column = _position(error.problem_mark or error.context_mark)
    what = error.problem or error.context or "this is no YAML"
    mend = "Check indentation, quotes and colons here."
    if "\\t" in what:
        mend = "Indent by spaces, not by tabs."
    elif "mapping values" in what:
        mend = "Put quotes around a text that has a colon in it."
    raise YamlProblem(line, column, what, mend) from None


def _convert(node: yaml.Node, depth: int) -> Node:
    line, column = _position(node.start_mark)
    if depth > MAX_DEPTH:
        raise YamlProblem(line, column, f"values are nested deeper than {MAX_DEPTH}", "Make it flatter.")
    if node.tag not in _KNOWN_TAGS:
        raise YamlProblem(
            line, column, f"the tag {node.tag!r} is not known", "Write the value without a tag."
        )
    match node:
        case yaml.ScalarNode():
            return Scalar(line=line, column=column, text=_joined(node.value), quoted=node.style is not None)
        case yaml.SequenceNode():
            items = tuple(_convert(item, depth + 1) for item in node.value)
            return Sequence(line=line, column=column, items=items)
        case _:
            return Mapping(line=line, column=column, entries=_convert_entries(node, depth))


def _convert_entries(node: yaml.Node, depth: int) -> tuple[tuple[Scalar, Node], ...]:
    first: dict[str, Scalar] = {}
    entries = []
    for key_node, value_node in node.value:
        key = _convert(key_node, depth + 1)
        if not isinstance(key, Scalar):
            raise YamlProblem(key.line, key.column, "a key must be a word", "Write it as text.")
        if key.text == "<<" and not key.quoted:
            raise YamlProblem(key.line, key.column, "merging with << is not read", "Write the keys out.")
        if key.text in first:
            before = first[key.text]
            raise YamlProblem(
                key.line,
                key.column,
                f"the key {key.text!r} stands twice, first in line {before.line}",
                "Remove one of them.",
            )
        first[key.text] = key
        entries.append((key, _convert(value_node, depth + 1)))
    return tuple(entries)


def _joined(text: str) -> str:
    """Join the halves of a character that JSON wrote as two escapes."""
    if _SURROGATES.search(text) is None:
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
