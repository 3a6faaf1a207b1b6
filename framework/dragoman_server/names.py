"""What people may be called."""

import re
import unicodedata

from dragoman_server import failures

LONGEST = 100
SHORTEST = 2
_FORBIDDEN = frozenset('*`\\>"@')
_LIKE_A_MENTION = re.compile(r"\|\d+$")

NAME_FAILS = (
    *(failures.NAME_TOO_LONG, failures.NAME_TOO_SHORT, failures.BAD_NAME_CHARACTER),
    failures.BAD_NAME_FORMAT,
)
"""How `check_name` refuses."""


def check_name(text: str) -> str:
    """Return a full name without the spaces around it; refuses what nobody may be called."""
    name = text.strip()
    if len(name) > LONGEST:
        raise failures.NAME_TOO_LONG
    if len(name) < SHORTEST:
        raise failures.NAME_TOO_SHORT
    if any(sign in _FORBIDDEN or unicodedata.category(sign)[0] == "C" for sign in name):
        raise failures.BAD_NAME_CHARACTER
    if _LIKE_A_MENTION.search(name):
        raise failures.BAD_NAME_FORMAT
    return name
