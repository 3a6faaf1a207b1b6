"""Event queues: what has happened since a client registered, until it has taken note."""

import asyncio
import random
import uuid
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

import msgspec

from dragoman_server import failures
from dragoman_server.clock import Clock, Timer
from dragoman_server.event import Event
from dragoman_server.settings import ServerSettings

HEARTBEATS: ContextVar[bool] = ContextVar("HEARTBEATS", default=True)
"""Whether the poll that is being answered is kept awake by heartbeats; a fault may take them away."""

_NEVER = 10 * 365 * 86400.0


@lru_cache(maxsize=1024)
def shared(words: frozenset[str]) -> frozenset[str]:
    """Return an equal set that other queues have too: most clients of one kind choose the same."""
    return words


class QueueChoices(msgspec.Struct, frozen=True, kw_only=True):
    """What a client said when it registered."""

    user_id: int
    client: str = "Unspecified"
    event_types: frozenset[str] | None = None
    """`None` wants all."""

    apply_markdown: bool = False
    client_gravatar: bool = True
    slim_presence: bool = False
    all_public_streams: bool = False
    narrow: tuple[tuple[str, str], ...] = ()
    idle_timeout: int = 600
    capabilities: frozenset[str] = frozenset()
    hears_linkifiers: bool = False
    """Whether changes of linkifiers are told."""

    def wants_type(self, type_: str) -> bool:
        """Tell whether this client asked for events of that type."""
        return self.event_types is None or type_ in self.event_types

    def wants(self, event: Event) -> bool:
        """Tell whether this client is to hear of an event of that type."""
        if not self.wants_type(event.type):
            return False
        # Channel typing came later than direct typing; a client must say that it can tell them apart.
        if event.type == "realm_linkifiers":
            return self.hears_linkifiers
        if event.type == "typing" and "stream_id" in event.fields:
            return "stream_typing_notifications" in self.capabilities
        return True


class ParkedEvent(msgspec.Struct, frozen=True):
    """An event and its number, while no server runs."""

    number: int
    type: str
    fields: dict[str, Any]


class ParkedQueue(msgspec.Struct, frozen=True, kw_only=True):
    """An event queue while no server runs."""

    id: str
    choices: QueueChoices
    newest_pruned: int
    next_number: int
    events: tuple[ParkedEvent, ...]
    idle_since: float
    """The wall time since which nobody waits here."""


class EventQueue:
    """One client's events, numbered from 0; they stay until a higher number is acknowledged."""

    # There may be ten thousand of them.
    __slots__ = (
        *("choices", "id", "newest_pruned"),
        *("_clock", "_events", "_heartbeat", "_last_parked", "_newest_given", "_next", "_waiting"),
    )

    def __init__(self, choices: QueueChoices, clock: Clock) -> None:
        """Start empty, under a random ID."""
        self.id = str(uuid.uuid4())
        self.choices = choices
        self.newest_pruned = -1
        self._clock = clock
        self._next = 0
        self._newest_given = -1
        self._events: list[tuple[int, Event]] = []
        self._waiting: asyncio.Future[None] | None = None
        self._heartbeat: Timer | None = None
        self._last_parked = clock.monotonic()

    @classmethod
    def resumed(cls, parked: ParkedQueue, clock: Clock) -> "EventQueue":
        """Return the queue that was parked."""
        queue = cls(parked.choices, clock)
        queue.id = parked.id
        queue.newest_pruned = parked.newest_pruned
        queue._next = parked.next_number
        # Whether what is left was given to the client before, is not known any more.
        queue._newest_given = queue.last_event_id
        queue._events.extend((one.number, Event(one.type, **one.fields)) for one in parked.events)
        queue._last_parked = clock.monotonic() - max(0.0, clock.now() - parked.idle_since)
        return queue

    def park(self) -> ParkedQueue:
        """Return what must be kept for the time in which no server runs."""
        idle = 0.0 if self.is_waited_on else self._clock.monotonic() - self._last_parked
        return ParkedQueue(
            id=self.id,
            choices=self.choices,
            newest_pruned=self.newest_pruned,
            next_number=self._next,
            events=tuple(ParkedEvent(number, one.type, one.fields) for number, one in self._events),
            idle_since=self._clock.now() - idle,
        )

    @property
    def last_event_id(self) -> int:
        """The number of the newest event, -1 if there was none."""
        return self._next - 1

    @property
    def is_waited_on(self) -> bool:
        """Whether a poll is parked here."""
        return self._waiting is not None

    @property
    def is_idle(self) -> bool:
        """Whether nobody has waited here for longer than the queue may live."""
        idle = self._clock.monotonic() - self._last_parked
        return not self.is_waited_on and idle >= self.choices.idle_timeout

    def push(self, event: Event) -> None:
        """Add an event and wake the waiting poll."""
        if not self._merge(event):
            self._events.append((self._next, event))
        self._next += 1
        self.release()

    def acknowledge(self, event_id: int) -> None:
        """Drop the events up to `event_id`, which must be one that the client has been given."""
        if event_id < self.newest_pruned:
            raise failures.EVENT_PRUNED(event_id=event_id)
        seen = bisect_right(self._events, event_id, key=_number)
        if seen:
            self.newest_pruned = self._events[seen - 1][0]
            del self._events[:seen]
        if event_id != self.newest_pruned:
            raise failures.EVENT_NOT_IN_QUEUE(event_id=event_id)

    def encoded(self) -> list[msgspec.Raw]:
        """Return the unacknowledged events as JSON."""
        self._newest_given = self.last_event_id
        return [msgspec.Raw(event.encode(number)) for number, event in self._events]

    def __len__(self) -> int:
        """Count the unacknowledged events."""
        return len(self._events)

    async def wait(self, heartbeat_after: float) -> None:
        """Park until something happens here; an older poll that is parked is answered at once.

        When nothing happens for `heartbeat_after` seconds, a heartbeat does.
        """
        self.release()
        waiting = self._waiting = asyncio.get_running_loop().create_future()
        self._last_parked = self._clock.monotonic()
        heartbeat = self._clock.call_later(heartbeat_after, self._beat)
        self._heartbeat = heartbeat
        try:
            await waiting
        finally:
            heartbeat.cancel()
            self._last_parked = self._clock.monotonic()
            if self._waiting is waiting:
                self._waiting = None

    def _beat(self) -> None:
        self.push(Event("heartbeat"))

    def release(self) -> None:
        """Answer the parked poll, if there is one."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    def cut_off(self) -> None:
        """Close the connection of the parked poll, if there is one, without an answer."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.cancel()

    def forget_poll(self) -> None:
        """Take back that somebody waits here: a queue brought back from memory has no poll."""
        self._waiting = None
        if self._heartbeat is not None:
            self._heartbeat.cancel()

    def _merge(self, event: Event) -> bool:
        """Join flag changes of the same kind that follow each other, as real servers do."""
        if event.type != "update_message_flags" or not self._events:
            return False
        number, old = self._events[-1]
        # Its number must stay: the client is about to acknowledge it.
        if number <= self._newest_given:
            return False
        if old.type != event.type or "message_details" in event.fields:
            return False
        if any(old.fields[key] != event.fields[key] for key in ("op", "flag", "all")):
            return False
        merged = {**event.fields, "messages": [*old.fields["messages"], *event.fields["messages"]]}
        self._events[-1] = (self._next, Event(event.type, **merged))
        return True


