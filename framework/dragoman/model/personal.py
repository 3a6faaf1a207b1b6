"""What belongs to one account alone: drafts, snippets, reminders, views, topic policies, files."""

from dragoman.model.record import UNSET, Maybe, Record


class Draft(Record):
    """A message not yet sent.

    Source: not in the spec.
    """

    id: int | Maybe = UNSET
    """Given by the server; left out of a new one."""
    type: str
    """``stream``, ``private``, or empty while it is addressed to nobody."""
    to: tuple[int, ...]
    """The channel's id alone, or user ids."""
    topic: str
    """Empty on direct messages."""
    content: str
    """Markdown."""
    timestamp: int | float | Maybe = UNSET
    """When it was last changed, UNIX seconds, UTC."""


class NavigationView(Record):
    """An entry of the account's navigation bar.

    Source: messaging API, "Other records".
    """

    fragment: str
    is_pinned: bool
    name: str | Maybe | None = UNSET
    """Left out for a built-in view."""


class SavedSnippet(Record):
    """A text kept for later use.

    Source: messaging API, "Other records".
    """

    id: int
    title: str
    content: str
    """Markdown."""
    date_created: int
    """UNIX seconds, UTC."""


class Reminder(Record):
    """A reminder of a message. Feature level 399.

    Source: not in the spec.
    """

    reminder_id: int
    type: str = "private"
    to: int | tuple[int, ...] = ()
    """The account itself."""
    content: str = ""
    """Markdown."""
    rendered_content: str = ""
    """HTML."""
    scheduled_delivery_timestamp: int
    """UNIX seconds, UTC."""
    failed: bool = False
    reminder_target_message_id: int | Maybe = UNSET


class MutedUser(Record):
    """A person whose messages the account does not see."""

    id: int
    timestamp: int | Maybe = UNSET
    """Since when, UNIX seconds, UTC."""


class UserTopic(Record):
    """The account's policy for a topic."""

    stream_id: int
    topic_name: str
    visibility_policy: int
    """0 none, 1 muted, 2 unmuted, 3 followed."""
    last_updated: int | Maybe = UNSET
    """UNIX seconds, UTC."""


class AttachmentMessage(Record):
    """A message that links to a file; told until feature level 472."""

    id: int
    date_sent: int | Maybe = UNSET
    """UNIX milliseconds, since feature level 443 seconds, UTC."""


class Attachment(Record):
    """A file that the account has uploaded; one that no message links to is deleted after some weeks.

    Source: not in the spec.
    """

    id: int
    name: str = ""
    path_id: str = ""
    """What stands after ``/user_uploads/`` in its address."""
    size: int = 0
    """Bytes."""
    create_time: int | Maybe = UNSET
    """UNIX milliseconds, since feature level 443 seconds, UTC."""
    messages: tuple[AttachmentMessage, ...] | Maybe = UNSET
    """Until feature level 472."""
    message_ids: tuple[int, ...] | Maybe = UNSET
    """Since feature level 472."""


class RecentPrivateConversation(Record):
    """A direct conversation of late.

    Source: messaging API, "Other records".
    """

    max_message_id: int
    user_ids: tuple[int, ...]
    """The other participants; nobody for messages to oneself."""


class File(Record):
    """A file to upload."""

    name: str
    content: bytes
    content_type: str = "application/octet-stream"
    """Its media type, as in ``image/png``."""
