"""Cron's five fields as people write them, brought to one way of writing that cronsim reads.

Beyond Debian's cron: names may be written out (``tuesday``, ``january``), ``?`` stands for any day, and a
range may go over the end: ``fri-mon``, ``22-6``.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from dragoman.model.record import Record
from dragoman.planner.calendar_names import MONTHS, WEEKDAYS
from dragoman.planner.errors import Impossible, Unknown
from dragoman.planner.words import name_in

NICKNAMES = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}
LONGEST = 1_000
"""Characters of an expression; longer ones are no work of a person."""
_MOST_TURNS = 5
"""Days of one name in a month."""
_ITEM = re.compile(r"(?:\*|(?P<first>\w+)(?:-(?P<last>\w+))?)(?:/(?P<step>\d+))?", re.ASCII)
_TURN = re.compile(r"(?P<day>\w+?)(?:#(?P<turn>-?\d+)|(?P<last>l))", re.ASCII)
_DAY = re.compile(r"L|LW|L-(?:[1-9]|[12]\d|30)|(?P<day>\d+)W", re.ASCII)


class Field(Record):
    """What one of the five fields may hold."""

    name: str
    least: int
    most: int
    names: Mapping[str, int] = MappingProxyType({})
    """Written-out names, whose first three letters stand for them too."""
    turns: bool = False
    """Whether a range may go over the end."""

    @property
    def plural(self) -> str:
        """The name of several."""
        return "days" if self.name.startswith("day") else f"{self.name}s"


_WEEKDAY = Field(
    name="day of week",
    least=0,
    most=7,
    names={name: (place + 1) % 7 for name, place in WEEKDAYS.items()},
    turns=True,
)
_DAY_OF_MONTH = Field(name="day of month", least=1, most=31)
FIELDS = (
    Field(name="minute", least=0, most=59, turns=True),
    Field(name="hour", least=0, most=23, turns=True),
    _DAY_OF_MONTH,
    Field(name="month", least=1, most=12, names=MONTHS, turns=True),
    _WEEKDAY,
)


def fields_of(text: str) -> list[str]:
    """Return the five fields of an expression or a nickname; fails with `Unknown` or `Impossible`."""
    if len(text) > LONGEST:
        raise Unknown(f"“{text[:20]}…” is not a cron expression: it is longer than {LONGEST} characters")
    fields = NICKNAMES.get(text.strip().lower(), text).split()
    if len(fields) != len(FIELDS):
        count = "1 field" if len(fields) == 1 else f"{len(fields)} fields"
        raise Unknown(
            f"“{text}” is not a cron expression: it has {count} instead of 5 "
            "(minute, hour, day of month, month, day of week)"
        )
    return [_written(text, written, field) for written, field in zip(fields, FIELDS, strict=True)]


def _written(text: str, written: str, field: Field) -> str:
    if written == "?" and field in (_DAY_OF_MONTH, _WEEKDAY):
        return "*"
    return ",".join(_item(text, item, field) for item in written.lower().split(","))


def _item(text: str, item: str, field: Field) -> str:
    """Return an item in its one way of writing; what nobody knows is left to cronsim to refuse."""
    if field == _DAY_OF_MONTH and (found := _DAY.fullmatch(item.upper())):
        if found["day"]:
            _number(text, found["day"], field)
        return item.upper()
    if field == _WEEKDAY and (turn := _TURN.fullmatch(item)) and _known(turn["day"], field):
        return _turn(text, turn)
    found = _ITEM.fullmatch(item)
    if found is None or not all(_known(found[part], field) for part in ("first", "last") if found[part]):
        return item
    if found["step"] and int(found["step"]) == 0:
        raise Impossible(f"“{text}” cannot be: nothing recurs by steps of 0")
    return _range(text, item, found, field)


def _known(said: str, field: Field) -> bool:
    return said.isdigit() or name_in(field.names, said) is not None


def _number(text: str, said: str, field: Field) -> int:
    """Return what a number or a name stands for; fails with `Impossible` when there is none such."""
    number = name_in(field.names, said)
    number = int(said) if number is None else number
    if not field.least <= number <= field.most:
        raise Impossible(
            f"“{text}” cannot be: there is no {field.name} {said}, {field.plural} go from {field.least} "
            f"to {field.most}"
        )
    return number


def _turn(text: str, found: re.Match[str]) -> str:
    """Return "mon#1", "mon#-2", "5L": a turn of a day of the week in the month."""
    number = _number(text, found["day"], _WEEKDAY)
    if found["last"] or int(found["turn"]) == -1:
        return f"{number}L"
    if not 1 <= abs(int(found["turn"])) <= _MOST_TURNS:
        raise Impossible(f"“{text}” cannot be: no month has a day of the week {found['turn']} times")
    return f"{number}#{int(found['turn'])}"


def _range(text: str, item: str, found: re.Match[str], field: Field) -> str:
    first, last, step = found["first"], found["last"], found["step"]
    if first is None:
        return item
    begin, end = _number(text, first, field), _number(text, last or first, field)
    short = first if first.isdigit() else first[:3]
    if not last:
        return f"{short}/{step}" if step else short
    if begin == end:
        return short
    if begin < end:
        return f"{short}-{last if last.isdigit() else last[:3]}" + (f"/{step}" if step else "")
    if not field.turns:
        raise Impossible(
            f"“{text}” cannot be: “{item}” goes backwards, write {begin}-{field.most},{field.least}-{end}"
        )
    return _over_the_end(begin, end, int(step or 1), field)


def _over_the_end(begin: int, end: int, step: int, field: Field) -> str:
    """Return the numbers of "22-6" one by one."""
    count = field.most - field.least + (field != _WEEKDAY)
    numbers = range(begin, end + count + 1, step)
    return ",".join(str((number - field.least) % count + field.least) for number in numbers)
