"""The organisation's own emoji, those included that may not be used any more."""

from collections.abc import Iterator

import msgspec

from dragoman_server.world.tables import Holder, Table


class OwnEmoji(msgspec.Struct, frozen=True, kw_only=True):
    """One emoji; messages go on showing it when it is deactivated."""

    id: str
    """A number, which the API always writes as text."""

    name: str
    source_url: str
    still_url: str | None = None
    """Where a picture of it stands that does not move; `None` when it never does."""

    deactivated: bool = False
    author_id: int | None = None


class OwnEmojis(Holder):
    """All emoji by rising ID."""

    def __init__(self) -> None:
        """Start without any."""
        self._by_id: Table[str, OwnEmoji] = Table("custom_emoji", str, OwnEmoji)

    def __iter__(self) -> Iterator[OwnEmoji]:
        """Walk over the emoji."""
        return iter(sorted(self._by_id.values(), key=lambda one: int(one.id)))

    def get(self, code: str) -> OwnEmoji | None:
        """Return the emoji of that ID, or `None`."""
        return self._by_id.get(code)

    def named(self, name: str) -> OwnEmoji | None:
        """Return the emoji that may be used under that name, or `None`."""
        return next((one for one in self if one.name == name and not one.deactivated), None)

    def put(self, emoji: OwnEmoji) -> None:
        """Add an emoji, or put a changed one in the place of the old."""
        self._by_id[emoji.id] = emoji
