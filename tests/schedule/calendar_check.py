"""The checker: holds what a bot posted by the clock, and what it noted as missed, against what was due."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from schedule.orders import Due, Order

MARGIN = 150.0
"""Seconds that a bot is given to do what is due once it is up; it looks at its clock every 30."""


class Posted(NamedTuple):
    """A message of the bot: which order it is for, and how late its handler was."""

    order: str
    at: float
    key: str
    late: float


class Noted(NamedTuple):
    """What the bot has noted as not done: the last of so many that are due one after the other."""

    at: float
    times: int


class Stretch(NamedTuple):
    """A time that the bot was up without its clock being set, by that clock, UNIX seconds."""

    born: float
    """When its process began, or its clock was set."""
    since: float
    """When it had started, and may be counted on."""
    until: float


class Verdict(Struct, kw_only=True):
    """What became of what was due."""

    occurrences: int = 0
    lost: list[str] = []
    """Neither posted nor noted."""
    doubled: list[str] = []
    unasked: list[str] = []
    """Posted, and not due."""
    both: list[str] = []
    """Posted, and noted as missed."""
    careless: list[str] = []
    """Noted as missed, though the bot was up in time and nothing later took its place."""
    late: list[str] = []
    """Posted later than the grace allows, though the bot was never down between."""
    missed_by_policy: int = 0

    @property
    def is_clean(self) -> bool:
        """Whether everything is as it should be."""
        return not (self.lost or self.doubled or self.unasked or self.both or self.careless or self.late)


def judge(
    order: Order,
    due: Sequence[Due],
    posted: Sequence[Posted],
    noted: Iterable[Noted],
    stretches: Sequence[Stretch],
    verdict: Verdict,
) -> None:
    """Add to a verdict what became of one order."""
    counts = Counter((one.at, one.key) for one in posted)
    missed = _missed(due, noted)
    verdict.occurrences += len(due)
    for one in due:
        title = f"{order.name} {one.key} ({order.plan})"
        count = counts.pop((one.at, one.key), 0)
        if count > 1:
            verdict.doubled.append(title)
        if count and one.at in missed:
            verdict.both.append(title)
        if not count and one.at not in missed:
            verdict.lost.append(title)
        if not count and one.at in missed:
            verdict.missed_by_policy += 1
            if not _may_miss(order, one, due, stretches):
                verdict.careless.append(title)
    verdict.unasked += [f"{order.name} {at} {key} ({order.plan})" for at, key in counts]
    late = [one for one in posted if _too_late(order, one, stretches)]
    verdict.late += [f"{order.name} {one.key}: {one.late}" for one in late]


def _missed(due: Sequence[Due], noted: Iterable[Noted]) -> set[float]:
    """Return the moments that the notes stand for."""
    moments = [one.at for one in due]
    found: set[float] = set()
    for note in noted:
        end = bisect_left(moments, note.at) + 1
        found.update(moments[max(end - note.times, 0) : end])
    return found


def _may_miss(order: Order, one: Due, due: Sequence[Due], stretches: Sequence[Stretch]) -> bool:
    """Tell whether the bot was not up in time, or found something later to do when it was."""
    end = one.at + order.grace
    for stretch in stretches:
        if stretch.until < one.at:
            continue
        begin = max(stretch.since, one.at)
        if begin > one.at and (begin + MARGIN > end or _is_passed_over(order, one, due, begin)):
            return True
        if begin + MARGIN <= min(stretch.until, end):
            return False
    return True


def _is_passed_over(order: Order, one: Due, due: Sequence[Due], begin: float) -> bool:
    """Tell whether a bot that comes up then leaves it out for something later."""
    if order.catch_up == "latest":
        return any(one.at < other.at <= begin + MARGIN for other in due)
    return order.catch_up == "none"


def _too_late(order: Order, one: Posted, stretches: Sequence[Stretch]) -> bool:
    """Tell whether it was done though its grace was over and the bot had not been up within it."""
    end = one.at + order.grace
    tried = any(stretch.born <= end and stretch.until >= one.at for stretch in stretches)
    return one.late > order.grace + MARGIN and not tried
