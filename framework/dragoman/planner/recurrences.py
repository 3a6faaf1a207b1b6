"""Recurrences in plain words: "every weekday at 9:00", "the last friday of the month", "every 2 hours"."""

from collections.abc import Callable, Iterable
from datetime import time
from typing import TypeVar

from msgspec import structs

from dragoman.model.record import Record
from dragoman.planner.bounds import Bounds, bounds
from dragoman.planner.calendar_days import calendar_days
from dragoman.planner.clock import part_of_day
from dragoman.planner.fields import EVERY_DAY, CalendarDays, number_field, weekday_field
from dragoman.planner.hours import NAMED, PARTS, Hour, hour_in
from dragoman.planner.intervals import interval
from dragoman.planner.month_days import months_after
from dragoman.planner.plans import Days, Every, Plan, Recurrence, Several, Within, encode_plan
from dragoman.planner.present import Meaning, Present
from dragoman.planner.rhythms import Asked, Rhythm, every_days, every_weeks, on_days
from dragoman.planner.times_of_day import hours
from dragoman.planner.weekdays import every_day_but, weekdays
from dragoman.planner.words import ORDINAL_NUMBERS, Reading, listed, longest, rule

FIRST, LAST = time(0), time(23, 59)
"""Of a day that bounds a recurrence."""
_DAILY = ("every single day", "every day", "each day", "everyday", "daily", "once a day", "once daily")
_WEEKLY = ("every week", "each week", "weekly", "once a week")
_FORTNIGHTLY = ("every fortnight", "fortnightly", "biweekly", "bi-weekly", "once a fortnight")
_PLURAL_PARTS = tuple(f"{part}s" for part in PARTS)
_MONDAY = frozenset({0})


T = TypeVar("T")


def recurrence(reading: Reading) -> Meaning | None:
    """Read a recurrence, or several: "every monday at 9:00 and every friday at 16:00"."""
    parts = listed(reading, _part)
    if parts is None:
        return None
    reading.take(",")
    reading.take_zone()
    return lambda present: several([plan for part in parts for plan in part.plans(present)])


def several(plans: list[Recurrence | Within]) -> Plan:
    """Return several plans as one, each once and in an order that does not depend on how they were said."""
    by_text = {encode_plan(plan): plan for plan in plans}
    ordered = tuple(by_text[text] for text in sorted(by_text))
    return ordered[0] if len(ordered) == 1 else Several(plans=ordered)


@rule
def _part(reading: Reading) -> "Part | None":
    """Read one recurrence with its times of day and its bounds."""
    early = hours(reading)
    reading.take(",")
    rhythm = longest(
        reading, interval, calendar_days, _daily, _by_part, _on_weekdays, _every_few_days, _every_few_weeks
    )
    if rhythm is None or (early and not rhythm.by_hours):
        return None
    part, late = (rhythm.part, None) if early or not rhythm.by_hours else _times_after(reading, rhythm.part)
    reading.take_zone()
    return Part(rhythm=rhythm, part=part, hours=early or late or (), bounds=bounds(reading))


@rule
def _times_after(reading: Reading, part: str) -> tuple[str, tuple[Hour, ...] | None]:
    """Read what follows the days: "evening", "in the morning at 7", "at 9:00 and 17:30"."""
    part = part or _optional(reading, part_of_day) or ""
    return part, _optional(reading, hours)


@rule
def _optional(reading: Reading, reads: Callable[[Reading], T | None]) -> T | None:
    reading.take(",")
    return reads(reading)


class Part(Record):
    """One recurrence as it was said."""

    rhythm: Rhythm
    part: str
    hours: tuple[Hour, ...]
    bounds: Bounds

    def plans(self, present: Present) -> list[Recurrence | Within]:
        """Return what it means; fails with `NoPlan`, or with `Ambiguous`."""
        since = self.bounds.since
        asked = Asked(
            present=present,
            times=self._times,
            since=since.moment(present, FIRST) if since else None,
            since_hour=bool(since and since.has_hour),
        )
        return within_bounds(self.rhythm.plans(asked), self.bounds, present)

    @property
    def _times(self) -> tuple[time, ...]:
        if self.hours:
            said = [hour_in(each, self.part) if self.part else each.time for each in self.hours]
            return tuple(dict.fromkeys(said))
        return (PARTS[self.part],) if self.part else self.rhythm.times


def within_bounds(plans: Iterable[Recurrence], bounds: Bounds, present: Present) -> list[Recurrence | Within]:
    """Return plans within their bounds; what is counted from its beginning needs no other."""
    since = bounds.since.moment(present, FIRST).timestamp() if bounds.since else None
    until = bounds.until.moment(present, LAST).timestamp() if bounds.until else None
    has_hour = bool(bounds.since and bounds.since.has_hour)
    return [_within(plan, None if _is_counted(plan, has_hour) else since, until) for plan in plans]


