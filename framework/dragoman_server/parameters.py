"""What a view's keyword-only parameters say about the request: names, defaults, and how the text is read."""

import inspect
import types
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from dragoman_server.conversion import convert_json, convert_path_number, decode_json
from dragoman_server.errors import failure

T = TypeVar("T")

MISSING = failure("Missing '{var_name}' argument", "REQUEST_VARIABLE_MISSING", fields={"var_name": str})
CONFUSING = failure(
    "Can't decide between '{var_name1}' and '{var_name2}' arguments",
    "REQUEST_CONFUSING_VAR",
    fields={"var_name1": str, "var_name2": str},
)
BAD_VALUE = failure(
    "Bad value for '{var_name}': {bad_value}",
    "REQUEST_VARIABLE_INVALID",
    fields={"var_name": str, "bad_value": str | int},
)
INVALID_CHOICE = failure("Invalid {name}")


class AsJson(msgspec.Struct, frozen=True):
    """Marks a parameter that travels as JSON."""

    terse: bool = False
    """Whether the older wording is used for what is no JSON: `x is not valid JSON`."""


Json = Annotated[T, AsJson()]
"""A parameter that travels as JSON; without it text travels bare."""

TerseJson = Annotated[T, AsJson(terse=True)]
"""As `Json`, with the older wording for what is no JSON."""


class Alias(msgspec.Struct, frozen=True):
    """Another name for the same parameter; sending both is refused."""

    name: str


class Offered(msgspec.Struct, frozen=True):
    """The feature levels at which a parameter is understood, or a key of an answer told.

    At others the parameter is ignored, and said to be; the key is absent.
    """

    since: int = 0
    until: int | None = None
    """The first level at which it is gone."""


def is_offered(since: int, until: int | None, level: int) -> bool:
    """Tell whether what came at `since` and went at `until` is there at a feature level."""
    return since <= level and (until is None or level < until)


class Undocumented(msgspec.Struct, frozen=True):
    """Marks what real servers accept although no document promises it."""


class Rest(msgspec.Struct, frozen=True):
    """Marks a parameter that is all the rest of a path, slashes included."""


class Converted(msgspec.Struct, frozen=True):
    """Marks bare text that a function turns into a value; its ValueError is `Bad value for ...`."""

    function: Callable[[str], Any]


def to_non_negative_int(text: str) -> int:
    """Read a whole number that is not negative."""
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


NonNegativeInt = Annotated[int, Converted(to_non_negative_int)]
"""A count in bare digits."""


class Parameter(msgspec.Struct, frozen=True, kw_only=True):
    """One parameter of one endpoint, as its signature declared it."""

    name: str
    type: Any
    """The Python type of the value, for documents."""

    aliases: tuple[str, ...]
    required: bool
    default: Any
    in_path: bool
    rest: bool
    """Whether it is all the rest of the path."""

    documented: bool
    json: bool
    offered: Offered
    read: Callable[[str], Any]
    """Turns the text that was sent into the value, or refuses it."""

    def take(self, sent: Mapping[str, str]) -> str | None:
        """Return the text sent under this parameter's name or an alias, or `None`."""
        found = [(name, sent[name]) for name in (self.name, *self.aliases) if name in sent]
        if len(found) > 1:
            raise CONFUSING(var_name1=found[0][0], var_name2=found[1][0])
        return found[0][1] if found else None


def read_signature(view: Callable[..., Any], path: str) -> tuple[Parameter, ...]:
    """Return the parameters that the keyword-only arguments of `view` declare.

    `**name: Unpack[Fields]` declares every key of the typed dictionary as one that may be left out.
    """
    hints = get_type_hints(view, include_extras=True)
    declared: list[Parameter] = []
    for name, parameter in inspect.signature(view).parameters.items():
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            declared.append(_read_parameter(parameter, hints[name], in_path=f"{{{name}}}" in path))
        elif parameter.kind is inspect.Parameter.VAR_KEYWORD:
            declared.extend(_read_fields(get_args(hints[name])[0]))
    return tuple(declared)


def _read_fields(fields: Any) -> list[Parameter]:
    hints = get_type_hints(fields, include_extras=True)
    kind = inspect.Parameter.KEYWORD_ONLY
    return [
        _read_parameter(inspect.Parameter(name, kind, default=None), hint, in_path=False)
        for name, hint in hints.items()
    ]


def _read_parameter(parameter: inspect.Parameter, hint: Any, *, in_path: bool) -> Parameter:
    value_type, marks = _unwrap(hint)
    required = parameter.default is inspect.Parameter.empty
    return Parameter(
        name=parameter.name,
        type=value_type,
        aliases=tuple(mark.name for mark in marks if isinstance(mark, Alias)),
        required=required,
        default=None if required else parameter.default,
        in_path=in_path,
        rest=any(isinstance(mark, Rest) for mark in marks),
        documented=not any(isinstance(mark, Undocumented) for mark in marks),
        json=any(isinstance(mark, AsJson) for mark in marks),
        offered=next((mark for mark in marks if isinstance(mark, Offered)), Offered()),
        read=_reader(parameter.name, value_type, marks, in_path=in_path),
    )


def _unwrap(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Split `Annotated[Json[int] | None, ...]` into its value's type and all marks on it."""
    if get_origin(hint) is Annotated:
        inner, *marks = get_args(hint)
        # Inside Json[...] even `None` is a value.
        value_type, more = (inner, ()) if any(isinstance(one, AsJson) for one in marks) else _unwrap(inner)
        return value_type, (*marks, *more)
    if get_origin(hint) in (Union, types.UnionType):
        # Only `None` beside one type means "may be left out"; a union inside Json[...] is the value's own.
        present = [part for part in get_args(hint) if part is not type(None)]
        if len(present) == 1 and len(get_args(hint)) > 1:
            return _unwrap(present[0])
    return hint, ()


def _reader(name: str, value_type: Any, marks: tuple[Any, ...], *, in_path: bool) -> Callable[[str], Any]:
    for mark in marks:
        if isinstance(mark, AsJson):
            return _json_reader(name, value_type, terse=mark.terse)
        if isinstance(mark, Converted):
            return _converting_reader(name, mark.function)
    if get_origin(value_type) is Literal:
        return _choice_reader(name, get_args(value_type))
    if in_path and value_type is int:
        return convert_path_number
    if value_type is str:
        return str
    raise TypeError(f"parameter {name!r}: {value_type!r} does not travel as bare text; write Json[...]")


def _json_reader(name: str, value_type: Any, *, terse: bool) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        return convert_json(name, decode_json(name, text, terse=terse), value_type)

    return read


def _converting_reader(name: str, function: Callable[[str], Any]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        try:
            return function(text)
        except ValueError:
            raise BAD_VALUE(var_name=name, bad_value=text) from None

    return read


def _choice_reader(name: str, choices: tuple[str, ...]) -> Callable[[str], Any]:
    def read(text: str) -> str:
        if text not in choices:
            raise INVALID_CHOICE(name=name)
        return text

    return read
