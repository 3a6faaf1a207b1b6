"""When an order is in force: from its beginning, or since it was resumed, until somebody pauses it."""

from collections.abc import Sequence
from math import inf
from typing import Literal, NamedTuple

MARGIN = 150.0
"""Seconds that a bot is given to do what is due once it is up; it looks at its clock every 30."""


class Said(NamedTuple):
    """What somebody had the bot do to an order, by the bot's own word."""

    verb: Literal["pause", "resume", "skip"]
    order: str
    at: float
    """By the bot's clock, UNIX seconds."""
    moment: float
    """By the machine's own seconds, which nobody sets."""


class Stretch(NamedTuple):
    """A time that the bot was up without its clock being set, by that clock, UNIX seconds."""

    born: float
    """When its process began, or its clock was set."""
    since: float
    """When it had started, and may be counted on."""
    until: float
    ended: float = inf
    """When it was over by the machine's own seconds."""

    def between(self, first: float, last: float) -> "Stretch | None":
        """Return what lies between two moments by the machine's own seconds; None when nothing does."""
        begin = self.until - min(self.ended - first, self.until - self.born)
        end = self.until - max(self.ended - last, 0.0)
        if end < begin or self.ended < first:
            return None
        return Stretch(begin, min(max(self.since, begin), end), end, min(self.ended, last))


class Phase(NamedTuple):
    """A time that an order was in force."""

    after: float
    """What is due later than this is to be done, by the bot's clock."""
    stretches: tuple[Stretch, ...]
    lasts: bool
    """Whether nobody has ended it."""

    @property
    def reached(self) -> float:
        """Until when things may have been done."""
        return max((stretch.until for stretch in self.stretches), default=-inf)

    @property
    def settled(self) -> float:
        """Until when things must have been done, if the phase ends here."""
        long = (each.until for each in self.stretches if each.until - each.since >= MARGIN)
        return max(long, default=-inf) - MARGIN

    def may(self, at: float, rings: float) -> bool:
        """Tell whether what is due at a moment, and rings at another, may have been done in it."""
        return at > self.after and (self.lasts or rings <= self.reached)

    def must(self, at: float, rings: float) -> bool:
        """Tell whether it must have been done in it, or be noted as missed."""
        return at > self.after and (self.lasts or rings <= self.settled)

    def before(self, moment: float) -> "Phase":
        """Return the part of it before a moment by the machine's own seconds."""
        return Phase(self.after, _between(self.stretches, -inf, moment), lasts=False)


def phases_of(said: Sequence[Said], stretches: Sequence[Stretch]) -> list[Phase]:
    """Return when an order was in force, of which this was said, in its order."""
    phases: list[Phase] = []
    since, after, is_paused = -inf, -inf, False
    for each in said:
        if each.verb == "pause" and not is_paused:
            phases.append(_phase(after, stretches, since, each.moment))
            is_paused = True
        elif each.verb == "resume" and is_paused:
            since, after, is_paused = each.moment, each.at, False
    if not is_paused:
        phases.append(_phase(after, stretches, since, inf))
    return phases


def _phase(after: float, stretches: Sequence[Stretch], began: float, ended: float) -> Phase:
    return Phase(after, _between(stretches, began, ended), ended == inf)


def _between(stretches: Sequence[Stretch], first: float, last: float) -> tuple[Stretch, ...]:
    if first == -inf and last == inf:
        return tuple(stretches)
    found = (stretch.between(first, last) for stretch in stretches)
    return tuple(stretch for stretch in found if stretch is not None)
