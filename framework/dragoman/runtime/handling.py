"""Calls one method of a plugin, in isolation, and says what came of it."""

import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct, structs
from structlog.typing import FilteringBoundLogger

from dragoman.client import Urgency, calling
from dragoman.delivery import crash_point
from dragoman.errors import ApiError, ServiceError, UserError
from dragoman.operations import Operation
from dragoman.plugin import Change, Context, MessageContext, Mode
from dragoman.plugin.schedules import ScheduleChange
from dragoman.runtime.host import Host
from dragoman.runtime.watch import TimeIsOver, Watch


class Result(Struct, frozen=True):
    """What came of a call."""

    host: Host
    handler: str
    """``plugin.method``."""
    effects: tuple[Operation[Any], ...] = ()
    changes: tuple[Change, ...] = ()
    schedules: tuple[ScheduleChange, ...] = ()
    """What it did to its plugin's schedules."""
    failure: str = ""
    """Why it failed, for the operator; empty when it did not."""
    again: bool = False
    """Whether it failed in a way that may pass."""
    mode: Mode | None = None
    """What becomes of its messages in doubt; ``None`` for the plugin's."""


class Handling:
    """Runs handlers."""

    def __init__(self, watch: Watch) -> None:
        """Use this for all handlers."""
        self._watch = watch

    async def run(
        self,
        host: Host,
        method: str,
        call: Callable[[], Awaitable[None]],
        context: Context,
        *,
        asked: bool = False,
        last: bool = True,
        mode: Mode | None = None,
    ) -> Result:
        """Run a handler to its end; whatever it raises ends here.

        When it failed for good, the person who asked is told in one line, and the log has the rest under the
        id that the line names; with ``last`` unset, a failure that may pass is only reported. Calls made
        meanwhile are in the plugin's name, and before all others when a person waits for the answer.
        """
        with host.in_use, calling(Urgency.REPLY if asked else Urgency.NORMAL, owner=host.name):
            result = await self._run(host, method, call, context, asked, last)
        return structs.replace(result, mode=mode) if mode is not None else result

    async def _run(
        self,
        host: Host,
        method: str,
        call: Callable[[], Awaitable[None]],
        context: Context,
        asked: bool,
        last: bool,
    ) -> Result:
        name = f"{host.name}.{method}"
        if not host.breaker.may_call():
            if asked and isinstance(context, MessageContext):
                await context.reply(
                    "That part of me keeps failing, so I let it rest. Please try again later."
                )
            return Result(host, name, tuple(context.effects))
        crash_point("mid_handler")
        failure = await self._watch.run(name, host.timeout, call())
        broke = failure is not None and not isinstance(failure, UserError)
        if host.breaker.report(failed=broke):
            host.log.error("plugin rests, it keeps failing", handler=name)
        if failure is None:
            return Result(host, name, tuple(context.effects), context.changes, context.schedule_changes)
        log = host.log.bind(handler=name)
        if isinstance(context, MessageContext):
            log = log.bind(message_id=context.message.id)
        if may_pass(failure) and not last:
            log.warning("handler failed, it is tried again", reason=str(failure))
            return Result(host, name, failure=str(failure), again=True)
        return await self._failed(host, name, failure, context, asked, log)

    async def _failed(
        self,
        host: Host,
        name: str,
        failure: Exception,
        context: Context,
        asked: bool,
        log: FilteringBoundLogger,
    ) -> Result:
        context.effects.clear()
        sentence, error_id = _sentence(failure, log, asked)
        if asked and isinstance(context, MessageContext):
            await context.reply(sentence)
        why = f"{error_id}: {failure}" if error_id else ""
        return Result(host, name, tuple(context.effects), failure=why)


def may_pass(failure: Exception) -> bool:
    """Whether a failure may not happen again: time was over, or a service could not be had."""
    return isinstance(failure, TimeIsOver) or (
        isinstance(failure, ServiceError) and not isinstance(failure, ApiError)
    )


def _sentence(failure: Exception, log: FilteringBoundLogger, asked: bool) -> tuple[str, str]:
    """Log a failure, and return what to tell the person, and under which id the log has it."""
    if isinstance(failure, UserError):
        if not asked:
            log.warning("handler gave up", reason=failure.sentence)
        return failure.sentence, ""
    error_id = secrets.token_hex(4)
    if isinstance(failure, TimeIsOver):
        log.error("handler took too long", error_id=error_id, reason=str(failure))
        return f"That took me too long, so I gave up. Please try again later. (Error `{error_id}`)", error_id
    log.error("handler failed", error_id=error_id, exc_info=failure)
    return f"Something went wrong on my side; it is in my log as `{error_id}`.", error_id
