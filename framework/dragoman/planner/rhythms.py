"""What recurs, as it was said: on days of the calendar, every so many days, every so often."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta

from dragoman.model.record import Record
from dragoman.planner.errors import Impossible
from dragoman.planner.fields import EVERY_DAY, NAMES, CalendarDays, crons, weekday_field
from dragoman.planner.hours import DEFAULT, Hour
from dragoman.planner.plans import Cron, Days, Every, Recurrence
from dragoman.planner.present import Present

_TURNS = range(1, 6)
_ONLY_WEEKDAYS = "days of the week can be excepted only from what recurs by days of the week or by hours"
MINUTES = 1_440
"""Of a day."""


class Asked(Record):
    """All that a rhythm needs to become plans."""

    present: Present
    times: tuple[time, ...]
    since: datetime | None = None
    """When it is to begin, if that was said."""
    since_hour: bool = False
    """Whether an hour was said for that."""
    only: frozenset[int] = EVERY_DAY
    """The days of the week that are not excepted."""
    without: frozenset[int] = frozenset()
    """The turns of a day of the week in its month that are excepted."""

    @property
    def zone(self) -> str:
        """The name of the zone."""
        return str(self.present.zone)


class Rhythm(Record):
    """A recurrence that may still need its times of day."""

    plans: Callable[[Asked], tuple[Recurrence, ...]]
    """Fails with `Impossible`, or with `Ambiguous`."""
    times: tuple[time, ...] = (DEFAULT,)
    """When, if no time is said."""
    part: str = ""
    """The part of the day that was named."""
    hours: tuple[Hour, ...] = ()
    """Times of day that were said among the days."""
    by_hours: bool = True
    """Whether times of day may be said."""
    count: int = 0
    """How many times of day must be said; 0 for any number."""
    place: tuple[int, int] = (0, 0)
    """The words that told the count, from one to before another."""


def on_days(*days: CalendarDays) -> Callable[[Asked], tuple[Recurrence, ...]]:
    """Recur on days of the calendar."""

    def plans(asked: Asked) -> tuple[Recurrence, ...]:
        if asked.only != EVERY_DAY or asked.without:
            raise Impossible(_ONLY_WEEKDAYS)
        return tuple(cron for each in days for cron in crons(each, asked.times, asked.zone))

    return plans


def on_weekdays(weekdays: frozenset[int], months: str = "*") -> Callable[[Asked], tuple[Recurrence, ...]]:
    """Recur on days of the week, in all months or in those of cron's field."""

    def plans(asked: Asked) -> tuple[Recurrence, ...]:
        left = _left(weekdays, asked)
        field = _turns_left(left, asked.without) if asked.without else weekday_field(left)
        return crons(CalendarDays(months=months, weekdays=field), asked.times, asked.zone)

    return plans


def _turns_left(weekdays: frozenset[int], without: frozenset[int]) -> str:
    """Write "mon#2,mon#3" for what is left of every monday; fails with `Impossible` for several days."""
    if not without <= {*_TURNS}:
        raise Impossible("the last one of a month cannot be excepted: name the turns that are meant")
    if len(weekdays) > 1:
        raise Impossible("turns in the month can be excepted only from one day of the week")
    return ",".join(f"{NAMES[day]}#{turn}" for day in weekdays for turn in _TURNS if turn not in without)


def _left(weekdays: frozenset[int], asked: Asked, *, turns: bool = True) -> frozenset[int]:
    """Return the days that are not excepted; fails with `Impossible` when there are none."""
    if asked.without and not turns:
        raise Impossible("turns in the month can be excepted only from one day of the week")
    left = weekdays & asked.only
    if not left:
        raise Impossible("no day is left but those that are excepted")
    return left


def every_days(count: int) -> Callable[[Asked], tuple[Recurrence, ...]]:
    """Recur every so many days, from the next time on."""

    def plans(asked: Asked) -> tuple[Recurrence, ...]:
        if asked.only != EVERY_DAY or asked.without:
            raise Impossible(_ONLY_WEEKDAYS)
        return tuple(_days(count, _first_day(asked, EVERY_DAY), each, asked) for each in asked.times)

    return plans


