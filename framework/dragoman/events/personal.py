"""Events about what belongs to one account alone; nobody else gets them."""

from dragoman.events.event import Event
from dragoman.model import (
    UNSET,
    Attachment,
    Draft,
    Maybe,
    MutedUser,
    NavigationView,
    Record,
    Reminder,
    SavedSnippet,
)


class AlertWordsEvent(Event, type="alert_words"):
    """The words that alert the account changed.

    Source: not in the spec.
    """

    alert_words: tuple[str, ...]
    """All of them."""


class MutedUsersEvent(Event, type="muted_users"):
    """Whom the account has muted changed.

    Source: not in the spec.
    """

    muted_users: tuple[MutedUser, ...]
    """All of them."""


class DraftsAdded(Event, type="drafts", op="add"):
    """Drafts were kept.

    Source: not in the spec.
    """

    drafts: tuple[Draft, ...]


class DraftUpdated(Event, type="drafts", op="update"):
    """A draft changed.

    Source: not in the spec.
    """

    draft: Draft


class DraftRemoved(Event, type="drafts", op="remove"):
    """A draft was deleted.

    Source: not in the spec.
    """

    draft_id: int


class RemindersAdded(Event, type="reminders", op="add"):
    """Reminders were set. Feature level 399.

    Source: not in the spec.
    """

    reminders: tuple[Reminder, ...]


class ReminderRemoved(Event, type="reminders", op="remove"):
    """A reminder was cancelled or sent; which of the two is not told.

    Source: not in the spec.
    """

    reminder_id: int


class SavedSnippetAdded(Event, type="saved_snippets", op="add"):
    """A snippet was kept. Feature level 297.

    Source: not in the spec.
    """

    saved_snippet: SavedSnippet


class SavedSnippetUpdated(Event, type="saved_snippets", op="update"):
    """A snippet changed. Feature level 368.

    Source: not in the spec.
    """

    saved_snippet: SavedSnippet


class SavedSnippetRemoved(Event, type="saved_snippets", op="remove"):
    """A snippet was deleted.

    Source: not in the spec.
    """

    saved_snippet_id: int


class NavigationViewAdded(Event, type="navigation_view", op="add"):
    """A view was added. Feature level 390.

    Source: not in the spec.
    """

    navigation_view: NavigationView


class NavigationViewChange(Record):
    """What changed of a view."""

    name: str | Maybe | None = UNSET
    is_pinned: bool | Maybe = UNSET


class NavigationViewUpdated(Event, type="navigation_view", op="update"):
    """A view changed.

    Source: not in the spec.
    """

    fragment: str
    data: NavigationViewChange


class NavigationViewRemoved(Event, type="navigation_view", op="remove"):
    """A view was removed.

    Source: not in the spec.
    """

    fragment: str


class AttachmentAdded(Event, type="attachment", op="add"):
    """A file was uploaded.

    Source: not in the spec.
    """

    attachment: Attachment
    upload_space_used: int | Maybe = UNSET
    """Bytes, of the whole organization."""


class AttachmentUpdated(Event, type="attachment", op="update"):
    """Other messages link to a file now.

    Source: not in the spec.
    """

    attachment: Attachment
    upload_space_used: int | Maybe = UNSET


class AttachmentRemoved(Event, type="attachment", op="remove"):
    """A file was deleted.

    Source: not in the spec.
    """

    attachment: Attachment
    """The id alone."""
    upload_space_used: int | Maybe = UNSET


class DeviceAdded(Event, type="device", op="add"):
    """A device of the account was made known. Feature level 468.

    Source: not in the spec.
    """

    device_id: int


class DeviceRemoved(Event, type="device", op="remove"):
    """A device was forgotten.

    Source: not in the spec.
    """

    device_id: int


class DeviceUpdated(Event, type="device", op="update"):
    """How a device gets push notifications changed; what is absent stayed.

    Source: not in the spec.
    """

    device_id: int
    push_key_id: int | Maybe | None = UNSET
    push_token_id: str | Maybe | None = UNSET
    pending_push_token_id: str | Maybe | None = UNSET
    push_token_last_updated_timestamp: int | Maybe | None = UNSET
    """UNIX seconds, UTC."""
    push_registration_error_code: str | Maybe | None = UNSET


class PushDeviceEvent(Event, type="push_device"):
    """Whether a device gets push notifications changed; feature levels 406 to 467.

    Source: not in the spec.
    """

    push_account_id: int | str
    status: str
    error_code: str | Maybe | None = UNSET
