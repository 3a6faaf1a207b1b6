"""One plugin of a running bot: its instance, its methods, and whether it has started."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from structlog.typing import FilteringBoundLogger

from dragoman.client import BackOff
from dragoman.client.waiting import system_jitter
from dragoman.errors import ApiError, DragomanError, ServiceError
from dragoman.plugin import Context, Mode, Plugin, Surroundings, Timer
from dragoman.plugin.commands import Command, EventHandler, commands_of, handlers_of, timers_of
from dragoman.runtime.breaker import Breaker
from dragoman.runtime.in_use import InUse
from dragoman.runtime.isolation import isolated
from dragoman.runtime.watch import TimeIsOver, Watch

Keep = Callable[["Host", Context], Awaitable[None]]
"""Takes what a method recorded."""
START_AGAIN = BackOff(first=2.0, longest=60.0)


class Host:
    """A plugin with what surrounds it."""

    def __init__(
        self,
        plugin: Plugin[Any],
        surroundings: Surroundings,
        timeout: float,
        mode: Mode = "verified",
        in_use: InUse | None = None,
    ) -> None:
        """Take in a plugin that is made, but not started; the timeout is in seconds."""
        self.plugin = plugin
        self.mode: Mode = mode
        """What becomes of its messages of which nobody knows whether they were sent."""
        self.name = plugin.name
        self.timeout = timeout
        self.surroundings = replace(
            surroundings,
            options=plugin.options,
            plugin=plugin.name,
            log=surroundings.log.bind(plugin=plugin.name),
        )
        self.in_use = in_use or InUse()
        """Who calls it, or is about to."""
        self.breaker = Breaker(surroundings.clock)
        self.commands: tuple[Command, ...] = commands_of(plugin)
        self.handlers: tuple[EventHandler, ...] = handlers_of(plugin)
        self.ready = False
        """Whether its start has succeeded."""
        self.failure: Exception | None = None
        """Why it has not."""
        self.leaves = False
        """Whether others have taken its place, and it is not to be started any more."""

    @property
    def log(self) -> FilteringBoundLogger:
        """The log, with the bot's and the plugin's names bound."""
        return self.surroundings.log

    def learn_limit(self, code_points: int) -> None:
        """Know from now on how long a message may be."""
        self.surroundings = replace(self.surroundings, message_limit=code_points)

    def timers(self) -> tuple[Timer, ...]:
        """Return the timers of the plugin; a failure of its own is logged and leaves it without any."""
        with isolated() as outcome:
            return timers_of(self.plugin, self.surroundings.timezone)
        self.failure = outcome.error
        self.log.error("plugin has no timers", exc_info=outcome.error)
        return ()

    async def start(self, watch: Watch, keep: Keep) -> bool:
        """Start the plugin once; returns whether another try after a pause may succeed.

        ``keep`` is given what it recorded.
        """
        context = Context(self.surroundings)
        self.failure = await watch.run(f"{self.name}.start", self.timeout, self.plugin.start(context))
        if self.failure is None:
            self.ready = True
            await keep(self, context)
            return False
        passing = isinstance(self.failure, ServiceError) and not isinstance(self.failure, ApiError)
        unexpected = None if isinstance(self.failure, DragomanError | TimeIsOver) else self.failure
        self.log.error("plugin not started", reason=str(self.failure), again=passing, exc_info=unexpected)
        return passing

    async def start_patiently(self, watch: Watch, keep: Keep) -> None:
        """Go on starting the plugin until it has started or cannot."""
        failures = 0
        again = True
        while again and not self.leaves:
            await self.surroundings.clock.sleep(START_AGAIN.pause(failures, system_jitter))
            again = await self.start(watch, keep)
            failures += 1

    async def stop(self, watch: Watch, seconds: float) -> None:
        """Stop the plugin within some time; a failure is logged."""
        self.leaves = True
        if not self.ready:
            return
        self.ready = False
        limit = min(self.timeout, seconds)
        failure = await watch.run(f"{self.name}.stop", limit, self.plugin.stop())
        if failure is not None:
            self.log.error("plugin not stopped properly", exc_info=failure)
