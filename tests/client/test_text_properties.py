"""Whatever a person writes: nobody is mentioned, nothing is linked, no part is too long, no word is lost."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from dragoman.model import ChannelName, User
from dragoman.text import channel_link, code, escape, fence, link, mention, quote, split, topic_link
from dragoman.text.escaping import INVISIBLE

DANGEROUS = st.sampled_from(
    [
        "@**",
        "@_**",
        "**",
        "@*",
        "*",
        "#",
        "#**",
        ">",
        "|",
        "[",
        "]",
        "](",
        ")",
        "<",
        ">",
        "https://",
        "http://",
        "www.",
        ".com",
        "mailto:",
        "//e.co",
        "a@b.co",
        "````",
        "```",
        "`",
        "~~~",
        "~",
        "/me",
        "/poll",
        "/todo",
        "<time:",
        "![",
        "]:",
        "\\",
        "$$",
        ":",
        ":smile:",
        "\n",
        "\n\n",
        "\t",
        "\u200b",
        "\xa0",
        "all",
        "Ann",
        "7",
        "_",
        "&",
        "&#64;",
        "{{",
        "}}",
    ]
)
words = st.text(max_size=8)
mischief = st.lists(DANGEROUS | words, max_size=12).map("".join)

MENTION = re.compile(r"@_?(\*\*.+?\*\*|\*.+?\*)", re.DOTALL)
CHANNEL = re.compile(r"#\*\*.+?\*\*", re.DOTALL)
ADDRESS = re.compile(r"https?://\S|//\w|\bwww\.\w|\w@\w|\w\.[^\W\d_]")
TIME = re.compile(r"<time:")
WIDGET = re.compile(r"\A\s*/(me|poll|todo)\b")
FENCE = re.compile(r"^[>\s\-*+\d.)]*(```|~~~)", re.MULTILINE)

strict = MarkdownIt("commonmark")


def links_in(markdown: str) -> list[str]:
    """Return where a strict reader of Markdown sees links and images lead."""
    tokens = [token for block in strict.parse(markdown) for token in block.children or []]
    leading = [token.attrs for token in tokens if token.type in ("link_open", "image")]
    return [str(attributes.get("href", attributes.get("src"))) for attributes in leading]


@given(mischief)
@settings(max_examples=1000)
def test_escaped_words_can_do_nothing(text: str) -> None:
    escaped = escape(text)
    powers = (MENTION, CHANNEL, ADDRESS, TIME, WIDGET, FENCE)
    assert [power.pattern for power in powers if power.search(escaped)] == []
    assert links_in(escaped) == []
    assert {block.type for block in strict.parse(escaped)} & {"code_block", "fence"} == set()


@given(mischief)
def test_escaping_only_adds_what_nobody_sees(text: str) -> None:
    assert escape(text).replace(INVISIBLE, "") == text.replace(INVISIBLE, "")


@given(mischief)
def test_escaping_twice_is_escaping_once(text: str) -> None:
    assert escape(escape(text)) == escape(text)


@given(mischief, mischief)
def test_a_link_leads_where_it_was_meant_to_or_nowhere(text: str, tail: str) -> None:
    address = f"https://lab.example/{tail}"
    found = links_in(link(text, address))
    assert len(found) <= 1
    assert all(target.startswith("https://lab.example/") for target in found)
    assert not MENTION.search(link(text, address))


@given(mischief)
def test_no_address_makes_a_dangerous_link(address: str) -> None:
    targets = links_in(link("here", address))
    assert [target for target in targets if not target.startswith(("http://", "https://", "mailto:"))] == []


@given(mischief)
def test_a_mention_mentions_one_account(name: str) -> None:
    written = mention(User(user_id=7, full_name=name))
    assert written.startswith("@**")
    assert written.endswith("|7**")
    assert written.count("*") == 4
    assert written.count("@") == 1


@given(mischief, mischief)
def test_a_channel_s_name_and_topic_stay_within_their_link(name: str, topic: str) -> None:
    channel = ChannelName(stream_id=5, name=name)
    for written in (channel_link(channel), topic_link(channel, topic)):
        if written.startswith("#**"):
            assert written.count("*") == 4
        else:
            assert all(target.startswith("#narrow/channel/5-") for target in links_in(written))


@given(mischief)
def test_nothing_gets_out_of_a_fence(text: str) -> None:
    for block in (fence(text), quote(text)):
        (token,) = strict.parse(block)
        assert token.type == "fence"


@given(mischief.filter(lambda text: bool(text.strip())))
def test_nothing_gets_out_of_a_code_span(text: str) -> None:
    flat = re.sub(r"\s+", " ", text)
    (_, inline, _) = strict.parse(code(flat)) or ("", None, "")
    assert inline is not None
    assert [child.type for child in inline.children or []] == ["code_inline"]


@given(st.lists(mischief, max_size=6).map("\n".join), st.integers(1, 60))
@settings(max_examples=500)
def test_no_part_is_too_long_or_blank_and_no_word_is_lost(text: str, limit: int) -> None:
    parts = split(text, limit)
    assert [part for part in parts if len(part) > limit or not part.strip()] == []

    def letters(piece: str) -> str:
        return re.sub(r"[\s`~\u200b]", "", piece)

    if "```" not in text and "~~~" not in text:
        assert letters("".join(parts)) == letters(text)
    else:
        assert all(sign in "".join(parts) for sign in letters(text))


@given(st.lists(st.text("abc ", min_size=1, max_size=20), min_size=1, max_size=30), st.integers(30, 60))
def test_every_part_of_a_cut_code_block_is_a_code_block(lines: list[str], limit: int) -> None:
    block = "```python\n" + "\n".join(lines) + "\n```"
    for part in split(block, limit):
        assert part.startswith("```python\n")
        assert part.endswith("\n```")
        assert part.count("```") == 2
