"""Put emoji on messages and take them off."""

from dragoman.model import UNSET, Maybe
from dragoman.operations.operation import Done, Operation


class AddReaction(Operation[Done], method="POST", path="/messages/{message_id}/reactions"):
    """Put an emoji on a message.

    Fails with ``ReactionAlreadyExists``, also for another name of the same emoji; with code ``BAD_REQUEST``
    for an emoji that does not exist or a message not to be seen.
    Source: not in the spec.
    """

    message_id: int
    emoji_name: str
    """Without colons."""
    emoji_code: str | Maybe = UNSET
    reaction_type: str | Maybe = UNSET
    """``unicode_emoji``, ``realm_emoji``, or the server's extra emoji."""


class RemoveReaction(Operation[Done], method="DELETE", path="/messages/{message_id}/reactions"):
    """Take one's emoji off a message; either the name or the code is needed.

    Fails with ``ReactionDoesNotExist``; with code ``BAD_REQUEST`` for a message not to be seen.
    Source: not in the spec.
    """

    message_id: int
    emoji_name: str | Maybe = UNSET
    emoji_code: str | Maybe = UNSET
    reaction_type: str | Maybe = UNSET
    """``unicode_emoji`` when left out."""
