"""Fenced blocks: code, quotations, spoilers and formulae; quotations and spoilers hold Markdown again."""

import re

import msgspec
from markdown_it.rules_block import StateBlock

from dragoman_server.markdown.context import RenderContext

_OPENING = re.compile(r"(?P<fence>`{3,}|~{3,}) *(?:\{?\.?(?P<kind>[\w+\-./#]*)\}?)(?: +(?P<header>[^`~]*))?")
_CONTAINERS = frozenset({"quote", "spoiler"})
_DEEPEST = 5
"""How deep quotations and spoilers may nest; what lies deeper is shown as code."""


class _Fence(msgspec.Struct, frozen=True):
    fence: str
    kind: str
    header: str

    @property
    def is_container(self) -> bool:
        return self.kind in _CONTAINERS


def fence(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read a fenced block that begins at line ``start``, as a rule of markdown-it."""
    if state.is_code_block(start):
        return False
    opening = _opening(_line(state, start))
    if opening is None:
        return False
    if silent:
        return True
    close = _closing_line(state, opening, start, end)
    content = state.getLines(start + 1, close, state.sCount[start], False)
    _emit(state, opening, content, (start, close))
    state.line = close + (close < end)
    return True


def _emit(state: StateBlock, opening: _Fence, content: str, lines: tuple[int, int]) -> None:
    context: RenderContext = state.env["context"]
    if opening.is_container and context.fence_depth < _DEEPEST:
        context.fence_depth += 1
        (_quote if opening.kind == "quote" else _spoiler)(state, opening, content)
        context.fence_depth -= 1
        return
    token = state.push("math_block" if opening.kind == "math" else "fence", "", 0)
    token.info, token.content, token.map = opening.kind, f"{content}\n", list(lines)


def _quote(state: StateBlock, _opening: _Fence, content: str) -> None:
    state.push("blockquote_open", "blockquote", 1)
    state.md.block.parse(content, state.md, state.env, state.tokens)
    state.push("blockquote_close", "blockquote", -1)


def _spoiler(state: StateBlock, opening: _Fence, content: str) -> None:
    state.push("spoiler_open", "div", 1)
    state.md.block.parse(opening.header, state.md, state.env, state.tokens)
    state.push("spoiler_content", "div", 0)
    state.md.block.parse(content, state.md, state.env, state.tokens)
    state.push("spoiler_close", "div", -1)


def _closing_line(state: StateBlock, opening: _Fence, start: int, end: int) -> int:
    """Return the line that closes a fence, or the first one that is no longer inside."""
    open_fences = [opening]
    for number in range(start + 1, end):
        if state.sCount[number] < state.blkIndent and not state.isEmpty(number):
            return number
        line = _line(state, number)
        if line.rstrip() == open_fences[-1].fence:
            open_fences.pop()
            if not open_fences:
                return number
        elif open_fences[-1].is_container and (inner := _opening(line)) is not None:
            open_fences.append(inner)
    return end


def _opening(line: str) -> _Fence | None:
    match = _OPENING.fullmatch(line.rstrip())
    if match is None:
        return None
    return _Fence(match["fence"], match["kind"] or "", (match["header"] or "").strip())


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]
