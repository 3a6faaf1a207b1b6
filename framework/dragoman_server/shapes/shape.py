"""Shapes: the keys and types of JSON objects, as `TypedDict`s, and what becomes of them at a feature level.

A key that is not always there is `NotRequired[...]`. One that came or went with a feature level is
`Annotated[..., Offered(since=...)]`, and then is there exactly at those levels.
"""

from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypedDict,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec
from msgspec import UNSET, UnsetType

from dragoman_server.parameters import Offered, is_offered

Shape = type[Any]
"""A class made by `TypedDict`, for which the type system has no better name."""

T = TypeVar("T", bound=Shape)

_LOOSE: set[Shape] = set()


def loose(shape: T) -> T:
    """Let objects of this shape hold other keys too, and return the shape untouched."""
    _LOOSE.add(shape)
    return shape


class Done(TypedDict):
    """Nothing beside the success itself."""


class Success(TypedDict):
    """What every success holds beside its own."""

    result: Literal["success"]
    msg: Literal[""]
    ignored_parameters_unsupported: NotRequired[list[str]]


_RECORDS: dict[tuple[object, int, bool], type[msgspec.Struct]] = {}


def record_at(shape: Shape, level: int) -> type[msgspec.Struct]:
    """Return the record that objects of the shape are at a feature level, with all that is inside them."""
    return _made_once(shape, level, whole=False)


def answer_at(shape: Shape, level: int) -> type[msgspec.Struct]:
    """Return the record that a whole answer is: a success with the keys of `shape` beside."""
    return _made_once(shape, level, whole=True)


def _made_once(shape: Shape, level: int, *, whole: bool) -> type[msgspec.Struct]:
    known = _RECORDS.get((shape, level, whole))
    if known is None:
        envelope = _fields(Success, level) if whole else []
        # What the shape says of a key of the envelope goes before what the envelope says.
        fields = {field[0]: field for field in (*envelope, *_fields(shape, level))}
        known = _RECORDS[shape, level, whole] = _define(shape, list(fields.values()))
    return known


def _define(shape: Shape, fields: list[tuple[str, Any, Any]]) -> type[msgspec.Struct]:
    return msgspec.defstruct(
        shape.__name__,
        fields,
        kw_only=True,
        forbid_unknown_fields=shape not in _LOOSE,
        namespace={"__doc__": shape.__doc__},
    )


def _fields(shape: Shape, level: int) -> list[tuple[str, Any, Any]]:
    told = {key: hint for key, hint in _hints(shape).items() if _is_told(hint, level)}
    return [
        (key, _type_at(hint, level), msgspec.NODEFAULT)
        if key in shape.__required_keys__
        else (key, _type_at(hint, level) | UnsetType, UNSET)
        for key, hint in told.items()
    ]


def _hints(shape: Shape) -> dict[str, Any]:
    """Return the type of each key; whether it is required is noted by the shape itself."""
    hints = get_type_hints(shape, include_extras=True)
    return {key: get_args(one)[0] if get_origin(one) is NotRequired else one for key, one in hints.items()}


def marks_of(shape: Shape) -> list[Offered]:
    """Return the marks of the keys that came or went with a feature level."""
    return [mark for hint in _hints(shape).values() for mark in _marks(hint)]


def _is_told(hint: Any, level: int) -> bool:
    return all(is_offered(mark.since, mark.until, level) for mark in _marks(hint))


def _marks(hint: Any) -> list[Offered]:
    return [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Offered)]


def _type_at(hint: Any, level: int) -> Any:
    """Return the type with every shape in it as it is at the level."""
    if is_typeddict(hint):
        return record_at(hint, level)
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _type_at(parts[0], level)
    if origin is None or origin is Literal:
        return hint
    inner = tuple(_type_at(part, level) for part in parts)
    return Union[inner] if origin in (Union, UnionType) else origin[inner]  # noqa: UP007 - made of a tuple
