"""Misspelt words set right, with care for ordinary words that merely look like a device's name."""

from functools import lru_cache

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from dragoman_plugins.recovery_guide import small_talk, trouble, words
from dragoman_plugins.recovery_guide.elsewhere import FOREIGN_THINGS
from dragoman_plugins.recovery_guide.false_friends import FALSE_FRIENDS
from dragoman_plugins.recovery_guide.ordinary import ORDINARY
from dragoman_plugins.recovery_guide.reading import Reading
from dragoman_plugins.recovery_guide.refusals import ASKING_WORDS
from dragoman_plugins.recovery_guide.tables import word_set

SHORTEST_MENDED = 4
"""Letters of a word that is looked at: three letters may mean anything."""
SHORTEST_WORD = 5
"""Letters from which on any one letter may be wrong."""
SHORTEST_COMPOUND = 7
"""Letters of two words written as one that may be misspelt."""
REMEMBERED = 10_000
"""Words whose correction is not worked out again."""
MOST_SLIPS = 2
HOPELESS = 9
"""More slips than any word is forgiven."""

OFTEN_MISSPELT = word_set(
    """
    accident accidentally address appear backup broken category categories clicking computer contact corrupt
    corrupted crashed damaged data deleted desktop detected diagnose diagnosis disappeared documents dropped
    erased estimate external failed failure files folder formatted guarantee guardrails laboratory location
    memory missing mount mounted mounting nothing overwritten partition photos pictures please portable power
    price problem promise quote ransomware recognise recognised recognize recognized recover recovered
    recovery repair rescue restore retrieve server shipping solid stopped suddenly thanks unreadable vanished
    videos warranty working
    """
)


def device_phrases() -> tuple[str, ...]:
    """Return every phrase of the tables that names a device, clearly or broadly."""
    tables = (*words.NAMES.values(), *words.LOOSE_NAMES.values())
    broad = (row for row, _ in (*words.BROAD, *words.LOOSE_BROAD))
    return tuple(phrase for row in (*tables, *broad) for phrase in row)


def vocabulary() -> frozenset[str]:
    """Return every word that is spelt as it should be."""
    named = {
        word for phrase in (*device_phrases(), *words.OTHER_MEDIA, *words.CLOUD) for word in phrase.split()
    }
    around = {word for row in FALSE_FRIENDS.values() for word in " ".join(row).replace(",", " ").split()}
    spoken = small_talk.GREETING | small_talk.THANKS | trouble.VAGUE_WORDS | ASKING_WORDS
    joined = {phrase.replace(" ", "") for phrase in device_phrases()}
    return ORDINARY | named | joined | around | spoken | OFTEN_MISSPELT


def targets() -> tuple[str, ...]:
    """Return the words, and phrases written as one word, that a misspelling may be meant for."""
    compounds = {phrase.replace(" ", "") for phrase in device_phrases() if " " in phrase}
    simple = {word for phrase in device_phrases() for word in phrase.split()} | OFTEN_MISSPELT
    return tuple(
        sorted(word for word in simple if len(word) >= SHORTEST_MENDED)
        + sorted(word for word in compounds if len(word) >= SHORTEST_COMPOUND)
    )


VOCABULARY = vocabulary()
TARGETS = targets()
PATTERNS = (trouble.DATA, trouble.RESCUE, trouble.MISHAP, trouble.TROUBLE, FOREIGN_THINGS)
ENDINGS = ("s", "es", "ed", "d", "ing", "er", "ly", "y", "n")


def mended(reading: Reading) -> Reading:
    """Return the reading with each unknown word replaced by the known one it is most likely meant for."""
    return Reading(tuple(corrected(word) for word in reading.words))


@lru_cache(maxsize=REMEMBERED)
def known(word: str) -> bool:
    """Tell whether a word is spelt as it should be."""
    stems = (word.removesuffix(ending) for ending in ENDINGS if word.endswith(ending))
    return (
        word in VOCABULARY
        or any(stem in VOCABULARY for stem in stems)
        or any(pattern.fullmatch(word) for pattern in PATTERNS)
    )


def tolerance(word: str, target: str) -> int:
    """Return how many slips a word is forgiven; a short one only a letter added, left out or swapped."""
    shorter = min(len(word), len(target))
    if shorter >= SHORTEST_WORD:
        return 1 if shorter < 8 else MOST_SLIPS
    return 1 if len(word) != len(target) or sorted(word) == sorted(target) else 0


@lru_cache(maxsize=REMEMBERED)
def corrected(word: str) -> str:
    """Return the word, or the known word that it misspells."""
    if len(word) < SHORTEST_MENDED or not word.isalpha() or known(word):
        return word
    forms = {word, word.removesuffix("s")}
    near = [(slips(form, target), target) for form in forms for target in lookalikes(form)]
    slip, best = min(near, default=(HOPELESS, word), key=lambda pair: pair[0])
    return best if slip < HOPELESS else word


def lookalikes(word: str) -> list[str]:
    """Return the known words that differ from a word in so few letters that a look at them is worth while."""
    found = extract(word, TARGETS, scorer=OSA.distance, score_cutoff=MOST_SLIPS, limit=None)
    return [target for target, _, place in sorted(found, key=lambda each: each[2])]


def slips(word: str, target: str) -> int:
    """Return how many letters are added, left out, changed or swapped; first letters are seldom wrong."""
    limit = tolerance(word, target)
    distance = OSA.distance(word, target, score_cutoff=limit)
    same_start = word[0] == target[0] or sorted(word[:2]) == sorted(target[:2])
    total = distance if same_start else distance + 1
    return total if total <= limit else HOPELESS
