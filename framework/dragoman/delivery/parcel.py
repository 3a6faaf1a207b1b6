"""One effect on its way out, and what is known of it."""

import asyncio

from dragoman.delivery.records import OutboxRow


class Parcel:
    """A row of the outbox that a sender has in hand."""

    __slots__ = (
        "anchor",
        "asked",
        "before",
        "begun",
        "called_off",
        "evidence",
        "over",
        "recovered",
        "row",
        "sent_as",
        "waiters",
    )

    def __init__(
        self, row: OutboxRow, *, asked: bool, before: "Parcel | None", recovered: bool = False
    ) -> None:
        """Take a row in hand; ``before`` is what has to be over first."""
        self.row = row
        self.asked = asked
        """Whether a person waits for it."""
        self.before = before
        self.recovered = recovered
        """Whether an earlier process had it in hand: it may not know where its message has been moved to."""
        self.anchor = row.anchor if row.state == "SENDING" else None
        """If it was sent, it comes after this message; ``None`` before the first try."""
        self.begun = row.state == "SENDING" and not recovered
        """Whether it was committed together with its being recorded that its call is about to be made."""
        self.called_off = ""
        """Why it is not to be done any more."""
        self.over = False
        self.sent_as: int | None = None
        """The message that it became, when an event told."""
        self.evidence: asyncio.Event | None = None
        """Set when an event tells that it was sent; there while that matters."""
        self.waiters: list[asyncio.Future[None]] = []

    def saw(self, message_id: int) -> None:
        """Learn from an event that it was sent."""
        self.sent_as = message_id
        if self.evidence is not None:
            self.evidence.set()

    def end(self) -> None:
        """Let go what waits for it."""
        self.over = True
        for waiter in self.waiters:
            if not waiter.done():
                waiter.set_result(None)
        self.waiters.clear()

    async def ended(self) -> None:
        """Return when it is over."""
        if not self.over:
            waiter = asyncio.get_running_loop().create_future()
            self.waiters.append(waiter)
            await waiter
