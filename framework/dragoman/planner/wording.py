"""Plans in plain words, "every weekday at 09:00 (Europe/Berlin)", which are read back to the same plan."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from msgspec import structs

from dragoman.model.record import Record
from dragoman.planner.calendar_names import MONTHS, WEEKDAYS
from dragoman.planner.day_wording import days_in_words, listed, on_weekdays, plain_weekdays
from dragoman.planner.durations import format_duration
from dragoman.planner.errors import NoPlan
from dragoman.planner.expressions import Expression, expression_of
from dragoman.planner.plans import Cron, Days, Every, Once, Plan, Recurrence, Several, Within
from dragoman.planner.reading import read_plan
from dragoman.planner.zones import DAY, zone_in_words, zone_of

_BEFORE = timedelta(days=366)
_MOST_TIMES = 4
"""How many times of day are told one by one where they come out even."""


def in_words(plan: Plan, zone: ZoneInfo | None = None) -> str:
    """Say when a plan comes, in words that `read_plan` reads to an equal plan wherever there are such.

    What has no words of its own is told by its cron expression. The zone is for plans that have none: UTC
    unless it is given.
    """
    parts = _parts(plan)
    zones = {_zone_of(part.plan) for part in parts} - {""} or {str(zone or "UTC")}
    only = zones.pop() if len(zones) == 1 else ""
    place, shown = (f" ({zone_in_words(only)})", zone_of(only)) if only else ("", UTC_ZONE)
    said = _joined([_line(part, shown) for part in parts]) + place
    if _means(said, plan):
        return said
    by_cron = _joined([_by_cron(part, shown) for part in parts]) + place
    return by_cron if _means(by_cron, plan) else said


UTC_ZONE = ZoneInfo("UTC")


class _Part(Record):
    """One plan of several, with its bounds."""

    plan: Recurrence | Once
    since: float | None = None
    until: float | None = None


class _Line(Record):
    """One plan in words, as far as it can be joined with others."""

    days: str
    plural: str | None = None
    """The days as they follow "every 2 hours"; None where they cannot."""
    times: tuple[time, ...] = ()
    bounds: str = ""


def _parts(plan: Plan) -> list[_Part]:
    match plan:
        case Several():
            return [part for each in plan.plans for part in _parts(each)]
        case Within():
            return [_Part(plan=plan.plan, since=plan.since, until=plan.until)]
        case _:
            return [_Part(plan=plan)]


def _zone_of(plan: Recurrence | Once) -> str:
    return "" if isinstance(plan, Every) else plan.zone


def _joined(lines: list[_Line]) -> str:
    """Join lines, those of the same days into one."""
    together: dict[tuple[str, str | None, str], set[time]] = {}
    for line in lines:
        together.setdefault((line.days, line.plural, line.bounds), set()).update(line.times)
    return " and ".join(_sentence(*said, sorted(times)) for said, times in together.items())


def _sentence(days: str, plural: str | None, bounds: str, times: Sequence[time]) -> str:
    if not times:
        return f"{days}{bounds}"
    stretch = _stretch(times) if len(times) > _MOST_TIMES and plural is not None else None
    if stretch is not None:
        minutes, first, last = stretch
        return f"every {_often(minutes * 60.0)} between {first:%H:%M} and {last:%H:%M}{plural}{bounds}"
    return f"{days} at {listed([f'{each:%H:%M}' for each in times])}{bounds}"


def _stretch(times: Sequence[time]) -> tuple[int, time, time] | None:
    """Return the minutes between times that come out even, the first and the last, maybe over midnight."""
    minutes = [each.hour * 60 + each.minute for each in times]
    gaps = [(later - earlier) % DAY for earlier, later in pairwise([minutes[-1], *minutes])]
    widest = gaps.index(max(gaps))
    first, last = times[widest], times[widest - 1]
    between = {*gaps[:widest], *gaps[widest + 1 :]}
    return (between.pop(), first, last) if len(between) == 1 else None


def _line(part: _Part, zone: ZoneInfo) -> _Line:
    plan = part.plan
    match plan:
        case Once():
            return _once_line(plan, zone)
        case Every():
            first = _moment(plan.anchor + plan.seconds, zone)
            until = "" if part.until is None else f" until {_moment(part.until, zone)}"
            return _Line(days=f"every {_often(plan.seconds)} starting {first}{until}")
        case Days():
            return _days_line(plan, part, zone)
        case Cron():
            return _cron_line(plan, part, zone)


def _once_line(plan: Once, zone: ZoneInfo) -> _Line:
    """Say a day and its time, so that several times of a day can be joined."""
    local = datetime.fromtimestamp(plan.at, zone)
    if local.second or local.microsecond or local.fold:
        return _Line(days=f"on {local.isoformat()}")
    day = f"on {tuple(WEEKDAYS)[local.weekday()]} {_date(local.date())}"
    return _Line(days=day, times=(local.time(),))


def _cron_line(plan: Cron, part: _Part, zone: ZoneInfo) -> _Line:
    expression, bounds = expression_of(plan.expression), _bounds(part, zone)
    if expression.goes_on:
        said = _going_on(expression)
        return _Line(days=said, bounds=bounds) if said else _by_cron(part, zone)
    days = days_in_words(expression)
    times = tuple(time(hour, minute) for hour in expression.hours for minute in expression.minutes)
    if not days:
        return _by_cron(part, zone)
    return _Line(days=days, plural=_plural(expression), times=times, bounds=bounds)


def _plural(expression: Expression) -> str | None:
    """Return " on mondays"; None for days that cannot be told so."""
    _, _, days, months, _ = expression.text.split()
    weekdays = plain_weekdays(expression)
    return on_weekdays(weekdays) if weekdays is not None and (days, months) == ("*", "*") else None


def _by_cron(part: _Part, zone: ZoneInfo) -> _Line:
    if isinstance(part.plan, Cron):
        return _Line(days=part.plan.expression, bounds=_bounds(part, zone))
    return _line(part, zone)


def _going_on(expression: Expression) -> str:
    """Say what goes by minutes and hours; empty when there are no words for it."""
    minute, hour, days, months, _ = expression.text.split()
    weekdays = plain_weekdays(expression)
    often = _even(minute, hour)
    if not often or (days, months) != ("*", "*") or weekdays is None:
        return ""
    return f"{often}{on_weekdays(weekdays)}"


def _even(minute: str, hour: str) -> str:
    if hour == "*":
        if minute == "*":
            return "every minute"
        if minute.isdigit():
            return "every hour" if minute == "0" else f"every hour at :{int(minute):02}"
        return f"every {minute[2:]} minutes" if minute.startswith("*/") and minute[2:].isdigit() else ""
    return f"every {hour[2:]} hours" if minute == "0" and hour[2:].isdigit() else ""


def _days_line(plan: Days, part: _Part, zone: ZoneInfo) -> _Line:
    weeks, rest = divmod(plan.every, 7)
    name = tuple(WEEKDAYS)[plan.start.weekday()]
    if rest:
        often = f"every {plan.every} days"
    else:
        often = f"every other {name}" if weeks == 2 else f"every {weeks} weeks on {name}"
    since = f" starting {_date(plan.start)}" if part.since is None else ""
    bounds = f"{since}{_bounds(part, zone)}"
    return _Line(days=often, times=(time(plan.minute // 60, plan.minute % 60),), bounds=bounds)


def _bounds(part: _Part, zone: ZoneInfo) -> str:
    since = "" if part.since is None else f" starting {_moment(part.since, zone, unless='00:00')}"
    until = "" if part.until is None else f" until {_moment(part.until, zone, unless='23:59')}"
    return f"{since}{until}"


def _often(seconds: float) -> str:
    for size, unit in ((3_600, "hour"), (60, "minute"), (1, "second")):
        if not seconds % size:
            count = int(seconds // size)
            return f"{count} {unit}s" if count > 1 else unit
    return format_duration(timedelta(seconds=seconds))


def _moment(at: float, zone: ZoneInfo, *, unless: str = "") -> str:
    """Say a moment; written out if it has seconds, or comes second when the clocks are put back."""
    local = datetime.fromtimestamp(at, zone)
    if local.second or local.microsecond or local.fold:
        return local.isoformat()
    clock = f"{local:%H:%M}"
    return _date(local.date()) + ("" if clock == unless else f" at {clock}")


def _date(day: date) -> str:
    return f"{day.day} {tuple(MONTHS)[day.month - 1]} {day.year:04}"


def _earliest(plan: Plan) -> float:
    """Return a moment at which everything that words name is still to come."""
    named = [part.since for part in _parts(plan)]
    named += [part.plan.at for part in _parts(plan) if isinstance(part.plan, Once)]
    return min((moment for moment in named if moment is not None), default=0.0)


def _means(said: str, plan: Plan) -> bool:
    """Tell whether words are read to an equal plan."""
    try:
        now = datetime.fromtimestamp(_earliest(plan), UTC) - _BEFORE
        return _comparable(read_plan(said, now, UTC_ZONE)) == _comparable(plan)
    except (NoPlan, OverflowError):
        return False


def _comparable(plan: Plan) -> object:
    """Return what is equal in equal plans, however their expressions are written."""
    return sorted(_meaning(part) for part in _parts(plan))


def _meaning(part: _Part) -> str:
    if not isinstance(part.plan, Cron):
        return repr(part)
    same = structs.replace(part, plan=structs.replace(part.plan, expression="@daily"))
    return f"{same} {expression_of(part.plan.expression).meaning}"
