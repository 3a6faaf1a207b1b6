"""The life of a bot: connect, start the plugins, take in events, answer, stop in good order."""

import asyncio
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

import structlog

from dragoman.client import Credentials, QueueRegistered
from dragoman.clock import Clock, SystemClock
from dragoman.delivery import Journal
from dragoman.errors import ConfigurationError, LeaseLost, Problem, StateUnusable
from dragoman.events import Event, RestartEvent
from dragoman.model import User
from dragoman.operations import Registered
from dragoman.ops import hide
from dragoman.plugin import GuideCaller, Plugin
from dragoman.runtime.cast import make_plugins, refusal
from dragoman.runtime.clients import Clients
from dragoman.runtime.connection import Connection, request_for
from dragoman.runtime.directory import KnownDirectory
from dragoman.runtime.engine import Engine
from dragoman.runtime.errands import Errands
from dragoman.runtime.heartbeat import Heartbeat
from dragoman.runtime.host import Host
from dragoman.runtime.lanes import Lanes
from dragoman.runtime.messaging import EventSource, Messaging
from dragoman.runtime.settings import BotSettings
from dragoman.runtime.settled import Settled
from dragoman.runtime.successor import check_successor
from dragoman.runtime.watch import Watch
from dragoman.runtime.winding_up import WindingUp

SKEWED = 60.0
"""Seconds between the server's clock and ours with which the bot is not ready."""


