"""Messages, and what is told beside them."""

from typing import Annotated, Literal, NotRequired, TypedDict

from dragoman_server import levels
from dragoman_server.parameters import Offered
from dragoman_server.shapes.uploads import Attachment


class Reactor(TypedDict):
    """Who reacted, as it was told when that was more than an ID."""

    id: int
    email: str
    full_name: str


class Reaction(TypedDict):
    """An emoji that somebody put on a message."""

    emoji_name: str
    emoji_code: str
    reaction_type: Literal["unicode_emoji", "realm_emoji", "server_extra_emoji", "zulip_extra_emoji"]
    user_id: int
    user: Annotated[Reactor, Offered(until=levels.REACTION_USER_GONE)]


class Party(TypedDict):
    """Somebody in a direct message."""

    id: int
    email: str
    full_name: str
    is_mirror_dummy: bool


class TopicLink(TypedDict):
    """A link that a linkifier made of a topic."""

    text: str
    url: str


class Submessage(TypedDict):
    """A vote, or another act on a message."""

    id: int
    message_id: int
    sender_id: int
    msg_type: str
    content: str


class Change(TypedDict):
    """An edit or a move."""

    user_id: int | None
    timestamp: int
    prev_content: NotRequired[str]
    prev_rendered_content: NotRequired[str]
    prev_rendered_content_version: NotRequired[int]
    prev_topic: NotRequired[str]
    topic: NotRequired[str]
    prev_stream: NotRequired[int]
    stream: NotRequired[int]


class Message(TypedDict):
    """A message as one of its readers sees it."""

    id: int
    sender_id: int
    sender_full_name: str
    sender_email: str
    sender_realm_str: str
    recipient_id: int
    type: Literal["stream", "private"]
    stream_id: NotRequired[int]
    """Only of channel messages."""

    display_recipient: str | list[Party]
    """The channel's name, or the people."""

    subject: str
    topic_links: list[TopicLink]
    content: str
    content_type: Literal["text/html", "text/x-markdown"]
    timestamp: int
    client: str
    avatar_url: str | None
    is_me_message: bool
    reactions: list[Reaction]
    submessages: list[Submessage]
    flags: list[str]
    edit_history: NotRequired[list[Change]]
    last_edit_timestamp: NotRequired[int]
    last_moved_timestamp: NotRequired[Annotated[int, Offered(since=levels.LAST_MOVED)]]
    match_content: NotRequired[str]
    match_subject: NotRequired[str]


class MessagesFound(TypedDict):
    """Messages around an anchor; of messages asked for by ID nothing but themselves is told."""

    messages: list[Message]
    anchor: NotRequired[int]
    found_anchor: NotRequired[bool]
    found_oldest: NotRequired[bool]
    found_newest: NotRequired[bool]
    history_limited: NotRequired[bool]


class MessageFound(TypedDict):
    """One message, and its text as it was written."""

    message: Message
    raw_content: str


class MessageSent(TypedDict):
    """The ID of a new message."""

    id: int
    automatic_new_visibility_policy: NotRequired[int]
    """How the sender sees the topic from now on; absent when that did not change."""


class MessageEdited(TypedDict):
    """Files that no message shows any more."""

    detached_uploads: Annotated[list[Attachment], Offered(since=285)]


class State(TypedDict):
    """A message at one time."""

    content: str
    rendered_content: str
    timestamp: int
    topic: str
    user_id: int | None
    prev_content: NotRequired[str]
    prev_rendered_content: NotRequired[str]
    content_html_diff: NotRequired[str]
    prev_topic: NotRequired[str]
    prev_stream: NotRequired[int]
    stream: NotRequired[int]


class MessageHistoryFound(TypedDict):
    """A message at all times."""

    message_history: list[State]


class ReadReceiptsFound(TypedDict):
    """Who has read a message."""

    user_ids: list[int]


class Rendered(TypedDict):
    """A text as HTML."""

    rendered: str


class Match(TypedDict):
    """What of a message meets conditions."""

    match_content: str
    match_subject: str


class MatchesFound(TypedDict):
    """The messages that meet conditions, by ID."""

    messages: dict[str, Match]


Skipped = Annotated[list[int], Offered(since=levels.IGNORED_BECAUSE_NOT_SUBSCRIBED)]
"""Channels whose messages were left alone, because the account does not follow them."""


class FlagsUpdated(TypedDict):
    """The messages that were asked for, whatever became of each."""

    messages: list[int]
    ignored_because_not_subscribed_channels: NotRequired[
        Annotated[list[int], Offered(since=levels.IGNORED_BECAUSE_NOT_SUBSCRIBED)]
    ]


class NarrowFlagsUpdated(TypedDict):
    """How far the change went, and where the next call goes on."""

    processed_count: int
    updated_count: int
    first_processed_id: int | None
    last_processed_id: int | None
    found_oldest: bool
    found_newest: bool
    ignored_because_not_subscribed_channels: NotRequired[
        Annotated[list[int], Offered(since=levels.IGNORED_BECAUSE_NOT_SUBSCRIBED)]
    ]


class AllMarkedAsRead(TypedDict):
    """Whether all messages are marked, or a further call is needed."""

    complete: bool


class Conversation(TypedDict):
    """With whom the account has written, and the newest message of it."""

    max_message_id: int
    user_ids: list[int]


class UnreadDirect(TypedDict):
    """Unread messages from one person."""

    other_user_id: int
    sender_id: int
    unread_message_ids: list[int]


class UnreadTopic(TypedDict):
    """Unread messages of one topic."""

    stream_id: int
    topic: str
    unread_message_ids: list[int]


class UnreadGroup(TypedDict):
    """Unread messages among several people."""

    user_ids_string: str
    unread_message_ids: list[int]


class Unread(TypedDict):
    """All unread messages, by conversation."""

    count: int
    pms: list[UnreadDirect]
    streams: list[UnreadTopic]
    huddles: list[UnreadGroup]
    mentions: list[int]
    old_unreads_missing: bool
