"""From what was typed to the value that a parameter's annotation asks for."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, time, timedelta
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin
from zoneinfo import ZoneInfo

from dragoman.model import Channel, User
from dragoman.planner import parse_duration, parse_time, read_moment
from dragoman.plugin.context import Context
from dragoman.plugin.matching import did_you_mean
from dragoman.plugin.options import Parsable, read_zone

Converter = Callable[[str, Context], Any]
"""Reads what was typed; fails with ValueError, whose text is a sentence for people."""

_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)
_NUMBER = re.compile(r"[+-]?(\d{1,18}(\.\d{0,18})?|\.\d{1,18})", re.ASCII)
_YES = ("yes", "on", "true", "1", "y")
_NO = ("no", "off", "false", "0", "n")


def converter_of(annotation: Any) -> Converter | None:
    """Return what reads a parameter of this annotation; None when nothing does."""
    if get_origin(annotation) is Annotated:
        return converter_of(get_args(annotation)[0])
    if get_origin(annotation) is Literal:
        return _one_of({str(value): value for value in get_args(annotation)})
    if get_origin(annotation) in (Union, UnionType):
        kinds = [kind for kind in get_args(annotation) if kind is not NoneType]
        return converter_of(kinds[0]) if len(kinds) == 1 else None
    return _CONVERTERS.get(annotation) or (_of_type(annotation) if isinstance(annotation, type) else None)


def _of_type(annotation: type) -> Converter | None:
    if issubclass(annotation, Enum):
        names = {member.name.casefold(): member for member in annotation}
        return _one_of({**names, **{str(member.value): member for member in annotation}})
    if isinstance(annotation, Parsable):
        return _without_context(annotation.parse)
    return None


def _one_of(values: dict[str, Any]) -> Converter:
    """Return what reads one of these words, whatever their capitals."""
    folded = {word.casefold(): value for word, value in values.items()}

    def convert(text: str) -> Any:
        found = text.strip().casefold()
        if found not in folded:
            raise ValueError(
                f"“{text}” is none of {_listed(tuple(values))}.{did_you_mean(text, tuple(values))}"
            )
        return folded[found]

    return _without_context(convert)


def _without_context(read: Callable[[str], Any]) -> Converter:
    return lambda text, _context: read(text)


def _listed(words: Sequence[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)


def _whole(text: str) -> int:
    if _WHOLE.fullmatch(text) is None:
        raise ValueError(f"“{text}” is not a whole number")
    return int(text)


def _number(text: str) -> float:
    if _NUMBER.fullmatch(text) is None:
        raise ValueError(f"“{text}” is not a number")
    return float(text)


def _switch(text: str) -> bool:
    word = text.casefold()
    if word not in _YES + _NO:
        raise ValueError(f"“{text}” is neither yes nor no")
    return word in _YES


def _moment(text: str, context: Context) -> datetime:
    now = datetime.fromtimestamp(context.clock.now(), UTC)
    return read_moment(text, now, context.timezone)


def _user(text: str, context: Context) -> User:
    return context.directory.find_user(text)


def _channel(text: str, context: Context) -> Channel:
    return context.directory.find_channel(text)


_CONVERTERS: dict[Any, Converter] = {
    str: _without_context(str),
    int: _without_context(_whole),
    float: _without_context(_number),
    bool: _without_context(_switch),
    timedelta: _without_context(parse_duration),
    time: _without_context(parse_time),
    datetime: _moment,
    ZoneInfo: _without_context(read_zone),
    User: _user,
    Channel: _channel,
}
