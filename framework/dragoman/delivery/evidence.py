"""How a message that was sent is known again: by its content as the server keeps it, and by where it is."""

import hashlib
from typing import Any

from dragoman.model import Message, NarrowTerm, NarrowTerms
from dragoman.operations import AddReaction, Operation, SendMessage, UpdateMessageFlags
from dragoman.plugin import Conversation

CUT = "\n[message truncated]"
"""What servers put at the end of a message that is too long."""


def as_kept(content: str, limit: int) -> str:
    """Return a content as servers keep it: stripped, and cut to so many code points."""
    stripped = content.rstrip().lstrip("\n")
    return stripped if len(stripped) <= limit else stripped[: limit - len(CUT)] + CUT


def sha_of(content: str, limit: int) -> str:
    """Return by what a content is known again."""
    return hashlib.sha256(as_kept(content, limit).encode("utf-8", "replace")).hexdigest()


def sha_of_operation(operation: Operation[Any], limit: int) -> str:
    """Return by what a message is known again; empty for other calls."""
    return sha_of(operation.content, limit) if isinstance(operation, SendMessage) else ""


def conversation_of(operation: Operation[Any]) -> Conversation | None:
    """Return where a message goes to; ``None`` for other calls, and for a channel that is only named."""
    if not isinstance(operation, SendMessage):
        return None
    if operation.type in ("channel", "stream"):
        if not isinstance(operation.to, int):
            return None
        topic = operation.topic if isinstance(operation.topic, str) else ""
        return Conversation(channel_id=operation.to, topic=topic)
    ids = operation.to if isinstance(operation.to, tuple) else (operation.to,)
    return Conversation(user_ids=tuple(sorted(one for one in ids if isinstance(one, int))))


def recipient_of(conversation: Conversation) -> str:
    """Return where a conversation's messages are found whatever becomes of their topic."""
    if conversation.channel_id is not None:
        return f"channel:{conversation.channel_id}"
    return conversation.key


def narrow_to(conversation: Conversation, own_id: int) -> NarrowTerms:
    """Return the conditions under which all of one's own messages to a recipient are found.

    The channel has to be named: else only what one has received is searched.
    """
    if conversation.channel_id is not None:
        place = NarrowTerm(operator="channel", operand=conversation.channel_id)
    else:
        place = NarrowTerm(operator="dm", operand=list(conversation.user_ids) or [own_id])
    return (place, NarrowTerm(operator="sender", operand=own_id))


def recipient_of_message(message: Message, own_id: int) -> str:
    """Return where a message was found."""
    return recipient_of(Conversation.of(message, own_id))


def is_harmless_twice(operation: Operation[Any]) -> bool:
    """Whether a call may be made again when nobody knows whether it was made: it does nothing new then."""
    return (
        operation.repeatable
        or operation.method in ("PATCH", "DELETE")
        or isinstance(operation, AddReaction | UpdateMessageFlags)
    )
