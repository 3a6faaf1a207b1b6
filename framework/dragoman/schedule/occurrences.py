"""When a schedule comes next, around changes of the clocks too."""

from datetime import datetime

from cronsim import CronSim

from dragoman.plugin import CronSchedule, Interval
from dragoman.plugin.timer import Schedule


def next_occurrence(schedule: Schedule, after: float, start: float) -> float:
    """Return the first occurrence later than ``after``; UNIX seconds, as is ``start``, where intervals begin.

    A cron expression that names an hour and a minute keeps the rules of Debian's cron: what falls into the
    gap of spring comes at the first moment after it, what falls into the repeated hour of autumn comes once.
    """
    if isinstance(schedule, Interval):
        return _next_interval(schedule, after, start)
    return _next_cron(schedule, after)


def _next_interval(schedule: Interval, after: float, start: float) -> float:
    every = schedule.every.total_seconds()
    passed = max((after - start) // every, 0.0)
    return start + (passed + 1) * every


def _next_cron(schedule: CronSchedule, after: float) -> float:
    # In the repeated hour the first of two equal wall times may lie behind: those are passed over.
    for moment in CronSim(schedule.expression, datetime.fromtimestamp(after, schedule.zone)):
        if moment.timestamp() > after:
            return moment.timestamp()
    raise AssertionError("an expression without any occurrence is refused when it is read")
