"""Times of day in a text: ``9:00``, ``9am``, ``17h30``, ``noon``, ``quarter to ten``."""

import re

from dragoman.planner.calendar_names import MONTHS
from dragoman.planner.dates import YEAR
from dragoman.planner.hours import NAMED, PARTS, Hour, half_of
from dragoman.planner.words import NUMBERS, SIGNS, Reading, name_in, rule
from dragoman.planner.zones import zone_called

_OTHER_HALF = {"am": "pm", "pm": "am"}
_FIGURES = re.compile(
    r"(?P<hour>\d{1,2})[:.h](?P<minute>\d\d)(?::(?P<second>\d\d))?(?P<half>[ap](?:\.?m\.?)?)?(?:-?ish)?",
    re.ASCII,
)
_HOUR = re.compile(r"(?P<hour>\d{1,2})(?P<half>[ap](?:\.?m\.?)?)?(?P<about>-?ish)?", re.ASCII)
_HOUR_BY_LETTER = re.compile(r"(?P<hour>[01]?\d|2[0-4])(?:h|hrs?)", re.ASCII)
_FOUR_FIGURES = re.compile(r"(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d)(?P<letter>h|hrs?)?", re.ASCII)
_OFFSET = re.compile(
    r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?:(?P<zulu>z)|(?P<offset>[+-]\d\d(?::?00)?))", re.ASCII
)
_HALF = re.compile(r"[ap]\.?m\.?")
_FIRST_BY_LETTER = 7
"""A smaller number with an "h" behind it is rather a length of time."""
_CLOCK = ("o'clock", "oclock", "o clock", "uhr")
_SHARP = "sharp"
_NEARLY = ("sharp", "on the dot", "exactly", "precisely", "or so", "ish", "or thereabouts")
"""What may follow an hour and changes nothing."""
_PARTS_AFTER = {f"in the {part}": part for part in PARTS} | {"at night": "night"}
_MINUTES = frozenset({5, 10, 20, 25})
"""What is told "past" an hour or "to" it, besides quarters and halves."""
_RANGES = frozenset({"from", "between"})
"""Words after which "10 to 5" goes from one hour to another."""


ABOUT = ("about", "around", "approximately", "approx", "roughly", "exactly")
"""What makes a time less certain, or more, and changes nothing."""
_INTRODUCED = (*(f"at {each}" for each in ABOUT), "at", "@", "by", "around", "about")


@rule
def hour(reading: Reading, *, bare: bool = False) -> Hour | None:
    """Read a time of day; a number alone counts after "at", or when ``bare`` ones do."""
    introduced = bool(reading.take(*_INTRODUCED, *(ABOUT if reading.whole else ())))
    start = reading.at
    found = (
        _named(reading)
        or _spoken(reading)
        or _figures(reading)
        or _with_offset(reading)
        or _in_one(reading, introduced or bare)
        or _number(reading, introduced or bare)
    )
    if found is None:
        return None
    end = reading.at
    half = found.half or _part_after(reading, found)
    _nearly(reading)
    reading.take_zone()
    return Hour(
        hour=found.hour,
        minute=found.minute,
        second=found.second,
        half=half,
        bare=found.bare and not half,
        at=introduced,
        start=start,
        end=end,
        said=" ".join(word.text for word in reading.words[start:end]),
    )


@rule
def _nearly(reading: Reading) -> str | None:
    """Go over "sharp", "or so", where no other text can follow."""
    found = reading.take(*_NEARLY)
    return found if found and reading.ends else None


def _named(reading: Reading) -> Hour | None:
    name = reading.take(*NAMED)
    return Hour(hour=NAMED[name].hour, minute=NAMED[name].minute) if name else None


@rule
def _spoken(reading: Reading) -> Hour | None:
    """Read "half past 9", "quarter to 10", "ten to five", "half eight", "quarter to noon"."""
    minutes = minutes_apart(reading)
    named = reading.take(*NAMED) if minutes else ""
    number = (NAMED[named].hour or 24) if named else reading.number() if minutes else None
    if minutes is None or number is None or not 1 <= number <= 24:
        return None
    half = "" if named else _half(reading)
    if minutes < 0:
        # A quarter to noon is in the morning.
        half = _OTHER_HALF.get(half, "") if number == 12 else half
        return Hour(hour=number - 1 or 12, minute=60 + minutes, half=half, bare=not named)
    return Hour(hour=number % 24, minute=minutes, half=half, bare=not named)


@rule
def minutes_apart(reading: Reading) -> int | None:
    """Read "half past", "quarter to", "ten minutes past": minutes from an hour, or to it if less than 0."""
    if reading.at and reading.words[reading.at - 1].text in _RANGES:
        return None
    reading.take("a")
    if reading.take("half"):
        reading.take("past")
        return 30
    minutes = 15 if reading.take("quarter") else _minutes(reading)
    if minutes is None:
        return None
    way = reading.take("past", "after", "to", "before", "till", "of")
    if not way:
        return None
    return minutes if way in ("past", "after") else -minutes


