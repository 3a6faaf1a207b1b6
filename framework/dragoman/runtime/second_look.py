"""What a message says now that was edited or deleted: noticed in its event, read when its turn comes."""

from collections.abc import Callable, Sequence
from typing import Any

import structlog
from msgspec import structs

from dragoman.client import BackOff, Jitter
from dragoman.client.waiting import system_jitter
from dragoman.clock import Clock
from dragoman.delivery import Edit, InboxRow, Posting, Sender, sha_of
from dragoman.errors import Ambiguous, ApiError, NotSent, RateLimited, Unauthorized
from dragoman.events import DeleteMessageEvent, Event, MessageEvent, UpdateMessageEvent
from dragoman.model import Message
from dragoman.operations import GetMessage
from dragoman.runtime.sections import DeliverySettings

AGAIN = BackOff(first=0.5, longest=30.0)
Sort = Callable[[MessageEvent], InboxRow | None]


class SecondLook:
    """Takes another look at messages."""

    def __init__(
        self,
        zulip: Posting,
        sender: Sender,
        clock: Clock,
        sort: Sort,
        limit: Callable[[], int],
        settings: DeliverySettings,
        *,
        jitter: Jitter = system_jitter,
    ) -> None:
        """Look with this client; ``sort`` says whether a message is something to the bot."""
        self._zulip = zulip
        self._sender = sender
        self._clock = clock
        self._sort = sort
        self._limit = limit
        self._jitter = jitter
        self.settings = settings
        """Whether edits and deletions count."""
        self._log = structlog.get_logger()

    # ---- when it is noticed

    def edits(self, event: Event) -> Sequence[Edit]:
        """Return what an event tells of messages that are to be dealt with again."""
        if isinstance(event, UpdateMessageEvent) and self.settings.on_edit == "rerun":
            return self._edited(event)
        if isinstance(event, DeleteMessageEvent) and self.settings.when_deleted == "delete":
            return [Edit(message_id=number) for number in event.ids]
        return ()

    def found(self, messages: Sequence[Message]) -> Sequence[Edit]:
        """Return what the history tells of what messages say."""
        if self.settings.on_edit != "rerun":
            return ()
        return [Edit(message_id=one.id, sha=self.sha(one), content=one.content) for one in messages]

    def sha(self, message: Message) -> str:
        """Return by what a message's content is known again."""
        return sha_of(message.content, self._limit())

    def _edited(self, event: UpdateMessageEvent) -> Sequence[Edit]:
        if not isinstance(event.content, str) or not isinstance(event.user_id, int) or event.rendering_only:
            return ()
        place: dict[str, Any] = (
            {"type": "stream", "stream_id": event.stream_id}
            if isinstance(event.stream_id, int)
            else {"type": "private"}
        )
        message = Message(id=event.message_id, sender_id=event.user_id, content=event.content, **place)
        row = self._sort(MessageEvent(id=-1, message=message, flags=event.flags))
        if row is not None and row.state == "PENDING":
            # The event does not tell its topic or its people: a lane of its own, until one has looked.
            row = structs.replace(row, conv_key=f"edited:{event.message_id}", payload=None)
        return (Edit(message_id=message.id, sha=self.sha(message), content=message.content, row=row),)

    # ---- when its turn comes

    async def look(self, message_id: int) -> MessageEvent | None:
        """Return a message as it stands now, ``None`` when it is gone.

        Answers that were not sent yet are called off before, and those on their way waited for.
        """
        await self._sender.settle(message_id, "the message was edited or deleted")
        failures = 0
        while True:
            try:
                found = await self._zulip.once(GetMessage(message_id=message_id, apply_markdown=False))
            except (Ambiguous, NotSent, RateLimited, Unauthorized) as error:
                pause = AGAIN.pause_after(error, failures, self._jitter)
                self._log.warning("edited message not read yet", message_id=message_id, error=str(error))
                failures += 1
                await self._clock.sleep(pause)
            except ApiError:
                return None
            else:
                message = found.message
                flags = message.flags if isinstance(message.flags, tuple) else ()
                return MessageEvent(id=-1, message=message, flags=flags)
