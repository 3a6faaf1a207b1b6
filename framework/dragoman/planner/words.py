"""The words of a text, and a reader that walks over them and goes back where a rule does not fit."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Concatenate, ParamSpec, TypeVar

from dragoman.model.record import Record
from dragoman.planner.spelling import spelt
from dragoman.planner.zones import zone_called, zone_of_city

_TOKEN = re.compile(r"<time:[^>\s]+>|[,;]|(?<!\S)-(?=\d)|[^\s,;]+")
_STOPS = re.compile(r"[.:!?]+$")
_DATED = re.compile(r"\d{1,2}\.\d{1,2}\.|[ap]\.m\.|\d{1,2}[ap]\.m\.", re.ASCII)
NUMBERS = {
    **{
        word: number
        for number, word in enumerate(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "  # noqa: SIM905
            "sixteen seventeen eighteen nineteen twenty".split()
        )
    },
    "thirty": 30,
    "forty": 40,
    "forty-five": 45,
    "ninety": 90,
}
"""What numbers are called."""
ORDINAL_NUMBERS = {
    **{name: place for place, name in enumerate(("second", "third", "fourth", "fifth", "sixth"), 2)},
    "2nd": 2,
    "3rd": 3,
    **{f"{number}th": number for number in range(4, 21)},
}
"""Every so many, as in "every third day"."""
_WHOLE = re.compile(r"\d{1,6}", re.ASCII)


class Word(Record):
    """A word or a sign of a text, in small letters, and where it stands in the text."""

    text: str
    start: int
    end: int


class Reading:
    """A place in a text that moves over what is understood."""

    def __init__(self, text: str, words: tuple[Word, ...], at: int = 0, *, whole: bool = False) -> None:
        """Begin at a word; of a ``whole`` text all is a time, so that more can be taken for one."""
        self.text, self.words, self.at, self.whole = text, words, at, whole
        self.zone: str | None = None
        """The time zone that was named on the way."""

    @property
    def word(self) -> str:
        """The next word; empty at the end."""
        return self.words[self.at].text if self.at < len(self.words) else ""

    @property
    def done(self) -> bool:
        """Tell whether nothing but signs is left."""
        return all(word.text in SIGNS for word in self.words[self.at :])

    @property
    def ends(self) -> bool:
        """Tell whether no other text follows here: the end, a sign, or a whole text."""
        return self.whole or not self.word or self.word in SIGNS

    def take(self, *phrases: str) -> str:
        """Go over the first of these phrases that stands here and return it; empty when none does."""
        word = self.word
        for phrase in phrases if word else ():
            first, *rest = _split(phrase)
            if first == word and rest == [
                each.text for each in self.words[self.at + 1 : self.at + len(rest) + 1]
            ]:
                self.at += 1 + len(rest)
                return phrase
        return ""

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Go over a word that this describes."""
        found = pattern.fullmatch(self.word)
        self.at += found is not None
        return found

    def name(self, names: Mapping[str, int]) -> int | None:
        """Go over one of these names, which may be shortened to three letters or more."""
        place = name_in(names, self.word)
        self.at += place is not None
        return place

    def number(self) -> int | None:
        """Go over a whole number, in figures or as a word."""
        word = self.word
        number = int(word) if _WHOLE.fullmatch(word) else NUMBERS.get(word)
        self.at += number is not None
        return number

    def take_zone(self) -> None:
        """Go over the name of a time zone and keep it; over a city or region where no text can follow."""
        if self.take("my time", "our time", "local time"):
            return
        start = self.at
        self.take("in")
        found = self.zone_at(self.at)
        self.zone, self.at = found or (self.zone, start)

    def zone_at(self, start: int) -> tuple[str, int] | None:
        """Return the time zone that is named at a place, and where its name ends."""
        for end in range(min(start + 4, len(self.words)), start, -1):
            said = " ".join(word.text for word in self.words[start:end])
            zone = zone_called(said) or (zone_of_city(said) if self._closes(end) else None)
            if zone is not None:
                return zone, end
        return None

    def _closes(self, place: int) -> bool:
        return self.whole or place >= len(self.words) or self.words[place].text == ":"


@lru_cache(maxsize=1_024)
def _split(phrase: str) -> tuple[str, ...]:
    return tuple(phrase.split(" "))


SIGNS = frozenset({",", ";", ".", ":", "-", "–", "—", "!", "?"})
"""What may stand around a time without meaning anything."""
P = ParamSpec("P")
T = TypeVar("T")


def rule(reads: Callable[Concatenate[Reading, P], T]) -> Callable[Concatenate[Reading, P], T]:
    """Let a rule that returns None leave the reading where it was."""

    def tried(reading: Reading, /, *args: P.args, **kwargs: P.kwargs) -> T:
        at, zone = reading.at, reading.zone
        found = reads(reading, *args, **kwargs)
        if found is None:
            reading.at, reading.zone = at, zone
        return found

    return tried


def longest(reading: Reading, *rules: Callable[[Reading], T | None]) -> T | None:
    """Follow the rule that understands most words, of equal ones the first."""
    at, zone = reading.at, reading.zone
    best: tuple[int, str | None, T | None] = (at, zone, None)
    for each in rules:
        reading.at, reading.zone = at, zone
        found = each(reading)
        if found is not None and (best[2] is None or reading.at > best[0]):
            best = (reading.at, reading.zone, found)
    reading.at, reading.zone, chosen = best
    return chosen


@rule
def listed(
    reading: Reading, item: Callable[[Reading], T | None], *, joints: tuple[str, ...] = ()
) -> list[T] | None:
    """Read ``a``, ``a and b`` or ``a, b and c``; other ``joints`` may stand for the "and"."""
    first = item(reading)
    if first is None:
        return None
    items = [first]
    while (following := _next_item(reading, item, joints)) is not None:
        items.append(following)
    return items


@rule
def _next_item(reading: Reading, item: Callable[[Reading], T | None], joints: tuple[str, ...]) -> T | None:
    if not reading.take(", and", ",", "and on", "and at", "and", "&", *joints):
        return None
    return item(reading)


def name_in(names: Mapping[str, int], word: str) -> int | None:
    """Return what a name, or its first three letters or more, stands for."""
    if len(word) < 3:
        return None
    return next((value for name, value in names.items() if name.startswith(word)), None)


def words_of(text: str) -> tuple[Word, ...]:
    """Return the words of a text; a full stop or a colon after a word is a word of its own."""
    words: list[Word] = []
    for found in _TOKEN.finditer(text):
        said = found[0].lower().replace("’", "'")
        stop = None if _DATED.fullmatch(said) else _STOPS.search(said)
        if stop is None or not stop.start():
            words.append(Word(text=spelt(said), start=found.start(), end=found.end()))
            continue
        # Small letters may be more of them: the length is counted from the end.
        middle = found.end() - len(stop[0])
        words.append(Word(text=spelt(said[: stop.start()]), start=found.start(), end=middle))
        words.append(Word(text=stop[0][0], start=middle, end=found.end()))
    return tuple(words)
