"""Blocks of code, highlighted by Pygments."""

import functools
from collections.abc import Iterable, Iterator

from pygments import highlight
from pygments.filter import Filter
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import TextLexer, get_lexer_by_name
from pygments.token import Text, Whitespace, _TokenType
from pygments.util import ClassNotFound

from dragoman_server.markdown.stash import escape_attribute

_FORMATTER: HtmlFormatter[str] = HtmlFormatter(cssclass="codehilite", wrapcode=True)
_Token = tuple[_TokenType, str]
_OPENING = '<div class="codehilite"'


def code_block(source: str, language: str = "") -> str:
    """Return the HTML of a block of code; a language unknown to Pygments is named but not highlighted."""
    lexer = _lexer(language)
    html = highlight(source, lexer or _PLAIN_TEXT, _FORMATTER).rstrip("\n")
    if not language:
        return html
    shown = escape_attribute(lexer.name if lexer else language)
    return html.replace(_OPENING, f'{_OPENING} data-code-language="{shown}"', 1)


class _PlainWhiteSpace(Filter):
    """Leaves white space without a mark of its own: it has no colour."""

    def filter(self, lexer: Lexer | None, stream: Iterable[_Token]) -> Iterator[_Token]:
        """Pass the tokens on."""
        del lexer
        for kind, value in stream:
            yield (Text if kind is Whitespace else kind), value


_PLAIN_TEXT = TextLexer(stripnl=False)


@functools.lru_cache(maxsize=64)
def _lexer(language: str) -> Lexer | None:
    if not language:
        return None
    try:
        return get_lexer_by_name(language, stripnl=False, filters=[_PlainWhiteSpace()])
    except ClassNotFound:
        return None
