"""Markdown for messages: escape, mention, link, quote, split."""

from dragoman.text.blocks import code, fence, quote
from dragoman.text.escaping import escape
from dragoman.text.links import channel_link, link, mention, time_tag, topic_link
from dragoman.text.splitting import split

__all__ = [
    "channel_link",
    "code",
    "escape",
    "fence",
    "link",
    "mention",
    "quote",
    "split",
    "time_tag",
    "topic_link",
]