class Bot:
    """One bot, from its settings to its end."""

    def __init__(
        self,
        settings: BotSettings,
        *,
        credentials: Credentials | None = None,
        guide_url: str | None = None,
        clock: Clock | None = None,
        zulip: Messaging | None = None,
        guide: GuideCaller | None = None,
        journal: Journal | None = None,
        heartbeat: Heartbeat | None = None,
        recover: bool = False,
    ) -> None:
        """Prepare; nothing is sent yet.

        Credentials and the guide's address, when given, take the place of what the settings say; clients,
        when given, take the place of those that would be made, and stay open, and so does the journal.
        Without one the state is kept in memory and lost at the end. A heartbeat is handed in where several
        bots share one event loop; whoever made it starts and closes it. With ``recover`` the journal is taken
        for older than the chat, whose history says what has been answered.
        """
        self._given_settings = settings
        self.clock: Clock = clock or SystemClock()
        self.started = asyncio.Event()
        """Set when the bot is connected and its plugins were started."""
        self._clients = Clients(
            self.clock, credentials=credentials, guide_url=guide_url, zulip=zulip, guide=guide
        )
        self._given_journal = journal
        self._recovering = recover
        self._retiring = False
        self._failure: asyncio.Future[None] | None = None
        self._log = structlog.get_logger().bind(bot=settings.name)
        self._stopping = asyncio.Event()
        self._settled = Settled()
        self._errands = Errands()
        self._changing = asyncio.Lock()
        self._change: asyncio.Task[None] | None = None
        limits = settings.limits
        self._lanes = Lanes(limits.workers, limits.queue, self._broken)
        self._watch = Watch(self.clock, self._stuck)
        self._has_own_heart = heartbeat is None
        self._heartbeat = heartbeat or Heartbeat(self._log)
        self._connection: Connection | None = None
        self._engine: Engine | None = None

    # ---- from outside

    async def __aenter__(self) -> Self:
        """Open the clients; fails with ConfigurationError for credentials that cannot be read."""
        settings = self.settings
        hide(*settings.secrets)
        self._zulip = await self._clients.open_zulip(settings)
        try:
            self._guide = await self._clients.open_guide(settings)
        except BaseException:
            await self._clients.aclose()
            raise
        self.journal = self._given_journal or Journal.in_memory(bot=settings.name, clock=self.clock)
        self._directory = KnownDirectory(self._zulip)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the clients, and a journal of its own."""
        if self._given_journal is None:
            await self.journal.aclose()
        await self._clients.aclose()

    async def run(self) -> None:
        """Live until ``stop``; afterwards what was begun is finished, for a while.

        Trouble that passes is waited out. Raises Unauthorized when the account is not accepted, what else
        refuses the very first registration for good, and StateUnusable when the journal is another account's.
        """
        self._failure = asyncio.get_running_loop().create_future()
        self.journal.damaged = self._fail
        self._lanes.start()
        if self._has_own_heart:
            self._heartbeat.start()
        looking = self._watch.start()
        living = asyncio.create_task(self._live())
        stopping = asyncio.create_task(self._stopping.wait())
        try:
            ends: set[asyncio.Future[Any]] = {living, stopping, looking, self._failure}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            living.cancel()
            stopping.cancel()
            await asyncio.wait({living, stopping})
            await self._wind_up()
        for end in (living, looking, self._failure):
            if end.done() and not end.cancelled() and (error := end.exception()) is not None:
                raise error

    def stop(self, *, retire: bool = False) -> None:
        """Ask for a stop in good order; ``run`` returns when it is done.

        The event queue is left for the next process, which finds in it what is said meanwhile; with
        ``retire``, or without a journal that outlives the process, it is deleted.
        """
        self._retiring = self._retiring or retire
        self._stopping.set()

    async def settled(self, message_id: int) -> None:
        """Return when a message has been dealt with: its answers are sent, or it was ignored."""
        await self._settled.wait(message_id)

    async def take_over(self, settings: BotSettings) -> None:
        """Go on with other settings: plugins, rules, limits, timers; the account and the state stay.

        What is being handled is finished by the plugins that began it, which are stopped afterwards. Waits
        until the bot has started. Fails with ConfigurationError when a plugin cannot be made or started, or
        when the settings are for another bot; then everything goes on as before.
        """
        await self.started.wait()
        async with self._changing:
            change = self._change = asyncio.create_task(self._take_over(settings))
            await asyncio.wait({change})
        if change.cancelled():
            problem = Problem(file=str(settings.file), what="they came too late: the bot stops")
            raise ConfigurationError((problem,))
        change.result()

    @property
    def settings(self) -> BotSettings:
        """What the bot goes by now."""
        return self._engine.settings if self._engine is not None else self._given_settings

    @property
    def hosts(self) -> tuple[Host, ...]:
        """The plugins, the built-in help first; empty before the bot is connected."""
        return self._engine.hosts if self._engine is not None else ()

    @property
    def failures(self) -> dict[str, Exception]:
        """The plugins that have not started, with the reasons; with any of them the bot is not ready."""
        return {host.name: host.failure for host in self.hosts if host.failure is not None}

    @property
    def is_ready(self) -> bool:
        """Whether the bot is connected, its plugins have started, none blocks it, and its state is kept.

        With a clock that is a minute from the server's, nothing that it does by the clock is at its hour.
        """
        return (
            self.started.is_set()
            and all(host.ready for host in self.hosts)
            and not self._heartbeat.is_stalled
            and (self.journal.trouble is None)
            and abs(self._clients.skew) <= SKEWED
        )

    # ---- living

    async def _live(self) -> None:
        connection = self._connection = Connection(self._zulip, self.journal, self.clock, self._log)
        me = await connection.sign_in()
        plugins = self._make_plugins()
        await connection.want(request_for(plugins))
        queue, left = await connection.open(anew=self._recovering)
        if left is not None:
            await self._begin(connection, me, left, plugins)
            await self._go()
        while True:
            await self._listen(connection, queue, me, plugins)
            # It has ended because other events are wanted now.
            queue, _ = await connection.open(anew=True)

    def _make_plugins(self) -> list[Plugin[Any]]:
        plugins, failed = make_plugins(self.settings)
        for each in failed:
            self._log.error("plugin cannot be made", plugin=each.plugin.name, exc_info=each.error)
        return plugins

    async def _begin(
        self, connection: Connection, me: User, registered: Registered, plugins: Sequence[Plugin[Any]]
    ) -> Engine:
        """Put everything together that needs to know the account and the server, and start the plugins."""
        await connection.patiently(lambda: self._directory.fill(registered))
        engine = self._engine = Engine(
            self.settings,
            plugins,
            self._guide,
            self.journal,
            self.clock,
            connection,
            me,
            self._directory,
            self._lanes,
            self._watch,
            self._errands,
            self._log,
            settled=self._settled.mark,
            failed=self._fail,
            jumped=self._jumped,
        )
        await engine.begin(doubting=self._recovering)
        return engine

    async def _go(self) -> None:
        """Say that from now on no message is lost."""
        await self._running.go()
        self.started.set()
        self._log.info("started", plugins=[host.name for host in self.hosts if host.ready])

    @property
    def _running(self) -> Engine:
        assert self._engine is not None, "it was put together at the beginning"
        return self._engine

    async def _listen(
        self, connection: Connection, queue: EventSource, me: User, plugins: Sequence[Plugin[Any]]
    ) -> None:
        events: list[Event] = []
        async for event in queue:
            if isinstance(event, QueueRegistered):
                await self._registered(connection, me, event, plugins)
            else:
                self._directory.apply(event)
                if isinstance(event, RestartEvent):
                    self._errands.begin(self._read_limits(connection))
                events.append(event)
            if events and not queue.in_hand:
                await self._running.take(events, queue.last_event_id)
                events = []

    async def _registered(
        self, connection: Connection, me: User, event: QueueRegistered, plugins: Sequence[Plugin[Any]]
    ) -> None:
        connection.learn(event.registered)
        if self._engine is None:
            engine = await self._begin(connection, me, event.registered, plugins)
        else:
            engine = self._engine
            engine.learn_limit()
            await connection.patiently(lambda: self._directory.fill(event.registered))
        newest = await connection.newest(event.registered)
        recovering, self._recovering = self._recovering, False
        asked, line = connection.registration, engine.pipeline.line
        await connection.patiently(lambda: line.registered(event, asked, newest, recovering=recovering))
        if not self.started.is_set():
            await self._go()

    async def _take_over(self, settings: BotSettings) -> None:
        assert self._connection is not None, "the bot has started"
        check_successor(self.settings, settings)
        hide(*settings.secrets)
        plugins, failed = make_plugins(settings)
        if failed:
            raise refusal(settings, [(each.plugin.name, each.error) for each in failed])
        moves = self._clients.may_move_guide() and settings.guide != self.settings.guide
        guide = await self._clients.open_guide(settings) if moves else self._guide
        await self._running.adopt(settings, plugins, guide)
        self._guide = guide
        await self._connection.want(request_for(plugins))

    async def _read_limits(self, connection: Connection) -> None:
        """Take note of what a server that was started anew, perhaps as another version, takes now."""
        await connection.read_limits()
        self._running.learn_limit()

    # ---- trouble and the end

    def _jumped(self) -> None:
        """Trust no open connection: the clock was set, or the machine has slept."""
        self._clients.renew()
        if self._connection is not None:
            self._connection.hurry()

    def _broken(self, error: Exception) -> None:
        if isinstance(error, LeaseLost | StateUnusable):
            self._fail(error)
            return
        self._log.error("a message could not be handled", exc_info=error)

    def _stuck(self, task: asyncio.Task[None], name: str) -> None:
        self._log.error("handler does not end when told to", handler=name)
        if self._engine is not None:
            self._engine.stuck(task)
        self._lanes.replace(task)

    def _fail(self, error: BaseException) -> None:
        if self._failure is not None and not self._failure.done():
            self._failure.set_exception(error)

    async def _wind_up(self) -> None:
        if self._change is not None:
            self._change.cancel()
            await asyncio.wait({self._change})
        end = WindingUp(self.clock, self._lanes, self._errands, self._watch, self._log)
        await end.answers(self._engine, self.settings.limits.drain.total_seconds())
        await end.plugins(self._engine)
        await end.queue(self._connection, self.journal, self._engine, retiring=self._retiring)
        if self._has_own_heart:
            self._heartbeat.close()
        self._log.info("stopped")
