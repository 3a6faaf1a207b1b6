"""Emoji names and codes."""

import pytest

from dragoman_server import emoji


@pytest.mark.parametrize(
    ("name", "code"),
    [
        # As recorded from a real server.
        ("+1", "1f44d"),
        ("arrow_up", "2b06"),
        ("car", "1f697"),
        ("confetti_ball", "1f38a"),
        ("crying_cat_face", "1f63f"),
        ("earth_asia", "1f30f"),
        ("eyes", "1f440"),
        ("heart", "2764"),
        ("hundred_points", "1f4af"),
        ("nope", "1f645"),
        ("octopus", "1f419"),
        ("party_popper", "1f389"),
        ("robot", "1f916"),
        ("shirt", "1f455"),
        ("smile", "1f642"),
        ("smiley", "1f603"),
        ("tada", "1f389"),
        ("test_tube", "1f9ea"),
        ("thumbs_down", "1f44e"),
        ("thumbs_up", "1f44d"),
        # As the service's names go.
        ("check", "2705"),
        ("check_mark", "2714"),
        ("cross_mark", "274c"),
        ("nine", "0039-20e3"),
        ("one", "0031-20e3"),
        ("slight_smile", "1f642"),
        ("us", "1f1fa-1f1f8"),
        ("working_on_it", "1f6e0"),
    ],
)
def test_a_name_has_its_code(name: str, code: str) -> None:
    assert emoji.code_of(name) == code
    assert emoji.is_valid(name, code)
    assert name in emoji.names_of(code)


def test_the_chief_name_comes_first() -> None:
    assert emoji.names_of("1f642")[0] == "smile"
    assert emoji.names_of("1f44d")[0] == "+1"


def test_what_is_not_known_is_not_known() -> None:
    assert emoji.code_of("zzznotemoji") is None
    assert emoji.code_of("") is None
    assert emoji.names_of("zzz") == ()
    assert not emoji.is_valid("octopus", "1f389")


def test_the_extra_emoji_are_not_unicode() -> None:
    assert "zulip" in emoji.EXTRA_EMOJI
    assert emoji.code_of("zulip") is None


def test_every_name_stands_for_one_code_and_can_be_written_between_colons() -> None:
    codes = set(emoji.written_emoji().values())
    names = [name for code in codes for name in emoji.names_of(code)]
    assert len(names) == len(set(names))
    assert all(emoji.code_of(name) in codes for name in names)
    assert [
        name for name in names if not name.replace("-", "").replace("+", "").replace("_", "").isalnum()
    ] == []


def test_a_written_emoji_has_its_code() -> None:
    assert emoji.code_of_text("❤️") == "2764"
    assert emoji.code_of_text("1️⃣") == "0031-20e3"
