"""What recurs by days and weeks: "every day", "every morning", "mon, wed and fri", "every other friday"."""

from msgspec import structs

from dragoman.planner.calendar_names import WEEKDAYS
from dragoman.planner.errors import Impossible
from dragoman.planner.fields import EVERY_DAY, number_field
from dragoman.planner.hours import NAMED, PARTS
from dragoman.planner.month_days import months_after
from dragoman.planner.plans import Recurrence
from dragoman.planner.rhythms import Asked, Rhythm, every_days, every_weeks, on_weekdays
from dragoman.planner.times_of_day import hours
from dragoman.planner.weekdays import weekdays
from dragoman.planner.words import ORDINAL_NUMBERS, Reading, listed, rule

_DAILY = (
    "every single day",
    "every day",
    "each day",
    "everyday",
    "daily",
    "once a day",
    "once daily",
    "once per day",
    "all days",
    "every day of the week",
)
_WEEKLY = ("every week", "each week", "weekly", "once a week", "once per week")
_FORTNIGHTLY = ("every fortnight", "fortnightly", "biweekly", "bi-weekly", "once a fortnight")
_OTHER = ("other", "alternate")
_PLURAL_PARTS = tuple(f"{part}s" for part in PARTS)
_MONDAY = frozenset({0})


@rule
def daily(reading: Reading) -> Rhythm | None:
    """Read "every day", "daily", "every day in december"."""
    reading.take("on")
    if not reading.take(*_DAILY):
        return None
    return _on(EVERY_DAY, reading)


def _on(weekdays: frozenset[int], reading: Reading) -> Rhythm | None:
    """Return what recurs on these days, in the months that are named."""
    months = months_after(reading)
    if months.name not in ("", "named"):
        return None
    return Rhythm(plans=on_weekdays(weekdays, number_field(months.numbers) if months.numbers else "*"))


@rule
def by_part(reading: Reading) -> Rhythm | None:
    """Read "every morning", "every morning and evening", "nightly", "every night on weekdays"."""
    if reading.take("nightly"):
        parts: list[str] | None = ["night"]
    else:
        parts = listed(reading, _part_name) if reading.take("every", "each") else _plural_parts(reading)
    if parts is None:
        return None
    reading.take("on")
    days = weekdays(reading)
    rhythm = on_weekdays(days.days if days else EVERY_DAY)
    times = tuple({**PARTS, **NAMED}[part] for part in parts)
    return Rhythm(plans=rhythm, times=times, part=parts[0] if len(parts) == 1 and parts[0] in PARTS else "")


def _plural_parts(reading: Reading) -> list[str] | None:
    reading.take("in the", "on")
    part = reading.take(*_PLURAL_PARTS)
    return [part.removesuffix("s")] if part else None


def _part_name(reading: Reading) -> str | None:
    return reading.take(*PARTS, *NAMED) or None


def _all(reading: Reading) -> tuple[str, ...]:
    """Return what stands for "every" where no other text follows: "all mondays are off" is none."""
    return ("on all", "all") if reading.whole else ()


@rule
def by_weekdays(reading: Reading) -> Rhythm | None:
    """Read "every mon, wed and fri", "on weekdays", "monday mornings", "weekly on tuesday"."""
    weekly = bool(reading.take(*_WEEKLY))
    every = bool(reading.take("on every", "on each", "every", "each", "always on", "always", *_all(reading)))
    if not every:
        reading.take("on", "at")
    found = weekdays(reading)
    if found is None:
        return _on(_MONDAY, reading) if weekly and not every else None
    part = reading.take(*_PLURAL_PARTS)
    if not (weekly or every or found.recurring or part):
        return _hours_and_weekly(reading, found.days)
    rhythm = _on(found.days, reading)
    return structs.replace(rhythm, part=part.removesuffix("s")) if rhythm else None


@rule
def _hours_and_weekly(reading: Reading, days: frozenset[int]) -> Rhythm | None:
    """Read "at 5pm every week" after a day."""
    said = hours(reading) or ()
    weekly = reading.take(*_WEEKLY) and reading.ends
    return Rhythm(plans=on_weekdays(days), hours=said) if weekly else None


@rule
def odd_weeks(reading: Reading) -> Rhythm | None:
    """Read "in odd calendar weeks on wednesday", "wednesdays in even weeks", which cannot be kept."""
    before = _on_these(reading)
    reading.take("in", "every", "on")
    parity = reading.take("odd", "even")
    if not (parity and reading.take("calendar weeks", "calendar week", "weeks", "week")):
        return None
    names = _on_these(reading) or before

    def plans(_asked: Asked) -> tuple[Recurrence, ...]:
        day = tuple(WEEKDAYS)[min(names or _MONDAY)]
        raise Impossible(
            f"{parity} weeks cannot be kept, for some years have 53: write “every other {day} starting ...”"
        )

    return Rhythm(plans=plans)


@rule
def every_few_days(reading: Reading) -> Rhythm | None:
    """Read "every 3 days", "every other day", "every third day"."""
    count = _count(reading)
    if count is None or not reading.take("days", "day"):
        return None
    return Rhythm(plans=on_weekdays(EVERY_DAY) if count == 1 else every_days(count))


@rule
def every_few_weeks(reading: Reading) -> Rhythm | None:
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
    days = _on_these(reading)
    return Rhythm(plans=every_weeks(count, days or _MONDAY))


@rule
def _on_these(reading: Reading) -> frozenset[int] | None:
    reading.take(",")
    reading.take("on", "every", "each")
    found = weekdays(reading)
    return found.days if found else None


@rule
def _count(reading: Reading) -> int | None:
    """Read "every 3", "every other", "every third"."""
    if reading.take("alternate", "on alternate"):
        return 2
    if not reading.take("every", "each", "once every"):
        return None
    if reading.take(*_OTHER):
        return 2
    count = ORDINAL_NUMBERS.get(reading.word)
    reading.at += count is not None
    return reading.number() if count is None else count


def _other(reading: Reading) -> bool:
    return reading.words[reading.at - 1].text in _OTHER
