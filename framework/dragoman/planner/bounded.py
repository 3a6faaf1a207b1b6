"""Plans between the moments at which they begin and end, or for as long or as often as was said."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta

from msgspec import structs

from dragoman.planner.bounds import Bounds, Lasting
from dragoman.planner.durations import parse_duration
from dragoman.planner.errors import Impossible
from dragoman.planner.lapses import months_later
from dragoman.planner.occurrences import next_after, previous_before
from dragoman.planner.plans import Cron, Days, Every, Recurrence, Several, Within
from dragoman.planner.present import Present, first_moment
from dragoman.planner.spans import is_days

FIRST, LAST = time(0), time(23, 59)
"""Of a day that bounds a recurrence."""
MOST_TIMES = 1_000
"""How often something can be asked for; whoever wants more can say until when."""
_MOST_MONTHS = 1_200


def within_bounds(plans: Iterable[Recurrence], bounds: Bounds, present: Present) -> list[Recurrence | Within]:
    """Return plans within their bounds; what is counted from its beginning needs no other."""
    since = bounds.since.moment(present, FIRST).timestamp() if bounds.since else None
    until = bounds.until.moment(present, LAST).timestamp() if bounds.until else None
    has_hour = bool(bounds.since and bounds.since.has_hour)
    found = [_within(plan, None if _is_counted(plan, has_hour) else since, until) for plan in plans]
    return _ending(found, bounds.lasting, present) if bounds.lasting else found


def without_day(
    plans: Sequence[Recurrence | Within], day: date, present: Present
) -> list[Recurrence | Within]:
    """Return plans without their occurrences on a day; fails with `Impossible` where that cannot be kept."""
    before = first_moment(day - timedelta(days=1), LAST, present.zone).timestamp()
    after = first_moment(day + timedelta(days=1), FIRST, present.zone).timestamp()
    found: list[Recurrence | Within] = []
    for each in plans:
        plan, since, until = (
            (each.plan, each.since, each.until) if isinstance(each, Within) else (each, None, None)
        )
        if not isinstance(plan, Cron):
            raise Impossible("a day can be excepted only from what recurs by days of the week or by hours")
        if before >= present.now.timestamp() and (since is None or since <= before):
            found.append(
                Within(plan=plan, since=since, until=before if until is None else min(until, before))
            )
        if until is None or until >= after:
            found.append(Within(plan=plan, since=after if since is None else max(since, after), until=until))
    return found


def _is_counted(plan: Recurrence, has_hour: bool) -> bool:
    return isinstance(plan, Every) or (isinstance(plan, Days) and not has_hour)


def _within(plan: Recurrence, since: float | None, until: float | None) -> Recurrence | Within:
    return plan if since is None and until is None else Within(plan=plan, since=since, until=until)


def _ending(
    plans: Sequence[Recurrence | Within], lasting: Lasting, present: Present
) -> list[Recurrence | Within]:
    """Return plans that end so long after the first occurrence of any, or after so many."""
    every = Several(plans=tuple(plans))
    first = next_after(every, present.now.timestamp())
    if first is None:
        return list(plans)
    if lasting.count:
        until = _last_of(every, first.at, lasting.count)
    elif lasting.months or is_days(lasting.span):
        began = datetime.fromtimestamp(first.at, present.zone).date()
        until = first_moment(_last_day(began, lasting), LAST, present.zone).timestamp()
    else:
        until = _last_within(every, first.at, lasting.span)
    return [
        structs.replace(plan, until=until) if isinstance(plan, Within) else _within(plan, None, until)
        for plan in plans
    ]


def _last_of(every: Several, first: float, count: int) -> float:
    if count > MOST_TIMES:
        raise Impossible(f"{count} times are too many to be counted: say until when")
    at = first
    for _ in range(count - 1):
        following = next_after(every, at)
        at = following.at if following else at
    return at


def _last_day(first: date, lasting: Lasting) -> date:
    """Return the last of so many days, weeks or months."""
    if lasting.months > _MOST_MONTHS:
        raise Impossible("that is more than a hundred years away")
    after = months_later(first, lasting.months) if lasting.months else first + parse_duration(lasting.span)
    if after <= first:
        raise Impossible("nothing can recur for 0 days")
    return after - timedelta(days=1)


def _last_within(every: Several, first: float, span: str) -> float:
    last = previous_before(every, first + parse_duration(span).total_seconds())
    if last is None or last.at < first:
        raise Impossible("nothing can recur for 0 minutes")
    return last.at
