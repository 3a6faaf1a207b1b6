"""World files: what is read, what is refused, and where and how it is mended."""

from itertools import pairwise
from pathlib import Path

import pytest

from dragoman_server import Clock, ServerSettings, WorldError, WorldFile, default_world, load_world
from dragoman_server.world.file import parse_world
from dragoman_server.world.keys import is_key
from dragoman_server.world.seed import seed_world
from server.household import NOW, WORLD

PEOPLE = "people: [{name: Ada}]\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "w.yaml:1:1: there are no people. Add `people:` with at least one name."),
        ("people: 3", "w.yaml:1:9: people: this is '3', but a list is wanted. Correct it."),
        (
            "people: [Ada]",
            "w.yaml:1:10: people[0]: this is 'Ada', but keys with values is wanted. Correct it.",
        ),
        (
            "people:\n  - {role: owner}",
            "w.yaml:2:5: people[0]: the key 'name' is missing. Add `name:` here.",
        ),
        (
            "people:\n  - name: Ada\n    roel: owner",
            "w.yaml:3:5: people[0].roel: the key 'roel' is not known. Did you mean 'role'?",
        ),
        (
            "people:\n  - name: Ada\n    role: admin",
            (
                "w.yaml:3:11: people[0].role: 'admin' is not one of the words for this. "
                "Did you mean 'administrator'?"
            ),
        ),
        (
            "people:\n  - name: Ada\n    active: no",
            "w.yaml:3:13: people[0].active: this is 'no', but true or false is wanted. Correct it.",
        ),
        (
            "people:\n  - name: Ada\n    id: 010",
            "w.yaml:3:9: people[0].id: this is '010', but a whole number is wanted. Correct it.",
        ),
        (
            "people:\n  - name:\n",
            "w.yaml:2:10: people[0].name: this is nothing, but a text is wanted. Correct it.",
        ),
        (
            "people:\n  - name: Ada\n    name: Eve",
            "w.yaml:3:5: the key 'name' stands twice, first in line 2. Remove one of them.",
        ),
        (
            "people: [&a {name: Ada}, *a]",
            "w.yaml:1:10: anchors and aliases are not read. Write the value out.",
        ),
        (
            "people: [{name: Ada}]\nbots:\n  - {name: Hal, url: 'http://x.test/'}",
            (
                "w.yaml:3:22: bots[0].url: only an outgoing webhook is called somewhere. "
                "Remove it, or write `type: outgoing webhook`."
            ),
        ),
        (
            "people: [{name: Ada}]\nbots:\n  - {name: Hal, type: outgoing webhook, url: x.test}",
            ("w.yaml:3:46: bots[0].url: 'x.test' is no address of a web-hook. Write http://host:port/path."),
        ),
        (
            "people: [{name: Ada}]\nbots:\n  - {name: Hal, token: x}",
            (
                "w.yaml:3:24: bots[0].token: only an outgoing webhook that is called somewhere has a token. "
                "Remove it, or write a `url:`."
            ),
        ),
        (
            "people: [{name: Ada}]\nbots:\n  - {name: H, type: outgoing webhook, url: 'http://x', token: x}",
            "w.yaml:3:63: bots[0].token: a token has 32 letters and digits. Leave it out, and one is made.",
        ),
        ("people: !env X", "w.yaml:1:9: the tag '!env' is not known. Write the value without a tag."),
        ("<<: {people: []}", "w.yaml:1:1: merging with << is not read. Write the keys out."),
        (
            "people:\n\t- name: Ada",
            "w.yaml:2:1: found character '\\t' that cannot start any token. Indent by spaces, not by tabs.",
        ),
        (
            "a: b: c",
            (
                "w.yaml:1:5: mapping values are not allowed here. "
                "Put quotes around a text that has a colon in it."
            ),
        ),
        (
            PEOPLE + "bots: [{name: Robo, owner: Eda}]",
            "w.yaml:2:28: bots[0].owner: there is nobody called 'Eda'. Did you mean 'Ada'?",
        ),
        (
            PEOPLE + "bots: [{name: Ada}]",
            "w.yaml:1:17: people[0].name: 'Ada' is given twice. Choose another one.",
        ),
        (
            PEOPLE + "channels: [{name: c, history: protected}]",
            (
                "w.yaml:2:31: channels[0].history: only a private channel can have a protected history. "
                "Remove it, or write `privacy: private`."
            ),
        ),
        (
            PEOPLE + "channels:\n  - name: c\n    subscribers: [Adda]",
            "w.yaml:4:19: channels[0].subscribers[0]: there is nobody called 'Adda'. Did you mean 'Ada'?",
        ),
        (
            PEOPLE
            + "channels:\n  - name: c\n    topics: [{name: t, messages: [{from: Ada, text: x, ago: long}]}]",
            (
                "w.yaml:4:61: channels[0].topics[0].messages[0].ago: 'long' is no span of time. "
                "Write `3 days`, `2 hours` or `15 minutes`."
            ),
        ),
        (
            "people: [{name: Ada, api_key: short}]",
            (
                "w.yaml:1:31: people[0].api_key: an API key has 32 letters and digits. "
                "Leave it out, and one is made."
            ),
        ),
        (
            "people: [{name: Ada B}, {name: ada b}]",
            (
                "w.yaml:1:17: people[0].name: two accounts would have the address 'ada-b@example.test'. "
                "Give one of them an `email:` of its own."
            ),
        ),
    ],
)
def test_a_mistake_is_told_with_its_place_and_the_mend(text: str, problem: str) -> None:
    with pytest.raises(WorldError) as caught:
        parse_world(text, Path("w.yaml"))
    assert str(caught.value.problems[0]) == problem


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file() -> None:
    text = "people:\n  - {name: Ada, roel: x}\n  - {name: Eve, role: boss}\nchanels: []\n"
    with pytest.raises(WorldError) as caught:
        parse_world(text, Path("w.yaml"))
    assert [(one.line, one.place) for one in caught.value.problems] == [
        (2, "people[0].roel"),
        (3, "people[1].role"),
        (4, "chanels"),
    ]


