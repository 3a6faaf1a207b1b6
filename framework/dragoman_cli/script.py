"""What ``exec`` is to do, step by step: words to be said, and time to pass between them."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from dragoman.errors import UserError
from dragoman_cli.moments import moment, span, span_until

ADVANCE = "/advance"
TO = "/to"


class Say(Struct, frozen=True):
    """Words to be said to the bot."""

    text: str


class Wait(Struct, frozen=True):
    """Time that is to pass."""

    written: str
    """As it was written: a span of time, or a time."""
    is_moment: bool = False
    """Whether it is a time until which to wait."""

    def seconds(self, now: float) -> float:
        """Return how long it is from this moment, in UNIX seconds; fails with UserError."""
        return span_until(self.written, now) if self.is_moment else span(self.written)

    def check(self) -> None:
        """Fail with UserError when it cannot be read."""
        if self.is_moment:
            moment(self.written, 0.0)
        else:
            span(self.written)


Step = Say | Wait


def read_script(lines: Iterable[str]) -> Iterator[Step]:
    """Read one step a line; empty lines are passed over. Fails with UserError, which names the line."""
    for number, line in enumerate(lines, 1):
        word, _, rest = line.strip().partition(" ")
        if line.startswith((ADVANCE, TO)) and word in (ADVANCE, TO):
            yield _read_wait(rest, word, number)
        elif line.strip():
            yield Say(line)


def _read_wait(written: str, word: str, number: int) -> Wait:
    wait = Wait(written.strip(), is_moment=word == TO)
    try:
        wait.check()
    except UserError as error:
        raise UserError(f"line {number}: {error}") from None
    return wait
