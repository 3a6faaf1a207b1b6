"""Messages and what hangs on them: reactions, topic links, edits, direct recipients."""

from typing import Any

from dragoman.model.record import UNSET, Maybe, Record

EXTRA_EMOJI = frozenset({"server_extra_emoji", "zulip_extra_emoji"})
"""Both names under which servers send the built-in special emoji."""


class DirectRecipient(Record):
    """One participant of a direct message."""

    id: int
    email: str = ""
    full_name: str = ""
    is_mirror_dummy: bool | Maybe = UNSET


class Reaction(Record):
    """One person's emoji on a message."""

    emoji_name: str
    emoji_code: str = ""
    """For a Unicode emoji the dash-separated hex of its code points; for an uploaded one its id."""
    reaction_type: str = "unicode_emoji"
    """``unicode_emoji``, ``realm_emoji``, or the server's extra emoji under either name."""
    user_id: int | Maybe = UNSET

    @property
    def is_extra_emoji(self) -> bool:
        """Whether this is one of the emoji that the server adds to Unicode's."""
        return self.reaction_type in EXTRA_EMOJI


class TopicLink(Record):
    """A link that a linkifier made of a topic's text."""

    text: str = ""
    url: str = ""


class Submessage(Record):
    """Data that an integration has hung on a message, such as a poll's votes; experimental."""

    id: int
    message_id: int | Maybe = UNSET
    sender_id: int | Maybe = UNSET
    msg_type: str = ""
    content: str = ""


class EditHistoryEntry(Record):
    """One change of a message; the ``prev_`` fields are there only for what was changed."""

    user_id: int | Maybe | None = UNSET
    """``None`` only for edits before March 2017."""
    timestamp: int
    """UNIX seconds, UTC."""
    prev_content: str | Maybe = UNSET
    prev_rendered_content: str | Maybe = UNSET
    prev_stream: int | Maybe = UNSET
    stream: int | Maybe = UNSET
    prev_topic: str | Maybe = UNSET
    topic: str | Maybe = UNSET


class Message(Record):
    """A message as one account sees it.

    Source: messaging API, "Message".
    """

    id: int
    """Grows with time within an organization."""
    type: str
    """``stream`` or ``private``, whatever word the sender used."""
    sender_id: int
    sender_email: str = ""
    """The address shown by the API; it may not be the one to log in with."""
    sender_full_name: str = ""
    sender_realm_str: str = ""
    content: str
    """Markdown or HTML, as ``content_type`` says."""
    content_type: str = ""
    """``text/html`` or ``text/x-markdown``."""
    timestamp: int = 0
    """When it was sent, UNIX seconds, UTC."""
    display_recipient: str | tuple[DirectRecipient, ...] = ()
    """The channel's name, or every participant of a direct message, the receiver included."""
    stream_id: int | Maybe = UNSET
    """Absent on direct messages."""
    subject: str = ""
    """The topic; always empty on direct messages."""
    client: str = ""
    """Name of the program that sent it."""
    avatar_url: str | Maybe | None = UNSET
    """``None``: compute a gravatar from the e-mail address."""
    flags: tuple[str, ...] | Maybe = UNSET
    """Present when fetched; in an event the flags stand beside the message."""
    is_me_message: bool = False
    reactions: tuple[Reaction, ...] = ()
    """Oldest first."""
    recipient_id: int | Maybe = UNSET
    """Changes its meaning between servers; not to be kept."""
    submessages: tuple[Submessage, ...] = ()
    topic_links: tuple[TopicLink, ...] = ()
    edit_history: tuple[EditHistoryEntry, ...] | Maybe = UNSET
    """Newest first; absent when never changed or not to be seen."""
    last_edit_timestamp: int | Maybe = UNSET
    last_moved_timestamp: int | Maybe = UNSET
    """Feature level 365."""
    match_content: str | Maybe = UNSET
    """HTML with the words found, when the fetch was a search."""
    match_subject: str | Maybe = UNSET

    @property
    def is_direct(self) -> bool:
        """Whether it went to people rather than to a channel."""
        return self.type == "private"

    @property
    def topic(self) -> str:
        """The topic, empty on direct messages."""
        return self.subject

    @property
    def channel_id(self) -> int | None:
        """The channel's id, ``None`` on direct messages."""
        return self.stream_id if isinstance(self.stream_id, int) else None

    @property
    def channel_name(self) -> str:
        """The channel's name, empty on direct messages."""
        return self.display_recipient if isinstance(self.display_recipient, str) else ""

    @property
    def participants(self) -> tuple[DirectRecipient, ...]:
        """Everybody in a direct message, the receiver included; nobody for a channel message."""
        return () if isinstance(self.display_recipient, str) else self.display_recipient


class NarrowTerm(Record):
    """One condition of a search: ``NarrowTerm(operator="channel", operand=5)``.

    Source: not in the spec; the word is that of the fetch-messages operation.
    """

    operator: str
    operand: Any
    """A text, an id, or a list of ids, as the operator wants."""
    negated: bool | Maybe = UNSET


NarrowTerms = tuple[NarrowTerm | tuple[str, str], ...]
"""Conditions that must all hold; the pair form takes texts only."""
