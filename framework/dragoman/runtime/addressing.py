"""Whether a message is meant for the bot, and what it says to it."""

import re
from typing import Literal

import msgspec

from dragoman.events import MessageEvent
from dragoman.model import User
from dragoman.runtime.sections import CommandSettings

How = Literal["direct", "mention", "prefix"]

_MENTION = re.compile(r"@\*\*(?P<name>[^*|\n]*)(?:\|(?P<id>\d{1,18}))?\*\*")
_LEADING = re.compile(r"(?:@\*\*[^*\n]+\*\*[\s,:;]*)+")
_QUOTE = re.compile(
    r"@_\*\*[^*\n]+\*\* \[[^\]\n]*\]\([^)\n]*\):\s*\n(?P<fence>`{3,})quote\n.*?\n(?P=fence)\s*", re.DOTALL
)
_GREETING = re.compile(
    r"(?:hi|hello|hey|hiya|dear|thanks|thank you|please|good (?:morning|afternoon|evening|day))"
    r"(?: there| again)?[\s,!.]+",
    re.IGNORECASE,
)
_SIGNS = " \t\n,:;-–—"


class Addressed(msgspec.Struct, frozen=True):
    """What was said to the bot."""

    text: str
    """Without the mention and the prefix; may be empty."""
    how: How
    prefixed: bool
    """Whether the text stood behind the prefix, which makes it a command."""


def address(event: MessageEvent, bot: User, settings: CommandSettings) -> Addressed | None:
    """Return what a message says to the bot; None when it is not meant for it.

    Meant for it is a direct message between one person and the bot, a message that begins with the prefix,
    and one that mentions the bot at its beginning, after a greeting, or at its end. Among several people in a
    direct message the bot has to be mentioned or called by the prefix, as in a channel. A quotation at the
    beginning is passed over.
    """
    content = event.message.content.strip()
    alone = event.message.is_direct and len(event.message.participants) <= 2
    mentioned = _mentioned(event, content, bot) if settings.mention or alone else None
    said = content if mentioned is None else mentioned
    prefixed = _after_prefix(said, settings.prefix)
    if prefixed is not None:
        how: How = "direct" if alone else "mention" if mentioned is not None else "prefix"
        return Addressed(prefixed, how, prefixed=True)
    if alone and settings.direct:
        return Addressed(said, "direct", prefixed=False)
    if mentioned is not None and settings.mention:
        return Addressed(mentioned, "mention", prefixed=False)
    return None


def _after_prefix(said: str, prefix: str) -> str | None:
    """Return what follows the prefix; ``!!`` and ``! a`` are exclamations, not commands."""
    if not prefix or not said.startswith(prefix):
        return None
    rest = said[len(prefix) :]
    return rest if rest[:1].isalnum() else None


def _mentioned(event: MessageEvent, content: str, bot: User) -> str | None:
    """Return the rest of a message that mentions the bot where one speaks to somebody."""
    if "@**" not in content or not (event.message.is_direct or "mentioned" in event.flags):
        return None
    body = _QUOTE.sub("", content, count=1) if content.startswith("@_**") else content
    greeting = _GREETING.match(body)
    start = greeting.end() if greeting else 0
    leading = _LEADING.match(body, start)
    if leading and any(_is_bot(mention, bot) for mention in _MENTION.finditer(leading[0])):
        return body[leading.end() :].strip(_SIGNS)
    last = None
    for mention in _MENTION.finditer(body):
        last = mention
    if last is not None and _is_bot(last, bot) and not body[last.end() :].strip(" \t\n?!.,"):
        return (body[: last.start()].rstrip(_SIGNS) + body[last.end() :]).strip()
    return None


def _is_bot(mention: re.Match[str], bot: User) -> bool:
    if mention["id"]:
        return int(mention["id"]) == bot.user_id
    return mention["name"].casefold() == bot.full_name.casefold()
