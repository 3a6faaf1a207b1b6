"""Keeps the declarations honest: what an endpoint refuses or emits must stand at its head."""

from collections.abc import Collection

import msgspec

from dragoman_server.errors import Failure, Refusal
from dragoman_server.event import is_told
from dragoman_server.levels import NEWEST
from dragoman_server.parameters import is_offered
from dragoman_server.shapes.refusals import refusal_shape
from dragoman_server.shapes.shape import Shape, answer_at

SUCCESS = "success"
"""Seen of an endpoint that did what it was asked."""


class Undeclared(AssertionError):
    """An endpoint answered, refused or emitted something that it had not declared."""


class Deed:
    """Somebody who acts: an endpoint that answers, or a timer."""

    __slots__ = ("emits", "fails", "name")

    def __init__(self, name: str, fails: Collection[Failure], emits: Collection[str]) -> None:
        """Note who acts and what was declared for it."""
        self.name = name
        self.fails = frozenset(fails)
        self.emits = frozenset(emits)


class Acting:
    """A time in which somebody acts. Every request has one, so it is a plain object and no generator."""

    __slots__ = ("_before", "_deed", "_ledger")

    def __init__(self, ledger: "Ledger", deed: Deed) -> None:
        """Prepare for `deed` to act."""
        self._ledger = ledger
        self._deed = deed

    def __enter__(self) -> None:
        """Begin."""
        self._before = self._ledger.swap(self._deed)

    def __exit__(self, *_: object) -> None:
        """End, and let act who did before."""
        self._ledger.swap(self._before)


class Ledger:
    """What was refused and emitted, by whom. Checks only when it is strict."""

    def __init__(self, level: int = NEWEST, *, strict: bool = False) -> None:
        """Start with nothing seen on a server of that feature level."""
        self.level = level
        self.strict = strict
        self.seen: set[tuple[str, Failure | str]] = set()
        self.undeclared: list[str] = []
        self._acting: Deed | None = None

    def acting(self, deed: Deed) -> "Acting":
        """Put what happens inside on the account of `deed`."""
        return Acting(self, deed)

    def swap(self, deed: Deed | None) -> Deed | None:
        """Put what happens from now on on the account of `deed`, and return who acted before."""
        before, self._acting = self._acting, deed
        return before

    def answered(self, deed: Deed, shape: Shape | None, body: bytes) -> None:
        """Look at a success; when strict, one that is not of the declared shape is an error."""
        self.seen.add((deed.name, SUCCESS))
        if not self.strict:
            return
        if shape is None:
            self._complain(f"{deed.name} does not say what it answers: put `answers=` at its head")
        else:
            self._check(f"{deed.name} answered otherwise than declared", answer_at(shape, self.level), body)

    def refused(self, deed: Deed, refusal: Refusal) -> None:
        """Note a refusal; when strict, one that was not declared is an error."""
        failure = type(refusal)
        self.seen.add((deed.name, failure))
        if failure not in deed.fails:
            self._complain(f"{deed.name} refused without declaring it: {failure.text!r} ({failure.code})")
        if not is_offered(failure.since, failure.until, self.level):
            self._complain(f"{deed.name} refused at level {self.level}, which knows no {failure.text!r}")
        if self.strict:
            body = msgspec.json.encode(refusal.body())
            self._check(f"{deed.name} refused otherwise than declared", refusal_shape(failure), body)

    def emitted(self, kind: str) -> None:
        """Note an event; when strict, one that was not declared is an error."""
        deed = self._acting
        if deed is None:
            return
        self.seen.add((deed.name, kind))
        if kind not in deed.emits:
            self._complain(f"{deed.name} emitted without declaring it: {kind}")
        if not is_told(kind, self.level):
            self._complain(f"{deed.name} emitted at level {self.level}, which knows no {kind}")

    def _check(self, what: str, shape: type[msgspec.Struct], body: bytes) -> None:
        try:
            msgspec.json.decode(body, type=shape)
        except msgspec.ValidationError as error:
            self._complain(f"{what}, {shape.__name__}: {error}")

    def _complain(self, sentence: str) -> None:
        self.undeclared.append(sentence)
        if self.strict:
            raise Undeclared(sentence)
