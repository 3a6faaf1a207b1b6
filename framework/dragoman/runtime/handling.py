"""Calls one method of a plugin for one event, in isolation, and sends what it recorded."""

import secrets
from collections.abc import Awaitable

from structlog.typing import FilteringBoundLogger

from dragoman.client import Urgency, calling
from dragoman.errors import UserError
from dragoman.plugin import Context, MessageContext
from dragoman.runtime.budget import ReplyBudget
from dragoman.runtime.host import Host
from dragoman.runtime.sender import Sender
from dragoman.runtime.watch import TimeIsOver, Watch


class Handling:
    """Runs handlers."""

    def __init__(self, watch: Watch, sender: Sender, budget: ReplyBudget) -> None:
        """Use these for all handlers."""
        self._watch = watch
        self._sender = sender
        self._budget = budget

    async def run(
        self, host: Host, method: str, call: Awaitable[None], context: Context, *, asked: bool = False
    ) -> None:
        """Run a handler to its end; whatever it raises ends here.

        What it recorded goes out when it succeeded. When it failed, the person who asked is told in one line,
        and the log has the rest under the id that the line names. Calls made meanwhile are in the plugin's
        name, and before all others when a person waits for the answer.
        """
        with calling(Urgency.REPLY if asked else Urgency.NORMAL, owner=host.name):
            await self._run(host, method, call, context, asked)

    async def _run(
        self, host: Host, method: str, call: Awaitable[None], context: Context, asked: bool
    ) -> None:
        failure = await self._watch.run(f"{host.name}.{method}", host.timeout, call)
        if failure is None and not context.effects:
            return
        log = host.log.bind(handler=f"{host.name}.{method}")
        if isinstance(context, MessageContext):
            log = log.bind(message_id=context.message.id)
        if failure is not None:
            context.effects.clear()
            sentence = _sentence(failure, log, asked)
            if asked and isinstance(context, MessageContext):
                await context.reply(sentence)
        await self.send(context, log)

    async def send(self, context: Context, log: FilteringBoundLogger) -> None:
        """Send what was recorded, unless the conversation has had too many answers."""
        if not context.effects:
            return
        if isinstance(context, MessageContext) and not self._budget.spend(context.conversation.key):
            log.warning("conversation silenced", reason="too many answers in a minute: is this a loop?")
            return
        await self._sender.send(context.effects, log)


def _sentence(failure: Exception, log: FilteringBoundLogger, asked: bool) -> str:
    """Log a failure, and return what to tell the person."""
    if isinstance(failure, UserError):
        if not asked:
            log.warning("handler gave up", reason=failure.sentence)
        return failure.sentence
    error_id = secrets.token_hex(4)
    if isinstance(failure, TimeIsOver):
        log.error("handler took too long", error_id=error_id, reason=str(failure))
        return f"That took me too long, so I gave up. Please try again later. (Error `{error_id}`)"
    log.error("handler failed", error_id=error_id, exc_info=failure)
    return f"Something went wrong on my side; it is in my log as `{error_id}`."
