"""Set and unset the account's flags on messages, one by one or as a narrow finds them."""

from typing import Literal

from dragoman.model import UNSET, Maybe, NarrowTerms
from dragoman.operations.operation import Answer, Done, Operation


class FlagsUpdated(Answer):
    """Flags were set or unset."""

    messages: tuple[int, ...] = ()
    """Ids; some servers repeat those asked for, changed or not."""
    ignored_because_not_subscribed_channels: tuple[int, ...] = ()
    """Channels left out when making messages unread."""


class UpdateMessageFlags(Operation[FlagsUpdated], method="POST", path="/messages/flags", repeatable=True):
    """Set or unset one of the account's own flags on messages.

    Fails with code ``BAD_REQUEST`` for a flag that cannot be changed, or a message not to be seen.
    Source: messaging API, "POST /messages/flags".
    """

    messages: tuple[int, ...]
    op: Literal["add", "remove"]
    flag: str
    """``read``, ``starred`` or ``collapsed``."""


class NarrowFlagsUpdated(Answer):
    """How far the flags were set or unset."""

    processed_count: int
    """Messages looked at."""
    updated_count: int
    """Messages changed."""
    first_processed_id: int | None = None
    """``None`` when none was looked at; so is the next."""
    last_processed_id: int | None = None
    """Where to go on from."""
    found_oldest: bool = False
    found_newest: bool = False
    ignored_because_not_subscribed_channels: tuple[int, ...] = ()
    """Feature level 355."""


class UpdateFlagsByNarrow(Operation[NarrowFlagsUpdated], method="POST", path="/messages/flags/narrow"):
    """Set or unset one of the account's flags on the messages around an anchor; at most 5,000 at once.

    Fails with code ``BAD_NARROW`` for conditions that are not understood; with ``BAD_REQUEST`` for a flag
    that cannot be changed.
    Source: messaging API, "Referenced operations"; the shape is not in the spec.
    """

    anchor: int | str
    """A message id, ``newest``, ``oldest`` or ``first_unread``."""
    num_before: int
    num_after: int
    narrow: NarrowTerms
    op: Literal["add", "remove"]
    flag: str
    """``read``, ``starred`` or ``collapsed``."""
    include_anchor: bool | Maybe = UNSET
    """True when left out."""


class MarkTopicAsRead(Operation[Done], method="POST", path="/mark_topic_as_read", repeatable=True):
    """Mark a topic's messages as read; deprecated: ``UpdateFlagsByNarrow`` does it.

    Fails with code ``BAD_REQUEST`` when there is no such channel or topic.
    Source: messaging API, "POST /mark_topic_as_read".
    """

    stream_id: int
    topic_name: str


class MarkChannelAsRead(Operation[Done], method="POST", path="/mark_stream_as_read", repeatable=True):
    """Mark a channel's messages as read; deprecated: ``UpdateFlagsByNarrow`` does it.

    Fails with code ``BAD_REQUEST`` when there is no such channel.
    Source: not in the spec.
    """

    stream_id: int


class AllMarkedAsRead(Answer):
    """How far all was marked as read."""

    complete: bool = True
    """False: the time was up; say it again. Feature level 211."""


class MarkAllAsRead(Operation[AllMarkedAsRead], method="POST", path="/mark_all_as_read", repeatable=True):
    """Mark all messages as read; deprecated: ``UpdateFlagsByNarrow`` does it.

    Source: not in the spec.
    """
