"""Keeps the declarations honest: what an endpoint refuses or emits must stand at its head."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from dragoman_server.errors import Failure


class Undeclared(AssertionError):
    """An endpoint refused or emitted something that it had not declared."""


class Deed:
    """Somebody who acts: an endpoint that answers, or a timer."""

    __slots__ = ("emits", "fails", "name")

    def __init__(self, name: str, fails: Collection[Failure], emits: Collection[str]) -> None:
        """Note who acts and what was declared for it."""
        self.name = name
        self.fails = frozenset(fails)
        self.emits = frozenset(emits)


class Ledger:
    """What was refused and emitted, by whom. Checks only when it is strict."""

    def __init__(self, *, strict: bool = False) -> None:
        """Start with nothing seen."""
        self.strict = strict
        self.seen: set[tuple[str, Failure | str]] = set()
        self.undeclared: list[str] = []
        self._acting: Deed | None = None

    @contextmanager
    def acting(self, deed: Deed) -> Iterator[None]:
        """Put what happens inside on the account of `deed`."""
        before, self._acting = self._acting, deed
        try:
            yield
        finally:
            self._acting = before

    def refused(self, deed: Deed, failure: Failure) -> None:
        """Note a refusal; when strict, one that was not declared is an error."""
        self.seen.add((deed.name, failure))
        if failure not in deed.fails:
            self._complain(f"{deed.name} refused without declaring it: {failure.text!r} ({failure.code})")

    def emitted(self, kind: str) -> None:
        """Note an event; when strict, one that was not declared is an error."""
        deed = self._acting
        if deed is None:
            return
        self.seen.add((deed.name, kind))
        if kind not in deed.emits:
            self._complain(f"{deed.name} emitted without declaring it: {kind}")

    def _complain(self, sentence: str) -> None:
        self.undeclared.append(sentence)
        if self.strict:
            raise Undeclared(sentence)
