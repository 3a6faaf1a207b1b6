"""From what people write to a plan: a whole text, or the time that one begins or ends with."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from msgspec import structs

from dragoman.planner.bounded import within_bounds
from dragoman.planner.bounds import bounds
from dragoman.planner.clock import hour
from dragoman.planner.courtesies import ask_politely, close_politely, open_politely
from dragoman.planner.cron_fields import NICKNAMES
from dragoman.planner.errors import Ambiguous, Impossible, NoPlan, Unclear, Unknown
from dragoman.planner.expressions import expression_of
from dragoman.planner.occurrences import next_after
from dragoman.planner.once import once, once_at_the_end
from dragoman.planner.plans import Cron, Once, Plan, as_one, encode_plan
from dragoman.planner.present import Meaning, Present
from dragoman.planner.recurrences import recurrence
from dragoman.planner.vague import vague
from dragoman.planner.words import NUMBERS, Reading, Word, longest, rule, words_of
from dragoman.planner.zones import zone_of

EXAMPLES = "in 2h, at 17:00, tomorrow 9am, friday 17:00, 2027-12-01 08:00 or every weekday at 9:00"
LONGEST = 500
"""Characters of a text that is a time; longer ones are not looked at."""
MOST_CHOICES = 8
_BOUNDARY = " \t\n,:;-–—"
_EXPRESSION = re.compile(
    r"[\d*][\d*,/-]*[ \t]+[\d*][\d*,/-]*(?:[ \t]+(?:[\w*][\w*,/#-]*|\?)){3}(?=[\s,:;.]|$)", re.ASCII
)
_LIKE_CRON = re.compile(r"\s*(?:[\d*][\d*,/-]*\s+){2,}\S*\*|\s*@[a-z]+$")
_LONGEST_SHOWN = 60
_OR = ("or maybe", "or perhaps", "or rather", "or else", "or")
_NO_OTHER = ("later", "earlier", "sooner", "before", "after")
"""What makes no other time of an "or": "9am or later"."""
_LAST_WORDS = 24
"""How many words at the end of a text are looked at for a time."""

Start = Callable[[Reading], Meaning | None]


def read_plan(text: str, now: datetime, zone: ZoneInfo) -> Plan:
    """Read a text that is a time or a recurrence, meant in this zone unless it names another.

    Fails with `Unknown` for what is none, `Unclear` for what may be several and `Impossible` for what never
    comes.
    """
    return _read(text, _present(now, zone))


def read_moment(text: str, now: datetime, zone: ZoneInfo) -> datetime:
    """Read a text that is one moment, which may be over; the answer knows its zone.

    Fails as `read_plan` does.
    """
    plan = _read(text, _present(now, zone, past=True))
    if not isinstance(plan, Once):
        raise Unknown(f"“{text.strip()}” names several times, but one is wanted")
    return datetime.fromtimestamp(plan.at, zone_of(plan.zone))


def find_plan_first(text: str, now: datetime, zone: ZoneInfo) -> tuple[Plan, str]:
    """Return the plan that a text begins with, and the rest of the text; fails as `read_plan` does."""
    reading = Reading(text, words_of(text[:LONGEST]))
    ask_politely(reading)
    first = reading.at
    meaning = _start(reading, once)
    if meaning is None:
        raise Unknown(f"I cannot tell when: begin with a time such as {EXAMPLES}")
    end = reading.words[reading.at - 1].end
    _ask_for_one_of(reading, first, _present(now, zone))
    return _mean(meaning, reading, first, _present(now, zone)), text[end:].strip(_BOUNDARY)


def find_plan_last(text: str, now: datetime, zone: ZoneInfo) -> tuple[Plan, str]:
    """Return the plan that a text ends with, and what stands before it; fails as `read_plan` does."""
    words = words_of(text)
    for first in range(max(1, len(words) - _LAST_WORDS), len(words)):
        reading = Reading(text, words, first)
        meaning = _start(reading, once_at_the_end)
        if meaning is not None and reading.done:
            plan = _mean(meaning, reading, first, _present(now, zone))
            return plan, text[: words[first].start].strip(_BOUNDARY)
    raise Unknown(f"I cannot tell when: name a time such as {EXAMPLES}")


def _present(now: datetime, zone: ZoneInfo, *, past: bool = False) -> Present:
    return Present(now=now, zone=zone, day=now.astimezone(zone).date(), past=past)


def _read(text: str, present: Present) -> Plan:
    reading = Reading(text, words_of(text[:LONGEST]), whole=True)
    open_politely(reading)
    first = reading.at
    meaning = once(reading) if present.past else _start(reading, once)
    if meaning is None or len(text) > LONGEST:
        raise _unknown(text, reading, meaning)
    end = reading.at
    close_politely(reading)
    if not reading.done:
        reading.at = end
        _ask_for_one_of(reading, first, present)
        raise _unknown(text, reading, meaning)
    reading.at = end
    return _mean(meaning, reading, first, present)


def _ask_for_one_of(reading: Reading, first: int, present: Present) -> None:
    """Fail with `Unclear` where another time follows an "or": "at 11 or 12", "monday or tuesday at 9"."""
    other = Reading(reading.text, reading.words, reading.at, whole=reading.whole)
    other.take(",")
    if not other.take(*_OR) or other.word in _NO_OTHER:
        return
    one, start = reading.words[first : reading.at], other.at
    while (_start(other, once) or hour(other, bare=True)) and other.take(",", *_OR):
        pass
    end = other.at
    close_politely(other)
    # Of a list such as "monday, tuesday or friday" nobody knows which belong together.
    if end == start or "," in _texts(one) or (reading.whole and not other.done):
        return
    said = reading.text[one[0].start : reading.words[end - 1].end]
    _ask(said, one, reading.words[start:end], present)


def _ask(said: str, one: Sequence[Word], other: Sequence[Word], present: Present) -> None:
    """Fail with `Unclear` if both can be read."""
    # What only one of them says is meant for both: "at 11 [or 12]", "[monday or] tuesday at 9".
    ones = [" ".join([*_texts(one), *_texts(other[place:])]) for place in range(1, len(other) + 1)]
    # A number alone is an hour only in the place of one: not in "in an hour or two".
    least = 0 if len(other) > 1 or one[0].text[0].isdigit() else int(_is_number(other[0].text))
    others = [" ".join([*_texts(one[:place]), *_texts(other)]) for place in range(len(one), least - 1, -1)]
    choices = [each for texts in (ones, others) for each in _first_read(texts, present)]
    different = _different(choices, present)
    if len(different) > 1:
        raise Unclear(f"“{said}” are several times", different[:MOST_CHOICES])


def _different(choices: Sequence[str], present: Present) -> tuple[str, ...]:
    """Return the first of the texts that mean the same."""
    by_plan = {encode_plan(_read(each, present)): each for each in reversed(choices)}
    return tuple(each for each in dict.fromkeys(choices) if each in by_plan.values())


def _is_number(word: str) -> bool:
    return word.isdigit() or word in NUMBERS


def _texts(words: Sequence[Word]) -> list[str]:
    return [word.text for word in words]


def _first_read(said: Sequence[str], present: Present) -> tuple[str, ...]:
    """Return the first of these texts that can be read, or what is offered for it."""
    for each in said:
        try:
            _read(each, present)
        except Unclear as unclear:
            return unclear.choices
        except Unknown:
            continue
        except NoPlan:
            return ()
        return (each,)
    return ()


def _start(reading: Reading, once: Start) -> Meaning | None:
    return longest(reading, _cron, recurrence, once, vague)


@rule
def _cron(reading: Reading) -> Meaning | None:
    """Read five fields, or a nickname such as ``@daily``, with bounds if any."""
    expression = _nickname(reading) or _five_fields(reading)
    if expression is None:
        return None
    reading.take_zone()
    within = bounds(reading)
    reading.take_zone()
    return lambda present: as_one(
        within_bounds([Cron(expression=expression, zone=str(present.zone))], within, present)
    )


def _nickname(reading: Reading) -> str | None:
    return reading.take(*NICKNAMES) or None


@rule
def _five_fields(reading: Reading) -> str | None:
    """Read five words of which the first two can be nothing but cron's."""
    # A comma is a word of its own: the fields are parted by space only.
    start = reading.words[reading.at].start if reading.word else len(reading.text)
    found = _EXPRESSION.match(reading.text, start)
    if found is None:
        return None
    while reading.word and reading.words[reading.at].start < found.end():
        reading.at += 1
    return found[0]


