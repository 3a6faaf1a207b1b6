"""What runs once a bot knows its account: the plugins, the way of its messages, and the timers."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from structlog.typing import FilteringBoundLogger

from dragoman.clock import Clock
from dragoman.delivery import Journal, OwnMessages
from dragoman.events import Event
from dragoman.model import User
from dragoman.plugin import GuideCaller, Plugin
from dragoman.runtime.casting import Casting
from dragoman.runtime.chores import Chores
from dragoman.runtime.connection import Connection
from dragoman.runtime.directory import KnownDirectory
from dragoman.runtime.errands import Errands
from dragoman.runtime.firing import Firings
from dragoman.runtime.handling import Handling
from dragoman.runtime.host import Host
from dragoman.runtime.lanes import Lanes
from dragoman.runtime.pipeline import Pipeline
from dragoman.runtime.settings import BotSettings
from dragoman.runtime.succession import Succession
from dragoman.runtime.timers import Timers
from dragoman.runtime.unasked import Unasked
from dragoman.runtime.watch import Watch

BUSY = 16
"""Messages in hand from which on the bot pauses before it asks for more."""
BREATH = 0.01
"""Seconds of that pause."""
HEAD_START = 3
"""Turns of the event loop that answers are given before more is asked for: somebody waits for them."""


class Engine:
    """Answers with plugins that may be replaced while it runs."""

    def __init__(
        self,
        settings: BotSettings,
        plugins: Sequence[Plugin[Any]],
        guide: GuideCaller | None,
        journal: Journal,
        clock: Clock,
        connection: Connection,
        me: User,
        directory: KnownDirectory,
        lanes: Lanes,
        watch: Watch,
        errands: Errands,
        log: FilteringBoundLogger,
        *,
        settled: Callable[[int], None],
        failed: Callable[[BaseException], None],
        jumped: Callable[[], None],
    ) -> None:
        """Put it together; nothing is started yet.

        ``settled`` is told of messages that are over, ``failed`` of what ends the bot, ``jumped`` of a clock
        that was set.
        """
        self.settings = settings
        self._journal = journal
        self._clock = clock
        self._errands = errands
        self._connection = connection
        self._log = log
        own, handling = OwnMessages(), Handling(watch)
        self._casting = Casting(connection, me, journal, clock, own, directory, handling, log)
        cast = self._casting.cast(settings, plugins, guide)
        self._succession = Succession(watch, errands)
        self._succession.enter(cast)
        pipeline = self.pipeline = Pipeline(
            settings,
            journal,
            clock,
            connection,
            me,
            own,
            lanes,
            cast.answering,
            settled=settled,
            failed=failed,
        )
        self._unasked = Unasked(lanes, handling, pipeline.desk)
        firings = Firings(journal, handling, pipeline.desk, clock)
        attempts = settings.limits.attempts
        self.timers = Timers(clock, journal, lanes, self._unasked, firings, attempts, jumped=jumped)
        pipeline.desk.remembering.rescheduled = self.timers.look

    @property
    def hosts(self) -> tuple[Host, ...]:
        """The plugins, the built-in help first."""
        return self._succession.hosts

    @property
    def all_hosts(self) -> tuple[Host, ...]:
        """The plugins, and before them those that finish what they began before others took their place."""
        return self._succession.all_hosts

    async def begin(self, *, doubting: bool) -> None:
        """Start the plugins, and take up what an earlier process left.

        With ``doubting`` nothing that it left unsent is taken for surely not sent.
        """
        await self.pipeline.intake.load()
        await self._succession.start(self.pipeline.desk.keep)
        await self.pipeline.desk.recover(doubting=doubting)

    async def go(self) -> None:
        """Let the timers run, and do what is done from time to time."""
        await self.timers.start(self.hosts)
        chores = Chores(self.pipeline, self.timers, self._journal, self._clock)
        chores.begin(self._errands, lambda: self.settings, self._log)

    async def take(self, events: Sequence[Event], last_event_id: int) -> None:
        """Take events in; they are committed when this returns, and may be acknowledged."""
        await self.pipeline.line.take(events, last_event_id)
        await self._unasked.hear(self.hosts, events)
        if self.pipeline.desk.pending >= BUSY:
            # So that the next answer brings many events, and not the echo of one reply.
            await self._clock.sleep(BREATH)
            return
        for _ in range(HEAD_START):
            await asyncio.sleep(0)

    async def adopt(
        self, settings: BotSettings, plugins: Sequence[Plugin[Any]], guide: GuideCaller | None
    ) -> None:
        """Go on with other plugins, rules, limits and timers; what is being handled is finished by the old.

        Fails with ConfigurationError when a plugin cannot be started; then everything goes on as before.
        """
        cast = self._casting.cast(settings, plugins, guide)
        await self._succession.rehearse(cast, self.pipeline.desk.keep)
        self.settings = settings
        self.pipeline.adopt(settings, cast.answering)
        self._succession.enter(cast)
        self.timers.attempts = settings.limits.attempts
        await self.timers.replan(cast.hosts)

    def learn_limit(self) -> None:
        """Let the plugins know how long a message may be now."""
        for host in self.all_hosts:
            host.learn_limit(self._connection.limit())

    def stuck(self, task: asyncio.Task[None]) -> None:
        """Give up a handler that does not end; another works in its place."""
        self.pipeline.desk.stuck(task)
