"""What a plugin remembers: small values that are kept together with what its handlers do."""

from collections.abc import Sequence
from typing import Protocol, TypeVar, overload

import msgspec

from dragoman.model import Record, User
from dragoman.plugin.conversation import Conversation

T = TypeVar("T")


class Kept(Record):
    """A value as it is kept."""

    value: bytes | None
    """JSON; ``None`` where there is none."""
    version: int
    """Grows with each change; 0 where there never was a value."""


class Change(Record):
    """What a handler did to a value: read it, changed it, or both."""

    scope: str
    key: str
    value: bytes | None = None
    """What it is now; ``None`` when it was forgotten."""
    read: int | None = None
    """The version that was read before; ``None`` when it was not read."""
    is_only_read: bool = False


class Store(Protocol):
    """Where plugins' values are kept."""

    async def read(self, plugin: str, scope: str, key: str) -> Kept:
        """Return a value as it is now."""
        ...

    async def keys(self, plugin: str, scope: str) -> list[str]:
        """Return the keys of a scope."""
        ...

    async def once(self, plugin: str, scope: str, key: str) -> bool:
        """Make a mark that stays, and return whether it was not there."""
        ...


class MemoryStore:
    """Keeps values in memory: for tests that call a plugin's methods by themselves."""

    def __init__(self) -> None:
        """Begin with none."""
        self._values: dict[tuple[str, str, str], Kept] = {}

    async def read(self, plugin: str, scope: str, key: str) -> Kept:
        """Return a value as it is now."""
        return self._values.get((plugin, scope, key), Kept(value=None, version=0))

    async def keys(self, plugin: str, scope: str) -> list[str]:
        """Return the keys of a scope."""
        return sorted(key for whose, within, key in self._values if (whose, within) == (plugin, scope))

    async def once(self, plugin: str, scope: str, key: str) -> bool:
        """Make a mark that stays, and return whether it was not there."""
        if (plugin, scope, key) in self._values:
            return False
        self._values[plugin, scope, key] = Kept(value=b"true", version=1)
        return True

    def apply(self, plugin: str, changes: Sequence[Change]) -> None:
        """Write what a handler changed."""
        for change in changes:
            place = (plugin, change.scope, change.key)
            if change.is_only_read:
                continue
            if change.value is None:
                self._values.pop(place, None)
            else:
                version = self._values[place].version if place in self._values else 0
                self._values[place] = Kept(value=change.value, version=version + 1)


class State:
    """A plugin's values in one scope, as one handler sees and changes them.

    Changes are kept when the handler has returned, in the same moment as what it recorded, and not at all
    when it fails. When another handler was quicker to change what this one has read, this one is run again.
    """

    def __init__(
        self,
        store: Store,
        plugin: str,
        scope: str = "",
        changes: dict[tuple[str, str], Change] | None = None,
    ) -> None:
        """See the values of one plugin; the changes are shared by its scopes."""
        self._store = store
        self._plugin = plugin
        self._scope = scope
        self._changes = {} if changes is None else changes

    @overload
    async def get(self, key: str, kind: type[T]) -> T | None: ...

    @overload
    async def get(self, key: str, kind: type[T], default: T) -> T: ...

    async def get(self, key: str, kind: type[T], default: T | None = None) -> T | None:
        """Return a value, read as this type; the default where there is none.

        Fails with ``msgspec.ValidationError`` when it was kept as something else.
        """
        known = self._changes.get((self._scope, key))
        if known is None:
            kept = await self._store.read(self._plugin, self._scope, key)
            known = Change(scope=self._scope, key=key, value=kept.value, read=kept.version, is_only_read=True)
            self._changes.setdefault((self._scope, key), known)
        return default if known.value is None else msgspec.json.decode(known.value, type=kind)

    def set(self, key: str, value: object) -> None:
        """Remember a value: text, numbers, lists, dictionaries, records."""
        self._change(key, msgspec.json.encode(value))

    def forget(self, key: str) -> None:
        """Remember it no more."""
        self._change(key, None)

    async def keys(self) -> list[str]:
        """Return the keys that have values."""
        found = set(await self._store.keys(self._plugin, self._scope))
        for (scope, key), change in self._changes.items():
            if scope == self._scope:
                (found.discard if change.value is None else found.add)(key)
        return sorted(found)

    def of(self, whose: User | Conversation | str) -> "State":
        """Return the values that are kept for a person, a conversation, or whatever a text names."""
        if isinstance(whose, User):
            scope = f"user:{whose.user_id}"
        elif isinstance(whose, Conversation):
            scope = whose.key
        else:
            scope = f"named:{whose}"
        return State(self._store, self._plugin, scope, self._changes)

    @property
    def changes(self) -> tuple[Change, ...]:
        """What was read and changed so far."""
        return tuple(self._changes.values())

    def _change(self, key: str, value: bytes | None) -> None:
        known = self._changes.get((self._scope, key))
        self._changes[self._scope, key] = Change(
            scope=self._scope, key=key, value=value, read=known.read if known is not None else None
        )
