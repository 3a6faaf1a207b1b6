"""Turns JSON text into checked values, and says what is wrong in the API's own words."""

import re
from typing import Any

import msgspec

from dragoman_server.errors import failure

NOT_JSON = failure('Argument "{name}" is not valid JSON.')
NOT_JSON_TERSE = failure("{name} is not valid JSON")
WRONG_TYPE = failure("{place} is not {kind}")
KEY_MISSING = failure("{key} key is missing from {place}")
WRONG_LENGTH = failure("{place} should have exactly {length} items")
WRONG_CHOICE = failure("Invalid {place}")

MAX_DEPTH = 20
"""How deeply lists and objects may be nested in one parameter."""

_KINDS = {
    "int": "an integer",
    "bool": "a boolean",
    "str": "a string",
    "array": "a list",
    "object": "a dict",
    "float": "a number",
}
_EXPECTED = re.compile(r"Expected `(?P<expected>[^`]+)`(?: of length (?P<length>\d+))?")
_MISSING = re.compile(r"Object missing required field `(?P<key>[^`]+)`")
_PLACE = re.compile(r" - at `(?:key` in `)?\$(?P<path>[^`]*)`$")
_STEP = re.compile(r"\.(\w+)|(\[\d+\])|\[\.\.\.\]")


def decode_json(name: str, text: str, *, terse: bool = False) -> Any:
    """Return the value of the JSON `text` sent as parameter `name`."""
    try:
        if _depth(text) > MAX_DEPTH:
            raise ValueError
        return msgspec.json.decode(text)
    except (ValueError, RecursionError):
        raise (NOT_JSON_TERSE if terse else NOT_JSON)(name=name) from None


def convert_json(name: str, value: Any, value_type: Any) -> Any:
    """Return `value` as a `value_type`, or refuse it, naming the first place that is wrong."""
    try:
        return msgspec.convert(value, value_type)
    except msgspec.ValidationError as error:
        raise _translate(name, str(error)) from None


def convert_path_number(text: str) -> int:
    """Return the number in a path; the route has already seen that it is one."""
    return int(text[:40])


def _depth(text: str) -> int:
    """Return an upper bound of the nesting: brackets inside strings count too."""
    depth = deepest = 0
    for sign in re.finditer(r"[\[\]{}]", text):
        depth += 1 if sign.group() in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _translate(name: str, message: str) -> Exception:
    place = name + _place(message)
    if missing := _MISSING.search(message):
        return KEY_MISSING(key=missing["key"], place=place)
    expected = _EXPECTED.search(message)
    if expected is None:
        return WRONG_CHOICE(place=place)
    if expected["length"]:
        return WRONG_LENGTH(place=place, length=expected["length"])
    return WRONG_TYPE(place=place, kind=_KINDS.get(expected["expected"], "an allowed_type"))


def _place(message: str) -> str:
    """Write msgspec's `$[0].name` as `[0]["name"]`."""
    found = _PLACE.search(message)
    if found is None:
        return ""
    return _STEP.sub(lambda step: f'["{step[1]}"]' if step[1] else step[2] or "", found["path"])
