"""The marked methods of a plugin, ready to be called."""

import inspect
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any, get_type_hints
from zoneinfo import ZoneInfo

import msgspec

from dragoman.errors import UserError
from dragoman.events import Event
from dragoman.plugin.base import Plugin
from dragoman.plugin.context import Context
from dragoman.plugin.converters import Converter, converter_of
from dragoman.plugin.marks import CommandMark, EventMark, Mark, TimerMark, marks_of, mistake
from dragoman.plugin.matching import Mismatch, match
from dragoman.plugin.mode import Mode
from dragoman.plugin.timer import Timer
from dragoman.plugin.usage import Flag
from dragoman.text import code, escape

Arguments = dict[str, Any]
"""By the name of the parameter."""


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """A method that people call by typing."""

    plugin: str
    method: str
    mark: CommandMark
    call: Callable[..., Awaitable[None]]
    converters: dict[str, Converter]

    @property
    def name(self) -> str:
        """``plugin.method``: how rules of access call it."""
        return f"{self.plugin}.{self.method}"

    def usage(self, prefix: str) -> str:
        """Return what to type."""
        return f"{prefix}{self.mark.usage}" if self.mark.usage.first_words else str(self.mark.usage)

    def read(self, text: str, context: Context) -> Arguments | Mismatch:
        """Lay what was typed against the usage and convert it."""
        filled = match(self.mark.usage, text)
        if isinstance(filled, Mismatch):
            return filled
        try:
            return {name: self._convert(name, said, context) for name, said in filled.items()}
        except ValueError as error:
            return Mismatch(_sentence(str(error)), len(self.mark.usage.words))

    def _convert(self, name: str, said: str | bool, context: Context) -> Any:
        return said if isinstance(said, bool) else self.converters[name](said, context)

    def refusal(self, mismatch: Mismatch, prefix: str) -> UserError:
        """Return the sentence for a person whose words do not fit."""
        return UserError(f"{escape(mismatch.reason)}\nUsage: {code(self.usage(prefix))}")


class EventHandler(msgspec.Struct, frozen=True, kw_only=True):
    """A method that is called for every event of a type."""

    plugin: str
    method: str
    event: type[Event]
    call: Callable[..., Awaitable[None]]
    delivery: Mode | None = None

    @property
    def name(self) -> str:
        """``plugin.method``."""
        return f"{self.plugin}.{self.method}"


def commands_of(plugin: Plugin[Any]) -> tuple[Command, ...]:
    """Return the commands of a plugin, in the order they are written.

    Fails with ConfigurationError when a parameter's annotation is nothing that can be typed.
    """
    return tuple(
        Command(plugin=plugin.name, method=name, mark=mark, call=call, converters=_converters(call, mark))
        for name, call, mark in _marked(plugin)
        if isinstance(mark, CommandMark)
    )


def handlers_of(plugin: Plugin[Any]) -> tuple[EventHandler, ...]:
    """Return the event handlers of a plugin, in the order they are written."""
    return tuple(
        EventHandler(plugin=plugin.name, method=name, event=mark.event, call=call, delivery=mark.delivery)
        for name, call, mark in _marked(plugin)
        if isinstance(mark, EventMark)
    )


def timers_of(plugin: Plugin[Any], zone: ZoneInfo) -> tuple[Timer, ...]:
    """Return the timers of a plugin: its marked methods, in this zone, then those from its options.

    A method with several such marks has as many timers, whose names end with their numbers.
    """
    marks = [(name, call, mark) for name, call, mark in _marked(plugin) if isinstance(mark, TimerMark)]
    count: Counter[str] = Counter()
    marked: list[Timer] = []
    for name, call, mark in marks:
        count[name] += 1
        called = name if count[name] == 1 else f"{name}-{count[name]}"
        schedule = mark.schedule(zone)
        marked.append(
            Timer(
                called,
                schedule,
                call,
                grace=mark.grace,
                catch_up=mark.catch_up,
                jitter=mark.jitter,
                delivery=mark.delivery,
            )
        )
    return (*marked, *plugin.timers(zone))


def _marked(plugin: Plugin[Any]) -> list[tuple[str, Callable[..., Awaitable[None]], Mark]]:
    """Return name, bound method and mark of each marked method; a child's method replaces its parent's."""
    kind: type = type(plugin)
    return [(name, getattr(plugin, name), mark) for name, mark in _marks(kind)]


@lru_cache(maxsize=256)
def _marks(kind: type) -> tuple[tuple[str, Mark], ...]:
    names = {name: None for parent in reversed(kind.__mro__) for name in vars(parent)}
    return tuple(
        (name, mark) for name in names for mark in marks_of(inspect.getattr_static(kind, name, None))
    )


def _converters(method: Callable[..., Any], mark: CommandMark) -> dict[str, Converter]:
    hints = _hints(method)
    found: dict[str, Converter] = {}
    for name, element in mark.usage.fills.items():
        if isinstance(element, Flag) and element.value is None:
            continue
        converter = converter_of(hints.get(name, str))
        if converter is None:
            raise mistake(
                method,
                f"the parameter “{name}” has the type {_type_name(hints[name])}, which nobody can type",
                "Use str, int, float, bool, timedelta, time, datetime, a Literal, an Enum, User, Channel, "
                "or a type with a classmethod “parse”",
            )
        found[name] = converter
    return found


def _hints(method: Callable[..., Any]) -> dict[str, Any]:
    try:
        return get_type_hints(method)
    except NameError as error:
        raise mistake(
            method, f"an annotation cannot be read: {error}", "Import the name at the top"
        ) from error


def _type_name(annotation: Any) -> str:
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)


def _sentence(text: str) -> str:
    """Give a converter's complaint its capital and its full stop."""
    complaint = text[:1].upper() + text[1:]
    return complaint if complaint.endswith((".", "?", "!")) else f"{complaint}."
