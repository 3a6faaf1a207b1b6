"""Cron by brute force: every minute of twenty years is asked whether it matches, and a daemon walks over all.

Nothing here is taken from the planner or from a library. The rules are those of Debian's cron, crontab(5) and
cron(8). A day of the month and a day of the week that are both restricted are alternatives; a field that
begins with ``*`` counts as not restricted. A job whose minute and hour both name times is made up for as soon
as the clock has skipped it, and is not repeated when the clock is put back; a job with ``*`` at the beginning
of its minute or hour goes by whatever the clock shows. ``L``, ``LW``, ``5L`` and ``5#2`` are the extensions
of cronsim; ``L-2`` and ``5#-2`` count from the month's end as others do.
"""

import calendar
import re
from collections.abc import Iterator
from datetime import date, timedelta

FIRST_DAY = date(2019, 12, 20)
LAST_DAY = date(2041, 1, 15)
EPOCH = date(1970, 1, 1)
MINUTES = 24 * 60

MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
MACROS = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
}


class Job:
    """One line of a crontab, for some days of the calendar."""

    def __init__(self, expression: str, first: date = FIRST_DAY, last: date = LAST_DAY) -> None:
        """Read five fields, or a word like ``@daily``."""
        self.start = _minute(first)
        """The first wall minute that is known: minutes from 1970-01-01T00:00 on the wall."""
        self.end = _minute(last) + MINUTES
        fields = MACROS.get(expression.lower(), expression).lower().split()
        minute, hour, self._day, month, self._weekday = fields
        self._minutes = _numbers(minute, 0, 59)
        self._hours = _numbers(hour, 0, 23)
        self._months = _numbers(month, 1, 12, MONTHS, 1)
        self._both = self._day.startswith("*") or self._weekday.startswith("*")
        self.is_wild = minute.startswith("*") or hour.startswith("*")
        """Whether it goes by whatever the clock shows."""
        self.wall = self._walk(first, last)
        """A byte for each wall minute that is known: 1 where the line matches."""

    def matches_day(self, day: date) -> bool:
        """Tell whether it has anything to do on a day of the calendar."""
        if day.month not in self._months:
            return False
        days = any(_is_day(item, day) for item in self._day.split(","))
        weekdays = any(_is_weekday(item, day) for item in self._weekday.split(","))
        return days and weekdays if self._both else days or weekdays

    def _walk(self, first: date, last: date) -> bytes:
        busy = bytes(
            hour in self._hours and minute in self._minutes for hour in range(24) for minute in range(60)
        )
        idle = bytes(MINUTES)
        return b"".join(busy if self.matches_day(day) else idle for day in _days(first, last))


def _days(first: date, last: date) -> Iterator[date]:
    day = first
    while day <= last:
        yield day
        day += timedelta(days=1)


def _minute(day: date) -> int:
    return (day - EPOCH).days * MINUTES


def _is_day(item: str, day: date) -> bool:
    last = calendar.monthrange(day.year, day.month)[1]
    if item == "l":
        return day.day == last
    if item == "lw":
        while date(day.year, day.month, last).isoweekday() > 5:
            last -= 1
        return day.day == last
    if item.startswith("l-"):
        return day.day == last - int(item[2:])
    return day.day in _numbers(item, 1, 31)


def _is_weekday(item: str, day: date) -> bool:
    weekday = day.isoweekday() % 7
    if "#" in item:
        name, _, nth = item.partition("#")
        last = calendar.monthrange(day.year, day.month)[1]
        from_the_end = nth.startswith("-")
        count = (last - day.day + 7) // 7 if from_the_end else (day.day + 6) // 7
        return weekday == _number(name, WEEKDAYS, 0) % 7 and count == int(nth.strip("-"))
    if re.fullmatch(r"\dl", item):
        return weekday == int(item[0]) % 7 and (day + timedelta(days=7)).month != day.month
    return weekday in {number % 7 for number in _numbers(item, 0, 7, WEEKDAYS)}


def _numbers(field: str, least: int, most: int, names: list[str] | None = None, first: int = 0) -> set[int]:
    found: set[int] = set()
    for item in field.split(","):
        span, _, step = item.partition("/")
        low, dash, high = span.partition("-")
        if span == "*":
            bounds = least, 6 if names is WEEKDAYS else most
        elif dash:
            bounds = _number(low, names, first), _number(high, names, first)
        else:
            bounds = _number(low, names, first), most if step else _number(low, names, first)
        found.update(range(bounds[0], bounds[1] + 1, int(step or 1)))
    return found