def _mean(meaning: Meaning, reading: Reading, first: int, present: Present) -> Plan:
    """Return what the words mean; fails with `NoPlan`."""
    zone = zone_of(reading.zone) if reading.zone else present.zone
    try:
        plan = meaning(structs.replace(present, now=present.now.astimezone(zone), zone=zone))
    except Ambiguous as ambiguous:
        return _only_meaning(ambiguous, reading, first, present)
    except OverflowError as error:
        raise Impossible("that is further away than the calendar goes") from error
    if not present.past and next_after(plan, present.now.timestamp()) is None:
        raise Impossible("it would never come: it is over before it begins")
    return plan


def _only_meaning(ambiguous: Ambiguous, reading: Reading, first: int, present: Present) -> Plan:
    """Return the one meaning that can be; fails with `Unclear` when there are more."""
    words = reading.words[first : reading.at]
    before = reading.text[words[0].start : reading.words[ambiguous.start].start]
    after = reading.text[reading.words[ambiguous.end - 1].end : words[-1].end]
    choices: list[str] = []
    found: list[Plan] = []
    refusal: NoPlan | None = None
    for meaning in ambiguous.meanings:
        said = f"{before}{meaning}{after}"
        try:
            found.append(_read(said, present))
            choices.append(said)
        except Unclear as more:
            choices += more.choices
        except NoPlan as refused:
            refusal = refused
    different = _different(choices, present)
    if len(different) > 1:
        raise Unclear(ambiguous.sentence, different[:MOST_CHOICES])
    if found:
        return found[0]
    raise refusal or Impossible(ambiguous.sentence)


def _not_cron(text: str) -> NoPlan:
    try:
        expression_of(text)
    except NoPlan as refusal:
        return refusal
    return Unknown(f"“{text.strip()}” cannot be read here")


def _unknown(text: str, reading: Reading, meaning: Meaning | None) -> NoPlan:
    said = text.strip() if len(text) <= _LONGEST_SHOWN else f"{text.strip()[:_LONGEST_SHOWN]}…"
    if meaning is None and _LIKE_CRON.match(text):
        return _not_cron(text)
    if meaning is None:
        return Unknown(f"“{said}” is not a time such as {EXAMPLES}")
    known = reading.text[: reading.words[reading.at - 1].end].strip()
    rest = reading.text[reading.words[reading.at - 1].end :].strip(_BOUNDARY)
    return Unknown(f"I understand “{known}”, but not what follows it: “{rest[:_LONGEST_SHOWN]}”")
