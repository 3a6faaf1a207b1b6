"""What people have the bot say for them: kept from shouting and from widgets, and short in lists."""

import re

from dragoman.text import escape, time_tag
from dragoman_plugins.scheduler.one_offs import OneOff

SHOWN = 60
"""Characters of a text that a list shows."""
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


def line_of(one: OneOff, place: str, *, private: bool) -> str:
    """Return a message that waits as a line of a list, without its text where others would read it."""
    failed = " (**failed**)" if one.has_failed else ""
    text = "" if private else f": {excerpt(one.text)}"
    return f"* **{one.number}**: {time_tag(one.moment)} to {place}{failed}{text}"


def excerpt(text: str) -> str:
    """Return the beginning of a text in one harmless line."""
    flat = " ".join(text.split())
    return escape(flat if len(flat) <= SHOWN else f"{flat[: SHOWN - 1]}…").replace("`", "'")
