"""Recurrences in plain words: "every weekday at 9:00", "the last friday of the month", "every 2 hours"."""

from datetime import time

from msgspec import structs

from dragoman.model.record import Record
from dragoman.planner.bounded import FIRST, within_bounds, without_day
from dragoman.planner.bounds import Bounds, Lasting, bounds, more_bounds
from dragoman.planner.calendar_days import calendar_days
from dragoman.planner.clock import part_of_day
from dragoman.planner.dates import DayOf
from dragoman.planner.errors import Impossible
from dragoman.planner.exceptions import any_day_but, every_day_but, one_day_but, turns_but
from dragoman.planner.fields import EVERY_DAY
from dragoman.planner.frequencies import check_count, times_a_period
from dragoman.planner.hours import PARTS, Hour, hour_in
from dragoman.planner.intervals import interval
from dragoman.planner.plans import Recurrence, Within, as_one
from dragoman.planner.present import Meaning, Present
from dragoman.planner.rhythms import Asked, Rhythm, on_weekdays
from dragoman.planner.spans import is_days
from dragoman.planner.times_of_day import hours, hours_by_parts
from dragoman.planner.week_rhythms import (
    by_part,
    by_weekdays,
    daily,
    every_few_days,
    every_few_weeks,
    odd_weeks,
)
from dragoman.planner.weekdays import weekdays
from dragoman.planner.words import Reading, listed, longest, rule

_OPEN = Bounds()


def recurrence(reading: Reading) -> Meaning | None:
    """Read a recurrence, or several: "every monday at 9:00 and every friday at 16:00"."""
    parts = listed(reading, _part)
    if parts is None:
        return None
    reading.take(",")
    reading.take_zone()
    return lambda present: as_one([plan for part in parts for plan in part.plans(present)])


def _part(reading: Reading) -> "Part | None":
    """Read one recurrence with its times of day and its bounds, in any order."""
    return longest(reading, _unbounded, _next_few, _bounded)


def _bounded(reading: Reading) -> "Part | None":
    """Read "starting monday every other day", "for the next 3 days at 8am"."""
    first = bounds(reading)
    return None if first == Bounds() else _unbounded(reading, first)


@rule
def _next_few(reading: Reading) -> "Part | None":
    """Read "the next 3 mondays", "the next five working days"."""
    reading.take("for", "on")
    count = reading.number() if reading.take("the next", "next") else None
    found = weekdays(reading) if count else None
    if count is None or found is None or not found.recurring:
        return None
    part = Part(rhythm=Rhythm(plans=on_weekdays(found.days)), part="", hours=(), days=count)
    return _with_more(reading, part)


@rule
def _unbounded(reading: Reading, first: Bounds = _OPEN) -> "Part | None":
    early = hours(reading)
    reading.take(",")
    rhythm = _rhythm(reading)
    lasting = None
    if (
        rhythm is None
        and first.lasting
        and is_days(first.lasting.span)
        and (first.lasting.next or reading.whole)
    ):
        lasting = first.lasting
        rhythm = Rhythm(plans=on_weekdays(EVERY_DAY))
    if rhythm is None or (early and (rhythm.hours or not rhythm.by_hours)):
        return None
    found = Part(rhythm=rhythm, part=rhythm.part, hours=early or rhythm.hours, bounds=first)
    part = _with_more(reading, found)
    # "For 2 weeks" alone says neither what recurs nor when.
    is_told = part.hours or part.part or not lasting or lasting.next
    return part if is_told else None


def _with_more(reading: Reading, part: "Part") -> "Part":
    reading.take_zone()
    while (more := _more(reading, part)) is not None:
        part = more
    return _with_hour_of_bounds(part) if part.rhythm.by_hours else part


def _rhythm(reading: Reading) -> Rhythm | None:
    return longest(
        reading,
        interval,
        calendar_days,
        times_a_period,
        daily,
        by_part,
        by_weekdays,
        every_few_days,
        every_few_weeks,
        odd_weeks,
    )


def _with_hour_of_bounds(part: "Part") -> "Part":
    """Take the hour of "every day until friday at 17:00" for that of every day, where no other is said."""
    if part.hours or part.part:
        return part
    for name in ("until", "since"):
        bound = getattr(part.bounds, name)
        if bound and bound.day and bound.hour:
            there = structs.replace(part.bounds, **{name: structs.replace(bound, hour=None)})
            return structs.replace(part, hours=(bound.hour,), bounds=there)
    return part


@rule
def _more(reading: Reading, said: "Part") -> "Part | None":
    """Read what follows the days: "evening", "at 9:00 and 17:30", "except weekends", "until friday"."""
    found = _bounds(reading, said) or _but(reading, said)
    if found is None and said.rhythm.by_hours and not said.hours:
        found = _time_of_day(reading, said)
    reading.take_zone()
    return found


def _bounds(reading: Reading, said: "Part") -> "Part | None":
    goes_on = not said.rhythm.by_hours
    found = more_bounds(reading, said.bounds, by_hours=goes_on, on_a_day=goes_on)
    return structs.replace(said, bounds=found) if found else None


@rule
def _but(reading: Reading, said: "Part") -> "Part | None":
    reading.take(",")
    if said.only == EVERY_DAY and (only := every_day_but(reading)):
        return structs.replace(said, only=only)
    if turns := turns_but(reading):
        return structs.replace(said, without=frozenset(turns))
    if said.skipped is None and (skipped := one_day_but(reading)):
        return structs.replace(said, skipped=skipped)
    if reading.whole and any_day_but(reading):
        return structs.replace(said, rhythm=structs.replace(said.rhythm, plans=_refuse))
    return None


def _refuse(_asked: Asked) -> tuple[Recurrence, ...]:
    raise Impossible("single days and days of the month cannot be excepted, only days of the week")


@rule
def _time_of_day(reading: Reading, said: "Part") -> "Part | None":
    reading.take(",")
    if parted := hours_by_parts(reading):
        return structs.replace(said, hours=parted)
    if not said.part and (part := part_of_day(reading)):
        return structs.replace(said, part=part)
    found = hours(reading)
    return structs.replace(said, hours=found) if found else None


class Part(Record):
    """One recurrence as it was said."""

    rhythm: Rhythm
    part: str
    hours: tuple[Hour, ...]
    only: frozenset[int] = EVERY_DAY
    """The days of the week that are not excepted."""
    without: frozenset[int] = frozenset()
    """The turns in the month that are excepted."""
    skipped: DayOf | None = None
    """A single day that is excepted."""
    bounds: Bounds = Bounds()
    days: int = 0
    """On how many days it comes; 0 for as many as its bounds leave."""

    def plans(self, present: Present) -> list[Recurrence | Within]:
        """Return what it means; fails with `NoPlan`, or with `Ambiguous`."""
        since = self.bounds.since
        asked = Asked(
            present=present,
            times=self._times,
            since=since.moment(present, FIRST) if since else None,
            since_hour=bool(since and since.has_hour),
            only=self.only,
            without=self.without,
        )
        bounds = self.bounds
        if self.days:
            bounds = structs.replace(bounds, lasting=Lasting(count=self.days * len(asked.times)))
        plans = within_bounds(self.rhythm.plans(asked), bounds, present)
        return without_day(plans, self.skipped(present.day).date, present) if self.skipped else plans

    @property
    def _times(self) -> tuple[time, ...]:
        if self.rhythm.count:
            check_count(self.rhythm, len(self.hours))
        if self.hours:
            said = [hour_in(each, self.part) if self.part else each.whole_minutes for each in self.hours]
            return tuple(dict.fromkeys(said))
        return (PARTS[self.part],) if self.part else self.rhythm.times
