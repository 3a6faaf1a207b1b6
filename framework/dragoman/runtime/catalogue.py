"""What a plugin offers: commands, options with types and defaults, events, timers."""

import ast
import inspect
import sys
from textwrap import dedent
from typing import Any

import msgspec

from dragoman.plugin import Plugin
from dragoman.plugin.commands import commands_of, handlers_of
from dragoman.plugin.marks import TimerMark, marks_of
from dragoman.runtime.kinds import kind_in_words


class CommandDescription(msgspec.Struct, frozen=True, kw_only=True):
    """A command."""

    name: str
    usage: str
    help: str
    access: str
    """The least role that may use it by default."""


class OptionDescription(msgspec.Struct, frozen=True, kw_only=True):
    """An option."""

    name: str
    kind: str
    """What it takes, in words."""
    required: bool
    default: str
    """As it would be written; empty when it must be given."""
    help: str


class PluginDescription(msgspec.Struct, frozen=True, kw_only=True):
    """A plugin."""

    kind: str
    """``package.module:Class``."""
    summary: str
    """The first line of its docstring."""
    documentation: str
    commands: tuple[CommandDescription, ...]
    options: tuple[OptionDescription, ...]
    events: tuple[str, ...]
    """The types of events that it listens to."""
    timers: tuple[str, ...]
    """What it does by the clock, whatever its options."""


def describe(plugin: type[Plugin[Any]]) -> PluginDescription:
    """Describe a plugin's class; fails with ConfigurationError when its methods are not marked properly."""
    sample = object.__new__(plugin)
    sample.name = plugin.__name__
    documentation = inspect.getdoc(plugin) or ""
    return PluginDescription(
        kind=f"{plugin.__module__}:{plugin.__qualname__}",
        summary=documentation.partition("\n")[0],
        documentation=documentation,
        commands=tuple(
            CommandDescription(
                name=command.method,
                usage=str(command.mark.usage),
                help=command.mark.help,
                access=command.mark.access,
            )
            for command in commands_of(sample)
        ),
        options=describe_options(plugin.options_type),
        events=tuple(handler.event.__name__ for handler in handlers_of(sample)),
        timers=_timers(plugin),
    )


def describe_options(record: type[msgspec.Struct]) -> tuple[OptionDescription, ...]:
    """Describe the fields of a record."""
    helps = field_docs(record)
    return tuple(
        OptionDescription(
            name=field.encode_name,
            kind=kind_in_words(field.type),
            required=field.required,
            default="" if field.required else _default(field),
            help=helps.get(field.name, ""),
        )
        for field in msgspec.structs.fields(record)
    )


def field_docs(record: type[msgspec.Struct]) -> dict[str, str]:
    """Return the strings that stand below the fields of a record and its parents."""
    found: dict[str, str] = {}
    for kind in reversed(record.__mro__):
        module = sys.modules.get(kind.__module__)
        if module is not None and issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct:
            found.update(_docs_in(kind))
    return found


def _docs_in(kind: type) -> dict[str, str]:
    try:
        body = ast.parse(dedent(inspect.getsource(kind))).body[0]
    except (OSError, TypeError, SyntaxError):
        return {}
    assert isinstance(body, ast.ClassDef), "the source of a class is a class"
    found: dict[str, str] = {}
    for statement, following in zip(body.body, body.body[1:], strict=False):
        if not (isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)):
            continue
        if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            found[statement.target.id] = inspect.cleandoc(str(following.value.value))
    return found


def _default(field: msgspec.structs.FieldInfo) -> str:
    made = field.default is msgspec.NODEFAULT
    value = field.default_factory() if made else field.default
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, msgspec.Struct):
        return "its own defaults"
    if isinstance(value, tuple | list | dict | set | frozenset):
        return ", ".join(map(str, value)) if value else "none"
    return str(value)


def _timers(plugin: type[Plugin[Any]]) -> tuple[str, ...]:
    return tuple(
        f"{name}: {mark.cron or mark.words or f'every {mark.every}'}"
        for name, method in inspect.getmembers(plugin)
        for mark in marks_of(method)
        if isinstance(mark, TimerMark)
    )
