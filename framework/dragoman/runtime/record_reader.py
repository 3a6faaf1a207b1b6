"""From the tree of a YAML file to typed records, with a sentence for everything that does not fit."""

import re
from collections.abc import Sequence as SequenceType
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from dragoman.errors import Problem
from dragoman.model import Secret
from dragoman.plugin.matching import did_you_mean
from dragoman.plugin.options import Placed, Unreadable, read_option
from dragoman.runtime.kinds import kind_in_words
from dragoman.runtime.nodes import Mapping, Node, Place, Scalar, Sequence, scalars

RecordT = TypeVar("RecordT", bound=msgspec.Struct)
LONGEST_SHOWN = 60
"""Characters of a value that a problem repeats."""


class Failed(Exception):
    """A value could not be read; what is wrong with it has been noted."""


class RecordReader:
    """Reads values of one file; notes all problems instead of stopping at the first."""

    def __init__(self, file: str) -> None:
        """Begin without problems."""
        self._file = file
        self.problems: list[Problem] = []

    def record(
        self, node: Node, kind: type[RecordT], place: str = "", also: tuple[str, ...] = ()
    ) -> RecordT | None:
        """Read a record; None when it cannot be had, which is then among the problems.

        Keys in ``also`` are known here and read by somebody else.
        """
        try:
            read: RecordT = self._record(node, kind, place, also)
        except Failed:
            return None
        return read

    def note(self, at: Place, place: str, what: str, mend: str) -> None:
        """Add a problem."""
        self.problems.append(
            Problem(file=self._file, line=at.line, column=at.column, place=place, what=what, mend=mend)
        )

    def _fail(self, at: Place, place: str, what: str, mend: str = "") -> Failed:
        self.note(at, place, what, mend)
        return Failed()

    # ---- by kind

    def _value(self, node: Node, wanted: Any, place: str) -> Any:
        if isinstance(node, Scalar) and node.broken:
            raise Failed
        origin = get_origin(wanted) or wanted
        arguments = get_args(wanted)
        if origin is Annotated:
            value = self._value(node, arguments[0], place)
            self._leaf(node, wanted, place)
            return value
        if origin in (Union, UnionType):
            return self._union(node, arguments, place)
        if origin is Literal:
            return self._choice(node, {str(value): value for value in arguments}, place)
        if isinstance(origin, type) and issubclass(origin, Enum):
            return self._choice(node, {str(member.value): member for member in origin}, place)
        if origin in (list, tuple, set, frozenset, SequenceType) and arguments:
            return self._list(node, wanted, place)
        if origin is dict and arguments:
            return self._dict(node, arguments[1], place)
        if isinstance(origin, type) and issubclass(origin, msgspec.Struct):
            return self._record(node, origin, place)
        return self._leaf(node, wanted, place)

    def _record(self, node: Node, kind: type[msgspec.Struct], place: str, also: tuple[str, ...] = ()) -> Any:
        if not isinstance(node, Mapping):
            keys = ", ".join(field.encode_name for field in msgspec.structs.fields(kind)[:4])
            mend = f"Write keys below it, such as {keys}" if keys else "Leave it out"
            raise self._fail(node.place, place, f"expected keys with values, found {_found(node)}", mend)
        values, failed = self._fields(node, kind, place, also)
        if failed:
            raise Failed
        try:
            return kind(**values)
        except (ValueError, TypeError) as error:
            raise self._fail(node.place, place, *_parts(error)) from error

    def fields(
        self, node: Mapping, kind: type[msgspec.Struct], place: str = "", also: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        """Read the fields of a record as ``record`` does, as far as they can be had."""
        return self._fields(node, kind, place, also)[0]

    def _fields(
        self, node: Mapping, kind: type[msgspec.Struct], place: str, also: tuple[str, ...] = ()
    ) -> tuple[dict[str, Any], bool]:
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        failed = self._unknown_keys(node, (*fields, *also), place)
        values: dict[str, Any] = {}
        for key, field in fields.items():
            entry = node.entry(key)
            try:
                if entry is not None:
                    values[field.name] = self._value(entry.value, field.type, _below(place, key))
                elif field.required:
                    raise self._fail(
                        node.place, place, f"the key “{key}” is missing", "Add it with its value"
                    )
            except Failed:
                failed = True
        return values, failed

    def _unknown_keys(self, node: Mapping, known: tuple[str, ...], place: str) -> bool:
        unknown = [entry for entry in node.entries if entry.key not in known]
        for entry in unknown:
            listed = f"Known here: {', '.join(known)}" if known else "It takes no options"
            meant = did_you_mean(entry.key, known).strip()
            self.note(
                entry.place, _below(place, entry.key), f"the key “{entry.key}” is not known", meant or listed
            )
        return bool(unknown)

    def _list(self, node: Node, wanted: Any, place: str) -> Any:
        origin, arguments = get_origin(wanted), get_args(wanted)
        assert origin is not None, "a list says what is in it"
        if not isinstance(node, Sequence):
            mend = "Write each item in a line of its own with a dash before it, or [one, two]"
            raise self._fail(node.place, place, f"expected a list, found {_found(node)}", mend)
        if origin is tuple and arguments[-1] is not Ellipsis:
            return self._leaf(node, wanted, place)
        values: list[Any] = []
        failed = False
        for index, item in enumerate(node.items):
            try:
                values.append(self._value(item, arguments[0], f"{place}[{index}]"))
            except Failed:
                failed = True
        if failed:
            raise Failed
        return values if origin is SequenceType else origin(values)

    def _dict(self, node: Node, wanted: Any, place: str) -> dict[str, Any]:
        if not isinstance(node, Mapping):
            raise self._fail(
                node.place, place, f"expected keys with values, found {_found(node)}", "Write: key: value"
            )
        values: dict[str, Any] = {}
        failed = False
        for entry in node.entries:
            try:
                values[entry.key] = self._value(entry.value, wanted, _below(place, entry.key))
            except Failed:
                failed = True
        if failed:
            raise Failed
        return values

    def _union(self, node: Node, kinds: tuple[Any, ...], place: str) -> Any:
        if NoneType in kinds and isinstance(node, Scalar) and node.value is None:
            return None
        kinds = tuple(kind for kind in kinds if kind is not NoneType)
        likely = [kind for kind in kinds if _fits(node, kind)] or list(kinds)
        if len(likely) == 1:
            return self._value(node, likely[0], place)
        for kind in likely:
            attempt = RecordReader(self._file)
            try:
                return attempt._value(node, kind, place)
            except Failed:
                continue
        expected = " or ".join(dict.fromkeys(kind_in_words(kind) for kind in kinds))
        raise self._fail(node.place, place, f"expected {expected}, found {_found(node)}")

    def _choice(self, node: Node, choices: dict[str, Any], place: str) -> Any:
        value = node.plain() if isinstance(node, Scalar) else None
        word = node.written if isinstance(node, Scalar) and not isinstance(value, str) else value
        if isinstance(word, str) and word in choices:
            return choices[word]
        listed = ", ".join(f"“{choice}”" for choice in choices)
        meant = did_you_mean(word, tuple(choices)).strip() if isinstance(word, str) else ""
        mend = meant or f"Write one of {listed}"
        raise self._fail(node.place, place, f"expected one of {listed}, found {_found(node)}", mend)

    def _leaf(self, node: Node, wanted: Any, place: str) -> Any:
        if wanted is Secret:
            return self._secret(node, place)
        try:
            value = msgspec.convert(node.plain(), wanted, dec_hook=read_option)
            return value.written_at(f"{self._file}:{node.place.line}") if isinstance(value, Placed) else value
        except msgspec.ValidationError as error:
            cause = error.__cause__
            mismatch = _mismatch(node, wanted, str(error))
            what, mend = _parts(cause) if isinstance(cause, ValueError) else mismatch
            if any(scalar.secret for scalar in scalars(node)):
                what = f"the value, which is not shown, is not {kind_in_words(wanted)}"
                mend = "Look where it comes from"
            raise self._fail(node.place, place, what, mend) from error

    def _secret(self, node: Node, place: str) -> Secret:
        if isinstance(node, Scalar) and isinstance(node.value, str) and node.value:
            return Secret(node.value)
        found = "nothing" if isinstance(node, Scalar) and node.value in (None, "") else "something else"
        raise self._fail(
            node.place, place, f"expected a secret text, found {found}", "Write: !env NAME, or !file ./path"
        )


def _found(node: Node) -> str:
    if isinstance(node, Mapping):
        return "keys with values"
    if isinstance(node, Sequence):
        return "a list"
    if node.secret:
        return "a value that is not shown"
    if node.value is None:
        return "nothing"
    if isinstance(node.value, bool):
        return node.written
    shown = node.written if len(node.written) <= LONGEST_SHOWN else node.written[: LONGEST_SHOWN - 1] + "…"
    return f"the text “{shown}”" if isinstance(node.value, str) else f"the number {shown}"


def _fits(node: Node, kind: Any) -> bool:
    """Whether a value of this kind is written in this form."""
    origin = get_origin(kind) or kind
    if origin is Annotated:
        return _fits(node, get_args(kind)[0])
    if isinstance(node, Mapping):
        return origin is dict or (isinstance(origin, type) and issubclass(origin, msgspec.Struct))
    if isinstance(node, Sequence):
        return origin in (list, tuple, set, frozenset, SequenceType)
    if origin in (bool, int, float):
        return isinstance(node.value, origin) and isinstance(node.value, bool) == (origin is bool)
    if origin in (list, tuple, set, frozenset, dict, SequenceType):
        return False
    if isinstance(origin, type) and issubclass(origin, msgspec.Struct):
        return False
    return isinstance(node.value, str) or origin is Literal


def _mismatch(node: Node, wanted: Any, said: str) -> tuple[str, str]:
    """Put into words that a value is of another type, or beyond a limit."""
    expected = kind_in_words(wanted)
    if limit := re.search(r"(of length )?(>=|<=|>|<) (-?[\d.]+)", said):
        bound = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}[limit[2]]
        unit = " characters" if limit[1] and isinstance(node, Scalar) else " items" if limit[1] else ""
        return f"expected {expected} of {bound} {limit[3]}{unit}, found {_found(node)}", ""
    return f"expected {expected}, found {_found(node)}", _mend(node, wanted)


def _mend(node: Node, wanted: Any) -> str:
    if not isinstance(node, Scalar):
        return ""
    if node.value is None:
        return "Write a value; text with a # in it stands in quotes"
    if wanted is bool:
        return "Write true or false"
    if wanted is str:
        return f'Put it in quotes: "{node.written}"'
    if wanted in (int, float):
        padded = re.fullmatch(r"[-+]?0\d+", node.written)
        return "Leave out the zeros at the beginning" if padded else "Write digits, without quotes"
    return ""


def _parts(error: BaseException) -> tuple[str, str]:
    if isinstance(error, Unreadable):
        return error.what, error.mend
    return str(error), ""


def _below(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key
