"""Days of the calendar in plain words: "every weekday", "on the last friday of the month"."""

import re
from collections.abc import Sequence

from dragoman.planner.calendar_names import MONTHS, WEEKDAYS
from dragoman.planner.expressions import Expression
from dragoman.planner.fields import EVERY_DAY, WEEKEND, WORKING_DAYS

_TURNS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -2: "second last", -3: "third last"}
_ALL_MONTHS = frozenset(range(1, 13))
_SHORTEST = 28
_NUMBER = re.compile(r"\d+|L|LW|1W|L-1|L-2", re.ASCII)
_NAMED = {
    "L": "last day",
    "LW": "last weekday",
    "1W": "first weekday",
    "L-1": "second last day",
    "L-2": "third last day",
}


def listed(items: Sequence[str]) -> str:
    """Return "a", "a and b" or "a, b and c"."""
    return " and ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else items[0]


def ordinal(number: int) -> str:
    """Return "1st", "22nd", "13th"."""
    ending = "th" if number // 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def days_in_words(expression: Expression) -> str:
    """Say on which days; empty when there are no words for them."""
    _, _, days, _, weekdays = expression.text.split()
    if days == "*":
        return _on_weekdays(expression)
    return _on_days(expression, days) if weekdays == "*" else ""


def weekdays_in_words(days: frozenset[int]) -> str:
    """Say which days of the week, Monday being 0, without an "every"."""
    if days == WORKING_DAYS:
        return "weekday"
    if days == WEEKEND:
        return "weekend"
    if days == EVERY_DAY:
        return "day"
    names = [tuple(WEEKDAYS)[day] for day in sorted(days)]
    in_a_row = len(days) > 2 and max(days) - min(days) == len(days) - 1
    return f"{names[0]} to {names[-1]}" if in_a_row else listed(names)


def on_weekdays(days: frozenset[int]) -> str:
    """Say on which days of the week in the plural: " on weekdays"; empty for all of them."""
    if days == EVERY_DAY:
        return ""
    if days in (WORKING_DAYS, WEEKEND):
        return f" on {weekdays_in_words(days)}s"
    return f" on {listed([f'{tuple(WEEKDAYS)[day]}s' for day in sorted(days)])}"


def plain_weekdays(expression: Expression) -> frozenset[int] | None:
    """Return the days of the week, Monday being 0; None when turns of the month are among them."""
    days = [each for each in expression.weekdays if isinstance(each, int)]
    return frozenset((day - 1) % 7 for day in days) if len(days) == len(expression.weekdays) else None


def _on_weekdays(expression: Expression) -> str:
    plain = plain_weekdays(expression)
    if plain is not None:
        months = "" if expression.months == _ALL_MONTHS else f" in {_months(expression)}"
        return f"every {weekdays_in_words(plain)}{months}"
    turns = [each for each in expression.weekdays if isinstance(each, tuple)]
    names = {day % 7 for day, _ in turns}
    if len(names) > 1 or len(turns) < len(expression.weekdays):
        return ""
    said = listed([_TURNS.get(turn, "last") for _, turn in sorted(turns, key=lambda each: each[1] % 1_000)])
    every = "every year " if len(expression.months) == 1 else ""
    return f"{every}on the {said} {tuple(WEEKDAYS)[(names.pop() - 1) % 7]} of {_of_months(expression)}"


def _on_days(expression: Expression, days: str) -> str:
    items = days.split(",")
    if re.search("W|L-", days) and not set(items) <= {*_NAMED}:
        return ""
    if not all(_NUMBER.fullmatch(item) for item in items):
        items = [str(day) for day in sorted(expression.days)]
    if any(int(item) < 0 for item in items if item not in _NAMED):
        return ""
    if len(items) == 1 and len(expression.months) == 1 and items[0] not in _NAMED:
        return f"every {items[0]} {_months(expression)}"
    said = listed(
        [f"the {_NAMED[item]}" if item in _NAMED else f"the {ordinal(int(item))}" for item in items]
    )
    rare = any(item not in _NAMED and int(item) > _SHORTEST for item in items)
    if rare and expression.months == _ALL_MONTHS:
        return f"on {said} of the months that have it"
    every = "every year " if len(expression.months) == 1 else ""
    return f"{every}on {said} of {_of_months(expression)}"


def _of_months(expression: Expression) -> str:
    return "the month" if expression.months == _ALL_MONTHS else _months(expression)


def _months(expression: Expression) -> str:
    return listed([tuple(MONTHS)[month - 1] for month in sorted(expression.months)])
