"""Small records that only the snapshot of a registration carries."""

from dragoman.model.record import UNSET, Maybe, Record


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


class RecentPrivateConversation(Record):
    """A direct conversation of late.

    Source: messaging API, "Other records".
    """

    max_message_id: int
    user_ids: tuple[int, ...]
    """The other participants; nobody for messages to oneself."""
