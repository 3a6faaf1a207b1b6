"""Message Markdown: the service's own syntax, to HTML."""

from dragoman_server.markdown.directory import (
    CustomEmoji,
    Directory,
    EmptyDirectory,
    NamedChannel,
    NamedGroup,
    NamedUser,
)
from dragoman_server.markdown.narrow import channel_path, encode_component, message_path, topic_path
from dragoman_server.markdown.rendered import Rendered, Widget
from dragoman_server.markdown.renderer import render
from dragoman_server.markdown.sanitizer import sanitize

__all__ = [
    "CustomEmoji",
    "Directory",
    "EmptyDirectory",
    "NamedChannel",
    "NamedGroup",
    "NamedUser",
    "Rendered",
    "Widget",
    "channel_path",
    "encode_component",
    "message_path",
    "render",
    "sanitize",
    "topic_path",
]
