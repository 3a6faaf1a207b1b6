"""Finds out whether a message in doubt was sent: by the history, and by the event that it made."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Protocol, TypeVar

from structlog.typing import FilteringBoundLogger

from dragoman.client import Passed
from dragoman.clock import Clock
from dragoman.delivery import outbox
from dragoman.delivery.crash import crash_point
from dragoman.delivery.evidence import conversation_of, narrow_to, recipient_of_message, sha_of
from dragoman.delivery.journal import Journal
from dragoman.delivery.own import OwnMessages
from dragoman.delivery.parcel import Parcel
from dragoman.delivery.waiting import within
from dragoman.errors import ServiceError
from dragoman.model import Message
from dragoman.operations import GetMessages, Operation
from dragoman.plugin import Conversation

T = TypeVar("T")
LOOKS = (1.0, 3.0, 8.0, 20.0, 40.0, 65.0)
"""Seconds after the doubt began at which the history is searched.

After the last one no server works on the request any more: gateways and workers give up after 60.
"""
QUIET = LOOKS[-1]
LAST_LOOKS = 10.0
"""Seconds between the looks after those, while no look succeeds."""
PAGE = 5000


class Posting(Protocol):
    """What makes calls; the client does, and a simulation may."""

    async def __call__(self, operation: Operation[T]) -> T:
        """Make a call, repeating it where that can do no harm."""
        ...

    async def once(
        self, operation: Operation[T], *, idempotency_key: str | None = None, passed: Passed | None = None
    ) -> T:
        """Make a call in one exchange."""
        ...


class Verification:
    """Looks for messages of the bot's own."""

    def __init__(
        self,
        journal: Journal,
        zulip: Posting,
        clock: Clock,
        own: OwnMessages,
        own_id: int,
        limit: Callable[[], int],
    ) -> None:
        """Look with this account; ``limit`` tells how many code points a message can have."""
        self._journal = journal
        self._zulip = zulip
        self._clock = clock
        self._own = own
        self._own_id = own_id
        self._limit = limit

    async def find(self, parcel: Parcel, log: FilteringBoundLogger) -> int | None:
        """Return the message that a parcel became, or ``None`` when it surely became none; takes its time."""
        parcel.evidence = asyncio.Event()
        try:
            return await self._find(parcel, log)
        finally:
            parcel.evidence = None

    async def look(self, parcel: Parcel, log: FilteringBoundLogger) -> int | None:
        """Return the message by which another copy has done what a parcel is for; ``None`` without one."""
        while True:
            try:
                return await self._search(parcel, parcel.row.message_id)
            except ServiceError as error:
                log.warning("history cannot be searched for now", error=str(error))
                await self._clock.sleep(LAST_LOOKS)

    async def _find(self, parcel: Parcel, log: FilteringBoundLogger) -> int | None:
        began = self._clock.monotonic()
        looks = [began + seconds for seconds in LOOKS]
        while True:
            hour = looks.pop(0) if looks else self._clock.monotonic() + LAST_LOOKS
            if await self._told(parcel, hour - self._clock.monotonic()):
                return parcel.sent_as
            crash_point("mid_verify")
            try:
                found = await self._search(parcel, parcel.anchor or 0)
            except ServiceError as error:
                log.warning("history cannot be searched for now", error=str(error))
                continue
            if found is not None or not looks:
                return found

    async def _told(self, parcel: Parcel, seconds: float) -> bool:
        """Wait for an event about it, but no longer than that."""
        assert parcel.evidence is not None, "it is being looked for"
        if parcel.sent_as is None and seconds > 0:
            await within(self._clock, seconds, _set(parcel.evidence))
        return parcel.sent_as is not None

    async def _search(self, parcel: Parcel, anchor: int) -> int | None:
        place = conversation_of(parcel.row.operation)
        if place is None:
            return None
        alike = [message async for message in self._alike(parcel, place, anchor)]
        if not alike:
            return None
        row = parcel.row
        rivals = await self._journal.do(lambda tx: outbox.rivals(tx, self._journal.bot, row))
        own = place.key
        # Topics move, so any will do, unless it is that of another one that looks the same.
        alike.sort(key=lambda message: (Conversation.of(message, self._own_id).key != own, message.id))
        for message in alike:
            topic = Conversation.of(message, self._own_id).key
            if topic != own and topic in rivals:
                continue
            if not await self._is_claimed(message.id):
                return message.id
        return None

    async def _is_claimed(self, message_id: int) -> bool:
        return message_id in self._own or await self._journal.do(
            lambda tx: outbox.is_claimed(tx, self._journal.bot, message_id)
        )

    async def _alike(self, parcel: Parcel, place: Conversation, anchor: int) -> AsyncIterator[Message]:
        """Go through the bot's messages there that say the same, after the anchor."""
        while True:
            found = await self._zulip.once(
                GetMessages(
                    anchor=anchor,
                    include_anchor=False,
                    num_before=0,
                    num_after=PAGE,
                    narrow=narrow_to(place, self._own_id),
                    apply_markdown=False,
                )
            )
            for message in found.messages:
                if self._is_alike(parcel, message):
                    yield message
            if found.found_newest or not found.messages:
                return
            anchor = found.messages[-1].id

    def _is_alike(self, parcel: Parcel, message: Message) -> bool:
        return (
            message.sender_id == self._own_id
            and recipient_of_message(message, self._own_id) == parcel.row.recipient
            and sha_of(message.content, self._limit()) == parcel.row.content_sha
        )


async def _set(event: asyncio.Event) -> None:
    await event.wait()
