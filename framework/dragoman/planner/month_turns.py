"""Days that are told by their place in a month, week or year: "end of month", "last friday of next month"."""

from datetime import date, timedelta

from dragoman.planner.calendar_names import MONTHS, ORDINALS, weekday_name
from dragoman.planner.dates import YEAR, Day, DayOf, dated, first_of_next_month, last_of_month
from dragoman.planner.errors import Impossible
from dragoman.planner.words import Reading, rule

_SHORT = {"eom": "month", "month end": "month", "eow": "week", "eoy": "year", "year end": "year"}


@rule
def end_of_period(reading: Reading) -> DayOf | None:
    """Read "end of month", "the end of next month", "end of the week", "the end of the year"."""
    if short := reading.take(*_SHORT):
        return _ends(_SHORT[short])
    reading.take("at the", "the", "at", "in the")
    if reading.take("beginning of the", "beginning of", "start of the", "start of"):
        return _begins(reading.take("next month", "next week", "next year")) or _month_edge(
            reading, last=False
        )
    if not reading.take("end of the", "end of this", "end of"):
        return None
    return _month_edge(reading, last=True) or _ends(
        reading.take("month", "next month", "week", "next week", "year", "next year")
    )


def _begins(period: str) -> DayOf | None:
    """Return the first day of a period to come."""
    match period:
        case "next month":
            return lambda today: Day(date=first_of_next_month(today))
        case "next week":
            return lambda today: Day(date=today + timedelta(days=7 - today.weekday()))
        case "next year":
            return lambda today: Day(date=date(today.year + 1, 1, 1))
        case _:
            return None


@rule
def _month_edge(reading: Reading, *, last: bool) -> DayOf | None:
    """Read "march", "march 2028", of which it is the first or the ``last`` day."""
    month = reading.name(MONTHS)
    year = reading.match(YEAR) if month else None
    if month is None:
        return None
    said = year[0] if year else None

    def edge(today: date) -> Day:
        found = dated(1, month, said, today.replace(day=1) if last else today)
        return Day(date=last_of_month(found.date)) if last else found

    return edge


def _ends(period: str) -> DayOf | None:
    """Return the last day of a period, of a week its Friday."""
    match period:
        case "month":
            return lambda today: Day(date=last_of_month(today))
        case "next month":
            return lambda today: Day(date=last_of_month(first_of_next_month(today)))
        case "week":
            return lambda today: Day(date=today + timedelta(days=(4 - today.weekday()) % 7), step=7)
        case "next week":
            return lambda today: Day(date=today + timedelta(days=11 - today.weekday()))
        case "next year":
            return lambda today: Day(date=date(today.year + 1, 12, 31))
        case "year":
            return lambda today: Day(date=date(today.year, 12, 31))
        case _:
            return None


@rule
def turn_of_month(reading: Reading) -> DayOf | None:
    """Read "first monday of next month", "last day of this month", "last friday in november 2027"."""
    reading.take("the")
    turn = reading.take(*ORDINALS)
    is_day = bool(turn and reading.take("day"))
    weekday = None if is_day else weekday_name(reading)
    if not turn or not (is_day or weekday is not None) or not reading.take("of", "in"):
        return None
    month = _month(reading)
    if month is None:
        return None
    return lambda today: Day(date=_turn(month(today), ORDINALS[turn], weekday))


@rule
def _month(reading: Reading) -> DayOf | None:
    """Read "this month", "next month", "november 2027": the first day of it."""
    if reading.take("next month"):
        return lambda today: Day(date=first_of_next_month(today))
    if reading.take("this month"):
        return lambda today: Day(date=today.replace(day=1))
    number = reading.name(MONTHS)
    year = reading.match(YEAR) if number else None
    if number is None or year is None:
        return None
    return lambda _today: Day(date=date(int(year[0]), number, 1))


def _turn(first: Day, turn: int, weekday: int | None) -> date:
    """Return the n-th day, or day of the week, of a month."""
    last = last_of_month(first.date)
    days = [first.date + timedelta(days=place) for place in range(last.day)]
    fitting = [each for each in days if weekday is None or each.weekday() == weekday]
    if abs(turn) > len(fitting):
        raise Impossible(f"there is no such day in {first.date:%B %Y}")
    return fitting[turn - 1 if turn > 0 else turn]
