"""Take the power out of a person's words: no mention, no widget, no link, no open fence."""

import re

INVISIBLE = "\u200b"
"""A space of no width, put where two signs must not stand side by side."""

_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    # Mentions and e-mail addresses.
    (re.compile(rf"@(?![\s{INVISIBLE}]|$)"), "@" + INVISIBLE),
    # Links to channels and topics.
    (re.compile(r"#(?=\*)"), "#" + INVISIBLE),
    # Inline links, images, reference links and their definitions.
    (re.compile(r"\](?=[(\[:])"), "]" + INVISIBLE),
    # Autolinks and <time:...>.
    (re.compile(r"<(?=[^\W\d_])"), "<" + INVISIBLE),
    # Addresses with a scheme, or without one.
    (re.compile(r"/(?=/)"), "/" + INVISIBLE),
    # Bare host names, which servers turn into links too.
    (re.compile(r"(?<=[\w-])\.(?=[^\W\d_])|(?<=(?i:www))\.(?=\w)"), "." + INVISIBLE),
    # Fences, which would swallow what follows.
    (re.compile(rf"(?<![`~{INVISIBLE}])(?=`{{3}}|~{{3}})"), INVISIBLE),
    # Lines so far to the right that they count as code.
    (re.compile(r"(?:^|(?<=\r))(?=[ \t]*(?:\t| {4}))", re.MULTILINE), INVISIBLE),
    # Polls, lists and the like begin a message.
    (re.compile(r"\A(\s*)/(?=\w)"), rf"\1/{INVISIBLE}"),
)


def escape(text: str) -> str:
    """Return the text so that it looks the same but can do nothing when sent as Markdown.

    It cannot mention anybody, make a link, start a poll or a to-do list, or open a code block; emphasis and
    emoji stay. Only spaces of no width are added. Escaping twice is escaping once. An organization's own
    linkifiers may still find their patterns in it.
    """
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    return text
