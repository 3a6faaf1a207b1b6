"""What somebody wants of a channel that does not exist yet, and whether it can be."""

from typing import Literal

import msgspec

from dragoman_server import failures
from dragoman_server.drafting import is_printable
from dragoman_server.parameters import BAD_VALUE

NAME_FAILS = (
    failures.EMPTY_CHANNEL_NAME,
    failures.LONG_CHANNEL_NAME,
    failures.BAD_CHANNEL_CHARACTER,
    failures.LONG_DESCRIPTION,
)
"""With what a channel's name or description may be refused."""

MAX_NAME = 60
MAX_DESCRIPTION = 1024


class Wanted(msgspec.Struct, frozen=True):
    """A channel to follow, and what it is to be like if it does not exist yet."""

    name: str
    description: str = ""
    color: str | None = None


def check_wanted(wanted: Wanted, place: str) -> None:
    """Refuse a channel that cannot be; `place` is where in the request its description stands."""
    name = wanted.name.strip()
    if not name:
        raise failures.EMPTY_CHANNEL_NAME
    if len(name) > MAX_NAME:
        raise failures.LONG_CHANNEL_NAME(limit=MAX_NAME)
    for position, character in enumerate(name, 1):
        if not is_printable(character):
            raise failures.BAD_CHANNEL_CHARACTER(position=position)
    if len(wanted.description) > MAX_DESCRIPTION:
        raise failures.LONG_DESCRIPTION(place=place, limit=MAX_DESCRIPTION)
    if wanted.color is not None and not is_color(wanted.color):
        raise failures.NOT_A_COLOR


def is_color(text: str) -> bool:
    """Tell whether `text` is a color as HTML writes it, `#rgb` or `#rrggbb`."""
    digits = text.removeprefix("#")
    return (
        text.startswith("#")
        and len(digits) in (3, 6)
        and all(one in "0123456789abcdefABCDEF" for one in digits)
    )


TopicsPolicy = Literal["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"]
"""Whether the empty topic is allowed in a channel."""

Days = int | str
"""How long messages are kept, as a request says it."""


def read_retention(days: Days) -> int | None:
    """Return how many days messages are kept, -1 for ever, `None` as everywhere in the organisation."""
    special = {"realm_default": None, "unlimited": -1}
    if isinstance(days, str) and days in special:
        return special[days]
    if isinstance(days, str) or days <= 0:
        raise BAD_VALUE(var_name="message_retention_days", bad_value=days)
    return days
