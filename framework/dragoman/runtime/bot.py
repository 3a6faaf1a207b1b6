"""The life of a bot: connect, start the plugins, take in events, answer, stop in good order."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

import msgspec
import structlog

from dragoman.client import BackOff, Credentials, Guide, QueueRegistered, Zulip
from dragoman.client.waiting import system_jitter
from dragoman.clock import Clock, SystemClock
from dragoman.delivery import (
    Allowance,
    CatchUp,
    CatchUpPolicy,
    Intake,
    Journal,
    Mode,
    Overtaken,
    OwnMessages,
    Posting,
    ReplyBudget,
    Sender,
    Verification,
    keep,
    position,
    within,
)
from dragoman.errors import Ambiguous, LeaseLost, NotSent, RateLimited, StateUnusable
from dragoman.events import Event, MessageEvent
from dragoman.model import User
from dragoman.operations import GetOwnUser, OwnUser, Registered, RegisterQueue
from dragoman.ops import hide
from dragoman.plugin import Context, GuideCaller, Plugin, Surroundings, Timer
from dragoman.plugin.commands import EventHandler, handlers_of
from dragoman.plugin.context import MESSAGE_LIMIT
from dragoman.runtime.access import Access
from dragoman.runtime.answering import Answering
from dragoman.runtime.desk import MOST_OVERTAKEN, Desk
from dragoman.runtime.directory import EVENT_TYPES, KnownDirectory
from dragoman.runtime.dispatch import Dispatch
from dragoman.runtime.handling import Handling
from dragoman.runtime.heartbeat import Heartbeat
from dragoman.runtime.help import Help
from dragoman.runtime.host import Host
from dragoman.runtime.isolation import isolated
from dragoman.runtime.lanes import Lanes, Work
from dragoman.runtime.line import Line, fingerprint, introduce, sorter
from dragoman.runtime.own_calls import OwnCalls
from dragoman.runtime.settings import BotSettings
from dragoman.runtime.settled import Settled
from dragoman.runtime.watch import Watch
from dragoman.schedule import Timetable, alarm_for

T = TypeVar("T")
CONNECT_AGAIN = BackOff(first=0.5, longest=30.0)
FAREWELL = 5.0
"""Seconds for what is being sent when the bot stops, and for its plugins' own ends."""
TIDY = 3600.0
"""Seconds between the times at which the journal forgets what is long over."""
BUSY = 16
"""Messages in hand from which on the bot pauses before it asks for more."""
BREATH = 0.01
"""Seconds of that pause."""
LOOK = 20.0
"""Seconds between looks at the journal for messages that somebody else let wait again."""
MESSAGES = ("message", "update_message", "delete_message")
SERVER = "server"
"""The scope in which is kept what the server said of itself."""


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

    def leave(self) -> None:
        """End without deleting the queue."""
        ...

    @property
    def in_hand(self) -> int:
        """How many events come before the server is asked for more."""
        ...

    @property
    def last_event_id(self) -> int:
        """What is acknowledged when the server is asked for more."""
        ...

    @property
    def queue_id(self) -> str | None:
        """The queue's id."""
        ...