def _number(text: str, names: list[str] | None, first: int) -> int:
    return names.index(text) + first if names is not None and text in names else int(text)


class Daemon:
    """A cron daemon that never sleeps, in a zone given by the minutes at which its offset changes."""

    def __init__(
        self, job: Job, offsets: tuple[tuple[int, int], ...], gap: str = "fire", fold: str = "first"
    ) -> None:
        """Serve one job; offsets are UTC minutes from which they hold, with the minutes east of UTC.

        Besides Debian's rules, a skipped time may not be made up for (gap="skip"), and a repeated one may be
        meant the second time, or both times.
        """
        self._job = job
        rules = ("skip", "both") if job.is_wild else (gap, fold)
        self._spans = tuple(_spans(offsets, job.end, *rules))

    def after(self, minute: int) -> int | None:
        """Return the first UTC minute later than this one at which the job runs, ``None`` past the end."""
        for span in self._spans:
            if minute < span.until and (found := span.after(self._job, minute)) is not None:
                return found
        return None

    def before(self, minute: int) -> int | None:
        """Return the last UTC minute before this one at which the job runs, ``None`` before the start."""
        for span in reversed(self._spans):
            if minute > span.since and (found := span.before(self._job, minute)) is not None:
                return found
        return None


class Span:
    """A time during which the offset is the same."""

    def __init__(
        self, since: int, until: int, offset: int, first: int, last: int, skipped: tuple[int, int] | None
    ) -> None:
        """Last from one UTC minute to another; do wall minutes from first to last, and make up for some."""
        self.since, self.until, self._offset = since, until, offset
        self._first, self._last, self._skipped = first, last, skipped

    def after(self, job: Job, minute: int) -> int | None:
        if minute < self.since and self._makes_up(job):
            return self.since
        wall, start = job.wall, job.start
        from_ = max(minute + 1 + self._offset, self._first)
        from_ = max(from_, start)
        found = wall.find(1, from_ - start, self._last - start) if from_ < self._last else -1
        return found + start - self._offset if found >= 0 else None

    def before(self, job: Job, minute: int) -> int | None:
        wall, start = job.wall, job.start
        to = min(minute + self._offset, self._last)
        from_ = max(self._first, start)
        found = wall.rfind(1, from_ - start, to - start) if from_ < to else -1
        if found >= 0:
            return found + start - self._offset
        return self.since if minute > self.since and self._makes_up(job) else None

    def _makes_up(self, job: Job) -> bool:
        if self._skipped is None or self._skipped[0] < job.start:
            return False
        low, high = self._skipped
        return job.wall.find(1, low - job.start, high - job.start) >= 0


def _spans(offsets: tuple[tuple[int, int], ...], ending: int, gap: str, fold: str) -> Iterator[Span]:
    end = ending - max(offset for _, offset in offsets)
    ends = [since for since, _ in offsets[1:]] + [end]
    entries = [since + offset for since, offset in offsets[1:]] + [ending]
    handled = offsets[0][0] + offsets[0][1]
    for (since, offset), until, reset in zip(offsets, ends, entries, strict=True):
        entry, leaving = since + offset, until + offset
        skipped = (handled, entry) if handled < entry and gap == "fire" else None
        first = max(entry, handled) if fold == "first" else entry
        last = min(leaving, reset) if fold == "second" else leaving
        yield Span(since, until, offset, first, last, skipped)
        handled = max(handled, leaving)


def walk(job: Job, offsets: tuple[tuple[int, int], ...], since: int, until: int) -> list[int]:
    """Return the UTC minutes from one to another at which it runs, by looking at the clock every minute.

    This is what the daemon does, told once more in the plainest way, to hold `Daemon` against.
    """
    found: list[int] = []
    starts = dict(offsets)
    offset = next(offset for start, offset in reversed(offsets) if start <= since)
    handled = since + offset
    for minute in range(since, until):
        offset = starts.get(minute, offset)
        wall = minute + offset
        if job.is_wild:
            due = job.wall[wall - job.start] == 1
        else:
            due = any(job.wall[one - job.start] for one in range(handled, wall + 1))
            handled = max(handled, wall + 1)
        if due:
            found.append(minute)
    return found
