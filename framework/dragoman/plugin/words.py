"""The words of a message: what is quoted, a mention or a link to a channel counts as one word."""

import re
from collections.abc import Iterator

import msgspec

_WORD = re.compile(
    r"""
      @_?\*\*[^*\n]+\*\*[,:;]?        # a person that is mentioned
    | \#\*\*[^*\n]+\*\*[,:;]?         # a channel or a topic that is linked
    | <time:[^>\n]+>[,:;]?            # a moment, shown in everybody's own time
    | "(?P<plain>[^"]*)"(?=\s|$)      # several words as one
    | [“„«](?P<curly>[^”“»]*)[”“»](?=\s|$)
    | \S+
    """,
    re.VERBOSE,
)


class Spoken(msgspec.Struct, frozen=True):
    """One word of a message."""

    text: str
    """Without its quotes."""
    start: int
    """Where it begins in the message, its quote included."""
    end: int
    quoted: bool = False


def spoken(text: str) -> Iterator[Spoken]:
    """Take a message apart into its words."""
    for found in _WORD.finditer(text):
        inner = found["plain"] if found["plain"] is not None else found["curly"]
        quoted = inner is not None
        yield Spoken(inner if inner is not None else found[0], found.start(), found.end(), quoted)


def first_word(text: str) -> str:
    """Return the word that a command is looked up by, in small letters; empty when there is none."""
    word = text.split(None, 1)
    return plain(word[0]) if word else ""


def plain(word: str) -> str:
    """Return a word as commands spell it: small letters, no sign after it."""
    return word.casefold().rstrip("?!.,:;") or word.casefold()
