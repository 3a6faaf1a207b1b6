"""Times that come once: ``in 2h``, ``tomorrow 9am``, ``friday evening``, ``2026-12-01 08:00``."""

from dragoman.planner.appointments import on_a_day
from dragoman.planner.exact import exact
from dragoman.planner.lapses import after_a_while
from dragoman.planner.present import Meaning
from dragoman.planner.words import Reading, longest


def once(reading: Reading) -> Meaning | None:
    """Read a time that comes once."""
    return longest(reading, exact, after_a_while, on_a_day)


def once_at_the_end(reading: Reading) -> Meaning | None:
    """Read a time that comes once, where a length of time is none without its "in"."""
    return longest(reading, exact, lambda each: after_a_while(each, introduced=True), on_a_day)
