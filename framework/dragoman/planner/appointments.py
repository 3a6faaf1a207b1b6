"""A day, a part of it and a time of day: ``tomorrow 9am``, ``friday evening at 7``, ``17:00``."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from msgspec import structs

from dragoman.model.record import Record
from dragoman.planner.clock import part_of_day
from dragoman.planner.dates import Day, DayOf
from dragoman.planner.days import day
from dragoman.planner.errors import Ambiguous
from dragoman.planner.hours import DEFAULT, LATE, PARTS, Hour, hour_in
from dragoman.planner.plans import Plan, as_one
from dragoman.planner.present import Meaning, Present, at_moment, first_moment, local
from dragoman.planner.times_of_day import hours
from dragoman.planner.words import Reading, rule


class Said(Record):
    """A day, a part of it and a time of day, as far as they were said."""

    day: DayOf | None = None
    part: str = ""
    hours: tuple[Hour, ...] = ()


@rule
def on_a_day(reading: Reading) -> Meaning | None:
    """Read a day, a part of a day and times of day, in any order; or several days with their times."""
    first = with_more(reading, Said())
    if first == Said():
        return None
    said = [first]
    while (following := _following(reading)) is not None:
        said.append(following)
    return lambda present: meant(said, present)


@rule
def _following(reading: Reading) -> Said | None:
    """Read one day more of a list; after a comma only with its hour, or if the list goes on."""
    joint = reading.take(", and", "and", "&", ",")
    said = with_more(reading, Said()) if joint else Said()
    if said == Said() or (joint == "," and not said.hours and reading.word not in {",", "and", "&"}):
        return None
    return said


def meant(said: Sequence[Said], present: Present) -> Plan:
    """Return what several appointments mean, of which each may leave out what another says."""
    moments = [moment for each in _filled(said) for moment in _moments(each, present)]
    return as_one([at_moment(moment, present) for moment in moments])


def _filled(said: Sequence[Said]) -> list[Said]:
    """Give each the day that was said before, and the hours that were said after it, or before."""
    found: list[Said] = []
    for place, each in enumerate(said):
        others = [*said[place + 1 :], *reversed(said[:place])]
        timed = next((other for other in others if other.hours or other.part), each)
        known = each if each.hours or each.part else structs.replace(each, hours=timed.hours, part=timed.part)
        found.append(structs.replace(known, day=known.day or (found[-1].day if found else None)))
    return found


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
    if said.day is None and (named := day(reading)):
        return structs.replace(said, day=named)
    if not said.part and (part := part_of_day(reading, alone=not begun)):
        return structs.replace(said, part=part)
    alone = not begun and len(reading.words) > 1
    if not said.hours and (found := hours(reading, alone=alone)):
        return structs.replace(said, hours=found)
    return None


def _today(today: date) -> Day:
    return Day(date=today)


def _moments(said: Said, present: Present) -> list[datetime]:
    if said.day is None and not said.part:
        return [_next_hour(each, present) for each in said.hours]
    return [_moment(said, each, present) for each in said.hours or (None,)]


def _moment(said: Said, hour: Hour | None, present: Present) -> datetime:
    """Return the moment of a day and a time of day, of which either may be left out."""
    found = (said.day or _today)(present.day)
    clock = _clock(said, hour)
    over = found.date == present.day and present.is_over(first_moment(found.date, clock, present.zone))
    if _is_past_midnight(said, clock, over):
        found = Day(date=found.date + timedelta(days=1), step=found.step)
    moment = local(found.date, clock, present.zone)
    again = found.step and present.is_over(moment)
    return local(found.date + timedelta(days=found.step), clock, present.zone) if again else moment


def _is_past_midnight(said: Said, clock: time, over: bool) -> bool:
    """Tell whether the hours after a day are meant: "tonight at 1", "today at midnight" that is ``over``."""
    return (over and clock == time(0)) or (said.part == "night" and clock < time(LATE))


def _clock(said: Said, hour: Hour | None) -> time:
    if hour is None:
        return PARTS[said.part] if said.part else DEFAULT
    return hour_in(hour, said.part) if said.part else hour.time


def _next_hour(said: Hour, present: Present) -> datetime:
    """Return when it is that time of day next: today or tomorrow."""
    if said.is_date_too:
        meanings = (f"{said.hour}:{said.minute:02}", f"{said.hour}.{said.minute}.")
        raise Ambiguous(f"“{said.said}” may be a time or a day", said.start, said.end, meanings)
    today = present.now.date()
    moment = local(today, said.time, present.zone)
    over = present.is_over(moment)
    return local(today + timedelta(days=1), said.time, present.zone) if over else moment
