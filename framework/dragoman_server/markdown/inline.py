r"""The text inside a paragraph, a heading or a table cell, to HTML.

Rules run one after the other over the whole text. What one has rendered is put aside, so that no later
one can see into it: code hides mentions, mentions hide asterisks, links hide emoji. A rule whose match
would hold something put aside leaves it alone (``\x02`` begins a mark), links and emphasis excepted.
"""

import re
from collections.abc import Callable

import msgspec

from dragoman_server.markdown import anchors, channels, mentions, moments, symbols
from dragoman_server.markdown.context import RenderContext
from dragoman_server.markdown.linkifiers import linkify
from dragoman_server.markdown.stash import Stash, escape_text

Handler = Callable[[re.Match[str], RenderContext, Stash], str | None]
"""Renders a match; None leaves it as it was written."""

_SPECIAL = re.compile(r"[`*@$#<\[:.~&]|[^\x00-\u024f]")
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_TEX = re.compile(r"\B(?<!\$)\$\$([^\n_$\x02](?:\\\$|[^$\n\x02])*)\$\$(?!\$)\B")
_STRONG_EMPHASIS = re.compile(r"\*\*\*(?!\s)([^*\n]+)(?<!\s)\*\*\*")
_STRONG = re.compile(r"\*\*([^\n]+?)\*\*")
_EMPHASIS = re.compile(r"\*(?!\s)([^*\n]+)(?<!\s)\*")
_STRUCK = re.compile(r"(?<!~)~~([^~\n]+)~~(?!~)")


class _Rule(msgspec.Struct, frozen=True):
    sign: str
    """The rule has nothing to do where this does not occur."""
    pattern: re.Pattern[str]
    handler: Handler
    shorten: Callable[[str], str] = str
    """Cuts a match down to what is really meant."""


def render_inline(text: str, context: RenderContext) -> str:
    """Return the HTML of a text, noting in the context whom it mentions and where it links."""
    if not _SPECIAL.search(text) and not context.directory.linkifiers:
        return escape_text(text).replace("\n", "<br>\n")
    stash = Stash()
    for rule in _RULES:
        if rule.sign in text:
            text = _apply(rule, text, context, stash)
    # What the organisation makes links of comes after all links that are written as such.
    text = linkify(text, context, stash)
    for rule in _LAST_RULES:
        if rule.sign in text:
            text = _apply(rule, text, context, stash)
    if not text.isascii():
        text = symbols.written_emoji(text, stash)
    return stash.finish(text)


def _apply(rule: _Rule, text: str, context: RenderContext, stash: Stash) -> str:
    pieces: list[str] = []
    done = position = 0
    while (match := rule.pattern.search(text, position)) is not None:
        html = rule.handler(match, context, stash)
        if html is None:
            position = match.start() + 1
            continue
        source = rule.shorten(match[0])
        pieces += text[done : match.start()], stash.put(html, source)
        done = position = match.start() + len(source)
    return text if not pieces else "".join(pieces) + text[done:]


def _code(match: re.Match[str], _context: RenderContext, _stash: Stash) -> str:
    shown = match[2].strip().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<code>{shown}</code>"


def _tex(match: re.Match[str], _context: RenderContext, _stash: Stash) -> str:
    # No typesetting here: the source is shown, as by a server that has no KaTeX.
    return f'<span class="tex-error">{escape_text(match[0])}</span>'


def _tags(opening: str, closing: str) -> Handler:
    def render(match: re.Match[str], context: RenderContext, stash: Stash) -> str:
        inner = match[1]
        for rule in _EMPHASES:
            if rule.sign in inner:
                inner = _apply(rule, inner, context, stash)
        if not inner.isascii():
            inner = symbols.written_emoji(inner, stash)
        return f"{opening}{stash.finish(inner)}{closing}"

    return render


def _without_stash(render: Callable[[re.Match[str], RenderContext], str | None]) -> Handler:
    return lambda match, context, _stash: render(match, context)


_EMPHASES = (
    _Rule("***", _STRONG_EMPHASIS, _tags("<strong><em>", "</em></strong>")),
    _Rule("**", _STRONG, _tags("<strong>", "</strong>")),
    _Rule("*", _EMPHASIS, _tags("<em>", "</em>")),
    _Rule("~~", _STRUCK, _tags("<del>", "</del>")),
)

_RULES = (
    _Rule("`", _CODE, _code),
    _Rule("@", mentions.USER_MENTION, _without_stash(mentions.user_mention)),
    _Rule("$$", _TEX, _tex),
    _Rule("#**", channels.CHANNEL_LINK, _without_stash(channels.channel_link)),
    _Rule("<time:", moments.TIME, _without_stash(moments.moment)),
    _Rule("@", mentions.GROUP_MENTION, _without_stash(mentions.group_mention)),
    _Rule("](", anchors.LINK, anchors.link),
    _Rule("://", anchors.WEB_ADDRESS, _without_stash(anchors.web_address), anchors.without_punctuation),
    _Rule(".", anchors.DOMAIN, _without_stash(anchors.web_address), anchors.without_punctuation),
)
_LAST_RULES = (
    _Rule(":", symbols.NAMED_EMOJI, _without_stash(symbols.named_emoji)),
    *_EMPHASES,
)
