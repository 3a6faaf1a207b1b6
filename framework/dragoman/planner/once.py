"""Times that come once: ``in 2h``, ``tomorrow 9am``, ``friday evening``, ``2026-12-01 08:00``."""

from collections.abc import Sequence

from dragoman.planner.appointments import on_a_day
from dragoman.planner.exact import exact
from dragoman.planner.lapses import after_a_while
from dragoman.planner.plans import Plan, Several, as_one
from dragoman.planner.present import Meaning, Present
from dragoman.planner.words import Reading, longest, rule


def once(reading: Reading) -> Meaning | None:
    """Read a time that comes once, or several such."""
    return _and_more(reading, longest(reading, exact, after_a_while, on_a_day))


def once_at_the_end(reading: Reading) -> Meaning | None:
    """Read a time that comes once, where a length of time is none without its "in"."""
    return _and_more(reading, _introduced(reading))


def _introduced(reading: Reading) -> Meaning | None:
    return longest(reading, exact, lambda each: after_a_while(each, introduced=True), on_a_day)


def _and_more(reading: Reading, first: Meaning | None) -> Meaning | None:
    """Read "and in 2 hours", "and again tomorrow", after one time."""
    if first is None:
        return None
    found = [first]
    while (following := _following(reading)) is not None:
        found.append(following)
    return first if len(found) == 1 else lambda present: _together(found, present)


@rule
def _following(reading: Reading) -> Meaning | None:
    return _introduced(reading) if reading.take(", and again", "and again", ", and", "and", "&") else None


def _together(meanings: Sequence[Meaning], present: Present) -> Plan:
    plans = [meaning(present) for meaning in meanings]
    return as_one([once for plan in plans for once in (plan.plans if isinstance(plan, Several) else [plan])])
