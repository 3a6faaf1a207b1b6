"""Reads a tree of nodes as records, and collects what does not fit, each with its place and the mend."""

import difflib
import re
import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from dragoman_server.strict_yaml import Mapping, Node, Scalar, Sequence
from dragoman_server.world.problems import Problem

_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_BOOL = {"true": True, "false": False}

Path = tuple[str | int, ...]


def write_path(path: Path) -> str:
    """Write a path as people do: `channels[2].privacy`."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


def suggest(word: str, known: list[str]) -> str:
    """Say which known word may have been meant, or name them all."""
    lowered = [one.lower() for one in known]
    longer = [one for one in lowered if len(word) > 2 and one.startswith(word.lower())]
    close = longer or difflib.get_close_matches(word.lower(), lowered, n=1, cutoff=0.6)
    if close:
        meant = next(one for one in known if one.lower() == close[0])
        return f"Did you mean {meant!r}?"
    return f"Known here: {', '.join(known)}." if known else "There is none."


class NodeReader:
    """Reads one document; afterwards `problems` says what was wrong and `places` where each value stood."""

    def __init__(self, file: str) -> None:
        """Read for `file`, whose name is only told."""
        self.file = file
        self.problems: list[Problem] = []
        self.places: dict[Path, Node] = {}

    def complain(self, path: Path, what: str, mend: str, node: Node | None = None) -> Any:
        """Note a problem at a path; its node, or the closest one above it, tells line and column."""
        above = path
        while node is None and above not in self.places and above:
            above = above[:-1]
        found = node or self.places.get(above)
        line, column = (found.line, found.column) if found else (0, 0)
        problem = Problem(
            file=self.file, line=line, column=column, place=write_path(path), what=what, mend=mend
        )
        self.problems.append(problem)
        return None

    def read(self, node: Node, wanted: Any, path: Path) -> Any:
        """Return the node as a value of type `wanted`; `None` after a complaint."""
        self.places[path] = node
        origin = get_origin(wanted)
        if origin in (Union, types.UnionType):
            return self._read_union(node, get_args(wanted), path)
        if origin is Literal:
            return self._read_choice(node, list(get_args(wanted)), path)
        if origin is tuple:
            return self._read_list(node, get_args(wanted)[0], path)
        if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
            return self._read_record(node, wanted, path)
        return self._read_scalar(node, wanted, path)

    def _read_union(self, node: Node, choices: tuple[Any, ...], path: Path) -> Any:
        if isinstance(node, Scalar) and node.is_null and type(None) in choices:
            return None
        plain = [one for one in choices if one is not type(None)]
        for one in plain:
            # A list or a record is told by its shape, so the mistake inside it can be named.
            if _has_shape(node, one):
                return self.read(node, one, path)
        return self.read(node, plain[0], path)

    def _read_choice(self, node: Node, choices: list[str], path: Path) -> Any:
        if not isinstance(node, Scalar):
            return self._wrong(node, "one word", path)
        if node.text not in choices:
            return self.complain(
                path, f"{node.text!r} is not one of the words for this", suggest(node.text, choices)
            )
        return node.text

    def _read_list(self, node: Node, item: Any, path: Path) -> tuple[Any, ...] | None:
        if isinstance(node, Scalar) and node.is_null:
            return ()
        if not isinstance(node, Sequence):
            self._wrong(node, "a list", path)
            return None
        return tuple(self.read(one, item, (*path, number)) for number, one in enumerate(node.items))

    def _read_record(self, node: Node, record: type[msgspec.Struct], path: Path) -> Any:
        if isinstance(node, Scalar) and node.is_null:
            node = Mapping(line=node.line, column=node.column, entries=())
        if not isinstance(node, Mapping):
            return self._wrong(node, "keys with values", path)
        hints = get_type_hints(record)
        fields = {field.encode_name: field for field in msgspec.structs.fields(record)}
        values: dict[str, Any] = {}
        for key, value in node:
            field = fields.get(key.text)
            if field is None:
                what = f"the key {key.text!r} is not known"
                self.complain((*path, key.text), what, suggest(key.text, list(fields)), key)
            else:
                values[field.name] = self.read(value, hints[field.name], (*path, key.text))
        missing = [name for name, field in fields.items() if field.required and field.name not in values]
        for name in missing:
            self.complain(path, f"the key {name!r} is missing", f"Add `{name}:` here.", node)
        return None if missing else record(**values)

    def _read_scalar(self, node: Node, wanted: Any, path: Path) -> Any:
        if not isinstance(node, Scalar):
            return self._wrong(node, _SPOKEN[wanted], path)
        if wanted is str and not node.is_null:
            return node.text
        if wanted is int and not node.quoted and _INT.fullmatch(node.text):
            return int(node.text)
        if wanted is bool and not node.quoted and node.text in _BOOL:
            return _BOOL[node.text]
        return self._wrong(node, _SPOKEN[wanted], path)

    def _wrong(self, node: Node, wanted: str, path: Path) -> Any:
        return self.complain(path, f"this is {_spoken(node)}, but {wanted} is wanted", "Correct it.", node)


_SPOKEN = {str: "a text", int: "a whole number", bool: "true or false"}


def _spoken(node: Node) -> str:
    match node:
        case Scalar() if node.is_null:
            return "nothing"
        case Scalar():
            return repr(node.text[:40])
        case Sequence():
            return "a list"
        case _:
            return "keys with values"


def _has_shape(node: Node, wanted: Any) -> bool:
    match node:
        case Sequence():
            return get_origin(wanted) is tuple
        case Mapping():
            return isinstance(wanted, type) and issubclass(wanted, msgspec.Struct)
        case Scalar():
            if get_origin(wanted) is Literal:
                return node.text in get_args(wanted)
            return wanted in (str, int, bool)
    return False


def walk(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Walk over a record and everything in it, each with its path."""
    yield path, value
    if isinstance(value, msgspec.Struct):
        for field in msgspec.structs.fields(value):
            yield from walk(getattr(value, field.name), (*path, field.encode_name))
    elif isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from walk(item, (*path, number))
