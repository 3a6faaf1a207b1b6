"""The name of the program that calls, as it stands in `client` of a message."""

import re
from functools import lru_cache

from dragoman_server.header_text import readable

_LONGEST = 30
_PRODUCT = re.compile(r"(?P<name>[^/ ]*[^0-9/(]*)(/[^/ ]*)?([ /].*)?", re.DOTALL)
_READ_BY_THEIR_SENDER = frozenset(
    (
        *("zulipandroid", "zulipios", "zulipdesktop", "zulipmobile", "zulipelectron", "zulipterminal"),
        *("snipe", "website", "ios", "android"),
    )
)


@lru_cache(maxsize=256)
def name_client(parameter: str | None, user_agent: str | None) -> str:
    """Return the name from the `client` parameter, else from the `User-Agent` header."""
    if parameter is not None:
        return parameter[:_LONGEST] or "Unspecified"
    found = None if user_agent is None else _PRODUCT.fullmatch(readable(user_agent))
    return found["name"].strip()[:_LONGEST] if found else "Unspecified"


def is_read_by_its_sender(client: str) -> bool:
    """Tell whether what this program sends counts as read by its sender: programs in which people read."""
    name = client.lower()
    return name in _READ_BY_THEIR_SENDER or "desktop app" in name
