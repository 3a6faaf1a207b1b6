"""Emoji names and codes as the service knows them, in both directions."""

import functools
import re

import emoji

from dragoman_server import emoji_supplement

EXTRA_EMOJI = frozenset({"zulip"})
"""Emoji that the service brings along beside those of Unicode; name and code are the same."""

_SKIN_TONES = frozenset("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
_VARIATION_SELECTOR = "\ufe0f"
_NOT_IN_A_NAME = re.compile(r"[^\w+-]+")


def code_of(name: str) -> str | None:
    """Return the code of a Unicode emoji, hexadecimal code points joined by ``-``; None if unknown."""
    return _codes_by_name().get(name)


def names_of(code: str) -> tuple[str, ...]:
    """Return the names of a Unicode emoji, the chief one first; none for an unknown code."""
    return names_by_code().get(code, ())


def is_valid(name: str, code: str) -> bool:
    """Say whether ``name`` is a name of the Unicode emoji ``code``."""
    return name in names_of(code)


def code_of_text(text: str) -> str:
    """Return the code of an emoji that is written out as itself."""
    return "-".join(f"{ord(sign):04x}" for sign in text if sign != _VARIATION_SELECTOR)


@functools.cache
def names_by_code() -> dict[str, tuple[str, ...]]:
    """Return the names of all Unicode emoji, the chief one of each first; some have none."""
    chosen = _supplement()
    taken = {name: code for code, names in chosen.items() for name in names}
    found: dict[str, list[str]] = {code: list(names) for code, names in chosen.items()}
    for text, entry in emoji.EMOJI_DATA.items():
        if not _SKIN_TONES.isdisjoint(text):
            continue
        code = code_of_text(text)
        names = found.setdefault(code, [])
        for name in (_plain_name(entry["en"]), *map(_plain_name, entry.get("alias", ()))):
            if name and taken.setdefault(name, code) == code and name not in names:
                names.append(name)
    return {code: tuple(names) for code, names in found.items()}


@functools.cache
def written_emoji() -> dict[str, str]:
    """Return the codes of all emoji by the text that they are written as, variation selectors left out."""
    return {
        "".join(chr(int(point, 16)) for point in code.split("-")): code
        for code, names in names_by_code().items()
        if names
    }


@functools.cache
def _codes_by_name() -> dict[str, str]:
    return {name: code for code, names in names_by_code().items() for name in names}


def _supplement() -> dict[str, tuple[str, ...]]:
    rows = (line.split() for line in emoji_supplement.NAMES.strip().splitlines())
    return {code: tuple(names) for code, *names in rows}


def _plain_name(name: str) -> str:
    return _NOT_IN_A_NAME.sub("", name.lower())
