"""The server's own scheduled messages: made without doubles, changed, taken back."""

import msgspec

from dragoman.errors import (
    Ambiguous,
    ApiError,
    MalformedAnswer,
    NotFound,
    NotSent,
    RateLimited,
    ServerTooOld,
    UserError,
)
from dragoman.model import NarrowTerm, ScheduledMessage
from dragoman.operations import (
    CreateScheduledMessage,
    DeleteScheduledMessage,
    GetMessages,
    GetScheduledMessages,
    UpdateScheduledMessage,
)
from dragoman.plugin import Context, Conversation
from dragoman.text import escape
from dragoman_plugins.scheduler.one_offs import OneOff, creation_of
from dragoman_plugins.scheduler.siblings import held_by_siblings

LOOKED_AT = 200
"""Messages of a place that are looked through for one that may have been sent."""
SLACK = 60
"""Seconds by which two clocks may differ."""


class ServerSide:
    """What the server keeps and sends for the bot."""

    def __init__(self) -> None:
        """Begin without knowing what the server can do."""
        self._serves: bool | None = None
        self._undone: set[str] = set()
        """Messages for which a call was surely not made, by their keys."""

    async def waiting(self, context: Context) -> tuple[ScheduledMessage, ...] | None:
        """Return what waits at the server, None where it lists nothing; fails with ServiceError.

        What the bot's other schedulers have is theirs, and left out.
        """
        try:
            found = (await context.zulip(GetScheduledMessages())).scheduled_messages
        except RateLimited:
            raise
        except (ApiError, ServerTooOld, MalformedAnswer) as error:
            if self._serves is not False:
                context.log.info("server keeps no scheduled messages", reason=str(error))
            self._serves = False
            return None
        self._serves = True
        theirs = await held_by_siblings(context)
        return tuple(message for message in found if message.scheduled_message_id not in theirs)

    async def serves(self, context: Context) -> bool:
        """Tell whether the server's scheduled messages can be used: they must be listed, too."""
        if self._serves is None:
            await self.waiting(context)
        return self._serves is True

    async def create(self, context: Context, one: OneOff, known: set[int]) -> OneOff:
        """Hand a message to the server, once for what the method is called for.

        ``known`` are the server's numbers that others have. Returns it with its number; as doubtful when
        the server may have it and has not said so. Fails with UserError for what the server refuses.
        """
        key = context.idempotency_key
        is_first = await context.once("created") or key in self._undone
        self._undone.discard(key)
        if not is_first:
            return await self._found(context, one, known) or doubtful(one)
        try:
            made = await context.zulip(creation(one))
        except (NotSent, RateLimited):
            self._undone.add(key)
            raise
        except ApiError as error:
            raise UserError(f"That cannot be scheduled: {escape(error.msg).rstrip('.')}.") from error
        except Ambiguous as error:
            context.log.warning("nobody knows whether the server has it", reason=str(error))
            return await self._found_if_possible(context, one, known) or doubtful(one)
        return msgspec.structs.replace(one, scheduled_id=made.scheduled_message_id)

    async def look(self, context: Context, one: OneOff, known: set[int]) -> OneOff | None:
        """Return a doubtful message as the server has it, None when it has none."""
        return await self._found(context, one, known)

    async def change(self, context: Context, one: OneOff) -> None:
        """Make a message at the server what it is now; fails with UserError."""
        assert one.scheduled_id is not None, "the server has it"
        new = creation(one)
        operation = UpdateScheduledMessage(
            scheduled_message_id=one.scheduled_id,
            type=new.type,
            to=new.to,
            topic=new.topic,
            content=new.content,
            scheduled_delivery_timestamp=new.scheduled_delivery_timestamp,
        )
        try:
            await context.zulip(operation)
        except NotFound:
            raise UserError(f"Message {one.number} has just been sent.") from None
        except RateLimited:
            raise
        except ApiError as error:
            raise UserError(f"That cannot be changed: {escape(error.msg).rstrip('.')}.") from error

    async def delete(self, context: Context, scheduled_id: int) -> bool:
        """Take a message back; returns False when the server has none such, as when it was sent."""
        try:
            await context.zulip(DeleteScheduledMessage(scheduled_message_id=scheduled_id))
        except NotFound:
            return False
        return True

    async def was_said(self, context: Context, place: Conversation, text: str, at: float) -> bool:
        """Tell whether a text was said somewhere by the bot since a moment, UNIX seconds."""
        narrow = (
            NarrowTerm(operator="channel", operand=place.channel_id)
            if place.channel_id is not None
            else NarrowTerm(operator="dm", operand=list(place.user_ids)),
            NarrowTerm(operator="sender", operand=context.bot.user_id),
        )
        operation = GetMessages(
            anchor="newest", num_before=LOOKED_AT, num_after=0, narrow=narrow, apply_markdown=False
        )
        found = await context.zulip(operation)
        return any(
            message.content.strip() == text.strip() and message.timestamp >= at - SLACK
            for message in found.messages
        )

    async def _found(self, context: Context, one: OneOff, known: set[int]) -> OneOff | None:
        for message in await self.waiting(context) or ():
            if message.scheduled_message_id not in known and one.is_like(message):
                return one.updated(message)
        return None

    async def _found_if_possible(self, context: Context, one: OneOff, known: set[int]) -> OneOff | None:
        try:
            return await self._found(context, one, known)
        except (Ambiguous, NotSent, RateLimited):
            return None


def creation(one: OneOff) -> CreateScheduledMessage:
    """Return the call that hands a message to the server."""
    return creation_of(one.place, one.text, one.at)


def doubtful(one: OneOff) -> OneOff:
    """Return a message of which nobody knows whether the server has it."""
    return msgspec.structs.replace(one, is_doubtful=True)