def every_weeks(count: int, weekdays: frozenset[int]) -> Callable[[Asked], tuple[Recurrence, ...]]:
    """Recur on days of the week every so many weeks, from the week of the next time on."""

    def plans(asked: Asked) -> tuple[Recurrence, ...]:
        left = _left(weekdays, asked, turns=False)
        first = _first_day(asked, left)
        monday = first - timedelta(days=first.weekday())
        starts = [monday + timedelta(days=weekday) for weekday in sorted(left)]
        if asked.since is not None:
            starts = [start if start >= first else start + timedelta(weeks=count) for start in starts]
        return tuple(_days(7 * count, start, each, asked) for start in starts for each in asked.times)

    return plans


def _days(every: int, start: date, clock: time, asked: Asked) -> Days:
    if not 1 <= every <= 36_525:
        raise Impossible("nothing can recur every 0 days, or less often than every hundred years")
    return Days(every=every, start=start, minute=clock.hour * 60 + clock.minute, zone=asked.zone)


def _first_day(asked: Asked, weekdays: frozenset[int]) -> date:
    """Return the first day that is one of these and on which a time is still to come."""
    now = asked.present.now.replace(tzinfo=None)
    since = asked.since.replace(tzinfo=None) if asked.since else None
    day = (since or now).date()
    last = datetime.combine(day, max(asked.times))
    day += timedelta(days=last < since if since else last <= now)
    while day.weekday() not in weekdays:
        day += timedelta(days=1)
    return day


def every_so_often(
    seconds: float, window: tuple[time, time] | None, weekdays: frozenset[int], past: int | None = None
) -> Callable[[Asked], tuple[Recurrence, ...]]:
    """Recur every so often, by the clock where that comes out even, and on days and between hours if said."""

    def plans(asked: Asked) -> tuple[Recurrence, ...]:
        left = _left(weekdays, asked, turns=False)
        days = CalendarDays(weekdays=weekday_field(left))
        if seconds <= 0:
            raise Impossible("nothing can recur every 0 minutes")
        minutes = seconds / 60
        limited = window is not None or left != EVERY_DAY
        if past is not None and window is not None:
            return crons(days, _times_at(past, window), asked.zone)
        if past is not None:
            return (Cron(expression=f"{past} * * * {days.weekdays}", zone=asked.zone),)
        if not (limited or asked.since_hour) and (fields := _even(minutes)):
            return (Cron(expression=f"{fields} * * *", zone=asked.zone),)
        if window is None and left != EVERY_DAY and (fields := _even(minutes)):
            return (Cron(expression=f"{fields} * * {days.weekdays}", zone=asked.zone),)
        if not limited:
            return (Every(seconds=seconds, anchor=_anchor(asked, seconds)),)
        return crons(days, _times_between(seconds, window), asked.zone)

    return plans


def _even(minutes: float) -> str:
    """Return the minute and the hour of an interval that divides the hour or the day; empty for others."""
    if minutes == 1:
        return "* *"
    if minutes == 60:
        return "0 *"
    if minutes < 60:
        return f"*/{int(minutes)} *" if minutes.is_integer() and not 60 % minutes else ""
    hours = minutes / 60
    return f"0 */{int(hours)}" if hours.is_integer() and hours < 24 and not 24 % hours else ""


def _anchor(asked: Asked, seconds: float) -> float:
    if asked.since is not None:
        return asked.since.timestamp() - seconds
    return float(int(asked.present.now.timestamp()))


def _times_at(past: int, window: tuple[time, time]) -> tuple[time, ...]:
    """Return the times at a minute of each hour from the first time to the last."""
    times = tuple(each for each in _times_between(60, window) if each.minute == past)
    if not times:
        raise Impossible(f"there is no minute {past} between {window[0]:%H:%M} and {window[1]:%H:%M}")
    return times


def _times_between(seconds: float, window: tuple[time, time] | None) -> tuple[time, ...]:
    """Return the times of day from the first to the last, which is one of them if it comes out even."""
    step = seconds / 60
    if not step.is_integer():
        raise Impossible("between two hours nothing can recur but every so many whole minutes")
    first, last = (each.hour * 60 + each.minute for each in window) if window else (0, MINUTES - 1)
    last += MINUTES if last < first else 0
    minutes = [each % MINUTES for each in range(first, last + 1, int(step))]
    return tuple(time(each // 60, each % 60) for each in dict.fromkeys(minutes))
