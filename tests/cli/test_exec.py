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


REMINDERS = """
name: desk
plugins:
  - use: scheduler
    schedules:
      - {name: standup, cron: "0 9 * * *", to: "#general > stand-up", text: "What are you on today?"}
  - use: ./sleepy.py:Sleepy
"""
SLEEPY = '''"""A plugin that takes its time."""

from dragoman.plugin import MessageContext, NoOptions, Plugin, command


class Sleepy(Plugin[NoOptions]):
    """Sleeps."""

    @command("sleep")
    async def sleep(self, context: MessageContext) -> None:
        """Sleep before the answer."""
        await context.clock.sleep(0.7)
        await context.reply("Well slept.")
'''
AT = ("--at", "2027-01-15T08:00+00:00")
STANDUP = "[2027-01-15T09:00:00Z] to #general > stand-up:\nWhat are you on today?\n"
REMINDED = "[2027-01-15T10:00:00Z] to Paulo Reis:\nrotate backups\n"


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """Return the folder of a bot that does things by the clock."""
    (tmp_path / "bot.yaml").write_text(REMINDERS)
    (tmp_path / "sleepy.py").write_text(SLEEPY)
    return tmp_path


def test_what_comes_in_the_time_that_passes_is_printed_with_its_time(desk: Path) -> None:
    ran = dragoman("exec", desk, "!remind me in 2h to rotate backups", *AT, "--advance", "2h")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Message **1** goes to you at ")
    assert ran.out.endswith(f"\n\n{STANDUP}\n{REMINDED}")


def test_time_passes_between_the_lines_of_standard_input(desk: Path) -> None:
    given = "!remind me in 2h to rotate backups\n/advance 1h\n/advance 1h\n"
    ran = dragoman("exec", desk, "-", *AT, "--to", "11:00", "--json", given=given)
    assert (ran.code, ran.err) == (0, "")
    asked, first, second, last = [json.loads(line) for line in ran.out.splitlines()]
    assert asked["message"] == "!remind me in 2h to rotate backups"
    standup = {
        "at": "2027-01-15T09:00:00Z",
        "to": "#general > stand-up",
        "content": "What are you on today?",
    }
    assert first == {"waited": "1h", "now": "2027-01-15T09:00:00Z", "said": [standup]}
    reminded = {"at": "2027-01-15T10:00:00Z", "to": "Paulo Reis", "content": "rotate backups"}
    assert second == {"waited": "1h", "now": "2027-01-15T10:00:00Z", "said": [reminded]}
    assert last == {"waited": "11:00", "now": "2027-01-15T11:00:00Z", "said": []}


def test_a_bot_that_takes_its_time_is_waited_for(desk: Path) -> None:
    given = "sleep\n!remind me in 2h to rotate backups\n/advance 2h\n"
    ran = dragoman("exec", desk, "-", *AT, given=given)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Well slept.\nMessage **1** goes to you at ")
    assert ran.out.endswith("to Paulo Reis:\nrotate backups\n")


def test_time_in_which_the_bot_says_nothing_fails(desk: Path) -> None:
    ran = dragoman("exec", desk, "!schedules", *AT, "--advance", "59m")
    assert (ran.code, ran.err) == (1, "(nothing said until 2027-01-15T08:59:00Z)\n")


@pytest.mark.parametrize(
    ("arguments", "given", "sentence"),
    [
        (("hello", "--advance", "soon"), "", "“soon” is not a length of time such as 30m, 2h, 1h30m or 7d"),
        (
            ("hello", *AT, "--to", "today 7:00"),
            "",
            "“today 7:00” is over, for it is Friday 2027-01-15 08:00:00 UTC: name a time that is still to come",  # noqa: E501
        ),
        (("-",), "\n/advance\n", "line 2: a length of time is missing: write it like 30m, 2h, 1h30m or 7d"),
        (("sleep", "--timeout", "0.6"), "", "the bot was not done with “sleep” within 0.6 s"),
    ],
)
def test_time_that_cannot_pass_is_explained(
    desk: Path, arguments: tuple[str, ...], given: str, sentence: str
) -> None:
    ran = dragoman("exec", desk, *arguments, given=given)
    assert (ran.code, ran.err.splitlines()[-1]) == (1, f"dragoman: {sentence}")
