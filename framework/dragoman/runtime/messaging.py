"""What a bot needs of a messaging client."""

from typing import Protocol, Self

from dragoman.delivery import Posting
from dragoman.events import Event
from dragoman.operations import RegisterQueue


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

    def hurry(self) -> None:
        """Ask anew at once: the connection may be dead."""
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
