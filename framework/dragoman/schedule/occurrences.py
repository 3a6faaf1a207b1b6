"""When a timer comes next."""

from dragoman.planner import next_after
from dragoman.plugin.timer import Schedule


def next_occurrence(schedule: Schedule, after: float, start: float) -> float:
    """Return the first occurrence later than ``after``; UNIX seconds, as is the ``start`` of intervals."""
    found = next_after(schedule.plan(start), after)
    assert found is not None, "an expression without any occurrence is refused when it is read"
    return found.at
