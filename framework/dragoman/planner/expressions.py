"""Cron's five fields, and the minutes of the calendar that they name.

Read by cronsim, thus as Debian's cron reads them, with its additions: names of months and days, lists, ranges
and steps, ``L`` (the last day of the month), ``LW`` (its last weekday), ``5L`` (its last Friday) and ``1#2``
(its second Monday). Sunday is 0 and 7. Of the two fields for days either may fit, unless one of them begins
with a star: then both must. What cronsim does not have is ``15W``, the day from Monday to Friday that is
nearest to the 15th within its month, ``L-1``, the day before its last, and ``fri#-2``, its last Friday but
one.
"""

import re
from bisect import bisect_left, bisect_right
from datetime import UTC, date, datetime
from functools import cached_property, lru_cache
from typing import Self

from cronsim import CronSim, CronSimError

from dragoman.model.record import Record
from dragoman.planner.cron_fields import fields_of
from dragoman.planner.errors import Impossible, Unknown
from dragoman.planner.zones import DAY

LAST_YEAR = 9_998
"""Nothing is planned later, so that every moment near is a date in every zone."""
_SOME_DAY = datetime(2024, 1, 1, tzinfo=UTC)
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_NEAREST = re.compile(r"(?:[1-9]|[12]\d|3[01])W", re.ASCII)
_BEFORE_LAST = re.compile(r"L-\d+", re.ASCII)
_FROM_THE_END = re.compile(r"[0-7]#-[2-5]", re.ASCII)
_ANY_DAY = "1"
"""What cronsim reads where no day is left for it."""
Weekdays = frozenset[int | tuple[int, int]]
"""Days of the week with Sunday as 0 and 7, alone or with their turn in the month: -1000 is the last turn, -2
the one before it."""


class OwnDays(Record):
    """Days of a month that cronsim does not know."""

    nearest: frozenset[int]
    """Days that those from Monday to Friday are to be nearest to."""
    before_last: frozenset[int]
    """How many days before the last."""


