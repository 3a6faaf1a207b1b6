"""The client as plugins have it: what they send by themselves is remembered as the bot's own."""

from collections.abc import Callable
from typing import TypeVar

from dragoman.delivery import (
    Journal,
    OwnMessages,
    conversation_of,
    keep,
    recipient_of,
    sha_of,
    sha_of_operation,
)
from dragoman.operations import (
    CreateScheduledMessage,
    MessageSent,
    Operation,
    UpdateScheduledMessage,
)
from dragoman.plugin import Caller

T = TypeVar("T")
SCHEDULING = (CreateScheduledMessage, UpdateScheduledMessage)
SCHEDULED = "scheduled"
"""The scope in which is kept what the server will send for the bot."""


class OwnCalls:
    """Makes calls at once, for plugins."""

    def __init__(self, zulip: Caller, own: OwnMessages, journal: Journal, limit: Callable[[], int]) -> None:
        """Call through this client."""
        self._zulip = zulip
        self._own = own
        self._journal = journal
        self._limit = limit

    async def __call__(self, operation: Operation[T]) -> T:
        """Make the call now and return its answer; fails with ServiceError."""
        content = getattr(operation, "content", "")
        if type(operation) in SCHEDULING and isinstance(content, str):
            self._note_scheduled(content)
        place = conversation_of(operation)
        recipient = recipient_of(place) if place is not None else ""
        with self._own.sending(recipient, sha_of_operation(operation, self._limit())):
            answer = await self._zulip(operation)
        if isinstance(answer, MessageSent):
            self._own.know(answer.id)
        return answer

    def _note_scheduled(self, content: str) -> None:
        bot, sha = self._journal.bot, sha_of(content, self._limit())
        self._journal.note(lambda tx: keep.add_once(tx, bot, "", SCHEDULED, sha))
