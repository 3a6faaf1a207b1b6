"""The checker: holds what a bot posted by the clock, and what it noted as missed, against what was due."""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from schedule.orders import Due, Order
from schedule.phases import MARGIN, Phase, Said, Stretch, phases_of

EARLY = 2.0
"""Seconds by which what is posted may come too early; how late it is is told in whole seconds."""


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
    is_skipped: bool = False
    """Whether somebody wanted it to be left out."""


KINDS = ("lost", "doubled", "unasked", "both", "careless", "late", "early", "unskipped")
"""What may be wrong."""


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
    early: list[str] = []
    """Posted before its time came, or without the time that it is put off by."""
    unskipped: list[str] = []
    """Not left out, though somebody wanted it to be."""
    late: list[str] = []
    """Posted later than the grace allows, though the bot was never down between."""
    missed_by_policy: int = 0

    @property
    def is_clean(self) -> bool:
        """Whether everything is as it should be."""
        return not any(getattr(self, kind) for kind in KINDS)


def judge(
    order: Order,
    due: Sequence[Due],
    posted: Sequence[Posted],
    noted: Sequence[Noted],
    stretches: Sequence[Stretch],
    verdict: Verdict,
    said: Sequence[Said] = (),
    *,
    now: float = math.inf,
) -> None:
    """Add to a verdict what became of one order, of which this was said, and which has rung until now."""
    phases = phases_of(said, stretches)
    counts = Counter((one.at, one.key) for one in posted)
    missed = _moments(due, (note for note in noted if not note.is_skipped))
    skipped = _moments(due, (note for note in noted if note.is_skipped))
    for one in due:
        title = f"{order.name} {one.key} ({order.plan})"
        rings = order.rings(one)
        if rings > now:
            counts.pop((one.at, one.key), None)
            continue
        may = [phase for phase in phases if phase.may(one.at, rings)]
        if not may:
            # While it was paused: what is posted all the same is left among the counts.
            continue
        verdict.occurrences += 1
        count = counts.pop((one.at, one.key), 0)
        if count > 1:
            verdict.doubled.append(title)
        if count and one.at in missed | skipped:
            verdict.both.append(title)
        if count or one.at in skipped or not any(phase.must(one.at, rings) for phase in may):
            continue
        if one.at not in missed:
            verdict.lost.append(title)
            continue
        verdict.missed_by_policy += 1
        if not any(_may_miss(order, one, due, phase.stretches) for phase in may):
            verdict.careless.append(title)
    verdict.unasked += [f"{order.name} {at} {key} ({order.plan})" for at, key in counts]
    punctual = {(one.at, one.key): order.rings(one) for one in due}
    for each in posted:
        rings = punctual.get((each.at, each.key), each.at)
        if _too_early(each, rings, stretches):
            verdict.early.append(f"{order.name} {each.key}: {each.late} and not {rings - each.at}")
        if _too_late(order, each, rings, stretches):
            verdict.late.append(f"{order.name} {each.key}: {each.late}")
    done = {(each.at, each.key) for each in posted}
    settled = missed | skipped | {one.at for one in due if (one.at, one.key) in done}
    _judge_skips(order, due, skipped, settled, phases, said, verdict)


def _judge_skips(
    order: Order,
    due: Sequence[Due],
    skipped: set[float],
    settled: set[float],
    phases: Sequence[Phase],
    said: Sequence[Said],
    verdict: Verdict,
) -> None:
    """Hold what was left out against what people wanted to be left out: each time the next one."""
    left = sorted(skipped)
    taken: set[float] = set()
    furthest, number, is_paused = -math.inf, 0, False
    for each in said:
        if each.verb == "pause":
            is_paused = True
        elif each.verb == "resume" and is_paused:
            # It begins again by the clock of then, but not with what was left out before.
            furthest, number, is_paused = -math.inf, number + 1, False
        if each.verb != "skip" or is_paused:
            continue
        phase = phases[number]
        until = phase.before(each.moment)
        after = max(phase.after, furthest)
        open_to_it = [one for one in due if one.at > after and one.at not in taken]
        following = [one.at for one in open_to_it if order.rings(one) > until.settled]
        to_come = (one.at for one in open_to_it if order.rings(one) > until.reached)
        # What was done by a clock that was ahead is over, though its time comes again.
        over = {at for at in settled if any(one.may(at, at) for one in phases[:number])}
        sure = next((at for at in to_come if at not in over), math.inf)
        wanted = [at for at in following if at <= sure]
        found = next((at for at in left if at in wanted), None)
        if found is not None:
            left.remove(found)
            taken.add(found)
            furthest = found
        elif sure in skipped:
            furthest = sure
        elif sure < math.inf and not any(at in settled - over for at in wanted if at < sure):
            # Nor had any that came just then been done, so that nothing was left to leave out.
            verdict.unskipped.append(f"{order.name} {wanted[0]} ({order.plan})")
    verdict.careless += [f"{order.name} {at} was skipped ({order.plan})" for at in left]


def _moments(due: Sequence[Due], noted: Iterable[Noted]) -> set[float]:
    """Return the moments that the notes stand for."""
    moments = [one.at for one in due]
    found: set[float] = set()
    for note in noted:
        end = bisect_left(moments, note.at) + 1
        found.update(moments[max(end - note.times, 0) : end])
    return found


def _may_miss(order: Order, one: Due, due: Sequence[Due], stretches: Sequence[Stretch]) -> bool:
    """Tell whether the bot was not up in time, or found something later to do when it was."""
    rings = order.rings(one)
    end = rings + order.grace
    for stretch in stretches:
        if stretch.until < rings:
            continue
        begin = max(stretch.since, rings)
        if begin > rings and (begin + MARGIN > end or _is_passed_over(order, one, due, begin)):
            return True
        if begin + MARGIN <= min(stretch.until, end):
            return False
    return True


def _is_passed_over(order: Order, one: Due, due: Sequence[Due], begin: float) -> bool:
    """Tell whether a bot that comes up then leaves it out for something later."""
    if order.catch_up == "latest":
        return any(one.at < other.at and order.rings(other) <= begin + MARGIN for other in due)
    return order.catch_up == "none"


def _too_early(one: Posted, rings: float, stretches: Sequence[Stretch]) -> bool:
    """Tell whether it was done before it rang, and before any clock that was put back had let it ring."""
    done = one.at + one.late
    if done >= rings - EARLY:
        return False
    rung = next((number for number, each in enumerate(stretches) if each.until >= rings), len(stretches))
    return not any(each.born - EARLY <= done <= each.until + EARLY for each in stretches[rung + 1 :])


def _too_late(order: Order, one: Posted, rings: float, stretches: Sequence[Stretch]) -> bool:
    """Tell whether it was done though its grace was over and the bot had not been up within it."""
    end = rings + order.grace
    tried = any(stretch.born <= end and stretch.until >= rings for stretch in stretches)
    return one.at + one.late > end + MARGIN and not tried
