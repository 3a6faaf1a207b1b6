"""Quotations, spoilers and code, fenced so that what is inside cannot end the fence."""

import re

from dragoman.text.escaping import escape

SHORTEST_FENCE = 3
UNSAFE_IN_LANGUAGE = re.compile(r"[^\w+#.-]")


def fence(text: str, language: str = "") -> str:
    """Put a text into a code block, where nothing in it counts as Markdown."""
    return _fenced(text, UNSAFE_IN_LANGUAGE.sub("", language))


def quote(text: str, *, trusted: bool = False) -> str:
    """Put a text into a quotation block, escaped unless it is trusted."""
    return _fenced(text if trusted else escape(text), "quote")


def spoiler(header: str, text: str, *, trusted: bool = False) -> str:
    """Hide a text behind a header that unfolds it, both escaped unless they are trusted."""
    # A fence of either kind may have none of the other's signs in its header.
    flat = " ".join(header.replace("`", "'").replace("~", "-").split())
    word = flat if trusted else escape(flat)
    return _fenced(text if trusted else escape(text), f"spoiler {word}".rstrip())


def code(text: str) -> str:
    """Put a text into a code span within a line."""
    flat = " ".join(text.split("\n")).strip()
    if not flat:
        return ""
    ticks = "`" * (_longest_run(flat) + 1)
    gap = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{ticks}{gap}{flat}{gap}{ticks}"


def _fenced(text: str, word: str) -> str:
    ticks = "`" * max(SHORTEST_FENCE, _longest_run(text) + 1)
    body = text.strip("\n")
    return f"{ticks}{word}\n{body}\n{ticks}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)
