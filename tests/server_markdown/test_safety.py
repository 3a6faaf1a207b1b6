"""Whatever is written, what comes out is safe, whole, and comes soon."""

import time
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman_server.markdown import render, sanitize
from dragoman_server.markdown.blocks import render_blocks
from dragoman_server.markdown.context import RenderContext
from server_markdown.troupe import Troupe

LONGEST = 10_000
TAGS = {
    *("a", "blockquote", "br", "code", "del", "div", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img"),
    *("li", "ol", "p", "pre", "span", "strong", "table", "tbody", "td", "th", "thead", "time", "tr", "ul"),
}

PIECES = st.sampled_from(
    [
        *(
            "*",
            "**",
            "***",
            "_",
            "~~",
            "`",
            "```",
            "~~~",
            "\n",
            "\n\n",
            " ",
            "    ",
            "> ",
            "- ",
            "1. ",
            "# ",
            "|",
        ),
        *(
            "|-|",
            "[",
            "]",
            "(",
            ")",
            "](",
            "![",
            "<",
            ">",
            "&",
            "&lt;",
            "&#60;",
            "&#x3c;",
            '"',
            "'",
            "\\",
            "$$",
        ),
        *(
            "@**",
            "@_**",
            "@*",
            "#**",
            "Iago",
            "Verona",
            "all",
            "|29",
            ":",
            "smile",
            "<time:",
            "2030-01-01",
            "🎉",
        ),
        *(
            "quote",
            "spoiler",
            "math",
            "python",
            "javascript:",
            "data:",
            "http://",
            "https://a.example/",
            ".png",
        ),
        *(
            "<script>",
            "</script>",
            "<img src=x onerror=alert(1)>",
            "onload=",
            "style=",
            "/poll ",
            "/me ",
            "\x02",
        ),
        *(
            "0",
            "\x03",
            "\x00",
            "\ufe0f",
            "\u200d",
            "\u202e",
            "\ud83d",
            "x",
            "user_uploads/",
            "%00",
            "\t",
            "\r",
        ),
    ]
)
WRITTEN = st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=60).map("".join))


class Judge(HTMLParser):
    """Refuses HTML that a message may not hold."""

    def __init__(self) -> None:
        super().__init__()
        self.images = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS
        for name, value in attrs:
            assert not name.startswith("on")
            assert name != "style" or (value or "").startswith("text-align:")
            if name in ("href", "src"):
                url = (value or "").strip().lower()
                assert url.startswith(("http://", "https://", "mailto:", "ftp://", "/", "#", "user_uploads/"))

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)


@settings(max_examples=500, deadline=None)
@given(WRITTEN)
def test_no_text_yields_anything_but_harmless_html(content: str) -> None:
    html = render(content, Troupe()).html
    judge = Judge()
    judge.feed(html)
    judge.close()
    assert sanitize(html) == html
    assert "\x02" not in html
    assert "\x03" not in html


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab1 .,:;!?()'\"%+=-^_{}/é漢\u2139"))
def test_the_short_cut_for_plain_text_changes_nothing(content: str) -> None:
    context = RenderContext(Troupe())
    html = sanitize(render_blocks(content.strip("\n").rstrip(), context)).rstrip("\n")
    assert render(content, Troupe()).html == html


@pytest.mark.parametrize(
    "content",
    [
        *(
            "[" * LONGEST,
            "*" * LONGEST,
            ">" * LONGEST,
            "> " * 5000,
            "`" * LONGEST,
            "` `` " * 2000,
            "<" * LONGEST,
        ),
        *(
            "**a " * 2500,
            "***a" * 2500,
            "*a" * 5000,
            "~~a" * 3333,
            "_" * LONGEST,
            "\\" * LONGEST,
            "&" * LONGEST,
        ),
        *("[a](" * 2500, "[a](b " * 1666, "[[]" * 3333, "[a[b]" * 2000, "[x](" + "(" * 4990 + ")" * 4990),
        *("@**" * 3333, "@**a|" * 2000, "#**a>" * 2000, ":a" * 5000, "<time:" * 1666, "$$a" * 3333),
        *("- " * 5000, "- a\n" * 2500, "1. " * 3333, "> - " * 2500, "# " * 5000, "    a\n" * 1666),
        *("```quote\n" * 1111, "```spoiler a\n" * 769, "~~~quote\n```quote\n" * 555, "```\n" * 2500),
        *("|a" * 5000, "|a|b|\n|-|-|\n" + "|x|y|\n" * 1650, "a." * 5000, "a.com " * 1666, "http://" * 1428),
        *(
            "https://a.example/" + "(" * 3000 + ")" * 6000,
            "https://a.example/c.png\n\n" * 400,
            "🎉" * LONGEST,
        ),
        *(
            "👩\u200d" * 5000,
            "\n" * LONGEST,
            " " * 9999 + "x",
            "```python\n" + "(" * 9900,
            "```perl\n" + "$a{" * 3300,
        ),
        *(
            "".join("  " * depth + "- a\n" for depth in range(95)),
            "/poll " + " -" * 4990,
            "/todo\n" + " " * 9990,
        ),
    ],
)
def test_no_text_takes_long(content: str) -> None:
    started = time.perf_counter()
    render(content[:LONGEST], Troupe())
    assert time.perf_counter() - started < 2
