"""The client's own list of its operations, and how the judge makes one of values written down as JSON."""

import types
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from contract.lines import all_operations
from contract.not_yet import NOT_YET_PARAMETERS
from contract.terms import GUIDE, Operation, Parameter
from dragoman.model import File, Secret
from dragoman.operations import Request, guide_operations, operations

FILE = File(name="notes.txt", content=b"hello", content_type="text/plain")
GUIDE_PREFIX = "/api/v1"

RECORDS: dict[str, type[Request[Any]]] = {
    **{f"{record.method} {record.path}": record for record in operations()},
    **{
        f"{record.method} {record.path.removeprefix(GUIDE_PREFIX) or '/'}": record
        for record in guide_operations()
    },
}
"""Every operation that the client has a record for, by method and path."""

OFFERED: tuple[Operation, ...] = tuple(
    operation for operation in all_operations() if operation.key in RECORDS and operation.spec != GUIDE
)
"""The messaging operations that both the judge and the client know."""


def known_parameters(operation: Operation) -> tuple[Parameter, ...]:
    """Return the parameters that the client should have."""
    missing = NOT_YET_PARAMETERS["client"]
    return tuple(one for one in operation.parameters if (operation.key, one.name) not in missing)


def make(operation: Operation, values: Mapping[str, Any]) -> Any:
    """Make the client's record of an operation of values under the wire's names."""
    record = RECORDS[operation.key]
    names = dict(zip(record.__struct_encode_fields__, record.__struct_fields__, strict=True))
    hints = get_type_hints(record, include_extras=True)
    files = {operation.file: FILE} if operation.needs_file else {}
    arguments = {
        names.get(name, name): _typed(value, hints.get(names.get(name, name), Any))
        for name, value in values.items()
    }
    return record(**arguments, **files)


def declared(operation: Operation, name: str) -> Any:
    """Return the type that the client declares for a parameter."""
    record = RECORDS[operation.key]
    names = dict(zip(record.__struct_encode_fields__, record.__struct_fields__, strict=True))
    return get_type_hints(record, include_extras=True)[names[name]]


def fits(value: Any, hint: Any) -> bool:
    """Tell whether a JSON value is one that the declared type allows."""
    return any(_fits_one(value, part) for part in _parts(hint))


def _fits_one(value: Any, hint: Any) -> bool:
    origin = get_origin(hint)
    if hint is Any:
        return True
    if origin is Literal:
        return value in get_args(hint)
    if origin is tuple:
        return isinstance(value, list) and all(fits(item, get_args(hint)[0]) for item in value)
    if hint is Secret:
        return isinstance(value, str)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return isinstance(value, dict) and _converts(value, hint)
    if origin is dict:
        of_key, of_item = get_args(hint)
        return isinstance(value, dict) and all(
            fits(key, of_key) and fits(item, of_item) for key, item in value.items()
        )
    return type(value) is hint


def _converts(value: Any, record: type[msgspec.Struct]) -> bool:
    try:
        made = msgspec.convert(value, record)
    except msgspec.ValidationError:
        return False
    return bool(msgspec.json.decode(msgspec.json.encode(made)) == value)


def _parts(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is Annotated:
        return _parts(get_args(hint)[0])
    if get_origin(hint) in (Union, types.UnionType):
        return tuple(part for inner in get_args(hint) for part in _parts(inner))
    return (hint,)


def _typed(value: Any, hint: Any) -> Any:
    """Return a JSON value as the client's users would write it: lists as tuples, objects as records."""
    for part in _parts(hint):
        if part is Secret and isinstance(value, str):
            return Secret(value)
        if not _fits_one(value, part):
            continue
        if isinstance(value, list):
            return tuple(_typed(item, get_args(part)[0]) for item in value)
        if isinstance(value, dict) and isinstance(part, type) and issubclass(part, msgspec.Struct):
            return msgspec.convert(value, part)
    return value
