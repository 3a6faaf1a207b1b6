"""A bot's connection to the chat: its account there, its event queue, and patience with both."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from structlog.typing import FilteringBoundLogger

from dragoman.client import BackOff, Zulip
from dragoman.client.waiting import system_jitter
from dragoman.clock import Clock
from dragoman.delivery import Journal, keep, position
from dragoman.errors import Ambiguous, NotSent, RateLimited, ServiceError
from dragoman.model import User
from dragoman.operations import DeleteQueue, GetOwnUser, OwnUser, Registered, RegisterQueue
from dragoman.plugin import Plugin
from dragoman.plugin.commands import handlers_of
from dragoman.plugin.context import MESSAGE_LIMIT
from dragoman.runtime.directory import EVENT_TYPES
from dragoman.runtime.line import fingerprint, introduce
from dragoman.runtime.messaging import EventSource, Messaging

T = TypeVar("T")
CONNECT_AGAIN = BackOff(first=0.5, longest=30.0)
MESSAGES = ("message", "update_message", "delete_message")
RESTARTS = ("restart",)
LIMITS = ("realm",)
"""The section of a registration's answer in which the server names its limits."""
SERVER = "server"
"""The scope in which is kept what the server said of itself."""


class Connection:
    """One account's connection."""

    def __init__(self, zulip: Messaging, journal: Journal, clock: Clock, log: FilteringBoundLogger) -> None:
        """Connect through this client; nothing is sent yet."""
        self.zulip = zulip
        self.queue: EventSource | None = None
        """The events; None before ``open``."""
        self.registration = ""
        """By what the queue is known to hold what was wanted of it."""
        self._journal = journal
        self._clock = clock
        self._wanted = RegisterQueue()
        self._max_length = MESSAGE_LIMIT
        self._log = log

    def limit(self) -> int:
        """Return how many code points a message may have."""
        return self._max_length

    def hurry(self) -> None:
        """Ask for events anew at once: the machine may have slept, and the connection be dead."""
        if self.queue is not None:
            self.queue.hurry()

    def queue_id(self) -> str | None:
        """Return the queue's id; None while there is none."""
        return self.queue.queue_id if self.queue is not None else None

    async def patiently(self, call: Callable[[], Awaitable[T]]) -> T:
        """Make a call until it succeeds or is refused for good."""
        failures = 0
        while True:
            try:
                return await call()
            except (NotSent, RateLimited, Ambiguous) as error:
                pause = CONNECT_AGAIN.pause_after(error, failures, system_jitter)
                self._log.warning("not connected yet", error=str(error), pause=round(pause, 1))
            failures += 1
            await self._clock.sleep(pause)

    async def sign_in(self) -> User:
        """Return who the bot is to the chat; fails with StateUnusable when the state is another account's."""
        me: OwnUser = await self.patiently(lambda: self.zulip(GetOwnUser()))
        self._log.info("connected", user_id=me.user_id, full_name=me.full_name)
        await introduce(self._journal, self._site(), me.user_id)
        return me

    async def want(self, request: RegisterQueue) -> None:
        """Ask for these events; a queue that is open and brings others ends, and is to be opened anew."""
        self._wanted = request
        if self.queue is not None and fingerprint(request) != self.registration:
            await self.queue.aclose()

    async def open(self, *, anew: bool) -> tuple[EventSource, Registered | None]:
        """Return the events that are wanted, and the queue that an earlier process left, if it is taken up.

        It is when it holds what is wanted now, and with ``anew`` never.
        """
        self.registration = fingerprint(self._wanted)
        left = None if anew else await self._left_queue()
        resume = (left.queue_id or "", left.last_event_id) if left is not None else None
        self.queue = self.zulip.events(self._wanted, resume=resume)
        return self.queue, left

    def learn(self, registered: Registered) -> None:
        """Take note of the limits that the server names."""
        limit = registered.max_message_length
        if not isinstance(limit, int) or limit <= 0:
            return
        self._max_length = limit
        value = str(limit).encode()
        self._journal.note(
            lambda tx: keep.put(tx, self._journal.bot, "", SERVER, "max_message_length", value)
        )

    async def read_limits(self) -> None:
        """Ask for the limits again, as after a restart of the server; they come with a queue of their own."""
        request = RegisterQueue(event_types=RESTARTS, fetch_event_types=LIMITS)
        try:
            registered = await self.patiently(lambda: self.zulip(request))
            self.learn(registered)
            if registered.queue_id is not None:
                await self.zulip(DeleteQueue(queue_id=registered.queue_id))
        except ServiceError as error:
            self._log.warning("limits not read again", error=str(error))

    async def newest(self, registered: Registered) -> int:
        """Return the id of the last message that the account has received."""
        if isinstance(registered.max_message_id, int):
            return max(registered.max_message_id, 0)
        me: OwnUser = await self.patiently(lambda: self.zulip(GetOwnUser()))
        return max(me.max_message_id, 0) if isinstance(me.max_message_id, int) else 0

    def _site(self) -> str:
        return self.zulip.credentials.site if isinstance(self.zulip, Zulip) else ""

    async def _left_queue(self) -> Registered | None:
        bot = self._journal.bot
        left = await self._journal.do(lambda tx: position.read_position(tx, bot))
        if left.queue_id is None or left.registration != self.registration or left.cursor is None:
            return None
        kept = await self._journal.read("", SERVER, "max_message_length")
        self._max_length = int(kept.value) if kept.value is not None else MESSAGE_LIMIT
        return Registered(queue_id=left.queue_id, last_event_id=left.last_event_id)


def request_for(plugins: Sequence[Plugin[Any]]) -> RegisterQueue:
    """Return what to ask for, so that each of these plugins hears what it handles."""
    handled = {handler.event.wire_type for plugin in plugins for handler in handlers_of(plugin)}
    kinds = dict.fromkeys((*MESSAGES, *EVENT_TYPES, *RESTARTS, *sorted(handled - {""})))
    return RegisterQueue(event_types=tuple(kinds), apply_markdown=False, client_gravatar=True)
