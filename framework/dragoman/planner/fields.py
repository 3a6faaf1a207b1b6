"""From days and times of day to cron's five fields, always in one way of writing."""

from collections.abc import Iterable, Sequence
from datetime import time
from itertools import pairwise

from dragoman.model.record import Record
from dragoman.planner.plans import Cron

NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""What cron calls the days of the week, Monday first."""
EVERY_DAY = frozenset(range(7))
WORKING_DAYS = frozenset(range(5))
WEEKEND = frozenset({5, 6})
_SUNDAY = 6


class CalendarDays(Record):
    """Days that recur by the calendar, in cron's three fields."""

    days: str = "*"
    months: str = "*"
    weekdays: str = "*"


def weekday_field(weekdays: frozenset[int]) -> str:
    """Write days of the week, Monday being 0: ``mon-fri``, ``sat,sun``; Sunday ends no range."""
    if weekdays == EVERY_DAY:
        return "*"
    runs = [*_runs(sorted(weekdays - {_SUNDAY})), *([[_SUNDAY]] if _SUNDAY in weekdays else [])]
    return ",".join(
        f"{NAMES[run[0]]}-{NAMES[run[-1]]}" if len(run) > 2 else ",".join(NAMES[each] for each in run)
        for run in runs
    )


def number_field(numbers: Sequence[int]) -> str:
    """Write numbers in their order: ``9,17``, ``9-16``, ``8-18/2``."""
    steps = {later - earlier for earlier, later in pairwise(numbers)}
    if len(numbers) > 2 and len(steps) == 1 and steps != {1}:
        return f"{numbers[0]}-{numbers[-1]}/{steps.pop()}"
    return ",".join(
        f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in _runs(numbers)
    )


def _runs(numbers: Sequence[int]) -> list[list[int]]:
    """Part numbers into stretches without a gap."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def crons(days: CalendarDays, times: Iterable[time], zone: str) -> tuple[Cron, ...]:
    """Return what recurs at these times of these days; several times may need several expressions."""
    by_minute: dict[int, set[int]] = {}
    for each in times:
        by_minute.setdefault(each.minute, set()).add(each.hour)
    by_hours: dict[tuple[int, ...], list[int]] = {}
    for minute, hours in sorted(by_minute.items()):
        by_hours.setdefault(tuple(sorted(hours)), []).append(minute)
    return tuple(
        Cron(
            expression=(
                f"{number_field(minutes)} {number_field(hours)} {days.days} {days.months} {days.weekdays}"
            ),
            zone=zone,
        )
        for hours, minutes in by_hours.items()
    )
