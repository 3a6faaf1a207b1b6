"""How often in a day, week or hour: "twice a day at 9 and 17", "three times a week on mon, wed and fri"."""

import re

from dragoman.planner.errors import Ambiguous, Impossible
from dragoman.planner.fields import EVERY_DAY
from dragoman.planner.plans import Recurrence
from dragoman.planner.rhythms import Asked, Rhythm, on_weekdays
from dragoman.planner.weekdays import weekdays
from dragoman.planner.words import Reading, rule

_TIMES_IN_ONE = re.compile(r"(\d{1,3})x", re.ASCII)
_JOINTS = ("a", "an", "per", "each", "every", "in a")
_PERIODS = {"day": "day", "daily": "day", "week": "week", "weekly": "week", "hour": "hour", "hourly": "hour"}
_DAYTIMES = {
    2: ("09:00 and 17:00", "08:00 and 20:00"),
    3: ("09:00, 13:00 and 17:00", "08:00, 14:00 and 20:00"),
    4: ("09:00, 12:00, 15:00 and 18:00", "08:00, 12:00, 16:00 and 20:00"),
}
"""What is offered to those who name no times."""
_WEEKDAYS = {
    2: ("monday and thursday", "tuesday and friday"),
    3: ("monday, wednesday and friday", "tuesday, thursday and saturday"),
}
_HOUR = 60


@rule
def times_a_period(reading: Reading) -> Rhythm | None:
    """Read how often, and on which days of the week; the times of day follow."""
    start = reading.at
    count = how_often(reading)
    if count is None or count < 2:
        return None
    reading.take(*_JOINTS)
    period = _PERIODS.get(reading.take(*_PERIODS))
    if period == "hour":
        return _in_an_hour(count, start, reading.at)
    end = reading.at
    days = _days(reading)
    if period == "day":
        return Rhythm(plans=on_weekdays(days or EVERY_DAY), count=count, place=(start, end))
    return _in_a_week(count, days, start, end) if period == "week" else None


@rule
def how_often(reading: Reading) -> int | None:
    """Read "once", "twice", "three times", "3x"."""
    if word := reading.take("once", "twice", "thrice"):
        return {"once": 1, "twice": 2, "thrice": 3}[word]
    if found := reading.match(_TIMES_IN_ONE):
        return int(found[1])
    count = reading.number()
    return count if count is not None and reading.take("times", "x") else None


@rule
def _days(reading: Reading) -> frozenset[int] | None:
    reading.take(",")
    reading.take("on", "every", "each")
    found = weekdays(reading)
    return found.days if found else None


def check_count(rhythm: Rhythm, said: int) -> None:
    """Ask for the times of day that are not said; fails with `Impossible` where there are more or fewer."""
    count = rhythm.count
    if said not in (0, count):
        times = "time is" if said == 1 else "times are"
        raise Impossible(f"{count} times a day were asked for, but {said} {times} named")
    if said:
        return
    if count not in _DAYTIMES:
        raise Impossible(f"{count} times a day were asked for: name them, “at 9:00, 11:00, 13:00, ...”")
    start, end = rhythm.place
    meanings = tuple(f"every day at {times}" for times in _DAYTIMES[count])
    raise Ambiguous(f"{count} times a day may be at any hours", start, end, meanings)


def _in_a_week(count: int, days: frozenset[int] | None, start: int, end: int) -> Rhythm:
    def plans(asked: Asked) -> tuple[Recurrence, ...]:
        if days is not None and len(days) == count:
            return on_weekdays(days)(asked)
        if days is not None or count not in _WEEKDAYS:
            raise Impossible(f"{count} times a week were asked for: name that many days of the week")
        meanings = tuple(f"every {named}" for named in _WEEKDAYS[count])
        raise Ambiguous(f"{count} times a week may be on any days", start, end, meanings)

    return Rhythm(plans=plans)


def _in_an_hour(count: int, start: int, end: int) -> Rhythm:
    def plans(_asked: Asked) -> tuple[Recurrence, ...]:
        if _HOUR % count:
            raise Impossible(f"an hour cannot be parted into {count} times of whole minutes")
        meanings = (f"every {_HOUR // count} minutes",)
        raise Ambiguous(f"{count} times an hour", start, end, meanings)

    return Rhythm(plans=plans, by_hours=False)
