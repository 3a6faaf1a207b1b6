"""Reads YAML strictly: each value keeps its place, and what is easily meant otherwise is refused.

Only YAML's events are taken from the parser; no object is ever constructed by it. Refused are duplicate
keys, aliases, merge keys, tags other than ``!env`` and ``!file``, several documents in one file, files over
1 MiB and nesting deeper than 50. Only ``true`` and ``false`` are truth values (``no``, ``on`` and ``yes`` are
text), and only plain decimal numbers are numbers: ``1:30``, ``010``, ``0x1f`` and dates stay text.
"""

import os
import re
from collections.abc import Iterator
from collections.abc import Mapping as MappingType
from pathlib import Path

import msgspec
import yaml

from dragoman.errors import ConfigurationError, Problem
from dragoman.runtime.nodes import Entry, Mapping, Node, Place, Scalar, Sequence
from dragoman.runtime.yaml_complaints import in_plain_words

LARGEST = 1024 * 1024
"""Bytes of a file."""
DEEPEST = 50
LARGEST_VALUE = 64 * 1024
"""Bytes of a file that a ``!file`` names."""

_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})", re.ASCII)
_NUMBER = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})(?=[.eE])(\.[0-9]{1,18})?([eE][-+]?[0-9]{1,2})?", re.ASCII)
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
}
_ENV_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


class Document(msgspec.Struct, frozen=True):
    """A file that was read."""

    root: Node
    problems: tuple[Problem, ...]
    """What is wrong with it; what could not be had is ``broken`` in the tree."""


