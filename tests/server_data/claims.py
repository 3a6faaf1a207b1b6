"""What one client was told by a server, so that it can be held to it."""

from collections.abc import Hashable, Iterator
from typing import Any

GONE = "gone"
"""What stands at a place where something was and was taken away."""

UNKNOWN = "unknown"
"""The number of what was asked for and may have been made."""

AT_FIRST = {"starred": False, "reaction": False, "alert": False, "follows": True, "status": "", "topic": 0}
"""What stands at places of which nobody was told yet; at all others nothing."""

Place = tuple[Hashable, ...]


class Claims:
    """What was answered, by place; and the one change of which nobody knows whether it was made."""

    def __init__(self) -> None:
        self.told: dict[Place, Any] = {}
        self.heard: dict[int, str] = {}
        """The messages of which events told, by ID."""

        self.answered = 0
        self.unanswered = 0
        self._fresh: set[Place] = set()
        self._doubts: dict[Place, list[Any]] = {}
        self._asking: tuple[Place, Any] | None = None

    def ask(self, place: Place, value: Any) -> None:
        """Note that a change is asked for."""
        self._asking = (place, value)

    def answer(self, place: Place, value: Any) -> None:
        """Note that a change was answered."""
        self.told[place] = value
        self._doubts.pop(place, None)
        self._fresh.add(place)
        self._asking = None
        self.answered += 1

    def break_off(self) -> None:
        """Note that the server is gone: what was asked for last may have been done or not."""
        if self._asking is not None:
            place, value = self._asking
            if place[1] != UNKNOWN:
                self._doubts.setdefault(place, []).append(value)
                self._fresh.add(place)
            self._asking = None
            self.unanswered += 1

    def holds(self, place: Place, found: Any) -> bool:
        """Tell whether what was found at a place may be there; from now on it is what is there."""
        allowed = [self.told.get(place, AT_FIRST.get(str(place[0]), GONE)), *self._doubts.pop(place, ())]
        self.told[place] = found
        return found in allowed

    def may_be_gone(self, place: Place) -> bool:
        """Tell whether somebody took away what stood at a place, or tried to."""
        return self.told.get(place) == GONE or GONE in self._doubts.get(place, ())

    def places(self, *, all_of_them: bool) -> Iterator[Place]:
        """Walk over the places to look at: those that were touched since the last time, or all."""
        yield from sorted(self.told.keys() | self._doubts.keys() if all_of_them else self._fresh, key=repr)
        self._fresh.clear()
