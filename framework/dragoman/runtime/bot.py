"""The life of a bot: connect, start the plugins, take in events, answer, stop in good order."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

import structlog

from dragoman.client import BackOff, Credentials, Guide, QueueRegistered, Zulip
from dragoman.client.waiting import system_jitter
from dragoman.clock import Clock, SystemClock
from dragoman.errors import Ambiguous, NotSent, RateLimited
from dragoman.events import Event, MessageEvent
from dragoman.model import User
from dragoman.operations import GetOwnUser, Registered, RegisterQueue
from dragoman.ops import hide
from dragoman.plugin import Caller, Context, GuideCaller, Plugin, Surroundings, Timer
from dragoman.plugin.commands import EventHandler, handlers_of
from dragoman.plugin.context import MESSAGE_LIMIT
from dragoman.runtime.access import Access
from dragoman.runtime.answering import Answering
from dragoman.runtime.budget import ReplyBudget
from dragoman.runtime.directory import EVENT_TYPES, KnownDirectory
from dragoman.runtime.dispatch import Dispatch
from dragoman.runtime.handling import Handling
from dragoman.runtime.help import Help
from dragoman.runtime.host import Host
from dragoman.runtime.isolation import isolated
from dragoman.runtime.lanes import Lanes, Work
from dragoman.runtime.sender import Sender
from dragoman.runtime.settings import BotSettings
from dragoman.runtime.settled import Settled
from dragoman.runtime.waiting import within
from dragoman.runtime.watch import Watch
from dragoman.schedule import Timetable, alarm_for

T = TypeVar("T")
CONNECT_AGAIN = BackOff(first=0.5, longest=30.0)
FAREWELL = 5.0
"""Seconds for the deletion of the queue, when the bot stops."""


class EventSource(Protocol):
    """Where events come from; the client's event queue is one."""

    def __aiter__(self) -> Self:
        """Return itself."""
        ...

    async def __anext__(self) -> Event:
        """Return the next event; the first of each queue is a ``QueueRegistered``."""
        ...

    async def aclose(self) -> None:
        """Delete the queue."""
        ...


