"""The days that people name: tomorrow, friday, next friday, 24 December, 24.12.2027."""

import re
from datetime import date, timedelta

import msgspec

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
SHORTEST_NAME = 3
RELATIVE = {
    "today": 0,
    "tonight": 0,
    "tomorrow": 1,
    "tmr": 1,
    "day after tomorrow": 2,
    "the day after tomorrow": 2,
}
NUMBERED = re.compile(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})?")
DAY_MONTH = re.compile(
    r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?(?: of)? (?P<name>[a-z]{3,9})\.?(?: (?P<year>\d{4}))?"
)
MONTH_DAY = re.compile(r"(?P<name>[a-z]{3,9})\.? (?P<day>\d{1,2})(?:st|nd|rd|th)?(?: (?P<year>\d{4}))?")


class Day(msgspec.Struct, frozen=True):
    """A day, and the days until it is meant again when its hour is over: 7 for a weekday, 0 for a date."""

    date: date
    step: int = 0


def day_of(said: str, today: date) -> Day | None:
    """Return the day that a phrase names, None when it names none.

    Fails with ValueError for a date that does not exist.
    """
    if said in RELATIVE:
        return Day(today + timedelta(days=RELATIVE[said]))
    if said in ("next week", "next month"):
        return Day(today + timedelta(days=7)) if said == "next week" else Day(first_of_next_month(today))
    return weekday(said, today) or calendar_day(said, today)


def first_of_next_month(today: date) -> date:
    """Return the first day of the month after this one."""
    return (today.replace(day=1) + timedelta(days=32)).replace(day=1)


def weekday(said: str, today: date) -> Day | None:
    """Return the coming day of that name, or with "next" the one of next week."""
    name = said.removeprefix("next ").removeprefix("coming ").removeprefix("this ")
    number = index_of(name, WEEKDAYS)
    if number is None:
        return None
    if said.startswith("next "):
        return Day(today + timedelta(days=7 - today.weekday() + number))
    return Day(today + timedelta(days=(number - today.weekday()) % 7), step=7)


def calendar_day(said: str, today: date) -> Day | None:
    """Return the date of a day and a month; without a year it is the next one to come."""
    if numbered := NUMBERED.fullmatch(said):
        return dated(int(numbered["day"]), int(numbered["month"]), numbered["year"], today)
    named = DAY_MONTH.fullmatch(said) or MONTH_DAY.fullmatch(said)
    month = index_of(named["name"], MONTHS) if named else None
    if named is None or month is None:
        return None
    return dated(int(named["day"]), month + 1, named["year"], today)


def dated(day: int, month: int, year: str | None, today: date) -> Day:
    """Return a date; fails with ValueError when there is none such."""
    try:
        wanted = date(int(year) if year else today.year, month, day)
        return Day(wanted if year or wanted >= today else wanted.replace(year=today.year + 1))
    except ValueError:
        name = MONTHS[month - 1].capitalize() if 1 <= month <= len(MONTHS) else f"month {month}"
        raise ValueError(f"there is no {day} {name} {year or today.year}".rstrip()) from None


def index_of(word: str, names: tuple[str, ...]) -> int | None:
    """Return the place of a name, which may be shortened to three letters or more."""
    if len(word) < SHORTEST_NAME:
        return None
    return next((place for place, name in enumerate(names) if name.startswith(word)), None)
