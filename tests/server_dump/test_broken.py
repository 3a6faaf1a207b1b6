"""A broken dump is told where it is broken, and how that is mended."""

from typing import Any

import pytest

from dragoman_server import WorldError
from dragoman_server.world.dump.reading import is_dump, parse_dump
from server_dump.small import DUMP, changed, without, written


def problems_of(document: Any) -> list[str]:
    with pytest.raises(WorldError) as caught:
        parse_dump(written(document), "ship.json")
    return [str(problem) for problem in caught.value.problems]


def line_of(document: Any, place: str, nth: int = 0) -> int:
    """Return the line of a file on which `place` stands for the nth time, counted from 1."""
    lines = [number for number, line in enumerate(written(document).splitlines(), 1) if place in line]
    return lines[nth]


def test_text_that_is_no_json_is_shown_its_place() -> None:
    with pytest.raises(WorldError) as caught:
        parse_dump('{"realm": {},\n "users": [,], "messages": []}', "ship.json")

    assert str(caught.value) == (
        "ship.json:2:12: this is no JSON: Expecting value. Correct it, or write the dump anew."
    )


def test_broken_text_with_the_keys_of_a_dump_is_still_one() -> None:
    assert is_dump('{"realm": {}, "users": [,], "messages": []}')
    assert not is_dump("people:\n  - name: Ada\n")


@pytest.mark.parametrize(
    ("path", "value", "place", "what"),
    [
        (("users", 3, "role"), 450, '"role": 450', "users[3].role: 450 is none of 100, 200, 300, 400, 600"),
        (("users", 3, "role"), "captain", '"role": "captain"', "users[3].role: expected int, got str"),
        (
            ("users", 5, "bot_owner_id"),
            99,
            '"bot_owner_id": 99',
            "users[5].bot_owner_id: there is no account 99",
        ),
        (("users", 5, "bot_type"), 9, '"bot_type": 9', "users[5].bot_type: 9 is none of 1, 2, 3, 4"),
        (
            ("users", 4, "api_key"),
            "short",
            '"api_key": "short"',
            "users[4].api_key: an API key has 32 letters and digits",
        ),
        (
            ("users", 4, "date_joined"),
            "noon",
            '"date_joined": "noon"',
            "users[4].date_joined: 'noon' is no point in time",
        ),
        (
            ("accounts", "otto", "user_id"),
            50,
            '"user_id": 50',
            "accounts.otto.user_id: there is no account 50",
        ),
        (
            ("channels", 1, "can_remove_subscribers_group"),
            7,
            '"can_remove_subscribers_group": 7,',
            "channels[1].can_remove_subscribers_group: there is no group 7",
        ),
        (("messages", 0, "stream_id"), 1, '"stream_id": 1,', "messages[0].stream_id: there is no channel 1"),
        (("messages", 1, "type"), "dm", '"type": "dm"', "messages[1].type: 'dm' is no type of message"),
        (("default_channels", 0), 9999, "9999", "default_channels[0]: there is no channel 9999"),
        (
            ("messages", 0, "user_flags", "51", 0),
            "seen",
            '"seen"',
            "messages[0].user_flags.51[0]: there is no flag 'seen'",
        ),
    ],
)
def test_a_wrong_value_is_named_with_its_line(
    path: tuple[str | int, ...], value: Any, place: str, what: str
) -> None:
    document = changed(path, value)

    (problem,) = problems_of(document)

    line = line_of(document, place)
    assert problem.startswith(f"ship.json:{line}:")
    assert what in problem


def test_a_missing_key_is_named_at_its_owner() -> None:
    document = without(("users", 4, "full_name"))

    (problem,) = problems_of(document)

    line = line_of(document, '"user_id": 52', 1) - 1
    assert problem == f"ship.json:{line}:3: users[4]: object missing required field full_name. Add it."


def test_all_problems_are_told_at_once() -> None:
    document = changed(("users", 4, "role"), 1)
    document["channels"][1]["name"] = "Bridge"
    document["per_user"]["nobody"] = {}

    assert [problem.partition(": ")[2] for problem in problems_of(document)] == [
        "users[4].role: 1 is none of 100, 200, 300, 400, 600. Choose one of them.",
        "channels[0].name: 'bridge' is given twice. Remove one, or choose another.",
        "channels[1].name: 'bridge' is given twice. Remove one, or choose another.",
        "per_user.nobody: there is no 'nobody' among `accounts`. Remove it, or add what it names.",
    ]


@pytest.mark.parametrize("place", ["realm", "users", "messages", "accounts"])
def test_a_part_of_another_shape_is_refused(place: str) -> None:
    assert problems_of({**DUMP, place: "nonsense"})
