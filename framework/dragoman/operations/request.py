"""A request as a value: what it says of itself, and how it becomes a path and a form."""

import json
import re
from collections.abc import Callable
from functools import cache
from string import Formatter
from typing import Annotated, Any, ClassVar, Generic, TypeVar, get_args, get_origin, get_type_hints
from urllib.parse import quote, quote_plus

import msgspec
from msgspec import UNSET, Struct

from dragoman.model import File, Record, Secret
from dragoman.model.record import RecordMeta

T = TypeVar("T")

_needs_no_quotes = re.compile(r"[\w.~-]*", re.ASCII).fullmatch
REGISTERED: list[type["Request[Any]"]] = []
"""Every declared request, in the order of declaration."""


class AsJson:
    """Marks a field that travels as JSON even when it is a text: ``to: Annotated[int | str, AsJson]``."""


class WithSlashes:
    """Marks a field whose slashes stay slashes in the path."""


class Since(Struct, frozen=True):
    """Marks a field that servers know since a feature level: ``bool | Maybe, Since(342)``."""

    level: int
    spare: bool = False
    """Whether the call means the same without it, so that older servers are not sent it."""


class RequestMeta(RecordMeta):
    """Reads the keywords of a request's class and lists it."""

    def __new__(
        mcls: type["RequestMeta"],
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        method: str = "",
        path: str = "",
        since: int = 0,
        anonymous: bool = False,
        repeatable: bool = False,
        plain: bool = False,
        **options: Any,
    ) -> Any:
        """Make the class; a hole of the path without a field is an error at once."""
        made = super().__new__(mcls, name, bases, namespace, **options)
        made.method, made.path, made.since, made.anonymous = method, path, since, anonymous
        made.plain = plain
        made.repeatable = repeatable or method in ("GET", "PUT")
        made.holes = tuple(hole for _, hole, _, _ in Formatter().parse(path) if hole)
        if strange := set(made.holes) - set(made.__struct_fields__):
            raise TypeError(f"{name}: the path {path} has holes without fields: {sorted(strange)}")
        if method:
            REGISTERED.append(made)
        return made


class Request(Record, Generic[T], frozen=True, metaclass=RequestMeta):
    """One call of a service, with its parameters as fields; ``T`` is what a success answers.

    A field left ``UNSET`` is not sent, so the service decides; ``None`` is sent as null. Texts travel bare,
    everything else as JSON. Fields that fill holes of the path are not sent again.
    """

    method: ClassVar[str]
    """``GET``, ``POST``, ``PATCH`` or ``DELETE``."""
    path: ClassVar[str]
    """With holes, as in ``/messages/{message_id}``."""
    holes: ClassVar[tuple[str, ...]]
    """The fields that fill them."""
    since: ClassVar[int]
    """The feature level that brought the call; 0 when it was always there or the level is not known."""
    anonymous: ClassVar[bool]
    """Whether it is sent without credentials."""
    repeatable: ClassVar[bool]
    """Whether saying it twice does and answers the same as saying it once, so that doubt does no harm."""
    plain: ClassVar[bool]
    """Whether it is refused in plain words, so that the status alone tells."""

    @property
    def may_be_repeated(self) -> bool:
        """Whether this very call bears to be said twice; most kinds of calls always do, or never."""
        return self.repeatable

    @classmethod
    def answer_type(cls) -> Any:
        """Return the record that a success is read into."""
        return _answer_type(cls)

    def target(self) -> str:
        """Return the path with its holes filled, percent-encoded."""
        if not self.holes:
            return self.path
        kept = _slashed(type(self))
        return self.path.format(
            **{
                hole: quote(_bare(getattr(self, hole)), safe="@/" if hole in kept else "@", errors="replace")
                for hole in self.holes
            }
        )

    def parameters(self) -> list[tuple[str, str]]:
        """Return the name and text of each parameter to send, in the order of the fields."""
        return [
            (wire_name, write(value))
            for name, wire_name, write in _writers(type(self))
            if (value := getattr(self, name)) is not UNSET
        ]

    def newer_than(self, level: int) -> dict[str, Since]:
        """Return the fields that are given although servers of that feature level do not know them yet."""
        marks, newest = _levels(type(self))
        if newest <= level:
            return {}
        return {
            name: mark
            for name, mark in marks.items()
            if mark.level > level and getattr(self, name) is not UNSET
        }

    def files(self) -> list[tuple[str, File]]:
        """Return the name of each file to send, and the file; where there is one, all goes as multipart."""
        named = [(name, getattr(self, name)) for name in _file_names(type(self))]
        return [(name, file) for name, file in named if file is not UNSET]

    def form(self) -> str:
        """Return the parameters as a URL-encoded form; half a surrogate pair becomes ``?``."""
        return "&".join([f"{_quoted(name)}={_quoted(text)}" for name, text in self.parameters()])


@cache
def _answer_type(kind: type[Request[Any]]) -> Any:
    bases = [base for parent in kind.__mro__ for base in getattr(parent, "__orig_bases__", ())]
    arguments = [get_args(base) for base in bases if get_args(base)]
    return next(first for first, *_ in arguments if not isinstance(first, TypeVar))


@cache
def _writers(kind: type[Request[Any]]) -> tuple[tuple[str, str, Callable[[Any], str]], ...]:
    hints = get_type_hints(kind, include_extras=True)
    named = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return tuple(
        (name, wire_name, _json if _travels_as_json(hints[name]) else _bare)
        for name, wire_name in named
        if name not in kind.holes and not _is_file(hints[name])
    )


@cache
def _file_names(kind: type[Request[Any]]) -> tuple[str, ...]:
    return tuple(name for name, hint in get_type_hints(kind).items() if _is_file(hint))


def _is_file(hint: Any) -> bool:
    return hint is File or File in get_args(hint)


@cache
def _slashed(kind: type[Request[Any]]) -> frozenset[str]:
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(name for name in kind.holes if _is_marked(hints[name], WithSlashes))


@cache
def _levels(kind: type[Request[Any]]) -> tuple[dict[str, Since], int]:
    """Return the marks of the fields that have one, and the highest level among them."""
    hints = get_type_hints(kind, include_extras=True)
    marks = {name: get_args(hint) for name, hint in hints.items() if get_origin(hint) is Annotated}
    since = {name: mark for name, found in marks.items() for mark in found if isinstance(mark, Since)}
    return since, max((mark.level for mark in since.values()), default=0)


def _quoted(text: str) -> str:
    """Percent-encode a text for a form; most are plain words, numbers and keys, which stay as they are."""
    return text if _needs_no_quotes(text) else quote_plus(text, errors="replace")


def _travels_as_json(hint: Any) -> bool:
    return _is_marked(hint, AsJson)


def _is_marked(hint: Any, mark: type) -> bool:
    return get_origin(hint) is Annotated and mark in get_args(hint)


def _json(value: Any) -> str:
    try:
        return msgspec.json.encode(value, enc_hook=_plain).decode()
    except UnicodeEncodeError:
        # Half a surrogate pair has no UTF-8; the standard writer escapes it.
        return json.dumps(msgspec.to_builtins(value, enc_hook=_plain))


def _plain(value: object) -> object:
    """Make of a text or number of somebody's own kind, such as template engines have, a usual one."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int(value)
    raise TypeError(f"a {type(value).__name__} cannot be a parameter")


def _bare(value: Any) -> str:
    if isinstance(value, str):
        return value
    return value.reveal() if isinstance(value, Secret) else _json(value)
