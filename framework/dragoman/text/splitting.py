"""Cut a long text into messages: between lines, else between words, and never inside a code block's fence."""

import re
from collections.abc import Iterator

from dragoman.text.escaping import INVISIBLE

LIST_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s")
FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})([^`]*)$")
COMMAND = re.compile(r"(\s*)/(?=\w)")
"""How a message begins that makes a poll, a to-do list or the like."""


def split(text: str, limit: int) -> list[str]:
    """Cut a text into parts of at most ``limit`` code points, each fit to be a message of its own.

    A code block that is cut is closed in the one part and opened again in the next; what is cut out of the
    midst of a list begins at the left, as the list's items do. Words from the midst of the text that would
    start a poll at the beginning of a message get a space of no width. Blank parts are left out, so an empty
    text makes no part.
    """
    if limit < 1:
        raise ValueError("a part must have room for something")
    if len(text) <= limit:
        return [text] if text.strip() else []
    parts = _cut(text, limit)
    if any(len(part) == limit and COMMAND.match(part) for part in parts[1:]):
        # There has to be room for the space.
        parts = _cut(text, limit - 1)
    return parts[:1] + [_disarmed(part) for part in parts[1:]]


def _cut(text: str, limit: int) -> list[str]:
    return list(_levelled([part for part in _parts(text, limit) if part.strip()]))


def _disarmed(part: str) -> str:
    found = COMMAND.match(part)
    return f"{found[0]}{INVISIBLE}{part[found.end() :]}" if found else part


def _levelled(parts: list[str]) -> Iterator[str]:
    """Move what was cut out of a list to the left, lest so far to the right it should become code."""
    for number, part in enumerate(parts):
        indent = _indent(part.lstrip("\n").partition("\n")[0])
        above = (line for before in reversed(parts[:number]) for line in reversed(before.split("\n")))
        owner = next((line for line in above if line.strip() and _indent(line) < indent), "")
        yield _moved(part, indent) if indent and LIST_ITEM.match(owner) else part


def _moved(part: str, indent: int) -> str:
    """Take away so much from the lines up to the first that stands further to the left."""
    lines = part.split("\n")
    left = (at for at, line in enumerate(lines) if line.strip() and _indent(line) < indent)
    end = next(left, len(lines))
    return "\n".join([line[min(indent, _indent(line)) :] for line in lines[:end]] + lines[end:])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


class _Block:
    """The code block that a line stands in: how it was opened, and what closes it."""

    def __init__(self, opening: str, marks: str) -> None:
        self.opening = opening
        self.marks = marks

    @property
    def room(self) -> int:
        """Code points that closing and opening again take up, with their line breaks."""
        return len(self.opening) + len(self.marks) + 2

    def is_closed_by(self, line: str) -> bool:
        found = FENCE.match(line)
        return bool(found and not found[2].strip() and found[1].startswith(self.marks))


def _parts(text: str, limit: int) -> Iterator[str]:
    part: list[str] = []
    block: _Block | None = None
    for line in text.split("\n"):
        after = _block_after(block, line, limit)
        # What is in hand can always be closed within the limit.
        closing = len(after.marks) + 1 if after else 0
        for piece in _pieces(line, limit - (block.room if block else 0)):
            if part and _size(part) + 1 + len(piece) + closing > limit:
                yield from _close(part, block)
                part = [block.opening] if block else []
                if block and not after:
                    # The line would only have closed the block.
                    part = []
                    break
            part.append(piece)
        block = after
    yield "\n".join(part)


def _block_after(block: _Block | None, line: str, limit: int) -> _Block | None:
    if block is not None:
        return None if block.is_closed_by(line) else block
    found = FENCE.match(line)
    if not found:
        return None
    opened = _Block(line, found[1])
    # A fence that would fill the part by itself is left to be cut like any text.
    return opened if opened.room * 2 <= limit else None


def _close(part: list[str], block: _Block | None) -> Iterator[str]:
    if block is None:
        yield "\n".join(part)
    elif part[-1] is block.opening:
        # Cut right below the opening: the block begins in the next part.
        yield "\n".join(part[:-1])
    else:
        yield "\n".join([*part, block.marks])


def _size(part: list[str]) -> int:
    return sum(map(len, part)) + len(part) - 1


def _pieces(line: str, limit: int) -> Iterator[str]:
    """Cut a line that is too long, at a space if there is one in the latter half."""
    while len(line) > limit:
        cut = line.rfind(" ", limit // 2, limit + 1)
        head, tail = (line[:cut], line[cut + 1 :]) if cut > 0 else (line[:limit], line[limit:])
        yield head
        line = tail
    yield line
