"""Takes events in: what has to be answered is committed before the server is told that it may forget it."""

from collections.abc import Callable, Sequence

from msgspec import structs

from dragoman.delivery import edits, inbox, outbox
from dragoman.delivery.crash import crash_point
from dragoman.delivery.database import Transaction
from dragoman.delivery.journal import Journal
from dragoman.delivery.position import read_position, write_position
from dragoman.delivery.records import Edit, InboxRow, Position
from dragoman.events import DeleteMessageEvent, Event, MessageEvent

Sort = Callable[[MessageEvent], InboxRow | None]
"""Says what is to be done about a message: a row, or ``None`` when it is nothing to the bot."""
Claim = Callable[[Sequence[InboxRow]], frozenset[int]]
"""Says which messages will be handled at once, so that their attempt can be counted in the same commit."""
Begin = Callable[[Sequence[InboxRow]], None]
"""Takes messages in hand that are being committed: nothing of what comes of them is committed before them."""

Look = Callable[[Event], Sequence[Edit]]
"""Says which messages an event changes that are to be dealt with again."""


class Intake:
    """The way from events to the inbox."""

    def __init__(self, journal: Journal, sort: Sort, claim: Claim, look: Look) -> None:
        """Take in what is to be done; ``load`` comes first."""
        self._journal = journal
        self._sort = sort
        self._claim = claim
        self._look = look
        self._careful = True
        """Whether what an earlier process was handling when it died may still come."""
        self.position = Position()
        """How far the bot has read."""

    async def load(self) -> Position:
        """Read from the journal how far an earlier process has come."""
        self.position = await self._journal.do(lambda tx: read_position(tx, self._journal.bot))
        return self.position

    @property
    def newest(self) -> int:
        """The highest message id known."""
        return self.position.cursor or 0

    async def begin_at(self, message_id: int, queue_id: str, last_event_id: int, registration: str) -> None:
        """Begin for the first time: what was said up to this message is not answered."""
        self.position = Position(
            queue_id=queue_id,
            last_event_id=last_event_id,
            registration=registration,
            cursor=message_id,
            floor=message_id,
        )
        position = self.position
        await self._journal.do(lambda tx: write_position(tx, self._journal.bot, position))

    def adopt(self, queue_id: str | None, last_event_id: int, registration: str) -> None:
        """Go on with another queue; it is noted with what comes next."""
        self.position = structs.replace(
            self.position, queue_id=queue_id, last_event_id=last_event_id, registration=registration
        )

    async def take(self, events: Sequence[Event], last_event_id: int, begin: Begin) -> list[InboxRow]:
        """Commit what events bring, and return the messages that wait for it; then they may be acknowledged.

        Those are the new ones, and those that were edited: what they say is to be looked for. New ones of
        which there surely is no row yet, and which can be handled at once, are given to ``begin`` instead,
        before they are committed, so that their end goes into the same commit. Not so the first that come to
        a process: the one before it may have died of them, and they are begun when their attempt is
        committed.
        """
        crash_point("events_received")
        messages = [event for event in events if isinstance(event, MessageEvent)]
        deleted = [
            number for event in events if isinstance(event, DeleteMessageEvent) for number in event.ids
        ]
        changed = [edit for event in events for edit in self._look(event)]
        rows = self.rows_of(messages)
        highest, known = max((event.message.id for event in messages), default=0), self.newest
        self.position = structs.replace(
            self.position, last_event_id=last_event_id, cursor=max(self.newest, highest)
        )
        position = self.position
        at_once = self._claim(rows) - set(deleted) - {edit.message_id for edit in changed}
        rows = [
            structs.replace(row, state="RUNNING", attempts=1) if row.message_id in at_once else row
            for row in rows
        ]
        if not rows and not deleted and not changed:
            # Should this not be kept, the same events come again.
            self._journal.note(lambda tx: write_position(tx, self._journal.bot, position))
            return []
        early = {} if self._careful else {one.message_id: one for one in rows if _is_new(one, known)}
        begin(tuple(early.values()))
        new = await self._journal.do(lambda tx: self._commit(tx, rows, deleted, changed, position))
        self._careful = False
        crash_point("inbox_committed_before_ack")
        return [row for row in new if row.message_id not in early]

    def rows_of(self, messages: Sequence[MessageEvent]) -> list[InboxRow]:
        """Return the rows for messages above the floor that are something to the bot, the oldest first."""
        found = [self._sort(event) for event in messages if event.message.id > self.position.floor]
        return sorted((row for row in found if row is not None), key=lambda row: row.message_id)

    def _commit(
        self,
        tx: Transaction,
        rows: Sequence[InboxRow],
        deleted: Sequence[int],
        changed: Sequence[Edit],
        position: Position,
    ) -> list[InboxRow]:
        bot = self._journal.bot
        new = inbox.add_new(tx, bot, rows, self._journal.epoch)
        anew = edits.note(tx, bot, changed, position.floor, self._journal.epoch) if changed else []
        known = {row.message_id for row in anew}
        gone = set(deleted) - known
        if deleted:
            inbox.skip(tx, bot, gone, why="deleted")
            outbox.cancel(tx, bot, deleted, "the message is deleted")
        write_position(tx, bot, position)
        waiting = [row for row in new if row.state in ("PENDING", "RUNNING") and row.message_id not in known]
        return [row for row in (*waiting, *anew) if row.message_id not in gone]


def _is_new(row: InboxRow, known: int) -> bool:
    """Whether a message is to be handled at once, and newer than all that were ever taken in."""
    return row.state == "RUNNING" and row.message_id > known
