"""The devices that a reading mentions, where they stand in it, and how sure their words are."""

import re
from enum import Enum
from functools import lru_cache

import msgspec
from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from dragoman_plugins.recovery_guide import words
from dragoman_plugins.recovery_guide.categories import Category
from dragoman_plugins.recovery_guide.false_friends import FALSE_FRIENDS
from dragoman_plugins.recovery_guide.reading import SEPARATOR, Reading
from dragoman_plugins.recovery_guide.tables import phrases

LONGEST_PHRASE = 6
MOST_MENTIONS = 25
"""Mentions that are looked at: nobody names more devices than that."""
SHORTEST_SPLIT_WORD = 6
"""Only words of so many letters are recognised when a person puts a space into them ("lap top")."""
SHORTEST_NEAR_NAME = 8
"""Letters that a name of several words must have, to be recognised with one slip in it."""
CAPACITY = re.compile(r"\d+(?:gb|tb|mb|g|t|k)|(?:gb|tb|mb|terabytes?|gigabytes?)")


class Grade(Enum):
    """How a word names a device."""

    NAME = "names its category by itself"
    LOOSE_NAME = "names its category where devices are the subject"
    BROAD = "may be one of several categories"
    LOOSE_BROAD = "may be one of several categories, where devices are the subject"
    OTHER_MEDIUM = "holds data and has no page"
    CLOUD = "is no device at all"


class Term(msgspec.Struct, frozen=True):
    """One phrase of the tables."""

    phrase: str
    grade: Grade
    categories: tuple[Category, ...] = ()


class Mention(msgspec.Struct, frozen=True):
    """A term found in a reading: words ``start`` to ``end`` of it, ``end`` excluded."""

    term: Term
    start: int
    end: int

    @property
    def categories(self) -> tuple[Category, ...]:
        """What the term may mean, likeliest first."""
        return self.term.categories


def terms() -> tuple[Term, ...]:
    """Return all phrases of the tables, the surest first."""
    return (
        *(Term(phrase, Grade.NAME, (category,)) for category, row in words.NAMES.items() for phrase in row),
        *(Term(phrase, Grade.BROAD, categories) for row, categories in words.BROAD for phrase in row),
        *(Term(phrase, Grade.OTHER_MEDIUM) for phrase in words.OTHER_MEDIA),
        *(Term(phrase, Grade.CLOUD) for phrase in words.CLOUD),
        *(
            Term(phrase, Grade.LOOSE_NAME, (category,))
            for category, row in words.LOOSE_NAMES.items()
            for phrase in row
        ),
        *(
            Term(phrase, Grade.LOOSE_BROAD, categories)
            for row, categories in words.LOOSE_BROAD
            for phrase in row
        ),
    )


LEXICON: dict[str, Term] = {}
for _term in terms():
    LEXICON.setdefault(_term.phrase, _term)
for _term in terms():
    LEXICON.setdefault(_term.phrase.replace(" ", ""), _term)
COMPOUNDS = tuple(
    key for key, term in LEXICON.items() if term.grade is Grade.NAME and " " in term.phrase and key.isalpha()
)


@lru_cache(maxsize=1_000)
def friends(phrase: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words before and after a phrase that make it something else."""
    before, after = FALSE_FRIENDS.get(phrase, ("", ""))
    return phrases(before), phrases(after)


def without_sizes(reading: Reading) -> Reading:
    """Return the reading without capacities, so that "external 2 TB drive" is still an external drive."""
    kept: list[str] = []
    for word in reading.words:
        if CAPACITY.fullmatch(word):
            if kept and kept[-1].isdigit():
                kept.pop()
        else:
            kept.append(word)
    return Reading(tuple(kept))


def find(reading: Reading) -> tuple[Mention, ...]:
    """Return what a reading mentions, from left to right, false friends left out."""
    found: list[Mention] = []
    place = 0
    while place < len(reading.words) and len(found) < MOST_MENTIONS:
        mention = longest(reading.words, place)
        if mention is not None and not is_false_friend(reading.words, mention):
            found.append(mention)
        place = place + 1 if mention is None else mention.end
    return tuple(found)


def longest(tokens: tuple[str, ...], start: int) -> Mention | None:
    """Return the longest term that begins at a place, or None."""
    for end in range(min(start + LONGEST_PHRASE, len(tokens)), start, -1):
        window = tokens[start:end]
        if SEPARATOR not in window and (term := term_of(window)) is not None:
            return Mention(term, start, end)
    return None


def term_of(window: tuple[str, ...]) -> Term | None:
    """Return the term that a few words spell, in the singular or the plural, with or without spaces."""
    squeezed = "".join(window)
    for key in (
        " ".join(window),
        squeezed,
        squeezed.removesuffix("s"),
        squeezed.removesuffix("es"),
        without_plurals(window),
    ):
        term = LEXICON.get(key)
        if term is not None and (len(window) == 1 or " " in term.phrase or len(key) >= SHORTEST_SPLIT_WORD):
            return term
    return model(window) or nearly(window)


def nearly(window: tuple[str, ...]) -> Term | None:
    """Return the two-word name that two real words nearly spell ("hard driver", "sold state")."""
    squeezed = without_plurals(window)
    if not 2 <= len(window) <= 3 or len(squeezed) < SHORTEST_NEAR_NAME:
        return None
    best = extractOne(squeezed, COMPOUNDS, scorer=OSA.distance, score_cutoff=1)
    return LEXICON[best[0]] if best is not None and best[0][0] == squeezed[0] else None


def without_plurals(window: tuple[str, ...]) -> str:
    """Return the words run together, each without its plural ending."""
    return "".join(word.removesuffix("s") if len(word) > 3 else word for word in window)


def model(window: tuple[str, ...]) -> Term | None:
    """Return the term of a model number, written as one word or as letters and digits."""
    apart = len(window) == 2 and min(map(len, window)) > 1 and is_mixed(window)
    if len(window) > 1 and not apart:
        return None
    squeezed = "".join(window)
    for grade, models in ((Grade.NAME, words.MODELS), (Grade.LOOSE_NAME, words.LOOSE_MODELS)):
        for shape, category in models:
            if re.fullmatch(shape, squeezed):
                return Term(squeezed, grade, (category,))
    return None


def is_mixed(window: tuple[str, ...]) -> bool:
    """Tell whether some words are of letters only, and some have digits in them."""
    return 0 < sum(word.isalpha() for word in window) < len(window)


def is_false_friend(tokens: tuple[str, ...], mention: Mention) -> bool:
    """Tell whether the words around a mention make it something that is no device."""
    spoken = " ".join(tokens[mention.start : mention.end])
    before, after = friends(mention.term.phrase)
    more_before, more_after = friends(spoken)
    left, right = " ".join(tokens[: mention.start]), " ".join(tokens[mention.end :])
    return any(f" {left}".endswith(f" {word}") for word in (*before, *more_before)) or any(
        f"{right} ".startswith(f"{word} ") for word in (*after, *more_after)
    )
