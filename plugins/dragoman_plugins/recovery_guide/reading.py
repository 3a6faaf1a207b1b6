"""A question, read: its words made plain, so that tables and patterns can find them."""

import re
import unicodedata

import msgspec

from dragoman_plugins.recovery_guide.tables import word_set

SEPARATOR = ","
"""Stands in a reading wherever the text paused: no phrase reaches across it."""

CONTRACTIONS = word_set("it what that there where who how here let he she when why")
ELISIONS = frozenset({"l", "d", "j", "qu", "n"})
"""French words that lose their end before a vowel."""
QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'", "ß": "ss", "ø": "o", "ł": "l", "æ": "ae"})
EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
TELEPHONE = re.compile(r"(?<![\w.])\+?\(?\d[\d ()/-]{7,}\d(?!\w)")
DOTTED = re.compile(r"\b(?:[a-z]\.){2,}[a-z]?\b|\bm\.2\b")
PIECE = re.compile(r"[a-z0-9]+(?:'[a-z]+)*|[.,;:!?()\[\]\n]|&")


class Reading(msgspec.Struct, frozen=True):
    """The plain words of a text, separators included."""

    words: tuple[str, ...]

    @property
    def text(self) -> str:
        """The words with single spaces between them: what patterns are matched against."""
        return " ".join(self.words)

    @property
    def content(self) -> tuple[str, ...]:
        """The words without separators."""
        return tuple(word for word in self.words if word != SEPARATOR)


def read(text: str) -> Reading:
    """Return the words of a text: lower case, no accents, no punctuation but pauses."""
    plain = TELEPHONE.sub(" phonedigits ", EMAIL.sub(" emailaddress ", unaccented(text)))
    plain = DOTTED.sub(lambda match: match[0].replace(".", ""), plain)
    return Reading(tuple(word_of(piece) for piece in PIECE.findall(plain)))


def unaccented(text: str) -> str:
    """Return the text in lower case, its letters without their marks."""
    decomposed = unicodedata.normalize("NFKD", text.translate(QUOTES).casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def word_of(piece: str) -> str:
    """Return one piece of text as a word: contractions closed up, possessives dropped, signs as a pause."""
    if piece == "&":
        return "and"
    if not piece[0].isalnum():
        return SEPARATOR
    stem, _, ending = piece.partition("'")
    if not ending:
        return piece
    if stem in ELISIONS:
        return ending.replace("'", "")
    return stem if ending == "s" and stem not in CONTRACTIONS else stem + ending.replace("'", "")