def _is_counted(plan: Recurrence, has_hour: bool) -> bool:
    return isinstance(plan, Every) or (isinstance(plan, Days) and not has_hour)


def _within(plan: Recurrence, since: float | None, until: float | None) -> Recurrence | Within:
    return plan if since is None and until is None else Within(plan=plan, since=since, until=until)


@rule
def _daily(reading: Reading) -> Rhythm | None:
    """Read "every day", "daily except sundays", "every day in december"."""
    reading.take("on")
    if not reading.take(*_DAILY):
        return None
    return _on(EVERY_DAY, reading)


def _on(weekdays: frozenset[int], reading: Reading) -> Rhythm | None:
    """Return what recurs on these days, but not on those excepted, and in the months that are named."""
    but = every_day_but(reading)
    months = months_after(reading)
    if months.name not in ("", "named"):
        return None
    left = weekdays if but is None else weekdays & but
    field = number_field(months.numbers) if months.numbers else "*"
    return Rhythm(plans=on_days(CalendarDays(months=field, weekdays=weekday_field(left)))) if left else None


@rule
def _by_part(reading: Reading) -> Rhythm | None:
    """Read "every morning", "every morning and evening", "nightly", "every night on weekdays"."""
    if reading.take("nightly"):
        parts: list[str] | None = ["night"]
    else:
        parts = listed(reading, _part_name) if reading.take("every", "each") else _plural_parts(reading)
    if parts is None:
        return None
    reading.take("on")
    days = weekdays(reading)
    rhythm = on_days(CalendarDays(weekdays=weekday_field(days.days if days else EVERY_DAY)))
    times = tuple({**PARTS, **NAMED}[part] for part in parts)
    return Rhythm(plans=rhythm, times=times, part=parts[0] if len(parts) == 1 and parts[0] in PARTS else "")


def _plural_parts(reading: Reading) -> list[str] | None:
    reading.take("in the", "on")
    part = reading.take(*_PLURAL_PARTS)
    return [part.removesuffix("s")] if part else None


def _part_name(reading: Reading) -> str | None:
    return reading.take(*PARTS, *NAMED) or None


@rule
def _on_weekdays(reading: Reading) -> Rhythm | None:
    """Read "every mon, wed and fri", "on weekdays", "monday mornings", "weekly on tuesday"."""
    weekly = bool(reading.take(*_WEEKLY))
    every = bool(reading.take("on every", "on each", "every", "each"))
    if not every:
        reading.take("on", "at")
    found = weekdays(reading)
    if found is None:
        return _on(_MONDAY, reading) if weekly and not every else None
    part = reading.take(*_PLURAL_PARTS)
    if not (weekly or every or found.recurring or part):
        return None
    rhythm = _on(found.days, reading)
    return structs.replace(rhythm, part=part.removesuffix("s")) if rhythm else None


@rule
def _every_few_days(reading: Reading) -> Rhythm | None:
    """Read "every 3 days", "every other day", "every third day"."""
    count = _count(reading)
    if count is None or not reading.take("days", "day"):
        return None
    return Rhythm(plans=on_days(CalendarDays()) if count == 1 else every_days(count))


@rule
def _every_few_weeks(reading: Reading) -> Rhythm | None:
    """Read "every 2 weeks on tuesday", "every other friday", "fortnightly"; without a day it is Monday."""
    if reading.take(*_FORTNIGHTLY):
        return _weeks(2, reading)
    count = _count(reading)
    if count is None:
        return None
    if reading.take("weeks", "week"):
        return _weeks(count, reading)
    found = weekdays(reading) if _other(reading) else None
    return Rhythm(plans=every_weeks(2, found.days)) if found else None


def _weeks(count: int, reading: Reading) -> Rhythm:
    days = _optional(reading, _on_these)
    return Rhythm(plans=every_weeks(count, days or _MONDAY))


def _on_these(reading: Reading) -> frozenset[int] | None:
    reading.take("on")
    found = weekdays(reading)
    return found.days if found else None


@rule
def _count(reading: Reading) -> int | None:
    """Read "every 3", "every other", "every third"."""
    if not reading.take("every", "each", "once every"):
        return None
    if reading.take("other"):
        return 2
    count = ORDINAL_NUMBERS.get(reading.word)
    reading.at += count is not None
    return reading.number() if count is None else count


def _other(reading: Reading) -> bool:
    return reading.words[reading.at - 1].text == "other"
