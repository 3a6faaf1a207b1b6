"""Tables: where the organisation keeps its state, so that every change of it is known.

Whatever must survive the process is in one of these. A table is declared in one line, by its name in the
store and the types of its keys and values, in the `__init__` of whatever holds it; a store finds it there.
Values are frozen: a change is always a new value in an old place.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Generic, TypeVar, overload

K = TypeVar("K")
L = TypeVar("L")
V = TypeVar("V")
Default = TypeVar("Default")

Watch = Callable[[Any, bool], None]
"""Is told which key changed, and whether what was there was taken away."""

_NOTHING = object()


class Table(dict[K, V]):
    """A dictionary that tells of its changes."""

    __slots__ = ("key_type", "name", "value_type", "watch")

    def __init__(self, name: str, key_type: Any, value_type: Any) -> None:
        """Start empty, under a name that no other table has."""
        super().__init__()
        self.name = name
        self.key_type = key_type
        self.value_type = value_type
        self.watch: Watch | None = None

    def __setitem__(self, key: K, value: V) -> None:
        """Put a value into its place."""
        super().__setitem__(key, value)
        if self.watch is not None:
            self.watch(key, False)

    def __delitem__(self, key: K) -> None:
        """Take away what is there."""
        super().__delitem__(key)
        if self.watch is not None:
            self.watch(key, True)

    @overload
    def pop(self, key: K, /) -> V: ...
    @overload
    def pop(self, key: K, default: V | Default, /) -> V | Default: ...
    def pop(self, key: K, default: Any = _NOTHING, /) -> Any:
        """Take away what is there, and return it; without a default there must be something."""
        found = super().pop(key, _NOTHING)
        if found is _NOTHING:
            if default is _NOTHING:
                raise KeyError(key)
            return default
        if self.watch is not None:
            self.watch(key, True)
        return found

    def popitem(self) -> tuple[K, V]:
        """Take away what came last."""
        key = next(reversed(self))
        return key, self.pop(key)

    def clear(self) -> None:
        """Take everything away."""
        for key in list(self):
            del self[key]

    def setdefault(self, key: K, default: V, /) -> V:
        """Return what is there, after putting `default` there if nothing was."""
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, other: Mapping[K, V] | Iterable[tuple[K, V]], /) -> None:  # type: ignore[override]
        """Put many values into their places."""
        for key, value in dict(other).items():
            self[key] = value

    def __ior__(self, other: Any) -> "Table[K, V]":  # type: ignore[override,misc]
        """Put many values into their places."""
        self.update(other)
        return self

    def found(self, key: K) -> V | None:
        """Return what the store is to hold under a key; `None` where there is nothing."""
        return self.get(key)

    def fill(self, key: K, value: V) -> None:
        """Put a value that came from the store into its place."""
        super().__setitem__(key, value)

    def entries(self) -> Iterable[tuple[K, V]]:
        """Walk over everything as the store is to hold it."""
        return self.items()


class Tables(dict[K, Table[L, V]]):
    """Tables by a further key, made when they are first asked for; an empty one is as good as none."""

    __slots__ = ("_inner_key_type", "key_type", "name", "value_type", "watch")

    def __init__(self, name: str, key_type: Any, inner_key_type: Any, value_type: Any) -> None:
        """Start empty, under a name that no other table has."""
        super().__init__()
        self.name = name
        self.key_type = tuple[key_type, inner_key_type]
        self.value_type = value_type
        self.watch: Watch | None = None
        self._inner_key_type = inner_key_type

    # For reading a plain empty dictionary does as a default, which no dictionary of tables could take.
    @overload  # type: ignore[override]
    def get(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, key: K, default: None = None, /
    ) -> Table[L, V] | None: ...
    @overload
    def get(self, key: K, default: dict[L, V], /) -> dict[L, V]: ...
    @overload
    def get(self, key: K, default: Default, /) -> Table[L, V] | Default: ...
    def get(self, key: K, default: Any = None, /) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return the table under a key as it is; where there is none, `default`."""
        return super().get(key, default)

    def of(self, key: K) -> Table[L, V]:
        """Return the table under a key."""
        found = self.get(key)
        if found is None:
            found = Table(self.name, self._inner_key_type, self.value_type)
            found.watch = partial(self._tell, key)
            super().__setitem__(key, found)
        return found

    def __setitem__(self, key: K, value: Table[L, V]) -> None:
        """Refuse: a table that came from elsewhere would change unseen."""
        raise TypeError(f"write self.of({key!r})[...] = ... instead")

    def __delitem__(self, key: K) -> None:
        """Take everything under a key away."""
        self[key].clear()
        super().__delitem__(key)

    def clear(self) -> None:
        """Take everything away."""
        for key in list(self):
            del self[key]

    def found(self, key: tuple[K, L]) -> V | None:
        """Return what the store is to hold under both keys; `None` where there is nothing."""
        inner = self.get(key[0])
        return None if inner is None else inner.get(key[1])

    def fill(self, key: tuple[K, L], value: V) -> None:
        """Put a value that came from the store into its place."""
        self.of(key[0]).fill(key[1], value)

    def entries(self) -> Iterable[tuple[tuple[K, L], V]]:
        """Walk over everything as the store is to hold it."""
        return (
            ((key, inner_key), value) for key, inner in self.items() for inner_key, value in inner.items()
        )

    def _tell(self, key: K, inner_key: L, gone: bool) -> None:
        if self.watch is not None:
            self.watch((key, inner_key), gone)


class Single(Table[str, V], Generic[V]):
    """A table with one value."""

    __slots__ = ()

    def __init__(self, name: str, value_type: Any, value: V) -> None:
        """Start with a value."""
        super().__init__(name, str, value_type)
        self.value = value

    @property
    def value(self) -> V:
        """What there is."""
        return self[""]

    @value.setter
    def value(self, value: V) -> None:
        self[""] = value


class Holder:
    """Whatever holds tables. Each attribute of one is a table or a holder, unless it is named here."""

    FOLLOWS: frozenset[str] = frozenset()
    """The attributes that follow from the tables: `index` makes them anew."""

    PASSING: frozenset[str] = frozenset()
    """The attributes that are no state of the organisation; they begin anew with each process."""

    def index(self) -> None:
        """Make anew what follows from the tables, after they were filled."""


AnyTable = Table[Any, Any] | Tables[Any, Any, Any]


def holders_in(holder: Holder) -> list[Holder]:
    """Return `holder` and all holders below it."""
    found = [holder]
    for held in vars(holder).values():
        if isinstance(held, Holder):
            found += [one for one in holders_in(held) if one not in found]
    return found


def tables_in(holder: Holder) -> dict[str, AnyTable]:
    """Return all tables below `holder` by their names. Fails with ValueError where two have one name."""
    tables: dict[str, AnyTable] = {}
    for one in holders_in(holder):
        for held in vars(one).values():
            if isinstance(held, Table | Tables):
                if held.name in tables:
                    raise ValueError(f"two tables are called {held.name!r}")
                tables[held.name] = held
    return tables
