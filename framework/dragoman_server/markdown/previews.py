"""Small pictures below a paragraph for the images that it links to."""

from dragoman_server.markdown.stash import escape_attribute

MOST_PREVIEWS = 24
"""So many images of one message are shown; the rest remain links."""


def preview(url: str, title: str | None) -> str:
    """Return the HTML of the picture behind a link."""
    href = escape_attribute(url)
    named = f' title="{escape_attribute(title)}"' if title else ""
    source = escape_attribute(url if "://" in url or url.startswith("/") else f"/{url}")
    return f'<div class="message_inline_image"><a href="{href}"{named}><img src="{source}"></a></div>\n'
