"""Remembers what objects hold, and puts it back into the very same objects.

Timers, tasks and handlers hold on to the organisation's objects, so these must stay the ones they are.
Frozen records need no copy: whatever changes gets a new one.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from dragoman_server.ledger import Ledger

_OURS = __name__.partition(".")[0] + "."
_PASSING = (asyncio.Future, asyncio.Handle)
"""What is under way in the event loop; no memory brings it back."""

_ABSENT = object()


class Memento:
    """What everything that can be reached from some objects held at one moment."""

    def __init__(self, *roots: object) -> None:
        """Remember what the roots hold, at any depth."""
        self._held: dict[int, tuple[Any, Callable[[], None]]] = {}
        waiting: list[object] = list(roots)
        while waiting:
            thing = waiting.pop()
            if id(thing) in self._held:
                continue
            if isinstance(thing, tuple):
                waiting.extend(thing)
                continue
            found = _remember(thing)
            if found is not None:
                put_back, inside = found
                # The thing itself is kept too, so that its identity is not given to another.
                self._held[id(thing)] = (thing, put_back)
                waiting.extend(inside)

    def put_back(self) -> None:
        """Let each of the objects hold again what it held."""
        for _, put_back in self._held.values():
            put_back()


def _remember(thing: Any) -> tuple[Callable[[], None], Iterable[object]] | None:
    """Return how to put back what `thing` holds, and the things in it; `None` if it cannot change."""
    if isinstance(thing, dict):
        return _remember_dict(thing)
    if isinstance(thing, list | set | deque):
        return _remember_items(thing)
    if isinstance(thing, msgspec.Struct | Ledger | type) or not type(thing).__module__.startswith(_OURS):
        return None
    return _remember_object(thing)


def _remember_dict(thing: dict[Any, Any]) -> tuple[Callable[[], None], Iterable[object]]:
    held = dict(thing)

    def put_back() -> None:
        thing.clear()
        thing.update(held)

    return put_back, held.values()


def _remember_items(
    thing: "list[Any] | set[Any] | deque[Any]",
) -> tuple[Callable[[], None], Iterable[object]]:
    held = list(thing)

    def put_back() -> None:
        thing.clear()
        thing.update(held) if isinstance(thing, set) else thing.extend(held)

    return put_back, held


def _remember_object(thing: Any) -> tuple[Callable[[], None], Iterable[object]]:
    held = {
        name: value
        for name in _attributes(thing)
        if not isinstance(value := getattr(thing, name, _ABSENT), _PASSING)
    }

    def put_back() -> None:
        for name, value in held.items():
            if value is not _ABSENT and not isinstance(getattr(thing, name, None), _PASSING):
                setattr(thing, name, value)

    return put_back, held.values()


def _attributes(thing: Any) -> Iterator[str]:
    yield from getattr(thing, "__dict__", ())
    for kind in type(thing).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        yield from (slots,) if isinstance(slots, str) else slots
