"""Emoji, by name between colons or written out as themselves."""

import functools
import re

from dragoman_server import emoji
from dragoman_server.markdown.context import RenderContext
from dragoman_server.markdown.stash import Stash, escape_attribute

NAMED_EMOJI = re.compile(r":([\w+-]{1,100}):")

_VARIATION_SELECTOR = "\ufe0f"
_LONGEST = 16
_EXTRA_SOURCE = "/static/generated/emoji/images/emoji/unicode/{name}.png"
# Signs below this are letters, digits and the like, which stay what they are.
_FIRST_EMOJI_SIGN = "\u2000"


def named_emoji(match: re.Match[str], context: RenderContext) -> str | None:
    """Render an emoji by its name, the organisation's own first; None for an unknown name."""
    name = match[1]
    custom = context.directory.emoji_named(name)
    if custom is not None:
        return _image(name, custom.source_url)
    if name in emoji.EXTRA_EMOJI:
        return _image(name, _EXTRA_SOURCE.format(name=name))
    code = emoji.code_of(name)
    return None if code is None else _glyph(name, code)


def written_emoji(text: str, stash: Stash) -> str:
    """Put every written-out emoji of a text aside as its HTML."""
    pieces: list[str] = []
    done = 0
    for match in _beginnings().finditer(text):
        if match.start() < done:
            continue
        end, code = _longest_at(text, match.start())
        if code is not None:
            html = _glyph(emoji.names_of(code)[0], code)
            pieces += text[done : match.start()], stash.put(html, text[match.start() : end])
            done = end
    return text if not pieces else "".join(pieces) + text[done:]


def _longest_at(text: str, start: int) -> tuple[int, str | None]:
    known = emoji.written_emoji()
    for end in range(min(len(text), start + _LONGEST), start, -1):
        code = known.get(text[start:end].replace(_VARIATION_SELECTOR, ""))
        if code is not None:
            return end, code
    return start, None


@functools.cache
def _beginnings() -> re.Pattern[str]:
    signs = {written[0] for written in emoji.written_emoji() if written[0] >= _FIRST_EMOJI_SIGN}
    return re.compile(f"[{''.join(sorted(signs))}]")


def _glyph(name: str, code: str) -> str:
    title = escape_attribute(name.replace("_", " "))
    return f'<span aria-label="{title}" class="emoji emoji-{code}" role="img" title="{title}">:{name}:</span>'


def _image(name: str, source: str) -> str:
    title = escape_attribute(name.replace("_", " "))
    return f'<img alt=":{name}:" class="emoji" src="{escape_attribute(source)}" title="{title}">'
