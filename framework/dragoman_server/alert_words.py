"""Finds the words that alert people in the text of a message."""

import re
from collections.abc import Iterable

from dragoman_server.world.world import World

_BEFORE = " \n(\".,';[*`>"
_BEHIND = " \n)\"?:.,';]!*`"
_CODE = re.compile(
    r"^(?P<fence>`{3,}|~{3,})(?! *(?:quote|spoiler)\b).*?(?:^(?P=fence) *$|\Z)", re.DOTALL | re.MULTILINE
)


def find_alerted(world: World, content: str, user_ids: Iterable[int]) -> set[int]:
    """Return which of these people a text alerts; blocks of code alert nobody."""
    text = _CODE.sub(" ", content).casefold()
    return {user_id for user_id in user_ids if _alerts(text, world.personal.of(user_id).alert_words)}


def _alerts(text: str, words: Iterable[str]) -> bool:
    return any(_stands_alone(text, word.casefold()) for word in words)


def _stands_alone(text: str, word: str) -> bool:
    """Tell whether a word stands somewhere in the text with white space or punctuation around it."""
    start = text.find(word) if word else -1
    while start >= 0:
        end = start + len(word)
        if (start == 0 or text[start - 1] in _BEFORE) and (end == len(text) or text[end] in _BEHIND):
            return True
        start = text.find(word, start + 1)
    return False
