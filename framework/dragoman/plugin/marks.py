"""Marks on a plugin's methods: each is left on the method, which is returned untouched."""

import inspect
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, TypeVar
from zoneinfo import ZoneInfo

import msgspec
from msgspec import structs

from dragoman.errors import ConfigurationError, Problem
from dragoman.events import Event
from dragoman.planner import Cron, CronExpression, Plan, parse_duration, read_plan
from dragoman.plugin.matching import did_you_mean
from dragoman.plugin.mode import MODES, Mode
from dragoman.plugin.schedules import GRACE, NO_JITTER, CatchUp
from dragoman.plugin.timer import Interval
from dragoman.plugin.usage import Argument, Usage, UsageMistake

Method = TypeVar("Method", bound=Callable[..., Any])
Role = Literal["everyone", "member", "moderator", "administrator", "owner"]
"""The least role that may use a command, unless a rule of the bot names the command itself."""

SOME_DAY = datetime(2000, 1, 3, 12, tzinfo=UTC)
"""When marks are read: what they mean is not to depend on it."""
ANOTHER_DAY = datetime(2000, 2, 9, 3, tzinfo=UTC)

_ATTRIBUTE = "__dragoman_marks__"


class CommandMark(msgspec.Struct, frozen=True, kw_only=True):
    """A method that people call by typing."""

    usage: Usage
    help: str
    """One line for the list of commands; the method's own docstring when none is given."""
    access: Role
    delivery: Mode | None = None
    """``None`` for the plugin's, here and in the other marks."""


class EventMark(msgspec.Struct, frozen=True):
    """A method that is called for every event of a type."""

    event: type[Event]
    delivery: Mode | None = None


class TimerMark(msgspec.Struct, frozen=True, kw_only=True):
    """A method that is called by the clock, in the bot's time zone; one of the first three is given."""

    cron: CronExpression | None = None
    every: timedelta | None = None
    words: str | None = None
    """Such as ``first monday of the month 10:30``."""
    grace: timedelta = GRACE
    catch_up: CatchUp = "latest"
    jitter: timedelta = NO_JITTER
    delivery: Mode | None = None

    def schedule(self, zone: ZoneInfo) -> Interval | Plan:
        """Return when the method is called."""
        if self.cron is not None:
            return Cron(expression=self.cron, zone=str(zone))
        if self.every is not None:
            return Interval(self.every)
        assert self.words is not None, "a timer's mark says when"
        return read_plan(self.words, SOME_DAY, zone)


Mark = CommandMark | EventMark | TimerMark


def command(
    usage: str,
    *,
    help: str = "",  # noqa: A002
    access: Role = "everyone",
    delivery: Mode | None = None,
) -> Callable[[Method], Method]:
    """Make a method answer to a command; the usage string is its parser, its help and its documentation.

    Each ``<name>`` stands for the parameter of that name, which is filled with what was typed, read by the
    parameter's annotation. A usage string that begins with an argument takes what was addressed to the bot
    and what no other command's first word matches. ``delivery`` says what becomes of its answers in doubt.
    Fails with ConfigurationError where usage and method do not agree.
    """

    def leave(method: Method) -> Method:
        read = _usage(method, usage)
        _agree(method, read)
        mark = CommandMark(usage=read, help=help or _summary(method), access=access, delivery=delivery)
        return _leave(method, mark)

    return leave


def on(event: type[Event], *, delivery: Mode | None = None) -> Callable[[Method], Method]:
    """Call a method for every event of this type; for a ``MessageEvent`` it gets a ``MessageContext``.

    ``delivery`` says what becomes of its messages in doubt.
    """
    return lambda method: _leave(method, EventMark(event, delivery))


def every(
    interval: str | timedelta,
    *,
    grace: str | timedelta = GRACE,
    catch_up: CatchUp = "latest",
    jitter: str | timedelta = NO_JITTER,
    delivery: Mode | None = None,
) -> Callable[[Method], Method]:
    """Call a method every so often, ``"15m"``, counted from the bot's first start, whatever restarts.

    Each time is done once, or is missed when it is later than ``grace``; of several that passed meanwhile
    ``catch_up`` says which are made up for; ``jitter`` puts each off by up to so long; ``delivery`` says what
    becomes of messages in doubt.
    """

    def leave(method: Method) -> Method:
        span = _span(method, interval)
        if span < timedelta(seconds=1):
            raise mistake(method, "the interval is shorter than a second", "Write it like 15m or 2h")
        return _timer(method, TimerMark(every=span, catch_up=catch_up, delivery=delivery), grace, jitter)

    return leave


def cron(
    expression: str,
    *,
    grace: str | timedelta = GRACE,
    catch_up: CatchUp = "latest",
    jitter: str | timedelta = NO_JITTER,
    delivery: Mode | None = None,
) -> Callable[[Method], Method]:
    """Call a method by cron, ``"0 9 * * mon-fri"``, in the bot's time zone; else as ``every``."""

    def leave(method: Method) -> Method:
        try:
            read = CronExpression.parse(expression)
        except ValueError as error:
            raise mistake(method, str(error), "Write it like 0 9 * * mon-fri") from error
        return _timer(method, TimerMark(cron=read, catch_up=catch_up, delivery=delivery), grace, jitter)

    return leave


def at(
    words: str,
    *,
    grace: str | timedelta = GRACE,
    catch_up: CatchUp = "latest",
    jitter: str | timedelta = NO_JITTER,
    delivery: Mode | None = None,
) -> Callable[[Method], Method]:
    """Call a method when words say, ``"first monday of the month 10:30"``, in the bot's time zone.

    Also once, ``"2027-12-01 08:00"``. Else as ``every``.
    """

    def leave(method: Method) -> Method:
        try:
            readings = [read_plan(words, day, ZoneInfo("UTC")) for day in (SOME_DAY, ANOTHER_DAY)]
        except ValueError as error:
            raise mistake(method, str(error), "Write it like every weekday at 9:00") from error
        if readings[0] != readings[1]:
            raise mistake(
                method,
                f"“{words}” means another time each time that it is read",
                "Name a date, use every, or write it like every weekday at 9:00",
            )
        return _timer(method, TimerMark(words=words, catch_up=catch_up, delivery=delivery), grace, jitter)

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
    if mark.delivery is not None and mark.delivery not in MODES:
        meant = did_you_mean(str(mark.delivery), MODES).strip()
        mend = meant or "Write verified, at_most_once or at_least_once"
        raise mistake(method, f"there is no delivery “{mark.delivery}”", mend)
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


def _timer(method: Method, mark: TimerMark, grace: str | timedelta, jitter: str | timedelta) -> Method:
    limits = structs.replace(mark, grace=_span(method, grace), jitter=_span(method, jitter))
    return _leave(method, limits)


def _span(method: Callable[..., Any], span: str | timedelta) -> timedelta:
    try:
        return parse_duration(span) if isinstance(span, str) else span
    except ValueError as error:
        raise mistake(method, str(error), "Write it like 15m or 2h") from error


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
