"""What the rows of the tables are made of: a call with its answer, and a call with its refusal."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from dragoman.errors import ApiError
from dragoman.operations import Operation

T = TypeVar("T")

Earlier = tuple[Any, ...]
"""The answers to the calls that were made before."""


@dataclass(frozen=True)
class After(Generic[T]):
    """A call that needs what earlier ones answered."""

    kind: type[Operation[T]]
    made_from: Callable[[Earlier], Operation[T]]


Call = Operation[Any] | After[Any]


@dataclass(frozen=True)
class Deed:
    """A call, and who makes it."""

    call: Call
    by: str = "Ada Owner"
    refused: bool = False
    """Whether it is to be refused, and that is what makes it a beginning."""

    @property
    def kind(self) -> type[Operation[Any]]:
        return self.call.kind if isinstance(self.call, After) else type(self.call)

    def operation(self, earlier: Earlier) -> Operation[Any]:
        return self.call.made_from(earlier) if isinstance(self.call, After) else self.call


def by(who: str, call: Call) -> Deed:
    """Let somebody else than the owner make a call."""
    return Deed(call, {name.partition(" ")[0]: name for name in PEOPLE}[who])


def refused(call: Call) -> Deed:
    """Make a call that is refused, before the one that the row is about."""
    return Deed(call, refused=True)


PEOPLE = ("Ada Owner", "Ben Admin", "Cleo Member", "Dan Member", "Gus Guest", "Robo")


def whole(answer: Any) -> Any:
    """Compare the answer as it is."""
    return answer


@dataclass(frozen=True)
class Answered:
    """A call that succeeds, and its answer, or what `seen` picks of one that is too large or random."""

    deed: Deed
    answer: object
    first: tuple[Deed, ...] = ()
    seen: Callable[[Any], object] = whole
    level: int | None = None
    """The server's feature level; its newest when `None`."""


@dataclass(frozen=True)
class Refused:
    """A call that is refused, by the name under which its record documents that, and the server's words."""

    deed: Deed
    name: str
    msg: str
    first: tuple[Deed, ...] = ()
    level: int | None = None


Row = Answered | Refused


def yes(
    deed: Deed | Call,
    answer: object,
    *first: Deed | Call,
    seen: Callable[[Any], object] = whole,
    level: int | None = None,
) -> Answered:
    """Write a row of a call that succeeds."""
    return Answered(_deed(deed), answer, tuple(map(_deed, first)), seen, level)


def no(deed: Deed | Call, name: str, msg: str, *first: Deed | Call, level: int | None = None) -> Refused:
    """Write a row of a call that is refused."""
    return Refused(_deed(deed), name, msg, tuple(map(_deed, first)), level)


def _deed(call: Deed | Call) -> Deed:
    return call if isinstance(call, Deed) else Deed(call)


def name_of(error: ApiError) -> str:
    """Return the name under which a record documents an error: its class, or its code where it has none."""
    return (error.code or str(error.status)) if type(error) is ApiError else type(error).__name__