class Days:
    """Which days of a month fit; shared by all expressions that name the same."""

    def __init__(self, days: frozenset[int], own: OwnDays, weekdays: Weekdays, both: bool) -> None:
        """Take what was read; ``both`` asks for a day that fits both fields."""
        self._days, self._own, self._weekdays, self._both = days, own, weekdays, both
        self._known: dict[tuple[int, int], tuple[int, ...]] = {}

    def of(self, first: int, length: int) -> tuple[int, ...]:
        """Return the days that fit in a month of that length whose first day is that one, Monday being 0."""
        if (first, length) not in self._known:
            fitting = (day for day in range(1, length + 1) if self._fits(day, first, length))
            self._known[first, length] = tuple(fitting)
        return self._known[first, length]

    def _fits(self, day: int, first: int, length: int) -> bool:
        weekday = (first + day - 1) % 7
        by_day = self._fits_day(day, weekday, length) or self._is_own(day, first, length)
        by_weekday = self._fits_weekday(day, weekday, length)
        return by_day and by_weekday if self._both else by_day or by_weekday

    def _fits_day(self, day: int, weekday: int, length: int) -> bool:
        last_weekday = (weekday < 5 and day == length) or (weekday == 4 and day >= length - 2)
        return (
            day in self._days
            or (CronSim.LAST in self._days and day == length)
            or (CronSim.LAST_WEEKDAY in self._days and last_weekday)
        )

    def _is_own(self, day: int, first: int, length: int) -> bool:
        nearest = (number for number in self._own.nearest if number <= length)
        counted = length - day in self._own.before_last
        return counted or any(day == _working_day(number, first, length) for number in nearest)

    def _fits_weekday(self, day: int, weekday: int, length: int) -> bool:
        from_the_end = (length - day) // 7 + 1
        turns = (CronSim.LAST if from_the_end == 1 else -from_the_end, (day + 6) // 7)
        names = (weekday + 1, (weekday + 1) % 7)
        return any(
            name in self._weekdays or any((name, turn) in self._weekdays for turn in turns) for name in names
        )


def _working_day(number: int, first: int, length: int) -> int:
    """Return the day from Monday to Friday that is nearest to a day, in the same month."""
    match (first + number - 1) % 7:
        case 5:
            return number - 1 if number > 1 else number + 2
        case 6:
            return number + 1 if number < length else number - 2
        case _:
            return number


@lru_cache(maxsize=512)
def _days(days: frozenset[int], own: OwnDays, weekdays: Weekdays, both: bool) -> Days:
    return Days(days, own, weekdays, both)


@lru_cache(maxsize=1_024)
def _month(year: int, month: int) -> tuple[int, int, int]:
    """Return the ordinal of a month's first day, its weekday and the month's length."""
    first = date(year, month, 1)
    following = date(year + month // 12, month % 12 + 1, 1)
    return first.toordinal(), first.weekday(), following.toordinal() - first.toordinal()


class Expression:
    """The wall times that five fields name, each in minutes from the beginning of the year 1."""

    def __init__(self, text: str) -> None:
        """Read the fields; fails with `NoPlan`."""
        fields = fields_of(text)
        days, own = _without_own(fields[2])
        weekdays, turns = _without_turns(fields[4])
        # Days and months apart: cronsim refuses a day that the months lack though other days may fit.
        read = _read(text, [*fields[:2], days or _ANY_DAY, "*", weekdays or _ANY_DAY])
        self.text = " ".join(fields)
        """In one way of writing: names in small letters, single spaces, no nickname."""
        self.minutes: tuple[int, ...] = tuple(sorted(read.minutes))
        self.hours: tuple[int, ...] = tuple(sorted(read.hours))
        self.months: frozenset[int] = frozenset(_read(text, [*"00*", fields[3], "*"]).months)
        self.days: frozenset[int] = frozenset(read.days) if days else frozenset()
        """Of the month; -1000 is the last and -1001 the last from Monday to Friday."""
        self.weekdays: Weekdays = (frozenset(read.weekdays) if weekdays else frozenset()) | turns
        self._both: bool = read.day_and
        self._days = _days(self.days, own, self.weekdays, self._both)
        if not self._ever:
            raise Impossible(f"“{text}” names a day that never comes")

    @cached_property
    def goes_on(self) -> bool:
        """Tell whether its minute or hour begins with a star: it goes on while the clocks change."""
        minute, hour, *_ = self.text.split()
        return minute.startswith("*") or hour.startswith("*")

    @property
    def meaning(self) -> tuple[object, ...]:
        """All that tells it from an expression with other occurrences."""
        days = tuple(self._days.of(first, length) for length in (28, 29, 30, 31) for first in range(7))
        return self.minutes, self.hours, tuple(sorted(self.months)), days, self.goes_on

    def later(self, wall: int) -> int | None:
        """Return the first minute after this one; None when the calendar ends."""
        day, minute = divmod(wall, DAY)
        found = self._day_from(day)
        if found == day:
            following = self._later_in_day(minute)
            if following is not None:
                return day * DAY + following
            found = self._day_from(day + 1)
        return None if found is None else found * DAY + self.hours[0] * 60 + self.minutes[0]

    def earlier(self, wall: int) -> int | None:
        """Return the last minute before this one; None when the calendar begins."""
        day, minute = divmod(wall, DAY)
        found = self._day_until(day)
        if found == day:
            preceding = self._earlier_in_day(minute)
            if preceding is not None:
                return day * DAY + preceding
            found = self._day_until(day - 1)
        return None if found is None else found * DAY + self.hours[-1] * 60 + self.minutes[-1]

    def _later_in_day(self, minute: int) -> int | None:
        hour, minute = divmod(minute, 60)
        place = bisect_left(self.hours, hour)
        if place < len(self.hours) and self.hours[place] == hour:
            if minute < self.minutes[-1]:
                return hour * 60 + self.minutes[bisect_right(self.minutes, minute)]
            place += 1
        return self.hours[place] * 60 + self.minutes[0] if place < len(self.hours) else None

    def _earlier_in_day(self, minute: int) -> int | None:
        hour, minute = divmod(minute, 60)
        place = bisect_left(self.hours, hour)
        if place < len(self.hours) and self.hours[place] == hour and minute > self.minutes[0]:
            return hour * 60 + self.minutes[bisect_left(self.minutes, minute) - 1]
        return self.hours[place - 1] * 60 + self.minutes[-1] if place else None

    def _day_from(self, day: int) -> int | None:
        """Return the first day that fits, from this one on; 1 January of the year 1 is day 0."""
        start = date.fromordinal(day + 1)
        year, month, least = start.year, start.month, start.day
        while year <= LAST_YEAR:
            if month in self.months:
                first, weekday, length = _month(year, month)
                fitting = self._days.of(weekday, length)
                place = bisect_left(fitting, least)
                if place < len(fitting):
                    return first + fitting[place] - 2
            year, month, least = year + month // 12, month % 12 + 1, 1
        return None

    def _day_until(self, day: int) -> int | None:
        """Return the last day that fits, up to this one."""
        start = date.fromordinal(day + 1)
        year, month, most = start.year, start.month, start.day
        while year > 1:
            if month in self.months:
                first, weekday, length = _month(year, month)
                fitting = self._days.of(weekday, length)
                place = bisect_right(fitting, most)
                if place:
                    return first + fitting[place - 1] - 2
            year, month, most = year - (month == 1), (month - 2) % 12 + 1, 31
        return None

    @property
    def _ever(self) -> bool:
        """Tell whether any day fits."""
        # Each month begins on each day of the week in some year, and so does a February of 29 days.
        return any(self._days.of(first, _LENGTHS[month - 1]) for month in self.months for first in range(7))


class CronExpression(str):
    """When something recurs, in cron's five fields: ``0 9 * * mon-fri``; Sunday is 0 or 7, Monday is 1."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Check a cron expression; fails with ValueError, whose text is a sentence for people."""
        return cls(expression_of(text).text)


@lru_cache(maxsize=1_024)
def expression_of(text: str) -> Expression:
    """Return what five fields, or a nickname such as ``@daily``, name; fails with `NoPlan`."""
    return Expression(text)


def _without_own(field: str) -> tuple[str, OwnDays]:
    """Part the days that cronsim reads from the others."""
    items = field.split(",")
    nearest = [item for item in items if _NEAREST.fullmatch(item)]
    before_last = [item for item in items if _BEFORE_LAST.fullmatch(item)]
    others = ",".join(item for item in items if item not in (*nearest, *before_last))
    return others, OwnDays(
        nearest=frozenset(int(item[:-1]) for item in nearest),
        before_last=frozenset(int(item[2:]) for item in before_last),
    )


def _without_turns(field: str) -> tuple[str, Weekdays]:
    """Part the days of the week that cronsim reads from those that are counted from the end of the month."""
    items = field.split(",")
    counted = [item for item in items if _FROM_THE_END.fullmatch(item)]
    others = ",".join(item for item in items if item not in counted)
    turns = [item.split("#") for item in counted]
    return others, frozenset((int(day), int(turn)) for day, turn in turns)


def _read(text: str, fields: list[str]) -> CronSim:
    try:
        return CronSim(" ".join(fields), _SOME_DAY)
    except CronSimError as error:
        field = str(error).removeprefix("Bad ").replace("-", " ")
        raise Unknown(f"“{text}” is not a cron expression: its {field} cannot be read") from error