class Messaging(Caller, Protocol):
    """What a bot needs of the messaging client."""

    def events(self, registration: RegisterQueue) -> EventSource:
        """Return the account's events."""
        ...


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
    ) -> None:
        """Prepare; nothing is sent yet.

        Credentials and the guide's address, when given, take the place of what the settings say; clients,
        when given, take the place of those that would be made, and stay open.
        """
        self.settings = settings
        self.clock: Clock = clock or SystemClock()
        self.started = asyncio.Event()
        """Set when the bot is connected and its plugins were started."""
        self.hosts: tuple[Host, ...] = ()
        """The plugins, the built-in help first; empty before the bot is connected."""
        self.timetable: Timetable | None = None
        self._credentials = credentials
        self._guide_url = guide_url
        self._given_zulip, self._given_guide = zulip, guide
        self._log = structlog.get_logger().bind(bot=settings.name)
        self._stack = AsyncExitStack()
        self._stopping = asyncio.Event()
        self._settled = Settled()
        self._queue: EventSource | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._firing: set[str] = set()
        limits = settings.limits
        self._lanes = Lanes(limits.workers, limits.queue, self._broken)
        self._watch = Watch(self.clock, self._stuck)
        self._budget = ReplyBudget(self.clock, limits.replies_per_minute)

    # ---- from outside

    async def __aenter__(self) -> Self:
        """Open the clients; fails with ConfigurationError for credentials that cannot be read."""
        settings = self.settings
        hide(*settings.secrets)
        if self._given_zulip is None:
            credentials = self._credentials or settings.credentials()
            hide(credentials.api_key.reveal())
            plain_http = settings.zulip.allow_plain_http
            zulip = Zulip(credentials, clock=self.clock, allow_plain_http=plain_http)
            self._zulip: Messaging = await self._stack.enter_async_context(zulip)
        else:
            self._zulip = self._given_zulip
        self._guide = self._given_guide
        if self._guide is None and (address := self._guide_url or settings.guide_url()) is not None:
            self._guide = await self._stack.enter_async_context(Guide(address, clock=self.clock))
        self._sender = Sender(self._zulip, self.clock)
        self._handling = Handling(self._watch, self._sender, self._budget)
        self._directory = KnownDirectory(self._zulip)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the clients."""
        await self._stack.aclose()

    async def run(self) -> None:
        """Live until ``stop``; afterwards what was begun is finished and the queue deleted.

        Trouble that passes is waited out. Raises Unauthorized when the account is not accepted, and what else
        refuses the very first registration for good.
        """
        self._lanes.start()
        looking = self._watch.start()
        living = asyncio.create_task(self._live())
        stopping = asyncio.create_task(self._stopping.wait())
        try:
            await asyncio.wait({living, stopping, looking}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            living.cancel()
            stopping.cancel()
            await asyncio.wait({living, stopping})
            await self._wind_up()
        for task in (living, looking):
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error

    def stop(self) -> None:
        """Ask for a stop in good order; ``run`` returns when it is done."""
        self._stopping.set()

    async def settled(self, message_id: int) -> None:
        """Return when a message has been dealt with: its answers are sent, or it was ignored."""
        await self._settled.wait(message_id)

    @property
    def failures(self) -> dict[str, Exception]:
        """The plugins that have not started, with the reasons; with any of them the bot is not ready."""
        return {host.name: host.failure for host in self.hosts if host.failure is not None}

    @property
    def is_ready(self) -> bool:
        """Whether the bot is connected and all its plugins have started."""
        return self.started.is_set() and all(host.ready for host in self.hosts)

    # ---- living

    async def _live(self) -> None:
        self._me: User = await self._patiently(lambda: self._zulip(GetOwnUser()))
        self._log.info("connected", user_id=self._me.user_id, full_name=self._me.full_name)
        plugins = self._make_plugins()
        handled = {handler.event.wire_type for plugin in plugins for handler in handlers_of(plugin)}
        kinds = dict.fromkeys(("message", *EVENT_TYPES, *sorted(handled - {""})))
        request = RegisterQueue(event_types=tuple(kinds), apply_markdown=False, client_gravatar=True)
        self._queue = self._zulip.events(request)
        async for event in self._queue:
            if isinstance(event, QueueRegistered):
                await self._registered(event, plugins)
            else:
                await self._take(event)

    async def _patiently(self, call: Callable[[], Awaitable[T]]) -> T:
        """Make a call until it succeeds or is refused for good."""
        failures = 0
        while True:
            try:
                return await call()
            except (NotSent, RateLimited, Ambiguous) as error:
                pause = CONNECT_AGAIN.pause(failures, system_jitter)
                if isinstance(error, RateLimited):
                    pause += error.retry_after
                self._log.warning("not connected yet", error=str(error), pause=round(pause, 1))
            failures += 1
            await self.clock.sleep(pause)

    def _make_plugins(self) -> list[Plugin[Any]]:
        plugins: list[Plugin[Any]] = []
        for each in self.settings.plugins:
            with isolated() as outcome:
                plugins.append(each.kind(each.options, name=each.name))
            if outcome.error is not None:
                self._log.error("plugin cannot be made", plugin=each.name, exc_info=outcome.error)
        return plugins

    async def _registered(self, event: QueueRegistered, plugins: list[Plugin[Any]]) -> None:
        await self._patiently(lambda: self._directory.fill(event.registered))
        if event.count > 1:
            self._log.warning("events of some time may be missing", queues=event.count)
            return
        self._open(event.registered, plugins)
        for host in self.hosts:
            if await host.start(self._watch, self._sender):
                self._spawn(host.start_patiently(self._watch, self._sender))
        self._start_timers()
        self.started.set()
        self._log.info("started", plugins=[host.name for host in self.hosts if host.ready])

    def _open(self, registered: Registered, plugins: list[Plugin[Any]]) -> None:
        """Put everything together that needs to know the account and the server."""
        settings = self.settings
        limit = registered.max_message_length
        surroundings = Surroundings(
            clock=self.clock,
            zulip=self._zulip,
            guide=self._guide,
            bot=self._me,
            directory=self._directory,
            log=self._log,
            prefix=settings.commands.prefix,
            timezone=settings.timezone,
            message_limit=limit if isinstance(limit, int) and limit > 0 else MESSAGE_LIMIT,
        )
        timeouts = {each.name: each.timeout for each in settings.plugins}
        usual = settings.limits.timeout
        helper = Help(lambda: dispatch.commands, lambda command, context: answering.may(command, context))
        self.hosts = tuple(
            Host(plugin, surroundings, (timeouts.get(plugin.name) or usual).total_seconds())
            for plugin in (helper, *plugins)
        )
        dispatch = Dispatch(command for host in self.hosts for command in host.commands)
        access = Access(settings.access, dispatch.commands, self._directory)
        answering = Answering(
            self.hosts, dispatch, access, self._handling, settings.commands, log_content=settings.log.content
        )
        self._answering = answering

    # ---- events

    async def _take(self, event: Event) -> None:
        self._directory.apply(event)
        if isinstance(event, MessageEvent):
            await self._take_message(event)
            return
        for host in self.hosts:
            for handler in host.handlers:
                if host.ready and isinstance(event, handler.event):
                    await self._lanes.put(f"event:{handler.name}", self._event_work(host, handler, event))

    def _event_work(self, host: Host, handler: EventHandler, event: Event) -> Work:
        context = Context(host.surroundings)
        return lambda: self._handling.run(host, handler.method, handler.call(context, event), context)

    async def _take_message(self, event: MessageEvent) -> None:
        plan = self._answering.plan(event, self._me)
        if plan is None or self._budget.is_silent(plan.conversation.key):
            self._settled.mark(event.message.id)
            return

        async def work() -> None:
            try:
                await self._answering.carry_out(plan)
            finally:
                self._settled.mark(event.message.id)

        await self._lanes.put(plan.conversation.key, work)

    # ---- timers

    def _start_timers(self) -> None:
        self.timetable = Timetable(self.clock, alarm_for(self.clock))
        for host in self.hosts:
            for timer in host.timers():
                self._add_timer(host, timer)

    def _add_timer(self, host: Host, timer: Timer) -> None:
        assert self.timetable is not None, "timers are added to a timetable"
        name = f"{host.name}.{timer.name}"
        self.timetable.add(name, timer, lambda: self._fire(name, host, timer))

    def _fire(self, name: str, host: Host, timer: Timer) -> None:
        if not host.ready or name in self._firing:
            reason = "its last call still runs" if host.ready else "its plugin has not started"
            host.log.warning("timer passed over", timer=name, reason=reason)
            return
        self._firing.add(name)
        context = Context(host.surroundings)

        async def work() -> None:
            try:
                await self._handling.run(host, timer.name, timer.call(context), context)
            finally:
                self._firing.discard(name)

        self._spawn(self._lanes.put(f"timer:{name}", work))

    # ---- trouble and the end

    def _broken(self, error: Exception) -> None:
        self._log.error("a message could not be handled", exc_info=error)

    def _stuck(self, task: asyncio.Task[None], name: str) -> None:
        self._log.error("handler does not end when told to", handler=name)
        self._lanes.replace(task)

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _wind_up(self) -> None:
        """Finish what was begun, for a while; then put everything away."""
        if self.timetable is not None:
            await self.timetable.close()
        drain = self.settings.limits.drain.total_seconds()
        if not await within(self.clock, drain, self._lanes.idle()):
            self._log.warning("stopped with answers under way", pending=self._lanes.pending)
        for task in tuple(self._tasks):
            task.cancel()
        await self._lanes.close()
        for host in reversed(self.hosts):
            await host.stop(self._watch)
        await self._watch.close()
        if self._queue is not None:
            await within(self.clock, FAREWELL, self._queue.aclose())
        self._log.info("stopped")
