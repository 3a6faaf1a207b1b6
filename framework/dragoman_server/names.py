"""What people may be called."""

import re
import unicodedata

from dragoman_server import failures
from dragoman_server.world.world import World

LONGEST = 100
SHORTEST = 2
_FORBIDDEN = frozenset('*`\\>"@')
_LIKE_A_MENTION = re.compile(r"\|\d+$")

NAME_FAILS = (
    *(failures.NAME_TOO_LONG, failures.NAME_TOO_SHORT, failures.BAD_NAME_CHARACTER),
    failures.BAD_NAME_FORMAT,
)
"""How `check_name` refuses."""

FREE_NAME_FAILS = (*NAME_FAILS, failures.NAME_IN_USE)
"""How `check_free_name` refuses."""


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


def check_free_name(world: World, text: str, user_id: int | None = None) -> str:
    """Return a full name as `check_name` does; where names must be unique, nobody else may have it."""
    name = check_name(text)
    others = (one for one in world.users if one.user_id != user_id and not one.is_bot)
    if world.setting("require_unique_names") and any(_plain(one.full_name) == _plain(name) for one in others):
        raise failures.NAME_IN_USE
    return name


def _plain(name: str) -> str:
    """Return a name as it is compared: nobody is to pass for somebody else by a case or an accent."""
    return unicodedata.normalize("NFKC", name.strip()).casefold()
