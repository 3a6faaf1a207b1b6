"""When and where something is said, and the moments that are named from there."""

import math
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from dragoman.model.record import Record
from dragoman.planner.errors import Impossible
from dragoman.planner.plans import Once, Plan


class Present(Record):
    """When and where something is said."""

    now: datetime
    """In the zone."""
    zone: ZoneInfo
    day: date
    """Today to whoever says it, be it tomorrow in the zone that was named."""
    past: bool = False
    """Whether a time may be meant that is over."""

    def is_over(self, moment: datetime) -> bool:
        """Tell whether a moment is over; two of one zone would be compared by the wall alone."""
        return moment.timestamp() <= self.now.timestamp()


Meaning = Callable[[Present], Plan]
"""What words mean once it is known when and where they are said; fails with `NoPlan`, or with `Ambiguous`."""


def at_moment(moment: datetime, present: Present) -> Once:
    """Return the plan of a moment, to whole seconds; fails with `Impossible` when it is over."""
    if present.is_over(moment) and not present.past:
        local = moment.astimezone(present.zone)
        raise Impossible(f"{local:%A, %d %B %Y, %H:%M} is over: name a time that is still to come")
    return Once(at=math.ceil(moment.timestamp()), zone=str(present.zone))


def local(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """Return a wall-clock time in its zone; fails with `Impossible` for one that the clocks skip."""
    naive = datetime.combine(day, clock)
    moment = naive.replace(tzinfo=zone)
    if moment.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != naive:
        raise Impossible(
            f"there is no {naive:%H:%M} on {naive:%A, %d %B %Y} in {zone}: the clocks go forward then"
        )
    return moment


def first_moment(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """Return a wall-clock time in its zone; one that the clocks skip is as much later."""
    return datetime.combine(day, clock, zone).astimezone(UTC).astimezone(zone)
