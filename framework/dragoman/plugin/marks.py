"""Marks on a plugin's methods: each is left on the method, which is returned untouched."""

import inspect
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Literal, TypeVar

import msgspec

from dragoman.errors import ConfigurationError, Problem
from dragoman.events import Event
from dragoman.planner import CronExpression, parse_duration
from dragoman.plugin.matching import did_you_mean
from dragoman.plugin.usage import Argument, Usage, UsageMistake

Method = TypeVar("Method", bound=Callable[..., Any])
Role = Literal["everyone", "member", "moderator", "administrator", "owner"]
"""The least role that may use a command, unless a rule of the bot names the command itself."""

_ATTRIBUTE = "__dragoman_marks__"


class CommandMark(msgspec.Struct, frozen=True, kw_only=True):
    """A method that people call by typing."""

    usage: Usage
    help: str
    """One line for the list of commands; the method's own docstring when none is given."""
    access: Role


class EventMark(msgspec.Struct, frozen=True):
    """A method that is called for every event of a type."""

    event: type[Event]


class TimerMark(msgspec.Struct, frozen=True, kw_only=True):
    """A method that is called by the clock: by cron in the bot's time zone, or every so often."""

    cron: CronExpression | None = None
    every: timedelta | None = None


Mark = CommandMark | EventMark | TimerMark


def command(usage: str, *, help: str = "", access: Role = "everyone") -> Callable[[Method], Method]:  # noqa: A002
    """Make a method answer to a command; the usage string is its parser, its help and its documentation.

    Each ``<name>`` stands for the parameter of that name, which is filled with what was typed, read by the
    parameter's annotation. A usage string that begins with an argument takes what was addressed to the bot
    and what no other command's first word matches. Fails with ConfigurationError where the two do not agree.
    """

    def leave(method: Method) -> Method:
        read = _usage(method, usage)
        _agree(method, read)
        return _leave(method, CommandMark(usage=read, help=help or _summary(method), access=access))

    return leave


def on(event: type[Event]) -> Callable[[Method], Method]:
    """Call a method for every event of this type; for a ``MessageEvent`` it gets a ``MessageContext``."""
    return lambda method: _leave(method, EventMark(event))


def every(interval: str | timedelta) -> Callable[[Method], Method]:
    """Call a method every so often, ``"15m"``, the first time when that has passed once since the start."""

    def leave(method: Method) -> Method:
        return _leave(method, TimerMark(every=_interval(method, interval)))

    return leave


def cron(expression: str) -> Callable[[Method], Method]:
    """Call a method by a cron expression, ``"0 9 * * mon-fri"``, in the bot's time zone."""

    def leave(method: Method) -> Method:
        try:
            return _leave(method, TimerMark(cron=CronExpression.parse(expression)))
        except ValueError as error:
            raise mistake(method, str(error), "Write it like 0 9 * * mon-fri") from error

    return leave


def marks_of(method: object) -> tuple[Mark, ...]:
    """Return the marks that were left on a method, the topmost first."""
    marks: tuple[Mark, ...] = getattr(method, _ATTRIBUTE, ())
    return marks


def mistake(method: Callable[..., Any], what: str, mend: str) -> ConfigurationError:
    """Return the error that says what is wrong with a marked method, with its file and line."""
    code = inspect.unwrap(method).__code__
    problem = Problem(
        file=code.co_filename,
        line=code.co_firstlineno,
        column=1,
        place=method.__qualname__,
        what=what,
        mend=mend,
    )
    return ConfigurationError((problem,))


def _leave(method: Method, mark: Mark) -> Method:
    setattr(method, _ATTRIBUTE, (mark, *marks_of(method)))
    return method


def _summary(method: Callable[..., Any]) -> str:
    lines = (inspect.getdoc(method) or "").split("\n")
    return lines[0].strip()


def _usage(method: Callable[..., Any], text: str) -> Usage:
    try:
        return Usage.parse(text)
    except UsageMistake as error:
        raise mistake(method, str(error), "Correct the usage string") from error


def _interval(method: Callable[..., Any], interval: str | timedelta) -> timedelta:
    try:
        span = parse_duration(interval) if isinstance(interval, str) else interval
    except ValueError as error:
        raise mistake(method, str(error), "Write it like 15m or 2h") from error
    if span < timedelta(seconds=1):
        raise mistake(method, "the interval is shorter than a second", "Write it like 15m or 2h")
    return span


def _agree(method: Callable[..., Any], usage: Usage) -> None:
    """Check that the usage string and the method's parameters name the same things, both ways."""
    parameters = _parameters(method)
    for name, element in usage.fills.items():
        if name not in parameters:
            meant = did_you_mean(name, tuple(parameters)).strip()
            raise mistake(
                method,
                f"the usage “{usage}” has “{element}”, but the method has no parameter “{name}”",
                meant or f"Add the parameter “{name}”, or take “{element}” out of the usage",
            )
        needs_default = element.optional if isinstance(element, Argument) else element.value is not None
        if needs_default and parameters[name].default is inspect.Parameter.empty:
            raise mistake(
                method,
                f"“{element}” may be left out, but the parameter “{name}” has no default value",
                f"Write “{name}: ... = None” or another default",
            )
    _check_parameters(method, usage, parameters)


def _check_parameters(
    method: Callable[..., Any], usage: Usage, parameters: dict[str, inspect.Parameter]
) -> None:
    for name, parameter in parameters.items():
        if parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD):
            raise mistake(method, f"the parameter “*{name}” cannot be filled", "Use <name...> for the rest")
        if name not in usage.fills and parameter.default is inspect.Parameter.empty:
            raise mistake(
                method,
                f"the parameter “{name}” is not in the usage “{usage}”",
                f"Add <{name}> to the usage, or give the parameter a default value",
            )


def _parameters(method: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """Return the parameters that a command fills: all but ``self`` and the context."""
    parameters = list(inspect.signature(method).parameters.values())
    if len(parameters) < 2:
        raise mistake(method, "a command needs the parameters “self” and “context”", "Add them")
    return {parameter.name: parameter for parameter in parameters[2:]}
