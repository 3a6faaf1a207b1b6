"""Who is mentioned, aloud, silently, or not at all."""

import pytest

from dragoman_server.markdown import Rendered, render
from server_markdown.troupe import Troupe


def mentions(content: str) -> tuple[set[int], set[int], bool, bool]:
    """Return users, groups, and the two wildcards of a message."""
    found = render(content, Troupe())
    return (
        set(found.mentioned_user_ids),
        set(found.mentioned_group_ids),
        found.stream_wildcard,
        found.topic_wildcard,
    )


NOBODY: tuple[set[int], set[int], bool, bool] = (set(), set(), False, False)


@pytest.mark.parametrize(
    ("content", "users"),
    [
        ("@**Iago**", {29}),
        ("@**iago**", {29}),
        ("@**Iago|29**", {29}),
        ("@**|29**", {29}),
        ("@**Twin|41** and @**Twin|40**", {40, 41}),
        ("@**Iago** @**Iago** @**King Hamlet**", {28, 29}),
        ('("@**Iago**" and [@**King Hamlet**', {28, 29}),
        ("**bold @**Iago** bold** and *@**King Hamlet***", {29}),
        ("a\n@**Iago**\n* @**King Hamlet**", {28, 29}),
        ("# @**Iago**\n\n| a |\n|---|\n| @**King Hamlet** |", {28, 29}),
        ("```spoiler @**Iago**\n@**King Hamlet**\n```", {28, 29}),
        ("[about @**Iago**](https://example.com)", {29}),
    ],
)
def test_users_are_mentioned(content: str, users: set[int]) -> None:
    assert mentions(content) == (users, set(), False, False)


@pytest.mark.parametrize(
    "content",
    [
        "@**Nobody**",
        "@**Twin**",
        "@**Iago|28**",
        "@**iago|29**",
        "@**|999**",
        "@**|99999999999999999999999999**",
        "mail@**Iago**",
        "@@**Iago**",
        "@ **Iago**",
        "@Iago",
        "@\u200b**Iago**",
        "@_**Iago**",
        "@_**Iago|29** @_*hamletcharacters* @_**all** @_**topic**",
        "@**Prospero**",
        "@*disbanded*",
        "@*nobodies*",
        "`@**Iago** @**all** @*hamletcharacters*`",
        "```\n@**Iago**\n@**all**\n```",
        "~~~python\n@**Iago**\n~~~",
        "text\n\n    @**Iago**",
        "> @**Iago** @**all** @**topic** @*hamletcharacters*",
        "```quote\n@**Iago**\n@**all**\n```",
        "```quote\n```spoiler @**Iago**\n@**all**\n```\n```",
        "> * @**Iago**",
        "$$@**Iago**$$",
        "@**All**",
    ],
)
def test_nobody_is_mentioned(content: str) -> None:
    assert mentions(content) == NOBODY


@pytest.mark.parametrize("word", ["all", "everyone", "stream", "channel"])
def test_everyone_who_gets_the_message_is_mentioned(word: str) -> None:
    assert mentions(f"@**{word}**") == (set(), set(), True, False)
    assert render(f"@**{word}**", Troupe()).html == (
        f'<p><span class="user-mention" data-user-id="*">@{word}</span></p>'
    )


def test_everyone_in_a_topic_is_mentioned() -> None:
    assert mentions("@**topic**") == (set(), set(), False, True)


def test_groups_are_mentioned() -> None:
    assert mentions("@*hamletcharacters* @*HamletCharacters*") == (set(), {65}, False, False)


@pytest.mark.parametrize(
    ("content", "html"),
    [
        ("@_**Iago**", '<span class="user-mention silent" data-user-id="29">Iago</span>'),
        ("@_**all**", '<span class="user-mention silent" data-user-id="*">all</span>'),
        ("@_**topic**", '<span class="topic-mention silent">topic</span>'),
        ("@**Prospero**", '<span class="user-mention silent" data-user-id="32">Prospero</span>'),
        (
            "@_*hamletcharacters*",
            '<span class="user-group-mention silent" data-user-group-id="65">hamletcharacters</span>',
        ),
        ("@**iago**", '<span class="user-mention" data-user-id="29">@Iago</span>'),
        ("@**|42**", '<span class="user-mention" data-user-id="42">@&lt;b&gt;&amp;"Eve"</span>'),
        ("@**Nobody**", "@<strong>Nobody</strong>"),
        ("@**Twin**", "@<strong>Twin</strong>"),
    ],
)
def test_a_mention_shows_the_name(content: str, html: str) -> None:
    assert render(content, Troupe()).html == f"<p>{html}</p>"


def test_a_plain_message_holds_nothing_else() -> None:
    assert render("Nothing special here, is there?", Troupe()) == Rendered(
        html="<p>Nothing special here, is there?</p>"
    )
