"""Finished pieces of HTML, kept out of reach of the rules that come after."""

import re
from html import escape

_OPEN, _CLOSE = "\x02", "\x03"
_MARK = re.compile(f"{_OPEN}([0-9]+){_CLOSE}")
_ENTITY_OR_AMPERSAND = re.compile(r"&(?!(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[0-9a-zA-Z]{1,31});)")
_MARK_SIGNS = str.maketrans("", "", _OPEN + _CLOSE)


def without_marks(text: str) -> str:
    """Return the text without the two control characters that marks are made of."""
    return text.translate(_MARK_SIGNS)


def without_surrogates(text: str) -> str:
    """Return the text with halves of characters, which JSON can write and UTF-8 cannot, replaced."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class Stash:
    """Holds HTML and puts a mark in its place until the end."""

    def __init__(self) -> None:
        """Begin empty."""
        self._pieces: list[str] = []
        self._sources: list[str] = []

    def put(self, html: str, source: str = "") -> str:
        """Keep a piece of HTML, made from ``source``, and return the mark that stands for it."""
        self._pieces.append(html)
        self._sources.append(source)
        return f"{_OPEN}{len(self._pieces) - 1}{_CLOSE}"

    def finish(self, text: str) -> str:
        """Escape a text, break its lines and put the kept pieces back in."""
        html = escape_text(text)
        if "\n" in html:
            html = html.replace("\n", "<br>\n")
        return _MARK.sub(lambda match: self._pieces[int(match[1])], html)

    def source(self, text: str) -> str:
        """Return a text with what was written in place of its marks."""
        return _MARK.sub(lambda match: self.source(self._sources[int(match[1])]), text)


def escape_text(text: str) -> str:
    """Escape a text for HTML; character references written in it are left to mean what they say."""
    if "&" in text:
        text = _ENTITY_OR_AMPERSAND.sub("&amp;", text)
    return text.replace("<", "&lt;").replace(">", "&gt;")


def escape_attribute(value: str) -> str:
    """Escape a text for a quoted attribute."""
    return escape(value, quote=True)
