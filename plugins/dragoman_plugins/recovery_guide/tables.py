"""How the tables of words are written: rows of phrases, sets of words, patterns of alternatives."""

import re


def phrases(text: str) -> tuple[str, ...]:
    """Return the comma-separated phrases of a table row, each with single spaces."""
    return tuple(" ".join(phrase.split()) for phrase in text.split(",") if phrase.strip())


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


def pattern(*alternatives: str) -> re.Pattern[str]:
    """Return one pattern that finds any of the alternatives at word boundaries."""
    return re.compile(rf"\b(?:{'|'.join(alternatives)})\b")
