"""The organisation's linkifiers: what its patterns find becomes a link, in messages and in topics."""

from collections.abc import Iterable

from dragoman_server.markdown.anchors import WEB_ADDRESS, without_punctuation
from dragoman_server.markdown.context import RenderContext
from dragoman_server.markdown.link_pattern import Found, LinkPattern
from dragoman_server.markdown.links import safe_url
from dragoman_server.markdown.stash import Stash, escape_attribute, escape_text

_MARK = "\x02"


def linkify(text: str, context: RenderContext, stash: Stash) -> str:
    """Put aside as links what the organisation's linkifiers find in a text, one linkifier after the other."""
    for pattern in context.directory.linkifiers:
        pieces: list[str] = []
        done = 0
        for found in pattern.find(text):
            url = safe_url(found.url, context.directory.realm_url)
            if url is None or not found.text or _MARK in found.text or _is_inside_mark(text, found):
                continue
            context.links.append(url)
            html = f'<a href="{escape_attribute(url)}">{escape_text(found.text)}</a>'
            pieces += text[done : found.start], stash.put(html, found.text)
            done = found.end
        text = text if not pieces else "".join(pieces) + text[done:]
    return text


def _is_inside_mark(text: str, found: Found) -> bool:
    return text[: found.start].endswith(_MARK)


def topic_links(topic: str, linkifiers: Iterable[LinkPattern]) -> list[dict[str, str]]:
    """Return what in a topic is a link: what linkifiers find, and addresses; the first of several counts."""
    found = [one for pattern in linkifiers for one in pattern.find(topic) if one.text]
    for match in WEB_ADDRESS.finditer(topic):
        address = without_punctuation(match[0])
        found.append(Found(match.start(), address, address))
    links: list[dict[str, str]] = []
    position = 0
    for one in sorted(found, key=lambda one: one.start):
        if one.start >= position:
            links.append({"text": one.text, "url": one.url})
            position = one.end
    return links
