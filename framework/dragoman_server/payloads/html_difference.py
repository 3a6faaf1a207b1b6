"""What changed from one rendered text to the next, marked for people to see."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

_PARAGRAPH = re.compile(r"<p>(?P<inner>[^\n]*)</p>")
_ONLY = re.compile(r"(?:(?!</?p>)[^\n])*")
_WORD = re.compile(r"<(\w+)[^>]*>.*?</\1>|<[^>]*>|[^\s<]+")


def html_difference(old: str, new: str) -> str:
    """Return `new` as HTML in which what came and what went since `old` is marked."""
    if old == new:
        return f"<div>{new}</div>"
    before, after = _inner(old), _inner(new)
    if before is None or after is None:
        return f"<div>{_mark('inserted', new)} {_mark('deleted', old)}</div>"
    pieces = list(_pieces(_words(before), _words(after)))
    if not any(kind == "equal" for kind, _ in pieces):
        return f"<div><p>{_mark('inserted', after)}</p> <p>{_mark('deleted', before)}</p></div>"
    marked = (text if kind == "equal" else _mark(kind, text) for kind, text in pieces)
    return f"<div><p>{' '.join(marked)}</p></div>"


def _inner(html: str) -> str | None:
    """Return what stands in a text of one paragraph; `None` for any other text."""
    found = _PARAGRAPH.fullmatch(html)
    return found["inner"] if found and _ONLY.fullmatch(found["inner"]) else None


def _words(html: str) -> list[str]:
    return [found[0] for found in _WORD.finditer(html)]


def _pieces(before: list[str], after: list[str]) -> Iterator[tuple[str, str]]:
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            yield "equal", " ".join(after[j1:j2])
            continue
        if j2 > j1:
            yield "inserted", " ".join(after[j1:j2])
        if i2 > i1:
            yield "deleted", " ".join(before[i1:i2])


def _mark(kind: str, html: str) -> str:
    return f'<span class="highlight_text_{kind}">{html}</span>'
