"""Things that people keep for themselves: drafts, snippets, views, reminders, a bot's storage."""

from collections.abc import Iterator
from typing import Generic, TypeVar

import msgspec

from dragoman_server.world.records import Recipient
from dragoman_server.world.tables import Holder, Table, Tables


class KeptDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A message that somebody has begun to write."""

    id: int
    owner_id: int
    type: str
    """`stream`, `private`, or nothing as long as that is open."""

    to: tuple[int, ...]
    topic: str
    content: str
    timestamp: float


class Snippet(msgspec.Struct, frozen=True, kw_only=True):
    """A text kept for being sent again."""

    id: int
    owner_id: int
    title: str
    content: str
    date_created: int


class NavigationView(msgspec.Struct, frozen=True, kw_only=True):
    """A view that somebody put into the sidebar."""

    fragment: str
    is_pinned: bool
    name: str | None


class Reminder(msgspec.Struct, frozen=True, kw_only=True):
    """A message of which somebody wants to be reminded."""

    id: int
    owner_id: int
    message_id: int
    recipient: Recipient
    content: str
    rendered: str
    due: int


Owned = TypeVar("Owned", KeptDraft, Snippet, Reminder)


class Drawer(Holder, Generic[Owned]):
    """Things of one kind by ID, each with its owner."""

    def __init__(self, name: str, kind: type[Owned]) -> None:
        """Start empty, under a name that no other drawer has."""
        self._by_id: Table[int, Owned] = Table(name, int, kind)

    def __iter__(self) -> Iterator[Owned]:
        """Walk over all things, the oldest first."""
        return iter(list(self._by_id.values()))

    def put(self, thing: Owned) -> None:
        """Add a thing, or put a changed one in the place of the old."""
        self._by_id[thing.id] = thing

    def remove(self, thing: Owned) -> None:
        """Forget a thing."""
        del self._by_id[thing.id]

    def get(self, thing_id: int) -> Owned | None:
        """Return the thing of that ID, or `None`."""
        return self._by_id.get(thing_id)

    def of(self, user_id: int) -> list[Owned]:
        """Return what belongs to a person, by rising ID."""
        return sorted(
            (one for one in self._by_id.values() if one.owner_id == user_id), key=lambda one: one.id
        )


class Keepsakes(Holder):
    """What all people keep here."""

    def __init__(self) -> None:
        """Start with nothing kept."""
        self.drafts = Drawer("draft", KeptDraft)
        self.snippets = Drawer("saved_snippet", Snippet)
        self.reminders = Drawer("reminder", Reminder)
        self.views: Tables[int, str, NavigationView] = Tables("navigation_view", int, str, NavigationView)
        """By person, then by fragment."""

        self.storage: Tables[int, str, str] = Tables("bot_storage", int, str, str)
        """What bots keep here: by bot, then by key."""

        self.steps_done: Table[int, frozenset[str]] = Table("onboarding_steps", int, frozenset[str])
        """What clients have explained to each person."""

    def views_of(self, user_id: int) -> Table[str, NavigationView]:
        """Return a person's views by fragment."""
        return self.views.of(user_id)

    def storage_of(self, user_id: int) -> Table[str, str]:
        """Return what an account keeps here, by key."""
        return self.storage.of(user_id)
