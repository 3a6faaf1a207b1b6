"""``dragoman exec``: one message in, the replies out."""

import json
from pathlib import Path

import pytest

from cli.commands import BOTS, Ran, dragoman

GREETER = '''"""A plugin that says what it was told."""

from dragoman.plugin import MessageContext, NoOptions, Plugin, command


class Greeter(Plugin[NoOptions]):
    """Greets."""

    @command("greet <whom...>")
    async def greet(self, context: MessageContext, whom: str) -> None:
        """Greet somebody."""
        await context.reply(f"Good day, {whom}!")
        await context.reply("Lovely weather.")

    @command("fail")
    async def fail(self, context: MessageContext) -> None:
        """Fail."""
        raise RuntimeError("the secret of the pyramids")
'''


@pytest.fixture
def greeter(tmp_path: Path) -> Path:
    """Return the folder of a bot with a plugin of its own."""
    (tmp_path / "greeter.py").write_text(GREETER)
    (tmp_path / "bot.yaml").write_text(
        "name: greeter\nzulip: {zuliprc: ./zuliprc}\nplugins:\n  - use: ./greeter.py:Greeter\n"
    )
    return tmp_path


def objects(ran: Ran) -> list[dict[str, object]]:
    """Return the JSON objects that were printed, without the seconds, which must be there."""
    found = [json.loads(line) for line in ran.out.splitlines()]
    assert all(isinstance(one.pop("seconds"), float) for one in found)
    return found


def test_the_replies_are_printed_in_their_order(greeter: Path) -> None:
    assert dragoman("exec", greeter, "!greet world") == Ran(0, "Good day, world!\n\nLovely weather.\n", "")


def test_each_line_of_standard_input_is_a_message_and_an_object_of_the_answer(greeter: Path) -> None:
    ran = dragoman("exec", greeter, "-", "--json", given="greet Ada\n\n!greet the Ünïcode\n")
    assert ran.code == 0
    assert objects(ran) == [
        {"message": "greet Ada", "replies": [{"content": "Good day, Ada!"}, {"content": "Lovely weather."}]},
        {
            "message": "!greet the Ünïcode",
            "replies": [{"content": "Good day, the Ünïcode!"}, {"content": "Lovely weather."}],
        },
    ]


def test_what_nobody_answers_is_said_and_fails(greeter: Path) -> None:
    assert dragoman("exec", greeter, "!nonsense") == Ran(1, "", "(no reply)\n")


def test_a_failing_handler_shows_an_error_id_to_the_person_and_its_traceback_in_the_log(
    greeter: Path,
) -> None:
    ran = dragoman("exec", greeter, "!fail")
    assert ran.code == 0
    assert "pyramids" not in ran.out
    logged = [json.loads(line) for line in ran.err.splitlines()]
    (failure,) = [line for line in logged if line["level"] == "error"]
    assert "RuntimeError: the secret of the pyramids" in failure["exception"]
    assert failure["error_id"] in ran.out


def test_the_recovery_desk_answers_with_the_page_and_all_that_belongs_to_it() -> None:
    ran = dragoman("exec", BOTS / "recovery_desk", "my NAS will not mount after a power cut")
    assert (ran.code, ran.err) == (0, "")
    for part in ("/services/nas", "/mail-in", "/contact", "Lab", "No recovery is guaranteed"):
        assert part in ran.out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--as", "Nobody"), "there is nobody called 'Nobody'; there are: Marta Solberg, "),
        (("--channel", "attic"), "the person is not in a channel 'attic'; subscribed to: general, "),
    ],
)
def test_a_person_or_channel_that_is_not_there_is_explained(
    greeter: Path, options: tuple[str, str], sentence: str
) -> None:
    ran = dragoman("exec", greeter, "hello", *options)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"dragoman: {sentence}")


def test_a_world_that_is_wrong_is_explained_with_its_place(greeter: Path, tmp_path: Path) -> None:
    world = tmp_path / "mine.yaml"
    world.write_text("organization: {nam: Lighthouse}\n")
    ran = dragoman("exec", greeter, "hello", "--world", world)
    said = f"{world}:1:16: organization.nam: the key 'nam' is not known. Did you mean 'name'?\n"
    assert ran == Ran(78, "", said)
