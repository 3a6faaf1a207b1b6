"""The end of a bot: what was begun is finished, for a while, and everything is put away."""

from structlog.typing import FilteringBoundLogger

from dragoman.clock import Clock
from dragoman.delivery import Journal, position, within
from dragoman.errors import StateUnusable
from dragoman.runtime.connection import Connection
from dragoman.runtime.engine import Engine
from dragoman.runtime.errands import Errands
from dragoman.runtime.lanes import Lanes
from dragoman.runtime.pipeline import Pipeline
from dragoman.runtime.watch import Watch

FAREWELL = 5.0
"""Seconds for what is being sent when the bot stops, and for its plugins' own ends."""


class WindingUp:
    """Puts a bot away; what is left waits in its journal."""

    def __init__(
        self, clock: Clock, lanes: Lanes, errands: Errands, watch: Watch, log: FilteringBoundLogger
    ) -> None:
        """Prepare the end of the bot that has these."""
        self._clock = clock
        self._lanes = lanes
        self._errands = errands
        self._watch = watch
        self._log = log

    async def answers(self, engine: Engine | None, seconds: float) -> None:
        """Finish within so many seconds what is being handled, begin nothing more, and finish sending."""
        if engine is None:
            self._lanes.forget_waiting()
        else:
            await engine.timers.close()
            engine.pipeline.desk.stop()
        if not await within(self._clock, seconds, self._lanes.idle()):
            self._log.warning("stopped with answers under way", pending=self._lanes.pending)
        if engine is not None:
            await engine.timers.give_back()
        self._errands.cancel()
        await self._lanes.close()
        if engine is not None:
            # A full disk must not keep the process from ending.
            await within(self._clock, FAREWELL, self._give_back(engine.pipeline))
            await self._sending(engine.pipeline)

    async def plugins(self, engine: Engine | None) -> None:
        """Stop the plugins, those that were started last first."""
        for host in reversed(engine.all_hosts if engine is not None else ()):
            await host.stop(self._watch, FAREWELL / 2)
        await self._watch.close()

    async def queue(
        self, connection: Connection | None, journal: Journal, engine: Engine | None, *, retiring: bool
    ) -> None:
        """Leave the event queue to the next process, if there may be one; delete it otherwise."""
        queue = connection.queue if connection is not None else None
        if queue is None:
            return
        if journal.durable and not retiring:
            queue.leave()
            return
        if engine is not None:
            intake = engine.pipeline.intake
            intake.adopt(None, -1, "")
            last = intake.position
            await journal.do(lambda tx: position.write_position(tx, journal.bot, last))
        await within(self._clock, FAREWELL, queue.aclose())

    async def _give_back(self, pipeline: Pipeline) -> None:
        """Let messages that were begun wait again; where that fails, the next process does it."""
        try:
            await pipeline.desk.give_back()
        except StateUnusable as error:
            self._log.error("stopped with a state that cannot be used", reason=str(error))

    async def _sending(self, pipeline: Pipeline) -> None:
        if not await within(self._clock, FAREWELL, pipeline.sender.idle()):
            self._log.warning("stopped with calls under way", pending=pipeline.sender.pending)
        await pipeline.sender.close()
