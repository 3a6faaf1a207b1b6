"""Which messages are meant for the bot, and what they say to it."""

import pytest

from dragoman.model import User
from dragoman.runtime.addressing import Addressed, address
from dragoman.runtime.sections import CommandSettings
from runtime.double import BOSS, BOT, message_event

ME = BOT
QUOTED = "@_**Boss|11** [said](https://chat/near/1):\n```quote\n@**Recovery Desk** no\n```\n\n"


def said(content: str, *people: User, settings: CommandSettings | None = None) -> Addressed | None:
    return address(message_event(1, content, to=people), ME, settings or CommandSettings())


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("@**Recovery Desk** my disk", "my disk"),
        ("@**Recovery Desk**: my disk", "my disk"),
        ("@**Recovery Desk|9** my disk", "my disk"),
        ("@**recovery desk** my disk", None),
        ("@**Recovery Desk|8** my disk", None),
        ("@**Recovery Desk**", ""),
        ("Hi @**Recovery Desk**, my disk", "my disk"),
        ("Good morning @**Recovery Desk** my disk", "my disk"),
        ("@**Boss** @**Recovery Desk** my disk", "my disk"),
        ("My disk is dead, @**Recovery Desk**", "My disk is dead"),
        ("Can you help, @**Recovery Desk**?", "Can you help?"),
        ("I asked @**Recovery Desk** yesterday", None),
        ("@_**Recovery Desk** said so", None),
        ("@**Boss** look", None),
        (
            f"{QUOTED}@**Recovery Desk** and now?",
            "and now?",
        ),
        (f"{QUOTED}well", None),
    ],
)
def test_a_mention_addresses_where_one_speaks_to_somebody(content: str, text: str | None) -> None:
    expected = None if text is None else Addressed(text, "mention", prefixed=False)
    assert said(content) == expected


@pytest.mark.parametrize(
    ("content", "text"),
    [("!echo a", "echo a"), ("  !echo", "echo"), ("!!", None), ("! a", None), ("!", None), ("a !echo", None)],
)
def test_the_prefix_addresses_before_a_word(content: str, text: str | None) -> None:
    expected = None if text is None else Addressed(text, "prefix", prefixed=True)
    assert said(content) == expected


def test_a_prefix_may_follow_a_mention() -> None:
    assert said("@**Recovery Desk** !echo a") == Addressed("echo a", "mention", prefixed=True)


def test_alone_with_the_bot_everything_is_for_it() -> None:
    assert said("my disk", BOT) == Addressed("my disk", "direct", prefixed=False)
    assert said("!echo a", BOT) == Addressed("echo a", "direct", prefixed=True)
    assert said("@**Recovery Desk** my disk", BOT) == Addressed("my disk", "direct", prefixed=False)


def test_among_several_people_it_has_to_be_called() -> None:
    assert said("my disk", BOT, BOSS) is None
    assert said("@**Recovery Desk** my disk", BOT, BOSS) == Addressed("my disk", "mention", prefixed=False)
    assert said("!echo a", BOT, BOSS) == Addressed("echo a", "prefix", prefixed=True)


def test_each_way_can_be_turned_off() -> None:
    assert said("!echo a", settings=CommandSettings(prefix="")) is None
    assert said("@**Recovery Desk** a", settings=CommandSettings(mention=False)) is None
    assert said("my disk", BOT, settings=CommandSettings(direct=False)) is None
    assert said("!echo", BOT, settings=CommandSettings(direct=False)) == Addressed(
        "echo", "direct", prefixed=True
    )