TRAPS = ("no", "on", "1:30", "010", "3.10", "2026-01-01", "0x1f", "1e3", "true", "=", "NO", ".5")


@pytest.mark.parametrize("word", TRAPS)
def test_a_name_is_the_word_that_was_written(word: str) -> None:
    assert parse_world(f"people: [{{name: {word}}}]").people[0].name == word


def test_too_deep_and_too_large_files_are_refused() -> None:
    for text, what in (
        ("[" * 60 + "]" * 60, "nested deeper than 50"),
        ("x" * (1024 * 1024 + 1), "larger than"),
    ):
        with pytest.raises(WorldError, match=what):
            parse_world(text)


def test_json_is_read_as_well_with_tabs_and_escapes() -> None:
    text = '{\n\t"people": [\n\t\t{"name": "Ad\\u00e4 \\ud83d\\ude00"}\n\t]\n}'
    assert parse_world(text).people[0].name == "Adä 😀"


def test_a_file_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    missing = tmp_path / "none.yaml"
    with pytest.raises(WorldError, match="the file cannot be read: No such file or directory"):
        load_world(missing)
    missing.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(WorldError, match="it is not UTF-8 text"):
        load_world(missing)


def test_ids_follow_from_the_order_and_given_ones_are_kept() -> None:
    world = parse_world(
        "people: [{name: Ada}, {name: Ben, id: 12}, {name: Cleo}]\nchannels: [{name: a, id: 5}, {name: b}]"
    )
    live = seed_world(world, ServerSettings(), Clock(NOW))
    assert [(user.user_id, user.full_name) for user in live.users][1:] == [
        (11, "Ada"),
        (12, "Ben"),
        (13, "Cleo"),
    ]
    assert [(channel.id, channel.name) for channel in live.channels.values()] == [(5, "a"), (31, "b")]
    assert (live.number("user"), live.number("channel")) == (14, 32)


