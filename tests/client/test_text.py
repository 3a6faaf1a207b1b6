"""Text on its way into Markdown: what is escaped, linked, quoted and cut."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from dragoman.model import ChannelName, User
from dragoman.text import channel_link, code, escape, fence, link, mention, quote, split, time_tag, topic_link
from dragoman.text.escaping import INVISIBLE

GENERAL = ChannelName(stream_id=5, name="general")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words, 3.14 and 50%", "plain words, 3.14 and 50%"),
        ("*bold* `code` :tada: #5", "*bold* `code` :tada: #5"),
        ("@**all**", "@|**all**"),
        ("@_**Ann|7**", "@|_**Ann|7**"),
        ("@*admins*", "@|*admins*"),
        ("#**general>t**", "#|**general>t**"),
        ("[x](https://evil.example)", "[x]|(https:/|/evil.|example)"),
        ("![x](y)", "![x]|(y)"),
        ("[x]: y", "[x]|: y"),
        ("[x][y]", "[x]|[y]"),
        ("<https://e.example>", "<|https:/|/e.|example>"),
        ("<time:2026-01-01>", "<|time:2026-01-01>"),
        ("a <3 b", "a <3 b"),
        ("www.evil.example", "www.|evil.|example"),
        ("ann@mail.example", "ann@|mail.|example"),
        ("so. And then", "so. And then"),
        ("---.com and a-.com", "---.|com and a-.|com"),
        ("/poll Who?", "/|poll Who?"),
        ("  \n/me waves", "  \n/|me waves"),
        ("a /poll", "a /poll"),
        ("```\ncode\n````", "|```\ncode\n|````"),
        ("~~~", "|~~~"),
        ("a\n    b\n \tc\n   d", "a\n|    b\n| \tc\n   d"),
        ("a ``b`` ~~c~~", "a ``b`` ~~c~~"),
        ("", ""),
    ],
)
def test_a_person_s_words_lose_their_power_and_keep_their_look(text: str, shown: str) -> None:
    assert escape(text).replace(INVISIBLE, "|") == shown
    assert escape(text).replace(INVISIBLE, "") == text


def test_a_mention_names_the_account() -> None:
    ann = User(user_id=7, full_name="Ann Lee")
    assert mention(ann) == "@**Ann Lee|7**"
    assert mention(ann, silent=True) == "@_**Ann Lee|7**"


@pytest.mark.parametrize("name", ["A**B", "all|3", "A\nB", "A`B", "A@B"])
def test_a_name_that_would_break_a_mention_is_left_out_of_it(name: str) -> None:
    assert mention(User(user_id=7, full_name=name)) == "@**|7**"


def test_a_channel_and_a_topic_are_linked_by_name() -> None:
    assert channel_link(GENERAL) == "#**general**"
    assert topic_link(GENERAL, "next week") == "#**general>next week**"


@pytest.mark.parametrize(
    ("channel", "topic", "linked"),
    [
        (GENERAL, "a > b", "[#general > a > b](#narrow/channel/5-general/topic/a.20.3E.20b)"),
        (GENERAL, "v1.2 `x`", "[#general > v1.2 'x'](#narrow/channel/5-general/topic/v1.2E2.20.60x.60)"),
        (GENERAL, "bug@12", f"[#general > bug@{INVISIBLE}12](#narrow/channel/5-general/topic/bug.4012)"),
        (GENERAL, "", "[#general > (no topic)](#narrow/channel/5-general/topic/)"),
        (
            ChannelName(stream_id=6, name="a [b] c"),
            "t",
            "[#a (b) c > t](#narrow/channel/6-a-.5Bb.5D-c/topic/t)",
        ),
    ],
)
def test_names_that_would_break_the_short_form_take_the_long_one(
    channel: ChannelName, topic: str, linked: str
) -> None:
    assert topic_link(channel, topic) == linked


def test_a_channel_name_that_would_break_the_short_form_takes_the_long_one() -> None:
    assert channel_link(ChannelName(stream_id=6, name="R&D")) == "[#R&D](#narrow/channel/6-R.26D)"


@pytest.mark.parametrize(
    ("text", "url", "linked"),
    [
        ("page", "https://lab.example/nas?x=1&y=2#z", "[page](https://lab.example/nas?x=1&y=2#z)"),
        ("page", "https://lab.example/a(b)", "[page](https://lab.example/a%28b%29)"),
        ("mail", "mailto:desk@lab.example", "[mail](mailto:desk@lab.example)"),
        ("a [b]\nc", "http://x.example/ä", "[a (b) c](http://x.example/%C3%A4)"),
        ("", "https://x.example/", f"[https:/{INVISIBLE}/x.{INVISIBLE}example/](https://x.example/)"),
    ],
)
def test_a_link_holds_its_text_and_its_address(text: str, url: str, linked: str) -> None:
    assert link(text, url) == linked


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "data:text/html,x",
        "ftp://x.example",
        "//x.example",
        "/path",
        "https://",
        "mailto:",
        "https://[",
        "https://x.example/\u202e",
        "https://x.example/ y",
        "",
    ],
)
def test_an_address_that_leads_astray_is_not_linked(url: str) -> None:
    assert link("here", url) == "here"


def test_a_fence_is_longer_than_any_inside() -> None:
    assert fence("a\n```\nb", "python") == "````python\na\n```\nb\n````"
    assert fence("x", "py\nthon ```") == "```python\nx\n```"


def test_a_quotation_is_escaped_unless_it_is_trusted() -> None:
    assert quote("@**all** hi") == f"```quote\n@{INVISIBLE}**all** hi\n```"
    assert quote("**hi**", trusted=True) == "```quote\n**hi**\n```"


@pytest.mark.parametrize(
    ("text", "span"), [("x", "`x`"), ("a`b", "``a`b``"), ("`x`", "`` `x` ``"), ("a\nb", "`a b`"), ("", "")]
)
def test_a_code_span_holds_its_ticks(text: str, span: str) -> None:
    assert code(text) == span


def test_a_moment_is_written_with_its_time_zone() -> None:
    moment = datetime(2026, 1, 31, 10, 0, 0, 7, tzinfo=timezone(timedelta(hours=1)))
    assert time_tag(moment) == "<time:2026-01-31T10:00:00+01:00>"
    assert time_tag(moment.astimezone(UTC)) == "<time:2026-01-31T09:00:00+00:00>"
    with pytest.raises(ValueError, match="without a time zone"):
        time_tag(datetime(2026, 1, 31))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("text", "limit", "parts"),
    [
        ("", 10, []),
        (" \n ", 10, []),
        ("short", 10, ["short"]),
        ("one two three", 7, ["one two", "three"]),
        ("one\ntwo\nthree", 8, ["one\ntwo", "three"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("ab\n\n\n\n\ncd", 3, ["ab\n", "cd"]),
        ("\U0001f600" * 5, 2, ["\U0001f600" * 2, "\U0001f600" * 2, "\U0001f600"]),
        (
            "```py\nline 1\nline 2\nline 3\n```\nend",
            24,
            ["```py\nline 1\nline 2\n```", "```py\nline 3\n```\nend"],
        ),
        ("before all\n```py\nline 1\n```", 20, ["before all", "```py\nline 1\n```"]),
        ("```\nabc def\n`````", 16, ["```\nabc def\n```"]),
        (
            "before\n```py\na b c d e f g h i\n```",
            20,
            ["before", "```py\na b c d e\n```", "```py\nf g h i\n```"],
        ),
        # A vote that was only spoken of is not held.
        ("say, /poll or not", 8, ["say,", "/\u200bpoll", "or not"]),
        ("say /poll it", 7, ["say", "/\u200bpoll", "it"]),
        ("abcd/poll", 4, ["abc", "d/p", "oll"]),
    ],
)
def test_a_long_text_is_cut_at_lines_then_at_words_and_around_fences(
    text: str, limit: int, parts: list[str]
) -> None:
    assert split(text, limit) == parts


def test_a_limit_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="room"):
        split("x", 0)
