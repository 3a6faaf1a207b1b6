"""Send, fetch and flag messages, and tell that one is typing."""

from typing import Annotated, Literal

from dragoman.model import UNSET, Maybe, Message, NarrowTerms
from dragoman.operations.operation import Answer, Done, Operation
from dragoman.operations.request import AsJson

MessageType = Literal["channel", "direct", "stream", "private"]
"""``channel`` and ``direct`` are today's words (feature level 248), the others the older ones."""


class MessageSent(Answer):
    """A message was sent."""

    id: int
    automatic_new_visibility_policy: int | Maybe = UNSET
    """2 unmuted, 3 followed: what sending did to one's policy for the topic."""


class SendMessage(Operation[MessageSent], method="POST", path="/messages"):
    """Send a message to a channel's topic or to people.

    The server strips the content at its end and cuts what is longer than ``max_message_length`` code points,
    and topics longer than ``max_topic_length``, without an error. Sending twice makes two messages: after an
    ``Ambiguous`` error look before sending again.
    Fails with ``ChannelDoesNotExist``; with code ``BAD_REQUEST`` when one may not post there, when the
    content is empty or a user id is not valid; with ``STREAM_WILDCARD_MENTION_NOT_ALLOWED`` or its topic
    twin.
    Source: not in the spec; its fields follow "POST /scheduled_messages".
    """

    type: MessageType
    to: Annotated[int | str | tuple[int, ...] | tuple[str, ...], AsJson]
    """A channel's id or name, or the user ids (or e-mail addresses) of the other participants."""
    topic: str | Maybe = UNSET
    """Needed for channels. Feature level 334 allows the empty one."""
    content: str
    """Markdown."""
    queue_id: str | Maybe = UNSET
    """With ``local_id``: the event of this message in that queue carries ``local_message_id``."""
    local_id: str | Maybe = UNSET
    read_by_sender: bool | Maybe = UNSET
    """Whether it is read for the sender; else the server guesses by the program's name. Feature level 236."""


class MessagesFound(Answer):
    """Messages around an anchor, oldest first."""

    messages: tuple[Message, ...]
    anchor: int | Maybe = UNSET
    """The id that the anchor turned out to be."""
    found_anchor: bool = False
    found_oldest: bool = False
    """Nothing is further back."""
    found_newest: bool = False
    """Nothing is further on."""
    history_limited: bool = False
    """The server's plan hides what is older."""


class GetMessages(Operation[MessagesFound], method="GET", path="/messages"):
    """Fetch messages around an anchor.

    Without a narrow only messages that the account received are found; the history of a channel that it is
    not subscribed to needs the channel as a condition. At most 5,000 at once.
    Fails with code ``BAD_NARROW`` for conditions that are not understood, ``BAD_REQUEST`` for bad numbers.
    Source: not in the spec.
    """

    anchor: int | str | Maybe = UNSET
    """A message id, ``newest``, ``oldest``, ``first_unread``, or ``date`` (feature level 445)."""
    num_before: int | Maybe = UNSET
    num_after: int | Maybe = UNSET
    include_anchor: bool | Maybe = UNSET
    narrow: NarrowTerms | Maybe = UNSET
    message_ids: tuple[int, ...] | Maybe = UNSET
    """These instead of an anchor and numbers. Feature level 300."""
    apply_markdown: bool | Maybe = UNSET
    """HTML when true, which is the server's default here; raw Markdown when false."""
    client_gravatar: bool | Maybe = UNSET
    allow_empty_topic_name: bool | Maybe = UNSET
    """When false, the empty topic comes under its display name. Feature level 334."""


class MessageFound(Answer):
    """One message."""

    message: Message
    raw_content: str | Maybe = UNSET
    """Its Markdown; deprecated."""


class GetMessage(Operation[MessageFound], method="GET", path="/messages/{message_id}", since=120):
    """Fetch one message.

    Fails with code ``BAD_REQUEST`` when there is none or it is not to be seen.
    Source: messaging API, "GET /messages/{message_id}".
    """

    message_id: int
    apply_markdown: bool | Maybe = UNSET
    """HTML when true, which is the server's default; raw Markdown when false."""
    allow_empty_topic_name: bool | Maybe = UNSET
    """When false, the empty topic comes under its display name."""


class FlagsUpdated(Answer):
    """Flags were set or unset."""

    messages: tuple[int, ...] = ()
    """Ids; some servers repeat those asked for, changed or not."""
    ignored_because_not_subscribed_channels: tuple[int, ...] = ()
    """Channels left out when making messages unread."""


class UpdateMessageFlags(Operation[FlagsUpdated], method="POST", path="/messages/flags"):
    """Set or unset one of the account's own flags on messages.

    Fails with code ``BAD_REQUEST`` for a flag that cannot be changed, or a message not to be seen.
    Source: messaging API, "POST /messages/flags".
    """

    messages: tuple[int, ...]
    op: Literal["add", "remove"]
    flag: str
    """``read``, ``starred`` or ``collapsed``."""


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
