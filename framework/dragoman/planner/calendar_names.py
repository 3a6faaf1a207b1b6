"""What the days of the week, the months and the days of a month are called."""

import calendar

from dragoman.planner.words import Reading, name_in

WEEKDAYS = {
    name: place
    for place, name in enumerate(
        ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    )
}
"""Monday is 0."""
_WEEKDAYS_AND_PLURALS = {**WEEKDAYS, **{f"{name}s": place for name, place in WEEKDAYS.items()}}
MONTHS = {name.lower(): place for place, name in enumerate(calendar.month_name) if name}
"""January is 1."""
FROM_THE_END = {
    **{f"{name} {joint}last": -2 for name in ("second", "2nd") for joint in ("to ", "")},
    **{f"{name} {joint}last": -3 for name in ("third", "3rd") for joint in ("to ", "")},
    **dict.fromkeys(("next to last", "penultimate", "last but one"), -2),
}
"""Which of a month, counted from its end."""
ORDINALS = {
    **FROM_THE_END,
    **{name: place for place, name in enumerate(("first", "second", "third", "fourth", "fifth", "sixth"), 1)},
    **{f"{number}{suffix}": number for number, suffix in enumerate(("st", "nd", "rd", "th", "th", "th"), 1)},
    "last": -1,
}
"""Which of a month; the last is -1, the one before it -2."""
_TEENS = (
    "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth",
    "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
)  # fmt: skip
_UNITS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
SPELT_DAYS = {
    **{name: place for place, name in enumerate((*_UNITS[:6], *_TEENS), 1)},
    **{f"twenty{joint}{name}": 20 + place for joint in "- " for place, name in enumerate(_UNITS, 1)},
    "thirtieth": 30,
    "thirty-first": 31,
    "thirty first": 31,
}
"""Days of a month in words, longer ones first where one begins with another."""


def weekday_name(reading: Reading) -> int | None:
    """Go over the name of a day of the week, whole or shortened, and return it; Monday is 0."""
    return reading.name(WEEKDAYS)


def weekday_in(word: str) -> int | None:
    """Return the day of the week that a word names, in the singular or the plural; Monday is 0."""
    return name_in(_WEEKDAYS_AND_PLURALS, word)
