"""Tell others that the account is writing."""

from typing import Literal

from dragoman.model import UNSET, Maybe
from dragoman.operations.operation import Done, Operation


class SetTyping(Operation[Done], method="POST", path="/typing"):
    """Tell that the account begins or ceases to write.

    Say ``start`` again every ``server_typing_started_wait_period_milliseconds`` while it goes on.
    Fails with code ``BAD_REQUEST`` when the channel or the people are missing.
    Source: messaging API, "POST /typing".
    """

    op: Literal["start", "stop"]
    type: Literal["direct", "channel", "stream"] | Maybe = UNSET
    """``direct`` when left out."""
    to: tuple[int, ...] | Maybe = UNSET
    """User ids, for ``direct``."""
    stream_id: int | Maybe = UNSET
    """The channel's id, for a channel; so is the topic."""
    topic: str | Maybe = UNSET


class SetEditTyping(Operation[Done], method="POST", path="/messages/{message_id}/typing", since=361):
    """Tell that the account begins or ceases to edit one of its messages.

    Servers of feature levels 351 to 360 have it under another path.
    Fails with code ``BAD_REQUEST`` for a message that is not one's own or may not be edited.
    Source: messaging API, "POST /messages/{message_id}/typing".
    """

    message_id: int
    op: Literal["start", "stop"]