class Messaging(Posting, Protocol):
    """What a bot needs of the messaging client."""

    def events(self, registration: RegisterQueue, *, resume: tuple[str, int] | None = None) -> EventSource:
        """Return the account's events, those of an earlier process's queue if that still lives."""
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
        journal: Journal | None = None,
        recover: bool = False,
    ) -> None:
        """Prepare; nothing is sent yet.

        Credentials and the guide's address, when given, take the place of what the settings say; clients,
        when given, take the place of those that would be made, and stay open, and so does the journal.
        Without one the state is kept in memory and lost at the end. With ``recover`` the journal is taken for
        older than the chat, whose history says what has been answered.
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
        self._given_journal = journal
        self._recovering = recover
        self._retiring = False
        self._failure: asyncio.Future[None] | None = None
        self._max_length = MESSAGE_LIMIT
        self._own = OwnMessages()
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
        self._line: Line | None = None
        self._heartbeat = Heartbeat(self._log)

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
        self.journal = self._given_journal or Journal.in_memory(bot=settings.name, clock=self.clock)
        if self._given_journal is None:
            self._stack.push_async_callback(self.journal.aclose)
        self._handling = Handling(self._watch)
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
        """Live until ``stop``; afterwards what was begun is finished, for a while.

        Trouble that passes is waited out. Raises Unauthorized when the account is not accepted, what else
        refuses the very first registration for good, and StateUnusable when the journal is another account's.
        """
        self._failure = asyncio.get_running_loop().create_future()
        self._lanes.start()
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

    @property
    def failures(self) -> dict[str, Exception]:
        """The plugins that have not started, with the reasons; with any of them the bot is not ready."""
        return {host.name: host.failure for host in self.hosts if host.failure is not None}

    @property
    def is_ready(self) -> bool:
        """Whether the bot is connected, its plugins have started, none blocks it, and its state is kept."""
        return (
            self.started.is_set()
            and all(host.ready for host in self.hosts)
            and not self._heartbeat.is_stalled
            and (self.journal.trouble is None)
        )

    # ---- living

    async def _live(self) -> None:
        me: OwnUser = await self._patiently(lambda: self._zulip(GetOwnUser()))
        self._me: User = me
        self._log.info("connected", user_id=me.user_id, full_name=me.full_name)
        await introduce(self.journal, self._site(), me.user_id)
        plugins = self._make_plugins()
        request = self._request(plugins)
        asked = fingerprint(request)
        resume = await self._left_queue(asked)
        self._queue = self._zulip.events(request, resume=resume)
        if resume is not None:
            await self._begin(Registered(queue_id=resume[0], last_event_id=resume[1]), plugins)
            self._go()
        events: list[Event] = []
        async for event in self._queue:
            if isinstance(event, QueueRegistered):
                await self._registered(event, plugins, asked)
            else:
                self._directory.apply(event)
                events.append(event)
            if events and not self._queue.in_hand:
                await self._take(events)
                events = []
                if self._desk.pending >= BUSY:
                    # So that the next answer brings many events, and not the echo of one reply.
                    await self.clock.sleep(BREATH)

    def _site(self) -> str:
        return self._zulip.credentials.site if isinstance(self._zulip, Zulip) else ""

    def _request(self, plugins: Sequence[Plugin[Any]]) -> RegisterQueue:
        handled = {handler.event.wire_type for plugin in plugins for handler in handlers_of(plugin)}
        kinds = dict.fromkeys((*MESSAGES, *EVENT_TYPES, *sorted(handled - {""})))
        return RegisterQueue(event_types=tuple(kinds), apply_markdown=False, client_gravatar=True)

    async def _left_queue(self, asked: str) -> tuple[str, int] | None:
        """Return the queue that an earlier process has left, if it holds what is wanted now."""
        bot = self.journal.bot
        left = await self.journal.do(lambda tx: position.read_position(tx, bot))
        if left.queue_id is None or left.registration != asked or left.cursor is None or self._recovering:
            return None
        kept = await self.journal.read("", SERVER, "max_message_length")
        self._max_length = int(kept.value) if kept.value is not None else MESSAGE_LIMIT
        return left.queue_id, left.last_event_id

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

    async def _registered(self, event: QueueRegistered, plugins: list[Plugin[Any]], asked: str) -> None:
        limit = event.registered.max_message_length
        if isinstance(limit, int) and limit > 0:
            self._max_length = limit
            value = str(limit).encode()
            self.journal.note(
                lambda tx: keep.put(tx, self.journal.bot, "", SERVER, "max_message_length", value)
            )
        if self._line is None:
            await self._begin(event.registered, plugins)
        else:
            await self._patiently(lambda: self._directory.fill(event.registered))
        line = self._line
        assert line is not None, "it has just begun"
        newest = await self._newest(event.registered)
        recovering, self._recovering = self._recovering, False
        await self._patiently(lambda: line.registered(event, asked, newest, recovering=recovering))
        if not self.started.is_set():
            self._go()

    async def _newest(self, registered: Registered) -> int:
        """Return the id of the last message that the account has received."""
        if isinstance(registered.max_message_id, int):
            return max(registered.max_message_id, 0)
        me: OwnUser = await self._patiently(lambda: self._zulip(GetOwnUser()))
        return max(me.max_message_id, 0) if isinstance(me.max_message_id, int) else 0

    async def _begin(self, registered: Registered, plugins: list[Plugin[Any]]) -> None:
        """Start the plugins, and take up what an earlier process left."""
        await self._patiently(lambda: self._directory.fill(registered))
        desk = self._open(plugins)
        await self._intake.load()
        for host in self.hosts:
            if await host.start(self._watch, desk.keep):
                self._spawn(host.start_patiently(self._watch, desk.keep))
        await desk.recover(doubting=self._recovering)

    def _go(self) -> None:
        """Let the timers run, and say that from now on no message is lost."""
        self._start_timers()
        self.started.set()
        self._log.info("started", plugins=[host.name for host in self.hosts if host.ready])
        self._spawn(self._tidy())
        self._spawn(self._look_for_more())

    async def _look_for_more(self) -> None:
        """Find what was put into the journal from beside, as by ``dragoman inbox retry``."""
        while True:
            await self.clock.sleep(LOOK)
            self._desk.look_for_more()

    async def _tidy(self) -> None:
        while self._line is not None:
            await self._line.tidy(self.clock.now())
            await self.clock.sleep(TIDY)

    def _open(self, plugins: list[Plugin[Any]]) -> Desk:
        """Put everything together that needs to know the account and the server."""
        settings, journal, clock = self.settings, self.journal, self.clock
        limits = settings.limits
        self.hosts = self._make_hosts(plugins)
        dispatch = self._dispatch = Dispatch(command for host in self.hosts for command in host.commands)
        access = Access(settings.access, dispatch.commands, self._directory)
        self._answering = Answering(
            self.hosts,
            dispatch,
            access,
            self._handling,
            settings.commands,
            self._directory,
            log_content=settings.log.content,
        )
        mark = self._settled.mark
        intake = self._intake = Intake(
            journal,
            sorter(self._answering, self._me, self._budget.is_silent, clock.now, mark),
            lambda rows: desk.claim(rows),
        )
        verification = Verification(journal, self._zulip, clock, self._own, self._me.user_id, self._limit)
        sender = self._sender = Sender(
            journal,
            self._zulip,
            clock,
            verification,
            Allowance(clock, limits.replies_per_minute_in_all),
            self._own,
            settled=lambda number: desk.over(number),
            failed=self._fail,
            queue_id=lambda: self._queue.queue_id if self._queue is not None else None,
            newest=lambda: intake.newest,
        )
        desk = self._desk = Desk(
            journal,
            self._lanes,
            self._answering,
            sender,
            self._budget,
            clock,
            limits,
            me=self._me,
            limit=self._limit,
            newest=lambda: intake.newest,
            settled=mark,
        )
        policy = CatchUpPolicy(**msgspec.structs.asdict(settings.catch_up))
        self._line = Line(
            journal,
            intake,
            CatchUp(journal, self._zulip, intake, clock, self._me.user_id, policy),
            sender,
            desk,
            self._own,
            self._me,
            self._limit,
            stop_at_foreign=settings.delivery.foreign == "stop",
            unsay_deleted=settings.delivery.when_deleted == "delete",
        )
        return desk

    def _limit(self) -> int:
        return self._max_length

    def _make_hosts(self, plugins: list[Plugin[Any]]) -> tuple[Host, ...]:
        settings = self.settings
        surroundings = Surroundings(
            clock=self.clock,
            zulip=OwnCalls(self._zulip, self._own, self.journal, self._limit),
            guide=self._guide,
            bot=self._me,
            directory=self._directory,
            log=self._log,
            prefix=settings.commands.prefix,
            timezone=settings.timezone,
            message_limit=self._max_length,
            store=self.journal,
        )
        timeouts = {each.name: each.timeout for each in settings.plugins}
        modes: dict[str, Mode | None] = {each.name: each.delivery for each in settings.plugins}
        usual = settings.limits.timeout
        helper = Help(
            lambda: self._dispatch.commands, lambda command, context: self._answering.may(command, context)
        )
        return tuple(
            Host(
                plugin,
                surroundings,
                (timeouts.get(plugin.name) or usual).total_seconds(),
                modes.get(plugin.name) or settings.delivery.mode,
            )
            for plugin in (helper, *plugins)
        )

    # ---- events

    async def _take(self, events: Sequence[Event]) -> None:
        assert self._line is not None, "events come after the beginning"
        assert self._queue is not None, "events come from a queue"
        await self._line.take(events, self._queue.last_event_id)
        for event in events:
            if isinstance(event, MessageEvent):
                continue
            for host in self.hosts:
                for handler in host.handlers:
                    if host.ready and isinstance(event, handler.event):
                        work = self._event_work(host, handler, event)
                        await self._lanes.put(f"event:{handler.name}", work)

    def _event_work(self, host: Host, handler: EventHandler, event: Event) -> Work:
        return lambda: self._run_unasked(
            host, handler.method, lambda context: handler.call(context, event), f"event:{handler.name}"
        )

    async def _run_unasked(
        self, host: Host, method: str, call: Callable[[Context], Awaitable[None]], lane: str
    ) -> None:
        """Run what nobody waits for, and keep what came of it; again when another was quicker."""
        for _ in range(MOST_OVERTAKEN):
            context = Context(host.surroundings)
            result = await self._handling.run(host, method, partial(call, context), context)
            if result.failure:
                return
            try:
                await self._desk.keep(host, context, lane)
            except Overtaken:
                continue
            return

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

        async def work() -> None:
            try:
                await self._run_unasked(host, timer.name, timer.call, f"timer:{name}")
            finally:
                self._firing.discard(name)

        self._spawn(self._lanes.put(f"timer:{name}", work))

    # ---- trouble and the end

    def _broken(self, error: Exception) -> None:
        if isinstance(error, LeaseLost | StateUnusable):
            self._fail(error)
            return
        self._log.error("a message could not be handled", exc_info=error)

    def _stuck(self, task: asyncio.Task[None], name: str) -> None:
        self._log.error("handler does not end when told to", handler=name)
        self._desk.stuck(task)
        self._lanes.replace(task)

    def _fail(self, error: BaseException) -> None:
        if self._failure is not None and not self._failure.done():
            self._failure.set_exception(error)

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _wind_up(self) -> None:
        """Finish what was begun, for a while; then put everything away. What is left waits in the journal."""
        if self.timetable is not None:
            await self.timetable.close()
        if self._line is None:
            self._lanes.forget_waiting()
        else:
            self._desk.stop()
        drain = self.settings.limits.drain.total_seconds()
        if not await within(self.clock, drain, self._lanes.idle()):
            self._log.warning("stopped with answers under way", pending=self._lanes.pending)
            if self._line is not None:
                await self._desk.give_back()
        for task in tuple(self._tasks):
            task.cancel()
        await self._lanes.close()
        if self._line is not None:
            await self._finish_sending()
        for host in reversed(self.hosts):
            await host.stop(self._watch, FAREWELL / 2)
        await self._watch.close()
        await self._put_queue_away()
        self._heartbeat.close()
        self._log.info("stopped")

    async def _finish_sending(self) -> None:
        if not await within(self.clock, FAREWELL, self._sender.idle()):
            self._log.warning("stopped with calls under way", pending=self._sender.pending)
        await self._sender.close()

    async def _put_queue_away(self) -> None:
        if self._queue is None:
            return
        if self.journal.durable and not self._retiring:
            self._queue.leave()
            return
        if self._line is not None:
            self._intake.adopt(None, -1, "")
            position_now = self._intake.position
            await self.journal.do(lambda tx: position.write_position(tx, self.journal.bot, position_now))
        await within(self.clock, FAREWELL, self._queue.aclose())
