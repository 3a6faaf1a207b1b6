"""Operations as bytes, and back."""

from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from dragoman.model.secret import decode_hook
from dragoman.operations import Operation, operations

_encoder = msgspec.json.Encoder()


class UnknownOperation(Exception):
    """The journal names a call that this program does not have."""


def encode_operation(operation: Operation[Any]) -> bytes:
    """Return an operation's fields as JSON; ``decode_operation`` wants its class's name besides."""
    return _encoder.encode(operation)


def decode_operation(name: str, content: bytes) -> Operation[Any]:
    """Return the operation; fails with UnknownOperation."""
    kind = _by_name().get(name)
    if kind is None:
        raise UnknownOperation(name)
    values = msgspec.json.decode(content)
    fields = _fields(kind)
    return kind(**{fields[wire][0]: _read(value, fields[wire][1]) for wire, value in values.items()})


@cache
def _by_name() -> dict[str, type[Operation[Any]]]:
    return {kind.__name__: kind for kind in operations()}


@cache
def _fields(kind: type[Operation[Any]]) -> dict[str, tuple[str, Any]]:
    """Return the name and the type of each field by its name on the wire."""
    hints = get_type_hints(kind, include_extras=True)
    named = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return {wire: (name, hints[name]) for name, wire in named}


def _read(value: Any, hint: Any) -> Any:
    """Read a value as one of the types that it may have; a list of a choice of types stays plain."""
    try:
        return msgspec.convert(value, hint, dec_hook=decode_hook)
    except TypeError:
        # A union of several lists is more than the reader can choose from by itself.
        return _first_fit(value, hint)


def _first_fit(value: Any, hint: Any) -> Any:
    for each in _choices(hint):
        try:
            return msgspec.convert(value, each, dec_hook=decode_hook)
        except msgspec.ValidationError:
            continue
    raise msgspec.ValidationError("it is none of what it may be")


def _choices(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is Annotated:
        return _choices(get_args(hint)[0])
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
