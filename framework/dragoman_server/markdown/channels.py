"""Links to channels, topics and messages of the same organisation."""

import re

from dragoman_server.markdown.context import RenderContext
from dragoman_server.markdown.narrow import channel_path, message_path, topic_path
from dragoman_server.markdown.stash import escape_attribute, escape_text

# Such a link begins a word: what stands before it is nothing, white space or one of ' " ( , : <
CHANNEL_LINK = re.compile(
    r"(?<![^\s'\"(,:<])#\*\*(?P<channel>[^*>\x02]+)(?:>(?P<topic>[^*\x02]+?)(?:@(?P<message>[0-9]{1,18}))?)?\*\*"
)
_SPEECH_BALLOON = "\N{SPEECH BALLOON}"


def channel_link(match: re.Match[str], context: RenderContext) -> str | None:
    """Render a link to a channel, to a topic in it or to a message there; None for an unknown channel."""
    channel = context.directory.channel_named(match["channel"])
    if channel is None:
        return None
    number, name, topic, message = channel.channel_id, channel.name, match["topic"], match["message"]
    if topic is None:
        return _anchor("stream", number, channel_path(number, name), f"#{name}", context)
    if message is None:
        return _anchor("stream-topic", number, topic_path(number, name, topic), f"#{name} > {topic}", context)
    path = message_path(number, name, topic, int(message))
    return _anchor("message-link", None, path, f"#{name} > {topic} @ {_SPEECH_BALLOON}", context)


def _anchor(kind: str, channel_id: int | None, path: str, text: str, context: RenderContext) -> str:
    context.links.append(f"/{path}")
    number = "" if channel_id is None else f' data-stream-id="{channel_id}"'
    shown = escape_text(text).replace("\n", " ")
    return f'<a class="{kind}"{number} href="{escape_attribute("/" + path)}">{shown}</a>'
