"""A day, a part of it and a time of day: ``tomorrow 9am``, ``friday evening at 7``, ``17:00``."""

from datetime import date, datetime, time, timedelta

from msgspec import structs

from dragoman.model.record import Record
from dragoman.planner.clock import closes, hour, part_of_day
from dragoman.planner.dates import Day, DayOf
from dragoman.planner.days import day
from dragoman.planner.errors import Ambiguous
from dragoman.planner.hours import DEFAULT, LATE, PARTS, Hour, hour_in
from dragoman.planner.present import Meaning, Present, at_moment, local
from dragoman.planner.words import Reading, rule

_END_OF_DAY = Hour(hour=17)


class Said(Record):
    """A day, a part of it and a time of day, as far as they were said."""

    day: DayOf | None = None
    part: str = ""
    hour: Hour | None = None


@rule
def on_a_day(reading: Reading) -> Meaning | None:
    """Read a day, a part of a day and a time of day, in any order and each at most once."""
    said = with_more(reading, Said())
    if said.day is None and said.hour is None and not said.part:
        return None
    return lambda present: at_moment(moment_on(said, present), present)


def with_more(reading: Reading, said: Said) -> Said:
    """Read on, and the name of a zone at the end."""
    while (more := _more(reading, said)) is not None:
        said = more
    reading.take_zone()
    return said


@rule
def _more(reading: Reading, said: Said) -> Said | None:
    begun = said != Said()
    if begun:
        reading.take(",")
    if said.day is None and not said.part and reading.take("tonight"):
        return structs.replace(said, day=_today, part="night")
    if not begun and reading.take("end of the day", "end of day", "eod"):
        return structs.replace(said, day=_today, hour=_END_OF_DAY)
    if said.day is None and (named := day(reading)):
        return structs.replace(said, day=named)
    if not said.part and (part := part_of_day(reading, alone=not begun)):
        return structs.replace(said, part=part)
    if said.hour is None and (
        clock := hour(reading, bare=closes(reading) and (begun or len(reading.words) == 1))
    ):
        return structs.replace(said, hour=clock)
    return None


def _today(today: date) -> Day:
    return Day(date=today)


def moment_on(said: Said, present: Present) -> datetime:
    """Return the moment of a day and a time of day, of which either may be left out."""
    if said.day is None and said.hour is not None and not said.part:
        return _next_hour(said.hour, present)
    today = present.now.date()
    found = (said.day or _today)(today)
    clock = _clock(said)
    if _is_past_midnight(said, clock, found.date == today):
        found = Day(date=found.date + timedelta(days=1), step=found.step)
    moment = local(found.date, clock, present.zone)
    again = found.step and present.is_over(moment)
    return local(found.date + timedelta(days=found.step), clock, present.zone) if again else moment


def _is_past_midnight(said: Said, clock: time, today: bool) -> bool:
    """Tell whether the hours after a day are meant: "today at midnight", "tonight at 1"."""
    return (today and clock == time(0)) or (said.part == "night" and clock < time(LATE))


def _clock(said: Said) -> time:
    if said.hour is None:
        return PARTS[said.part] if said.part else DEFAULT
    return hour_in(said.hour, said.part) if said.part else said.hour.time


def _next_hour(said: Hour, present: Present) -> datetime:
    """Return when it is that time of day next: today or tomorrow."""
    if said.is_date_too:
        meanings = (f"{said.hour}:{said.minute:02}", f"{said.hour}.{said.minute}.")
        raise Ambiguous(f"“{said.said}” may be a time or a day", said.start, said.end, meanings)
    today = present.now.date()
    moment = local(today, said.time, present.zone)
    over = present.is_over(moment)
    return local(today + timedelta(days=1), said.time, present.zone) if over else moment
