"""The event queue as an async iterator that outlives lost connections, restarts and lost queues."""

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Protocol, Self, TypeVar

from msgspec import UNSET, structs

from dragoman.client.log import Log
from dragoman.client.transport import CALL, POLL, Patience
from dragoman.client.waiting import BackOff, Jitter
from dragoman.clock import Clock
from dragoman.errors import (
    ApiError,
    Forbidden,
    MalformedAnswer,
    QueueExpired,
    RateLimited,
    ServiceError,
    Unauthorized,
)
from dragoman.events import Event, RestartEvent
from dragoman.operations import (
    ClientCapabilities,
    DeleteQueue,
    EventsFetched,
    GetEvents,
    Operation,
    Registered,
    RegisterQueue,
)

T = TypeVar("T")

BACK_OFF = BackOff(first=0.1, longest=10.0)
LONGEST_WISH = 300.0
"""Seconds that a 429 can make a poll wait, whatever it says."""
LIMITS = "realm"
"""The section of the state that holds the limits on lengths and times."""
CAPABILITIES = ClientCapabilities(
    bulk_message_deletion=True,
    user_avatar_url_field_optional=True,
    stream_typing_notifications=True,
    user_settings_object=True,
    include_deactivated_groups=True,
    empty_topic_name=True,
)

log = Log(__name__)


class Caller(Protocol):
    """What the queue needs of a client."""

    @property
    def clock(self) -> Clock:
        """What tells the time and waits."""
        ...

    @property
    def jitter(self) -> Jitter:
        """What makes pauses uneven."""
        ...

    async def once(self, operation: Operation[T], *, patience: Patience = CALL) -> T:
        """Make a call in one exchange."""
        ...

    def learn_level(self, level: int | None) -> None:
        """Take note of the server's feature level."""
        ...


class QueueRegistered(Event):
    """Not from the server: a queue was registered, and what follows comes from it.

    It stands in the stream where the seam is. From the second one on there is a gap before it, to be closed
    by fetching messages.
    """

    count: int
    """1 for the first queue."""
    registered: Registered


