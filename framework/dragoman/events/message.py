"""Events about messages: new, changed, deleted, flagged, reacted to, being typed."""

from typing import Any

from dragoman.events.event import Event
from dragoman.model import UNSET, Maybe, Message, Record, TopicLink


class MessageEvent(Event, type="message"):
    """A message was sent that this account may see.

    Source: messaging API, "Events"; the payload is not in the spec.
    """

    message: Message
    flags: tuple[str, ...] = ()
    """The receiver's: ``mentioned`` tells a mention, also through a group; empty if not received."""
    local_message_id: str | Maybe = UNSET
    """What was given as ``local_id``; only in the queue that was named when sending."""


class UpdateMessageEvent(Event, type="update_message"):
    """A message's content changed, or messages moved.

    A new content belongs to ``message_id`` alone, a move to all ``message_ids``.
    Source: not in the spec.
    """

    message_id: int
    message_ids: tuple[int, ...] = ()
    user_id: int | Maybe | None = UNSET
    """Who did it; ``None`` when only the rendering changed."""
    rendering_only: bool = False
    flags: tuple[str, ...] = ()
    """The receiver's, after the change."""
    edit_timestamp: int | Maybe = UNSET
    """UNIX seconds, UTC."""
    stream_id: int | Maybe = UNSET
    """The channel before the change; absent on direct messages."""
    stream_name: str | Maybe = UNSET
    content: str | Maybe = UNSET
    """The new Markdown."""
    rendered_content: str | Maybe = UNSET
    """The new HTML."""
    orig_content: str | Maybe = UNSET
    orig_rendered_content: str | Maybe | None = UNSET
    is_me_message: bool | Maybe = UNSET
    orig_subject: str | Maybe = UNSET
    """The topic before a move."""
    subject: str | Maybe = UNSET
    """The new topic; absent if it stayed."""
    topic_links: tuple[TopicLink, ...] | Maybe = UNSET
    new_stream_id: int | Maybe = UNSET
    """The new channel; absent if it stayed."""
    propagate_mode: str | Maybe = UNSET
    """``change_one``, ``change_later`` or ``change_all``."""


class DeleteMessageEvent(Event, type="delete_message"):
    """Messages were deleted, or are no longer to be seen.

    Source: messaging API, "Events".
    """

    message_type: str = ""
    """``stream`` or ``private``."""
    message_ids: tuple[int, ...] | Maybe = UNSET
    """With the capability ``bulk_message_deletion``."""
    message_id: int | Maybe = UNSET
    """Without it."""
    stream_id: int | Maybe = UNSET
    topic: str | Maybe = UNSET

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of the messages, whichever form the event has."""
        single = (self.message_id,) if isinstance(self.message_id, int) else ()
        return self.message_ids if isinstance(self.message_ids, tuple) else single


class ReactionEvent(Event, type="reaction"):
    """Somebody put an emoji on a message or took it off.

    Source: not in the spec.
    """

    op: str
    """``add`` or ``remove``."""
    message_id: int
    user_id: int
    emoji_name: str
    emoji_code: str = ""
    reaction_type: str = "unicode_emoji"


class MessageDetails(Record):
    """Where a message that became unread stands."""

    type: str
    mentioned: bool = False
    user_ids: tuple[int, ...] | Maybe = UNSET
    """The other participants of a direct message."""
    stream_id: int | Maybe = UNSET
    topic: str | Maybe = UNSET
    unmuted_stream_msg: bool | Maybe = UNSET


class UpdateMessageFlagsEvent(Event, type="update_message_flags"):
    """One of this account's flags was set or unset on messages.

    Source: messaging API, "Message flags"; the payload is not in the spec.
    """

    op: str
    """``add`` or ``remove``."""
    flag: str
    messages: tuple[int, ...] = ()
    all: bool = False
    """Every message was marked read; ``messages`` is then empty."""
    message_details: dict[str, MessageDetails] | Maybe = UNSET
    """By message id as text, when ``read`` was removed."""


class SubmessageEvent(Event, type="submessage"):
    """Somebody acted on a poll or a list in a message.

    Source: not in the spec.
    """

    message_id: int
    submessage_id: int
    sender_id: int
    msg_type: str = ""
    content: str = ""
    """JSON."""


class Typist(Record):
    """Somebody at the keyboard, or one who is shown it."""

    user_id: int
    email: str = ""


class TypingEvent(Event, type="typing"):
    """Somebody began or ceased to write.

    Source: messaging API, "POST /typing"; the payload is not in the spec.
    """

    op: str
    """``start`` or ``stop``; without a new start for a while it counts as stopped."""
    sender: Typist
    message_type: str = "direct"
    """``direct`` or ``stream``."""
    recipients: tuple[Typist, ...] | Maybe = UNSET
    """Everybody in the direct conversation, the sender included."""
    stream_id: int | Maybe = UNSET
    topic: str | Maybe = UNSET


class TypingEditMessageEvent(Event, type="typing_edit_message"):
    """Somebody began or ceased to edit a message. Feature level 351.

    Source: not in the spec.
    """

    op: str
    sender_id: int
    message_id: int
    recipient: dict[str, Any]
    """``type`` ``direct`` with ``user_ids``, or ``channel`` with ``channel_id`` and ``topic``."""
