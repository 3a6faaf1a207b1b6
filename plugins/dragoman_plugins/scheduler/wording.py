"""What people have the bot say for them, kept from shouting at everybody and from becoming a widget."""

import re

INVISIBLE = "\u200b"
WILDCARD = re.compile(r"@(?=\*\*(?:all|everyone|channel|stream|topic)\*\*)")
GROUP = re.compile(r"@(?=\*[^*\s][^*\n]*\*)")
WIDGET = re.compile(r"\A(\s*)/(?=\w)")
OPENING = re.compile(r"\A(?:to|that|about)\s+(?=\S)", re.IGNORECASE)


def tamed(text: str) -> str:
    """Return the text with no power to notify many at once, and with no chat command at its beginning."""
    quiet = GROUP.sub("@" + INVISIBLE, WILDCARD.sub("@" + INVISIBLE, text))
    return WIDGET.sub(rf"\1{INVISIBLE}/", quiet)


def without_opening(text: str) -> str:
    """Return "rotate backups" for "to rotate backups"."""
    return OPENING.sub("", text.strip())
