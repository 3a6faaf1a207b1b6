"""Tables keep their cells, lists survive being cut, and messages, groups and spoilers are written safely."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from client.test_text_properties import CHANNEL, MENTION, links_in, mischief
from dragoman.model import DirectRecipient, Message, UserGroup
from dragoman.text import group_mention, message_link, split, spoiler, table

reader = MarkdownIt("commonmark").enable("table")


def cells_in(markdown: str) -> list[int]:
    """Return how many cells each row has that a reader of Markdown sees."""
    counts: list[int] = []
    for token in reader.parse(markdown):
        if token.type == "tr_open":
            counts.append(0)
        if token.type in ("th_open", "td_open"):
            counts[-1] += 1
    return counts


def test_a_table_has_a_header_a_rule_and_rows() -> None:
    written = table(["device", "price"], [["NAS", "5"], ["SSD"]], align="lr")
    assert written == "| device | price |\n| --- | --: |\n| NAS | 5 |\n| SSD |  |"


def test_a_cell_holds_no_line_breaks_borders_or_powers() -> None:
    written = table(["a"], [["one\ntwo | @**all** `x"]])
    assert written == "| a |\n| --- |\n| one two \\| @\u200b**all** 'x |"


def test_a_trusted_cell_keeps_its_markdown() -> None:
    assert table(["a"], [["**b** `c`"]], trusted=True) == "| a |\n| --- |\n| **b** `c` |"


@pytest.mark.parametrize(
    ("header", "rows", "align"),
    [([], [], ""), (["a"], [["b", "c"]], ""), (["a"], [], "x"), (["a"], [], "ll")],
)
def test_a_table_that_does_not_fit_is_refused(header: list[str], rows: list[list[str]], align: str) -> None:
    with pytest.raises(ValueError, match=r"column|does not"):
        table(header, rows, align=align)


@given(st.lists(st.tuples(mischief, mischief, mischief), max_size=4))
@settings(max_examples=300)
def test_no_cell_breaks_out_of_its_table(rows: list[tuple[str, str, str]]) -> None:
    written = table(["a", "b", "c"], rows)
    assert cells_in(written) == [3] * (len(rows) + 1)
    assert links_in(written) == []
    assert not MENTION.search(written)
    assert not CHANNEL.search(written)


CHANNEL_MESSAGE = Message(
    id=77,
    type="stream",
    sender_id=1,
    content="x",
    stream_id=5,
    display_recipient="front desk",
    subject="a b?",
)
DIRECT_MESSAGE = Message(
    id=78,
    type="private",
    sender_id=1,
    content="x",
    display_recipient=(DirectRecipient(id=8), DirectRecipient(id=9)),
)


def test_a_message_is_linked_where_it_stands() -> None:
    assert message_link(CHANNEL_MESSAGE) == (
        "[#front desk > a b?](#narrow/channel/5-front-desk/topic/a.20b.3F/near/77)"
    )
    assert message_link(CHANNEL_MESSAGE, "here") == (
        "[here](#narrow/channel/5-front-desk/topic/a.20b.3F/near/77)"
    )
    assert message_link(DIRECT_MESSAGE) == "[direct message](#narrow/dm/8,9-dm/near/78)"


@given(mischief, mischief, mischief)
def test_names_stay_within_the_link_to_a_message(name: str, topic: str, label: str) -> None:
    message = Message(
        id=77, type="stream", sender_id=1, content="x", stream_id=5, display_recipient=name, subject=topic
    )
    written = message_link(message, label)
    assert all(target.startswith("#narrow/channel/5-") for target in links_in(written))
    assert not MENTION.search(written)


def test_a_group_is_mentioned_by_name() -> None:
    assert group_mention(UserGroup(id=3, name="help desk")) == "@*help desk*"
    assert group_mention(UserGroup(id=3, name="help desk"), silent=True) == "@_*help desk*"
    assert group_mention(UserGroup(id=3, name="a*b")) == "a*b"
    assert group_mention(UserGroup(id=3)) == ""


def test_a_spoiler_hides_its_text() -> None:
    assert spoiler("The end", "He **dies**") == "```spoiler The end\nHe **dies**\n```"
    assert spoiler("a\n`b`", "x ``` y") == "````spoiler a 'b'\nx \u200b``` y\n````"
    assert spoiler("", "@**all**", trusted=True) == "```spoiler\n@**all**\n```"


@given(mischief, mischief)
def test_nothing_gets_out_of_a_spoiler(header: str, text: str) -> None:
    (token,) = MarkdownIt("commonmark").parse(spoiler(header, text))
    assert token.type == "fence"


def test_what_is_cut_out_of_a_list_begins_at_the_left() -> None:
    text = "- one\n    - two\n    - three\n        - four\n- five"
    assert split(text, 26) == ["- one\n    - two", "- three\n    - four", "- five"]


def test_a_text_that_only_stands_to_the_right_stays_there() -> None:
    assert split("word\n    code\n    more", 9) == ["word", "    code", "    more"]


@given(
    st.lists(st.tuples(st.integers(0, 4), st.text("abc", min_size=1, max_size=6)), min_size=1, max_size=20)
)
def test_a_list_stays_a_list_in_every_part(items: list[tuple[int, str]]) -> None:
    depth, lines = 0, list[str]()
    for wanted, word in items:
        depth = min(wanted, depth + 1) if lines else 0
        lines.append("    " * depth + f"- {word}")
    parts = split("\n".join(lines), 30)
    assert [part for part in parts if not part.startswith("- ")] == []
    assert re.findall("[abc]+", "".join(parts)) == [word for _, word in items]
