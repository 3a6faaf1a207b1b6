"""The marks on one person's copy of a message, held as bits and spoken as words."""

from enum import IntFlag
from functools import lru_cache


class Flag(IntFlag):
    """One bit a flag, in the order in which the API lists them."""

    READ = 1
    STARRED = 2
    COLLAPSED = 4
    MENTIONED = 8
    STREAM_WILDCARD_MENTIONED = 16
    TOPIC_WILDCARD_MENTIONED = 32
    GROUP_MENTIONED = 64
    FORCE_EXPAND = 128
    FORCE_COLLAPSE = 256
    HAS_ALERT_WORD = 512
    HISTORICAL = 1024


CHANGEABLE = {"read": Flag.READ, "starred": Flag.STARRED, "collapsed": Flag.COLLAPSED}
"""The flags that people set and clear themselves."""

NAMES = {flag.name.lower(): flag for flag in Flag if flag.name is not None}
"""All flags by the word the API uses."""

WILDCARD = Flag.STREAM_WILDCARD_MENTIONED | Flag.TOPIC_WILDCARD_MENTIONED

ANY_MENTION = Flag.MENTIONED | WILDCARD


@lru_cache(maxsize=512)
def flag_words(flags: int) -> tuple[str, ...]:
    """Return the words for `flags`, the deprecated `wildcard_mentioned` included."""
    words = [name for name, flag in NAMES.items() if flags & flag]
    if flags & WILDCARD:
        words.append("wildcard_mentioned")
    return tuple(words)
