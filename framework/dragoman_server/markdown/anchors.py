"""Links written as ``[text](address)`` and addresses written bare."""

import re

from dragoman_server.markdown.context import RenderContext
from dragoman_server.markdown.links import is_image, safe_url
from dragoman_server.markdown.stash import Stash, escape_attribute, escape_text

LINK = re.compile(
    r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]"
    r"\(\s*(<[^<>\n]*>|(?:[^\s()<>]|\([^\s()<>]*\))*)(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
)

# A bare address begins a word, or stands after a quotation mark, a bracket, a comma, a colon or an emphasis.
_BEGINS = r"(?<![^\s'\"(,:<*~])"
_REST = r"[^\s<>\"\x02\x03]"
WEB_ADDRESS = re.compile(rf"{_BEGINS}https?://{_REST}+", re.IGNORECASE)

# Of the top-level domains only those that are common, and that are not also endings of file names.
_TOP_LEVEL = (
    "com|org|net|edu|gov|mil|int|info|biz|io|dev|app|ai|co|tv|cloud|online|site|tech|blog|news|wiki|"
    "at|au|be|br|ca|ch|cn|cz|de|dk|ee|es|eu|fi|fr|gr|hu|ie|il|in|it|jp|kr|lt|lu|lv|mx|nl|no|nz|pl|pt|ro|"
    "ru|se|sg|si|sk|tw|ua|uk|us|za"
)
DOMAIN = re.compile(rf"{_BEGINS}(?:[a-z0-9-]+\.)+(?:{_TOP_LEVEL})(?![\w-])(?:[/?#:]{_REST}*)?", re.IGNORECASE)

_TRAILING = ".,:;!?'*~"


def link(match: re.Match[str], context: RenderContext, stash: Stash) -> str | None:
    """Render a link with a text of its own; None where its address may not be followed."""
    url = safe_url(stash.source(match[2]).strip("<>"), context.directory.realm_url)
    if url is None:
        return None
    label = match[1].strip()
    return _anchor(url, stash.finish(label) or escape_text(url), stash.source(label) or url, context)


def web_address(match: re.Match[str], context: RenderContext) -> str | None:
    """Render a bare address as a link to itself."""
    shown = without_punctuation(match[0])
    url = safe_url(shown, context.directory.realm_url)
    return None if url is None else _anchor(url, escape_text(shown), shown, context)


def _anchor(url: str, html: str, text: str, context: RenderContext) -> str:
    context.links.append(url)
    if is_image(url) and not context.quoted:
        context.previews.append((url, None if text == url else text))
    return f'<a href="{escape_attribute(url)}">{html}</a>'


def without_punctuation(address: str) -> str:
    """Return a bare address without the punctuation at its end, which belongs to the sentence."""
    excess = address.count(")") - address.count("(")
    end = len(address)
    while end:
        if address[end - 1] == ")" and excess > 0:
            excess -= 1
        elif address[end - 1] not in _TRAILING:
            break
        end -= 1
    return address[:end]
