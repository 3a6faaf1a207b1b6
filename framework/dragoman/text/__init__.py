"""Markdown for messages: escape, mention, link, quote, tables, split."""

from dragoman.text.blocks import code, fence, quote, spoiler
from dragoman.text.escaping import escape
from dragoman.text.files import fitted
from dragoman.text.links import (
    channel_link,
    file_link,
    group_mention,
    link,
    mention,
    message_link,
    time_tag,
    topic_link,
)
from dragoman.text.splitting import split
from dragoman.text.tables import table

__all__ = [
    "channel_link",
    "code",
    "escape",
    "fence",
    "file_link",
    "fitted",
    "group_mention",
    "link",
    "mention",
    "message_link",
    "quote",
    "split",
    "spoiler",
    "table",
    "time_tag",
    "topic_link",
]