def _number(entry: tuple[int, Event]) -> int:
    return entry[0]


class Queues:
    """All event queues of the server."""

    def __init__(self, clock: Clock, settings: ServerSettings) -> None:
        """Start without any."""
        self._clock = clock
        self._settings = settings
        self._by_id: dict[str, EventQueue] = {}
        self._by_user: dict[int, dict[str, EventQueue]] = {}

    def __iter__(self) -> Iterator[EventQueue]:
        """Walk over all queues, oldest first."""
        return iter(list(self._by_id.values()))

    def register(self, choices: QueueChoices) -> EventQueue:
        """Open a queue."""
        return self._add(EventQueue(choices, self._clock))

    def resume(self, parked: ParkedQueue) -> None:
        """Open a queue again that was parked, unless it has lain idle for too long."""
        queue = EventQueue.resumed(parked, self._clock)
        if not queue.is_idle:
            self._add(queue)

    def _add(self, queue: EventQueue) -> EventQueue:
        self._by_id[queue.id] = queue
        self._by_user.setdefault(queue.choices.user_id, {})[queue.id] = queue
        return queue

    def get(self, queue_id: str) -> EventQueue | None:
        """Return the queue of that ID, whosever it is, or `None`."""
        return self._by_id.get(queue_id)

    def access(self, user_id: int, queue_id: str) -> EventQueue:
        """Return the person's own queue; anybody else's is as good as unknown."""
        queue = self._by_id.get(queue_id)
        if queue is None or queue.choices.user_id != user_id:
            raise failures.BAD_QUEUE(queue_id=queue_id)
        return queue

    def delete(self, queue: EventQueue) -> None:
        """Close a queue; a poll that waits on it is answered."""
        del self._by_id[queue.id]
        del self._by_user[queue.choices.user_id][queue.id]
        queue.release()

    def owners(self) -> list[int]:
        """Return who has queues."""
        return [user_id for user_id, queues in self._by_user.items() if queues]

    def of(self, user_id: int) -> list[EventQueue]:
        """Return a person's queues, oldest first."""
        return list(self._by_user.get(user_id, {}).values())

    def push(self, event: Event, user_ids: Iterable[int]) -> None:
        """Give the event to all queues of these people that want it."""
        for user_id in user_ids:
            for queue in self._by_user.get(user_id, {}).values():
                if queue.choices.wants(event):
                    queue.push(event)

    def push_each(self, user_ids: Iterable[int], choose: Callable[[EventQueue], Iterable[Event]]) -> None:
        """Give each queue of these people the events that `choose` picks for it."""
        for user_id in user_ids:
            for queue in self._by_user.get(user_id, {}).values():
                for event in choose(queue):
                    if queue.choices.wants(event):
                        queue.push(event)

    def heartbeat_after(self) -> float:
        """Return the seconds after which a poll that begins now is answered with a heartbeat."""
        if not HEARTBEATS.get():
            return _NEVER
        least, most = self._settings.heartbeat_seconds
        return random.uniform(least, most)  # noqa: S311 - spreads load, keeps no secret

    def start_sweeping(self) -> None:
        """Look for idle queues from now on, again and again."""
        self._clock.call_later(self._settings.queue_sweep_seconds, self._sweep)

    def release_all(self) -> None:
        """Answer all parked polls."""
        for queue in self._by_id.values():
            queue.release()

    def cut_off(self) -> None:
        """Close the connections of all parked polls without an answer."""
        for queue in self._by_id.values():
            queue.cut_off()

    def forget_polls(self) -> None:
        """Take back that anybody waits: what was brought back from memory has no polls."""
        for queue in self._by_id.values():
            queue.forget_poll()

    def _sweep(self) -> None:
        for queue in list(self._by_id.values()):
            if queue.is_idle:
                self.delete(queue)
        self.start_sweeping()
