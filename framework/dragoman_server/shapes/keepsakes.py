"""What accounts keep for themselves: drafts, snippets, views, reminders, alert words, storage."""

from typing import Literal, TypedDict


class Draft(TypedDict):
    """A message that somebody has begun to write."""

    id: int
    type: Literal["", "stream", "private"]
    to: list[int]
    topic: str
    content: str
    timestamp: int


class DraftsFound(TypedDict):
    """The account's drafts."""

    count: int
    drafts: list[Draft]


class DraftsCreated(TypedDict):
    """The IDs of new drafts."""

    ids: list[int]


class SavedSnippet(TypedDict):
    """A text for later use."""

    id: int
    title: str
    content: str
    date_created: int


class SavedSnippetsFound(TypedDict):
    """The account's snippets."""

    saved_snippets: list[SavedSnippet]


class SavedSnippetCreated(TypedDict):
    """The ID of a new snippet."""

    saved_snippet_id: int


class NavigationView(TypedDict):
    """A view in the sidebar."""

    fragment: str
    is_pinned: bool
    name: str | None


class NavigationViewsFound(TypedDict):
    """The account's views."""

    navigation_views: list[NavigationView]


class Reminder(TypedDict):
    """A message of which somebody wants to be reminded."""

    reminder_id: int
    type: Literal["private"]
    to: list[int]
    content: str
    rendered_content: str
    scheduled_delivery_timestamp: int
    failed: bool
    reminder_target_message_id: int


class RemindersFound(TypedDict):
    """The account's reminders."""

    reminders: list[Reminder]


class ReminderCreated(TypedDict):
    """The ID of a new reminder."""

    reminder_id: int


class AlertWordsFound(TypedDict):
    """The words that alert the account, after the change if there was one."""

    alert_words: list[str]


class StorageFound(TypedDict):
    """What a bot keeps here, by key."""

    storage: dict[str, str]


class MutedUser(TypedDict):
    """Somebody whom the account does not want to hear, and since when."""

    id: int
    timestamp: int


class TopicChoice(TypedDict):
    """How the account wants to see a topic."""

    stream_id: int
    topic_name: str
    last_updated: int
    visibility_policy: int


class CommandDone(TypedDict):
    """What a command did, in words."""

    msg: str
    """Empty where nothing is to be said."""
