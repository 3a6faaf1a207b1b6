"""The last gate: only elements and attributes that messages are made of leave the renderer."""

import nh3

_ATTRIBUTES = {
    "a": {"class", "data-stream-id", "href", "title"},
    "div": {"aria-hidden", "class", "data-code-language"},
    "img": {"alt", "class", "src", "title"},
    "ol": {"start"},
    "span": {"aria-label", "class", "data-user-group-id", "data-user-id", "role", "title"},
    "td": {"style"},
    "th": {"style"},
    "time": {"datetime"},
}
_CLEANER = nh3.Cleaner(
    tags={
        *("a", "blockquote", "br", "code", "del", "div", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr"),
        *("img", "li", "ol", "p", "pre", "span", "strong"),
        *("table", "tbody", "td", "th", "thead", "time", "tr", "ul"),
    },
    attributes=_ATTRIBUTES,
    url_schemes={"http", "https", "ftp", "mailto"},
    filter_style_properties={"text-align"},
    link_rel=None,
    strip_comments=True,
)


def sanitize(html: str) -> str:
    """Return the HTML without anything that a message may not hold."""
    return _CLEANER.clean(html)