@rule
def _minutes(reading: Reading) -> int | None:
    start = reading.at
    minutes = reading.number()
    told = bool(reading.take("minutes", "minute", "mins", "min"))
    if minutes is None or not 1 <= minutes <= 59:
        return None
    if not told and _is_range(reading, start, minutes):
        return None
    return minutes if told or minutes in _MINUTES else None


def _is_range(reading: Reading, start: int, first: int) -> bool:
    """Tell whether figures may rather go from one hour to another: "10 to 12", but not "at 10 to 12"."""
    introduced = start > 0 and reading.words[start - 1].text in _INTRODUCED
    after = [word.text for word in reading.words[reading.at : reading.at + 2]]
    is_figures = reading.words[start].text.isdigit() and len(after) == 2 and after[1].isdigit()
    return not introduced and is_figures and after[0] in ("to", "till") and first < int(after[1]) <= 24


@rule
def _figures(reading: Reading) -> Hour | None:
    """Read "9:00", "9.30 pm", "17h30", "17:30:15"."""
    found = reading.match(_FIGURES)
    if found is None:
        return None
    read = Hour(
        hour=int(found["hour"]),
        minute=int(found["minute"]),
        second=int(found["second"]) if found["second"] else None,
        half=_half_said(found) or _half(reading),
    )
    is_date = "." in found[0] and not read.half and (read.hour > 23 or read.minute > 59)
    reading.take(*_CLOCK, "h", "hrs", "hours")
    return None if is_date else read


@rule
def _with_offset(reading: Reading) -> Hour | None:
    """Read "17:00+02:00", "17:00Z"."""
    found = reading.match(_OFFSET)
    zone = ("UTC" if found["zulu"] else zone_called(f"utc{found['offset']}")) if found else None
    if found is None or zone is None:
        return None
    reading.zone = zone
    return Hour(hour=int(found["hour"]), minute=int(found["minute"]))


@rule
def _in_one(reading: Reading, introduced: bool) -> Hour | None:
    """Read "17h" and, where a time is expected, "1730"; "1730h" is one everywhere."""
    if letter := reading.match(_HOUR_BY_LETTER):
        hour = int(letter["hour"])
        return Hour(hour=hour) if introduced or hour >= _FIRST_BY_LETTER else None
    if _is_year(reading):
        return None
    found = reading.match(_FOUR_FIGURES)
    if found is None or not (reading.take("h", "hrs", "hours") or found["letter"] or introduced):
        return None
    return Hour(hour=int(found["hour"]), minute=int(found["minute"]))


def _is_year(reading: Reading) -> bool:
    """Tell whether a number follows a month and is its year: "may 2028"."""
    before = reading.words[reading.at - 1].text if reading.at else ""
    return name_in(MONTHS, before) is not None and YEAR.fullmatch(reading.word) is not None


@rule
def _number(reading: Reading, introduced: bool) -> Hour | None:
    """Read "9am", "9 pm", "9 o'clock"; a number alone where a time is expected."""
    found = reading.match(_HOUR)
    word = reading.word
    if found is None and word in NUMBERS and NUMBERS[word] <= 12:
        reading.at += 1
        number, half = NUMBERS[word], _half(reading)
    elif found is not None:
        number, half = int(found["hour"]), _half_said(found) or _half(reading)
    else:
        return None
    clock = bool(reading.take(*_CLOCK) or (found and found["about"]))
    if not (half or clock or introduced or _is_told_by_part(reading)):
        return None
    bare = found is None or not found["hour"].startswith("0")
    return Hour(hour=number, half=half, bare=bare and not half)


def _is_told_by_part(reading: Reading) -> bool:
    """Tell whether "in the morning", "at night" or "sharp" follows, as it does an hour."""
    start = reading.at
    told = bool(reading.take(*_PARTS_AFTER)) or (reading.whole and bool(reading.take(*_NEARLY)))
    reading.at = start
    return told


def _half_said(found: re.Match[str]) -> str:
    return f"{found['half'][0]}m" if found["half"] else ""


def _half(reading: Reading) -> str:
    found = reading.match(_HALF)
    return found[0].replace(".", "") if found else ""


def _part_after(reading: Reading, said: Hour) -> str:
    """Read "in the morning" after an hour that is not told by the 24-hour clock."""
    found = reading.take(*_PARTS_AFTER)
    return half_of(_PARTS_AFTER[found], said.hour) if found and 1 <= said.hour <= 12 else ""


@rule
def part_of_day(reading: Reading, *, alone: bool = False) -> str | None:
    """Read "morning" or "in the evening"; ``alone`` it needs "this" or "in the"."""
    introduced = reading.take("this", "in the", "at")
    name = reading.take(*PARTS)
    return name if name and (introduced or not alone) else None


def closes(reading: Reading) -> bool:
    """Tell whether the next word ends what is said of a time, so that a number there can only be an hour."""
    after = [word.text for word in reading.words[reading.at + 1 : reading.at + 3]]
    if after and ((reading.whole and after[0] in (",", "and", "&")) or after == [_SHARP]):
        return True
    if not after or (after[0] in SIGNS and after[0] != ",") or reading.zone_at(reading.at + 1):
        return True
    return after[0] == "to" and len(after) == 2 and not after[1][0].isdigit()