def read_yaml(path: Path, environment: MappingType[str, str] | None = None) -> Document:
    """Read a file; fails with ConfigurationError when there is no making sense of it at all."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        reason = (error.strerror or "unknown").lower()
        problem = Problem(file=str(path), what=f"the file cannot be read: {reason}", mend="Check the path")
        raise ConfigurationError((problem,)) from error
    return parse_yaml(content, path, environment)


def parse_yaml(content: bytes, path: Path, environment: MappingType[str, str] | None = None) -> Document:
    """Read the content of a file, whose path is for the problems and for what it names relative to itself.

    Fails with ConfigurationError when there is no making sense of it at all.
    """
    if len(content) > LARGEST:
        problem = Problem(file=str(path), what="the file is larger than 1 MiB", mend="Split it")
        raise ConfigurationError((problem,))
    composer = _Composer(path, os.environ if environment is None else environment)
    root = composer.compose(_decode(content, path))
    return Document(root, tuple(composer.problems))


def _decode(content: bytes, path: Path) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        what = f"the byte 0x{content[error.start]:02x} is not UTF-8"
        problem = Problem(file=str(path), line=line, column=column, what=what, mend="Save the file as UTF-8")
        raise ConfigurationError((problem,)) from error


class _Composer:
    """Makes the tree of one file."""

    def __init__(self, path: Path, environment: MappingType[str, str]) -> None:
        self._path = path
        self._environment = environment
        self._depth = 0
        self._events: Iterator[yaml.Event] = iter(())
        self.problems: list[Problem] = []

    def compose(self, text: str) -> Node:
        try:
            return self._document(text)
        except yaml.MarkedYAMLError as error:
            raise self._syntax_error(error) from error
        except yaml.reader.ReaderError as error:
            line = text.count("\n", 0, error.position) + 1
            column = error.position - text.rfind("\n", 0, error.position)
            what = f"the character U+{ord(text[error.position]):04X} cannot stand in a YAML file"
            raise self._fatal(Place(line, column), what, "Take it out") from error

    def _document(self, text: str) -> Node:
        self._events = yaml.parse(text, Loader=yaml.SafeLoader)
        next(self._events)
        if isinstance(next(self._events), yaml.StreamEndEvent):
            return Scalar(value=None, place=Place(1, 1))
        root = self._node(next(self._events))
        next(self._events)
        following = next(self._events)
        if not isinstance(following, yaml.StreamEndEvent):
            raise self._fatal(_place(following), "a second document begins here", "Keep one document a file")
        return root

    def _node(self, event: yaml.Event) -> Node:
        if isinstance(event, yaml.AliasEvent):
            raise self._fatal(
                _place(event), f"the alias *{event.anchor} is not supported", "Write the value out"
            )
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._fatal(_place(event), f"more than {DEEPEST} levels are nested here", "Make it flatter")
        node = self._content(event)
        self._depth -= 1
        return node

    def _content(self, event: yaml.Event) -> Node:
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            items = tuple(self._items())
            return self._refuse_tag(event) or Sequence(items=items, place=_place(event))
        assert isinstance(event, yaml.MappingStartEvent), "a node is a scalar, a list or a mapping"
        if event.tag == "!env":
            return self._variable_with_default(self._mapping(event))
        mapping = self._mapping(event)
        return self._refuse_tag(event) or mapping

    def _items(self) -> Iterator[Node]:
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            yield self._node(event)

    def _refuse_tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> Scalar | None:
        if event.tag is None or event.tag == "!":
            return None
        return self._broken(
            _place(event), f"the tag {_tag(event.tag)} is not known", "Only !env and !file are"
        )

    # ---- mappings

    def _mapping(self, event: yaml.Event) -> Mapping:
        entries: dict[str, Entry] = {}
        while not isinstance(key := next(self._events), yaml.MappingEndEvent):
            entry = self._entry(key)
            earlier = entries.get(entry.key)
            if earlier is not None:
                self._report(
                    entry.place,
                    f"the key “{entry.key}” is here a second time; the first is in line {earlier.place.line}",
                    "Keep one of them",
                )
            entries.setdefault(entry.key, entry)
        return Mapping(entries=tuple(entries.values()), place=_place(event))

    def _entry(self, key: yaml.Event) -> Entry:
        if not isinstance(key, yaml.ScalarEvent):
            raise self._fatal(
                _place(key), "a key must be text", "Put quotes around what begins with [, { or *"
            )
        if key.value == "<<" and key.style is None:
            raise self._fatal(_place(key), "merge keys (<<) are not supported", "Write the keys out")
        if key.value == "":
            self._report(_place(key), "a key is missing before the colon", "Write the key")
        return Entry(key=key.value, place=_place(key), value=self._node(next(self._events)))

    # ---- single values

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        if event.tag == "!env":
            return self._variable(event.value.strip(), _place(event))
        if event.tag == "!file":
            return self._file(event.value.strip(), _place(event))
        if (refused := self._refuse_tag(event)) is not None:
            return refused
        plain = event.style is None and event.tag is None
        value = _value(event.value) if plain else event.value
        return Scalar(value=value, written=event.value, place=_place(event))

    def _variable(self, name: str, place: Place, default: Scalar | None = None) -> Scalar:
        if _ENV_NAME.fullmatch(name) is None:
            return self._broken(
                place, f"“{name}” is not the name of an environment variable", "Write: !env NAME"
            )
        found = self._environment.get(name)
        if found is not None:
            return Scalar(value=found, place=place, secret=True)
        if default is not None:
            return msgspec.structs.replace(default, place=place, secret=True)
        what = f"the environment variable {name} is not set"
        return self._broken(place, what, f"Set it, or give a default: !env {{name: {name}, default: ...}}")

    def _variable_with_default(self, mapping: Mapping) -> Scalar:
        name, default = mapping.entry("name"), mapping.entry("default")
        keys = {entry.key for entry in mapping.entries}
        if name is None or not isinstance(name.value, Scalar) or keys - {"name", "default"}:
            what = "!env takes the name of a variable, or {name: ..., default: ...}"
            return self._broken(mapping.place, what, "Write: !env NAME")
        value = default.value if default is not None else None
        if value is not None and not isinstance(value, Scalar):
            return self._broken(value.place, "the default of !env must be a single value", "Put it in quotes")
        return self._variable(str(name.value.value), mapping.place, value)

    def _file(self, name: str, place: Place) -> Scalar:
        if not name:
            return self._broken(place, "!file needs the path of a file", "Write: !file ./name")
        try:
            with (self._path.parent / name).expanduser().open("rb") as file:
                content = file.read(LARGEST_VALUE + 1)
            text = content.decode("utf-8").strip()
        except (OSError, ValueError, RuntimeError) as error:
            reason = (error.strerror or "unknown").lower() if isinstance(error, OSError) else "it is not text"
            what = f"the file {name} cannot be read: {reason}"
            return self._broken(place, what, "The path is relative to the folder of this file")
        if len(content) > LARGEST_VALUE:
            return self._broken(place, f"the file {name} is larger than 64 KiB", "Name another file")
        return Scalar(value=text, place=place, secret=True)

    # ---- problems

    def _broken(self, place: Place, what: str, mend: str) -> Scalar:
        self._report(place, what, mend)
        return Scalar(value=None, place=place, broken=True)

    def _problem(self, place: Place, what: str, mend: str) -> Problem:
        return Problem(file=str(self._path), line=place.line, column=place.column, what=what, mend=mend)

    def _report(self, place: Place, what: str, mend: str) -> None:
        self.problems.append(self._problem(place, what, mend))

    def _fatal(self, place: Place, what: str, mend: str) -> ConfigurationError:
        return ConfigurationError((*self.problems, self._problem(place, what, mend)))

    def _syntax_error(self, error: yaml.MarkedYAMLError) -> ConfigurationError:
        said = error.problem or error.context or "it cannot be read"
        opened = error.context_mark
        mark = opened if opened is not None and "end of stream" in said else error.problem_mark
        assert mark is not None, "scanner and parser mark all their complaints"
        what, mend = in_plain_words(said, opened.line + 1 if opened is not None else 0)
        return self._fatal(Place(mark.line + 1, mark.column + 1), what, mend)


def _value(text: str) -> str | int | float | bool | None:
    """Return what a bare word stands for."""
    if text in _WORDS:
        return _WORDS[text]
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else text


def _place(event: yaml.Event) -> Place:
    mark = event.start_mark
    assert mark is not None, "the parser marks every event"
    return Place(mark.line + 1, mark.column + 1)


def _tag(tag: str) -> str:
    return tag.replace("tag:yaml.org,2002:", "!!")