class EventQueue:
    """Events of one account, in order, each once: ``async for event in queue``.

    The first event, and the first after a lost queue, is a ``QueueRegistered``. Heartbeats are passed on.
    Trouble that may pass (no connection, no or no proper answer, 5xx, 403, 429) is waited out with back-off
    on the same queue; any other refusal of a poll means that the queue is lost, and a new one is registered.
    Raises ``Unauthorized`` for a 401, and whatever refuses the first registration; the iteration may be taken
    up again after that. An event is acknowledged when the one after it is asked for and none is left in hand.
    One task may iterate at a time.
    """

    def __init__(
        self, caller: Caller, registration: RegisterQueue, *, resume: tuple[str, int] | None = None
    ) -> None:
        """Prepare; nothing is sent yet.

        ``resume`` has the id of a queue that an earlier process registered likewise, and of the last of its
        events that need not come again. If it still lives its events go on from there, and no registration
        comes before them; else there was a gap, and the ``QueueRegistered`` after it has the count 2.
        """
        self._caller = caller
        self._request = complete(registration)
        self._in_hand: deque[Event] = deque()
        self._queue_id: str | None = None
        self._failures = 0
        self._empty = 0
        self._polling = False
        self._closed = False
        self._hurried = False
        self._limit: asyncio.Timeout | None = None
        self.last_event_id: int = -1
        """What the next poll acknowledges."""
        self.registration: Registered | None = None
        """The latest answer to a registration; ``None`` before the first."""
        self.registered_count: int = 0
        if resume is not None:
            self._queue_id, self.last_event_id = resume
            self.registered_count = 1
        self.trouble: ServiceError | None = None
        """What the queue is waiting out; ``None`` while all is well."""

    def __aiter__(self) -> Self:
        """Return the queue itself."""
        return self

    async def __anext__(self) -> Event:
        """Return the next event, however long that takes."""
        if self._polling:
            raise RuntimeError("another task is iterating over this queue")
        self._polling = True
        try:
            while not self._in_hand:
                if self._closed:
                    await self.aclose()
                    raise StopAsyncIteration
                await self._step()
        finally:
            self._polling = False
        return self._in_hand.popleft()

    @property
    def in_hand(self) -> int:
        """How many events will come before the server is asked for more, which acknowledges all of them."""
        return len(self._in_hand)

    def leave(self) -> None:
        """End the iteration and leave the queue to whoever resumes it, with its id and ``last_event_id``."""
        self._closed = True
        self._queue_id = None

    @property
    def queue_id(self) -> str | None:
        """The queue's id, to be kept with that of the last event dealt with; ``None`` while there is none."""
        return self._queue_id

    def hurry(self) -> None:
        """Ask anew at once, without waiting for the answer to what was asked: its connection may be dead."""
        self._hurried = True
        if self._limit is not None and not self._limit.expired():
            self._limit.reschedule(asyncio.get_running_loop().time())

    async def register(self) -> Registered:
        """Register now, unless that is done, and return the answer; the iteration would do it by itself.

        Waits out trouble as the iteration does, and raises what it raises.
        """
        if self.registration is None and self._queue_id is not None:
            raise RuntimeError("a resumed queue is registered already, by an earlier process")
        while self.registration is None:
            await self._step()
        return self.registration

    async def aclose(self) -> None:
        """End the iteration and delete the queue on the server; trouble with that is only logged.

        A task that waits for an event ends with its current poll, which the deletion cuts short.
        """
        self._closed = True
        queue_id, self._queue_id = self._queue_id, None
        if queue_id is None:
            return
        try:
            await self._caller.once(DeleteQueue(queue_id=queue_id))
        except ServiceError as error:
            log.debug("queue not deleted", queue_id=queue_id, error=str(error))

    async def _step(self) -> None:
        """Make one exchange, and wait as its outcome demands."""
        pause: float | None = 0.0
        try:
            if self._queue_id is None:
                await self._register()
            else:
                pause = await self._poll(self._queue_id)
        except ServiceError as error:
            pause = self._pause_after(error)
            if pause is None:
                raise
        if pause and not self._closed:
            await self._caller.clock.sleep(pause)

    async def _register(self) -> None:
        registered = await self._caller.once(self._request)
        if registered.queue_id is None:
            raise MalformedAnswer(self._request, status=200, reason="it names no queue")
        self._queue_id = registered.queue_id
        self.registration = registered
        self.registered_count += 1
        # Never carried over from another queue: numbers mean nothing outside their own.
        self.last_event_id = registered.last_event_id
        self.trouble = None
        self._in_hand.append(
            QueueRegistered(id=registered.last_event_id, count=self.registered_count, registered=registered)
        )
        log.info("queue registered", queue_id=registered.queue_id, count=self.registered_count)

    async def _poll(self, queue_id: str) -> float:
        """Fetch what is new, waiting for it unless recovering; return the pause before the next poll."""
        recovering = self.trouble is not None or self._hurried
        self._hurried = False
        request = GetEvents(
            queue_id=queue_id, last_event_id=self.last_event_id, dont_block=True if recovering else UNSET
        )
        fetched = await self._fetch(request, CALL if recovering else self._patience())
        if fetched is None:
            return 0.0
        if self._closed:
            return 0.0
        self._take(fetched.events)
        if recovering:
            log.info("events again", failures=self._failures)
            self.trouble = None
            return 0.0
        self._failures = 0
        self._empty = 0 if fetched.events else self._empty + 1
        # A second poller cuts this one short with an empty list; two of them must not chase each other.
        return BACK_OFF.pause(self._empty - 1, self._caller.jitter) if self._empty else 0.0

    async def _fetch(self, request: GetEvents, patience: Patience) -> EventsFetched | None:
        """Make a poll; returns None when it was not to be waited for any longer."""
        try:
            async with asyncio.timeout(None) as self._limit:
                return await self._caller.once(request, patience=patience)
        except TimeoutError:
            return None
        finally:
            self._limit = None

    def _take(self, events: Iterable[Event]) -> None:
        fresh = {event.id: event for event in events if event.id > self.last_event_id}
        for number in sorted(fresh):
            event = fresh[number]
            if isinstance(event, RestartEvent):
                self._caller.learn_level(event.feature_level)
            self._in_hand.append(event)
            self.last_event_id = number

    def _pause_after(self, error: ServiceError) -> float | None:
        """Return how long to wait after a failure, forgetting a lost queue; ``None`` to raise it."""
        if isinstance(error, Unauthorized) or (not self._has_had_queue() and _is_final(error)):
            return None
        pause = BACK_OFF.pause(self._failures, self._caller.jitter)
        if isinstance(error, RateLimited):
            pause += min(error.retry_after, LONGEST_WISH)
        if self._queue_id is not None and _is_loss(error):
            log.warning("queue lost", queue_id=self._queue_id, error=str(error))
            self._queue_id = None
            if isinstance(error, QueueExpired) and not self._failures:
                pause = 0.0
        # Only a poll that waited sets it back: a server that answers the others may still fail this one.
        self._failures += 1
        self.trouble = error
        log.warning("no events for now", error=str(error), failures=self._failures, pause=round(pause, 3))
        return pause

    def _has_had_queue(self) -> bool:
        return self.registration is not None or self._queue_id is not None

    def _patience(self) -> Patience:
        told = UNSET if self.registration is None else self.registration.event_queue_longpoll_timeout_seconds
        if not isinstance(told, int) or told < 1:
            return POLL
        return Patience(total=float(told), silence=min(float(told), POLL.silence or POLL.total))


def complete(registration: RegisterQueue) -> RegisterQueue:
    """Return the registration with this client's capabilities and the limits, where it leaves them open."""
    changes: dict[str, object] = {}
    if registration.client_capabilities is UNSET:
        changes["client_capabilities"] = CAPABILITIES
    kinds = registration.event_types
    if registration.fetch_event_types is UNSET and isinstance(kinds, tuple) and LIMITS not in kinds:
        changes["fetch_event_types"] = (*kinds, LIMITS)
    return structs.replace(registration, **changes)


def _is_loss(error: ServiceError) -> bool:
    """Tell whether a failed poll means that the queue is gone: by the code or status, never by the words."""
    if isinstance(error, Forbidden | RateLimited):
        return False
    if isinstance(error, MalformedAnswer):
        return 400 <= error.status < 500 and error.status not in (401, 403, 429)
    return isinstance(error, ApiError)


def _is_final(error: ServiceError) -> bool:
    """Tell whether a refused registration will be refused again."""
    if isinstance(error, MalformedAnswer):
        return 300 <= error.status < 500
    return isinstance(error, ApiError) and not isinstance(error, RateLimited)
