"""Send, fetch, edit and delete messages, and see what became of them."""

from typing import Annotated, Any, Literal

from dragoman.model import UNSET, EditHistoryEntry, Maybe, Message, NarrowTerms, Record
from dragoman.operations.operation import Answer, Done, Operation
from dragoman.operations.request import AsJson, Since

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
    content is empty or a user id is not valid; with ``STREAM_WILDCARD_MENTION_NOT_ALLOWED`` or
    ``TOPIC_WILDCARD_MENTION_NOT_ALLOWED``.
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
    read_by_sender: Annotated[bool | Maybe, Since(236, spare=True)] = UNSET
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
    anchor_date: Annotated[str | Maybe, Since(445)] = UNSET
    """With the anchor ``date``: a moment in ISO 8601. Feature level 445."""
    num_before: int | Maybe = UNSET
    num_after: int | Maybe = UNSET
    include_anchor: bool | Maybe = UNSET
    use_first_unread_anchor: bool | Maybe = UNSET
    """Deprecated: say ``first_unread`` as the anchor."""
    narrow: NarrowTerms | Maybe = UNSET
    message_ids: Annotated[tuple[int, ...] | Maybe, Since(300)] = UNSET
    """These instead of an anchor and numbers. Feature level 300."""
    apply_markdown: bool | Maybe = UNSET
    """HTML when true, which is the server's default here; raw Markdown when false."""
    client_gravatar: bool | Maybe = UNSET
    allow_empty_topic_name: Annotated[bool | Maybe, Since(334, spare=True)] = UNSET
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


class DetachedUpload(Record):
    """A file to which the message no longer links."""

    id: int
    name: str = ""
    path_id: str = ""
    size: int = 0
    """Bytes."""
    create_time: int | Maybe = UNSET
    """UNIX milliseconds, since feature level 443 seconds, UTC."""
    messages: tuple[dict[str, Any], ...] | Maybe = UNSET
    message_ids: tuple[int, ...] | Maybe = UNSET


class MessageEdited(Answer):
    """A message was edited or moved."""

    detached_uploads: tuple[DetachedUpload, ...] = ()
    """Files to which no message links any more. Feature level 285."""


class EditMessage(Operation[MessageEdited], method="PATCH", path="/messages/{message_id}"):
    """Change a message's content, or move messages to another topic or channel.

    The content and the channel are not changed together. An empty content leaves ``(deleted)``.
    Fails with code ``BAD_REQUEST`` when one may not, the time for it has passed or nothing is to change; with
    ``STREAM_WILDCARD_MENTION_NOT_ALLOWED`` or ``TOPIC_WILDCARD_MENTION_NOT_ALLOWED``; with
    ``MOVE_MESSAGES_TIME_LIMIT_EXCEEDED`` when only some may be moved, ``EXPECTATION_MISMATCH`` when the
    content is no longer the one that was named.
    Source: not in the spec.
    """

    message_id: int
    content: str | Maybe = UNSET
    """Markdown; one's own messages only."""
    topic: str | Maybe = UNSET
    stream_id: int | Maybe = UNSET
    """Another channel."""
    propagate_mode: Literal["change_one", "change_later", "change_all"] | Maybe = UNSET
    """Which messages of the topic move along; only this one when left out."""
    send_notification_to_old_thread: bool | Maybe = UNSET
    """False when left out."""
    send_notification_to_new_thread: bool | Maybe = UNSET
    """True when left out."""
    prev_content_sha256: Annotated[str | Maybe, Since(379)] = UNSET
    """Hexadecimal, of the content that is to be replaced. Feature level 379."""

    @property
    def may_be_repeated(self) -> bool:
        """Whether only the content is replaced; a move, or a named content, is refused the second time."""
        others = (self.topic, self.stream_id, self.prev_content_sha256)
        return self.content is not UNSET and all(one is UNSET for one in others)


class DeleteMessage(Operation[Done], method="DELETE", path="/messages/{message_id}"):
    """Delete a message for everybody.

    Fails with code ``BAD_REQUEST`` when one may not, the time for it has passed, or it is gone already.
    Source: not in the spec.
    """

    message_id: int


class MessageVersion(EditHistoryEntry):
    """A message as it was after one of its changes."""

    content: str = ""
    """Markdown."""
    rendered_content: str = ""
    """HTML."""
    content_html_diff: str | Maybe = UNSET
    """HTML that shows the change."""


class MessageHistoryFound(Answer):
    """How a message came to be what it is."""

    message_history: tuple[MessageVersion, ...]
    """Oldest first; the first one is the message as it was sent."""


class GetMessageHistory(Operation[MessageHistoryFound], method="GET", path="/messages/{message_id}/history"):
    """Fetch every version of a message.

    Fails with code ``BAD_REQUEST`` when it is not to be seen, or the organization does not show histories.
    Source: not in the spec.
    """

    message_id: int
    allow_empty_topic_name: Annotated[bool | Maybe, Since(334, spare=True)] = UNSET
    """Feature level 334."""


class ReadReceiptsFound(Answer):
    """Who has read a message."""

    user_ids: tuple[int, ...]
    """Without the sender, and without those who do not tell."""


class GetReadReceipts(
    Operation[ReadReceiptsFound], method="GET", path="/messages/{message_id}/read_receipts"
):
    """Ask who has read a message.

    Fails with code ``BAD_REQUEST`` when it is not to be seen, or the organization does not tell.
    Source: not in the spec.
    """

    message_id: int


class Rendered(Answer):
    """Markdown made HTML."""

    rendered: str


class RenderMessage(Operation[Rendered], method="POST", path="/messages/render", repeatable=True):
    """Have Markdown made HTML as a message would be.

    Fails with code ``BAD_REQUEST`` for an empty text.
    Source: not in the spec.
    """

    content: str


class Match(Record):
    """Why a message meets the conditions."""

    match_content: str = ""
    """HTML, with what was searched for highlighted."""
    match_subject: str = ""


class MatchesFound(Answer):
    """Which messages meet the conditions."""

    messages: dict[str, Match]
    """By message id as text; those that do not are left out."""


class MatchNarrow(Operation[MatchesFound], method="GET", path="/messages/matches_narrow"):
    """Ask which of some messages meet conditions.

    Fails with code ``BAD_NARROW`` for conditions that are not understood.
    Source: not in the spec.
    """

    msg_ids: tuple[int, ...]
    narrow: NarrowTerms


class AddSubmessage(Operation[Done], method="POST", path="/submessage"):
    """Act on a poll or a list in a message; experimental.

    Fails with code ``BAD_REQUEST`` for a message not to be seen, or content that is no JSON.
    Source: not in the spec.
    """

    message_id: int
    msg_type: str
    """``widget``."""
    content: str
    """JSON."""
