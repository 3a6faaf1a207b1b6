"""A message's Markdown to HTML, with everything that the service wants to know about it."""

import re

from dragoman_server.markdown.blocks import render_blocks
from dragoman_server.markdown.context import RenderContext
from dragoman_server.markdown.directory import Directory
from dragoman_server.markdown.rendered import Rendered
from dragoman_server.markdown.sanitizer import sanitize
from dragoman_server.markdown.stash import without_marks, without_surrogates
from dragoman_server.markdown.widgets import find_widget, is_me_message

# One line of words and harmless punctuation: nothing in it can mean anything, so no parser need look at it.
_PLAIN = re.compile(
    r"(?![\d+\-=])(?:[^\W\u2000-\u2bff\U0001f000-\U0001ffff]|[ ,;!?()'\"%+=\-^{}/]|\.(?!\w)|:(?![\w/+-]))+"
)


def render(content: str, directory: Directory) -> Rendered:
    """Render a message for the organisation of ``directory``.

    Never fails: what means nothing stays as it was written. Names resolve as the directory answers.
    """
    content = content.strip("\n").rstrip()
    linked = any(pattern.occurs_in(content) for pattern in directory.linkifiers)
    if not linked and _PLAIN.fullmatch(content) and not content.startswith((" ", "/")):
        return Rendered(html=f"<p>{content}</p>")
    context = RenderContext(directory)
    html = sanitize(render_blocks(without_marks(without_surrogates(content)), context)).rstrip("\n")
    return Rendered(
        html=html,
        mentioned_user_ids=frozenset(context.user_ids),
        mentioned_group_ids=frozenset(context.group_ids),
        stream_wildcard=context.stream_wildcard,
        topic_wildcard=context.topic_wildcard,
        links=tuple(context.links),
        has_image=context.preview_count > 0,
        attachment_paths=context.attachment_paths,
        is_me_message=is_me_message(content, html),
        widget=find_widget(content),
    )