def test_keys_are_random_unless_they_are_given() -> None:
    key = "k" * 32
    world = parse_world(f"people: [{{name: Ada, api_key: {key}}}, {{name: Ben}}]")
    first, second = (seed_world(world, ServerSettings(), Clock(NOW)) for _ in range(2))
    assert first.keys.key(11) == second.keys.key(11) == key
    assert first.keys.key(12) != second.keys.key(12)
    assert len(first.keys.key(12)) == 32
    kept = world.with_keys({"ben@example.test": "b" * 32, "ada@example.test": "a" * 32})
    third = seed_world(kept, ServerSettings(), Clock(NOW))
    assert (third.keys.key(11), third.keys.key(12)) == (key, "b" * 32)
    assert repr(third.keys) == "<Keys of 3 accounts>"


def test_a_bot_is_added_once_and_follows_the_public_channels() -> None:
    world = parse_world(WORLD).with_bot("Desk").with_bot("Desk").with_bot("Robo")
    live = seed_world(world, ServerSettings(), Clock(NOW))
    (desk,) = live.users.named("Desk")
    followed = {
        channel.name for channel in live.channels.values() if live.subscription(desk.user_id, channel.id)
    }
    assert (desk.bot_owner_id, followed) == (11, {"general", "quiet", "news", "tidy", "plain"})


def test_the_world_that_comes_along_is_a_whole_one() -> None:
    world = default_world()
    assert {bot.name for bot in world.bots} == {"Recovery Desk", "Ops Bot"}
    assert {channel.name for channel in world.channels} >= {
        "general",
        "engineering",
        "operations",
        "help desk",
        "leads",
    }
    assert {person.role for person in world.people} == {
        "owner",
        "administrator",
        "moderator",
        "member",
        "guest",
    }
    live = seed_world(world, ServerSettings(), Clock(NOW))
    assert len(live.messages.ids) > 8


def test_every_key_of_the_shipped_world_is_explained() -> None:
    lines = (
        Path(__file__).parents[2].joinpath("config", "world.yaml").read_text(encoding="utf-8").splitlines()
    )
    explained: set[str] = set()
    for above, line in pairwise(lines):
        key = line.strip().removeprefix("- ").partition(":")[0]
        if ":" in line and not line.strip().startswith("#") and above.strip().startswith("#"):
            explained.add(key)
    assert {
        "role",
        "timezone",
        "owner",
        "type",
        "privacy",
        "posting",
        "subscribers",
        "history",
        "ago",
    } <= explained


def test_a_world_made_in_code_is_checked_too() -> None:
    with pytest.raises(WorldError, match="there are no people"):
        seed_world(WorldFile(), ServerSettings(), Clock(NOW))


def test_a_bot_of_the_file_is_called_where_it_says() -> None:
    text = PEOPLE + "bots: [{name: Hal, type: outgoing webhook, url: 'http://127.0.0.1:5002/hal'}]\n"
    world = seed_world(parse_world(text), ServerSettings(), Clock(NOW))
    (bot,) = [user for user in world.users if user.full_name == "Hal"]
    assert [(one.name, one.base_url, one.interface) for one in bot.services] == [
        ("Hal", "http://127.0.0.1:5002/hal", 1)
    ]


def test_tokens_are_random_unless_they_are_given() -> None:
    hook = "type: outgoing webhook, url: 'http://127.0.0.1:5002/'"
    text = f"{PEOPLE}bots: [{{name: Hal, token: {'h' * 32}, {hook}}}, {{name: Ivy, {hook}}}]\n"
    tokens = {f"{name}-bot@example.test": name[0].upper() * 32 for name in ("hal", "ivy")}
    told = []
    for world in (parse_world(text), parse_world(text).with_keys({}, tokens)):
        live = seed_world(world, ServerSettings(), Clock(NOW))
        told.append([service.token for user in live.users for service in user.services])
    assert told[0] == ["h" * 32, told[0][1]]
    assert is_key(told[0][1])
    assert told[1] == ["h" * 32, "I" * 32]
