"""Fetches what was said while no queue held it, so that a gap between two queues loses nothing."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Literal

import structlog
from msgspec import structs

from dragoman.clock import Clock
from dragoman.delivery import edits, inbox
from dragoman.delivery.crash import crash_point
from dragoman.delivery.database import Transaction
from dragoman.delivery.intake import Intake
from dragoman.delivery.journal import Journal
from dragoman.delivery.position import write_position
from dragoman.delivery.records import Edit, InboxRow, Position
from dragoman.delivery.verification import Posting
from dragoman.events import MessageEvent
from dragoman.model import Message, Record
from dragoman.operations import GetMessages, MessagesFound
from dragoman.plugin import Conversation

OVERLAP_MESSAGES = 200
OVERLAP_SECONDS = 300.0
"""How far before the last message known the search begins: ids may become visible out of their order."""
PAGE = 1000


class CatchUpPolicy(Record):
    """What becomes of messages that are found late."""

    max_age: timedelta = timedelta(hours=1)
    max_messages: int = 5000
    stale: Literal["skip", "handle"] = "skip"


class CatchUp:
    """Closes gaps."""

    def __init__(
        self,
        journal: Journal,
        zulip: Posting,
        intake: Intake,
        clock: Clock,
        own_id: int,
        policy: CatchUpPolicy,
        look: Callable[[Sequence[Message]], Sequence[Edit]],
    ) -> None:
        """Fetch with this account what the intake takes in; ``look`` says what messages say now."""
        self._journal = journal
        self._zulip = zulip
        self._intake = intake
        self._clock = clock
        self._own_id = own_id
        self.policy = policy
        self._look = look
        self._log = structlog.get_logger().bind(bot=journal.bot)

    async def run(self) -> int:
        """Take in what is newer than the last message known; returns how many messages are to be handled.

        What was taken in stays so when this fails with ServiceError, and it may be run again.
        """
        new: list[InboxRow] = []
        stale = 0
        beginning = self._intake.newest
        page = await self._first_page(beginning)
        since = next((one.timestamp for one in reversed(page.messages) if one.id <= beginning), 0)
        page = structs.replace(
            page,
            messages=tuple(
                message
                for message in page.messages
                if message.id > beginning - OVERLAP_MESSAGES or message.timestamp > since - OVERLAP_SECONDS
            ),
        )
        while True:
            taken = await self._take(page)
            new += [row for row in taken if row.state == "PENDING"]
            stale += sum(row.error == "stale" for row in taken)
            crash_point("mid_catchup")
            if page.found_newest or not page.messages:
                break
            page = await self._page(page.messages[-1].id)
        surplus = await self._skip_surplus(new)
        if new or stale:
            self._log.warning("caught up", messages=len(new) - surplus, stale=stale, too_many=surplus)
        return len(new) - surplus

    async def recover(self) -> int:
        """Rebuild what an old or empty journal does not know; returns how many messages are to be handled.

        A message counts as answered when the bot has said something in its conversation since.
        """
        waiting = await self._journal.do(self._waiting)
        beginning = min((row.message_id for row in waiting), default=self._intake.newest)
        found = await self._since(min(beginning, self._intake.newest))
        rows = self._intake.rows_of([_event_of(message) for message in found])
        known = {row.message_id for row in waiting}
        late = [self._aged(row) for row in rows if row.message_id not in known]
        own = self._last_words(found)
        sorted_out = [
            structs.replace(row, state="DONE", payload=None, error="recovered")
            if own.get(row.conv_key, 0) > row.message_id
            else row
            for row in (*waiting, *late)
        ]
        highest = max((message.id for message in found), default=0)
        cursor = max(self._intake.newest, highest)
        self._intake.position = structs.replace(self._intake.position, cursor=cursor)
        position = self._intake.position
        await self._journal.do(lambda tx: self._write_recovered(tx, sorted_out, position))
        left = sum(row.state == "PENDING" for row in sorted_out)
        self._log.warning("recovered from the chat's history", looked_at=len(sorted_out), messages=left)
        return left

    # ---- pages

    async def _first_page(self, cursor: int) -> MessagesFound:
        """Fetch the page around the last message known, with what may have come late before it."""
        page = await self._page(cursor, before=OVERLAP_MESSAGES)
        since = next((one.timestamp for one in reversed(page.messages) if one.id <= cursor), 0)
        while (
            page.messages and not page.found_oldest and page.messages[0].timestamp > since - OVERLAP_SECONDS
        ):
            earlier = await self._page(page.messages[0].id, before=PAGE, after=0)
            if not earlier.messages or earlier.messages[0].id >= page.messages[0].id:
                break
            merged = {message.id: message for message in (*earlier.messages, *page.messages)}
            page = structs.replace(
                page,
                messages=tuple(merged[number] for number in sorted(merged)),
                found_oldest=earlier.found_oldest,
            )
        return page

    async def _page(self, anchor: int, *, before: int = 0, after: int = PAGE) -> MessagesFound:
        return await self._zulip(
            GetMessages(
                anchor=anchor,
                num_before=before,
                num_after=after,
                apply_markdown=False,
                client_gravatar=True,
            )
        )

    async def _since(self, message_id: int) -> list[Message]:
        """Fetch all after a message; as far back as the policy goes when none is known."""
        if message_id:
            found: list[Message] = []
            page = await self._page(message_id)
            while True:
                found += [one for one in page.messages if not found or one.id > found[-1].id]
                if page.found_newest or not page.messages:
                    return found
                page = await self._page(page.messages[-1].id)
        oldest = self._clock.now() - self.policy.max_age.total_seconds()
        newest = await self._zulip(
            GetMessages(
                anchor="newest",
                num_before=min(self.policy.max_messages, PAGE * 5),
                num_after=0,
                apply_markdown=False,
                client_gravatar=True,
            )
        )
        return [message for message in newest.messages if message.timestamp >= oldest]

    # ---- rows

    async def _take(self, page: MessagesFound) -> list[InboxRow]:
        rows = [self._aged(row) for row in self._intake.rows_of([_event_of(one) for one in page.messages])]
        highest = max((message.id for message in page.messages), default=0)
        cursor = max(self._intake.newest, highest)
        self._intake.position = structs.replace(self._intake.position, cursor=cursor)
        position = self._intake.position
        found = self._look(page.messages)
        return await self._journal.do(lambda tx: self._write(tx, rows, found, position))

    def _aged(self, row: InboxRow) -> InboxRow:
        """Return the row as one to be skipped when its message is too old."""
        if self.policy.stale == "handle" or row.payload is None:
            return row
        age = self._clock.now() - row.event().message.timestamp
        if age <= self.policy.max_age.total_seconds():
            return row
        return structs.replace(row, state="SKIPPED", payload=None, error="stale")

    async def _skip_surplus(self, new: Sequence[InboxRow]) -> int:
        """Skip the oldest of more messages than the policy lets be handled."""
        surplus = [row.message_id for row in new][: max(len(new) - self.policy.max_messages, 0)]
        if surplus:
            bot = self._journal.bot
            await self._journal.do(lambda tx: inbox.skip(tx, bot, surplus, why="too many"))
        return len(surplus)

    def _last_words(self, messages: Sequence[Message]) -> dict[str, int]:
        """Return the bot's own last message in each conversation."""
        return {
            Conversation.of(message, self._own_id).key: message.id
            for message in messages
            if message.sender_id == self._own_id
        }

    # ---- transactions

    def _write(
        self, tx: Transaction, rows: Sequence[InboxRow], found: Sequence[Edit], position: Position
    ) -> list[InboxRow]:
        edits.compare(tx, self._journal.bot, found)
        new = inbox.add_new(tx, self._journal.bot, rows, self._journal.epoch)
        write_position(tx, self._journal.bot, position)
        return new

    def _waiting(self, tx: Transaction) -> list[InboxRow]:
        return inbox.in_state(tx, self._journal.bot, "PENDING")

    def _write_recovered(self, tx: Transaction, rows: Sequence[InboxRow], position: Position) -> None:
        bot = self._journal.bot
        inbox.add_new(tx, bot, rows, self._journal.epoch)
        inbox.settle(tx, bot, [row.message_id for row in rows if row.state == "DONE"], why="recovered")
        write_position(tx, bot, position)


def _event_of(message: Message) -> MessageEvent:
    flags = message.flags if isinstance(message.flags, tuple) else ()
    return MessageEvent(id=-1, message=message, flags=flags)
