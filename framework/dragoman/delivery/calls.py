"""One call of the outbox: noted as begun, sent to where its message is now, and made a single time."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import structs

from dragoman.client import Passed
from dragoman.clock import Clock
from dragoman.delivery import outbox
from dragoman.delivery.crash import Point, crash_point, is_armed
from dragoman.delivery.evidence import conversation_of, recipient_of
from dragoman.delivery.journal import Journal
from dragoman.delivery.parcel import Parcel
from dragoman.delivery.records import OutboxRow
from dragoman.delivery.verification import Posting
from dragoman.errors import (
    Ambiguous,
    ApiError,
    LeaseLost,
    NotSent,
    RateLimited,
    ReactionAlreadyExists,
    ReactionDoesNotExist,
    ServerTooOld,
    ServiceError,
    Unauthorized,
)
from dragoman.operations import GetMessage, MessageSent, Operation, SendMessage
from dragoman.plugin import Conversation

REFUSED_KEY = 60.0
"""Seconds after which a call is made again that was refused for the bot's key."""
MOST_KNOWN = 10_000
"""Moved messages that are remembered."""
_PASSED: dict[str, Point] = {"written": "after_socket_write", "answered": "server_committed_no_response"}


class Again(Exception):
    """A call surely was not made, and is to be made after a pause."""

    def __init__(self, seconds: float | None, reason: ServiceError) -> None:
        """Hold the pause; ``None`` for one that grows."""
        super().__init__(str(reason))
        self.seconds = seconds


class Calls:
    """Makes them."""

    def __init__(
        self,
        journal: Journal,
        zulip: Posting,
        clock: Clock,
        queue_id: Callable[[], str | None],
        newest: Callable[[], int],
    ) -> None:
        """Call with this account; ``queue_id`` and ``newest`` are the sender's."""
        self._journal = journal
        self._zulip = zulip
        self._clock = clock
        self._queue_id = queue_id
        self._newest = newest
        self._moved: OrderedDict[int, Conversation] = OrderedDict()

    def is_moved(self, message_id: int) -> bool:
        """Whether a message is elsewhere than its answers were recorded for."""
        return message_id in self._moved

    def forget(self, message_id: int) -> None:
        """Forget where a message is."""
        self._moved.pop(message_id, None)

    def moved(self, message_ids: Iterable[int], place: Conversation) -> None:
        """Learn where messages are now; their answers follow them."""
        for number in message_ids:
            self._moved[number] = place
            if len(self._moved) > MOST_KNOWN:
                self._moved.popitem(last=False)

    async def begin(self, parcel: Parcel) -> None:
        """Commit that the call is about to be made, unless another process has taken over."""
        if parcel.anchor is None:
            parcel.anchor = max(parcel.row.anchor, self._newest())
        row, anchor, now = parcel.row, parcel.anchor, self._clock.now()
        bot, epoch = self._journal.bot, self._journal.epoch
        begun = await self._journal.do(
            lambda tx: outbox.begin(tx, bot, row, anchor=anchor, epoch=epoch, now=now)
        )
        if not begun and not parcel.called_off:
            raise LeaseLost("another process has taken over this bot")
        crash_point("sending_committed")

    async def make(self, parcel: Parcel) -> int | None:
        """Make the call once; raises Again when it surely was not made and may be made again."""
        row = parcel.row
        crash_point("before_socket_write")
        passed: Passed | None = _told if is_armed() else None
        key = row.key
        try:
            answer = await self._zulip.once(self._dressed(row), idempotency_key=key, passed=passed)
        except (ReactionAlreadyExists, ReactionDoesNotExist):
            return None
        except RateLimited as error:
            raise Again(error.retry_after, error) from error
        except Unauthorized as error:
            raise Again(REFUSED_KEY, error) from error
        except NotSent as error:
            raise Again(None, error) from error
        return answer.id if isinstance(answer, MessageSent) else None

    def _dressed(self, row: OutboxRow) -> Operation[Any]:
        """Return the call with what makes its event known again."""
        queue_id = self._queue_id()
        if queue_id is None or not isinstance(row.operation, SendMessage):
            return row.operation
        return structs.replace(row.operation, queue_id=queue_id, local_id=row.key)

    async def follow(self, parcel: Parcel) -> None:
        """Send an answer to where its message is now."""
        row = parcel.row
        if not row.follows or not isinstance(row.operation, SendMessage) or parcel.anchor is not None:
            return
        if parcel.recovered:
            await self._look_up(parcel)
        place = self._moved.get(row.message_id)
        if place is None or conversation_of(row.operation) == place:
            return
        operation = structs.replace(row.operation, to=place.channel_id, topic=place.topic)
        parcel.row = structs.replace(row, operation=operation, recipient=recipient_of(place))
        changed = parcel.row
        self._journal.note(lambda tx: outbox.redirect(tx, self._journal.bot, changed))

    async def _look_up(self, parcel: Parcel) -> None:
        """Ask where the message is, since nobody may have told this process."""
        number = parcel.row.message_id
        try:
            found = await self._zulip.once(GetMessage(message_id=number, apply_markdown=False))
        except (Ambiguous, NotSent, RateLimited, Unauthorized) as error:
            raise Again(None, error) from error
        except ServerTooOld:
            return
        except ApiError:
            parcel.called_off = "the message is gone"
            return
        parcel.recovered = False
        if found.message.channel_id is not None:
            self.moved(
                (number,), Conversation(channel_id=found.message.channel_id, topic=found.message.topic)
            )


def _told(how: str) -> None:
    crash_point(_PASSED[how])
