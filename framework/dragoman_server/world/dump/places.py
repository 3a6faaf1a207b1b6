"""Finds the line on which a value of a JSON document stands."""

import json
import re

from dragoman_server.world.reading import Path

_SPACE = re.compile(r"[ \t\r\n]*")
_decode = json.JSONDecoder().raw_decode


def find_place(text: str, path: Path) -> tuple[int, int]:
    """Return line and column, from 1, of the value at `path`, or of the closest one above it."""
    at: int | None = _skip(text, 0)
    found = at or 0
    for step in path:
        at = _enter(text, found, step)
        if at is None:
            break
        found = at
    return text.count("\n", 0, found) + 1, found - text.rfind("\n", 0, found)


def _enter(text: str, at: int, step: str | int) -> int | None:
    """Return where the value behind one step begins; `at` is where its object or list does."""
    opening, at, count = text[at], _skip(text, at + 1), 0
    if opening not in "{[":
        return None
    while text[at] not in "}]":
        key: str | int = count
        if opening == "{":
            key, at = _decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        if key == step:
            return at
        _, at = _decode(text, at)
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
        count += 1
    return None


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
