"""Marks the words that were searched for in what a search found."""

import re
from html import escape

from dragoman_server.world.records import Message

_TAG = re.compile(r"(<[^>]*>)")


def mark_words(message: Message, words: list[str]) -> dict[str, str]:
    """Return the message's HTML and topic with the found words highlighted."""
    pattern = re.compile(
        "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)), re.IGNORECASE
    )
    return {
        "match_content": "".join(
            piece if piece.startswith("<") else _mark(pattern, piece)
            for piece in _TAG.split(message.rendered)
        ),
        "match_subject": _mark(pattern, escape(message.topic, quote=False)),
    }


def _mark(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda found: f'<span class="highlight">{found[0]}</span>', text)
