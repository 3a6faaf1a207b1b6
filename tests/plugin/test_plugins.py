"""Plugins as their authors write them: marks, commands, contexts, options, timers."""

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from enum import Enum
from typing import Any, Literal
from zoneinfo import ZoneInfo

import msgspec
import pytest
import structlog

from dragoman.clock import ManualClock
from dragoman.errors import ConfigurationError, UserError
from dragoman.events import MessageEvent
from dragoman.model import Channel, User
from dragoman.operations import AddReaction, SendMessage
from dragoman.planner import Cron
from dragoman.plugin import (
    ChannelTopic,
    Context,
    Conversation,
    Interval,
    MessageContext,
    NoOptions,
    Plugin,
    Surroundings,
    Timer,
    command,
    cron,
    every,
    on,
)
from dragoman.plugin.commands import commands_of, handlers_of, timers_of
from dragoman.plugin.matching import Mismatch
from dragoman.runtime.directory import KnownDirectory
from runtime.double import ALICE, BOT, OPS, RecordingZulip, message_event, queue_registered


class Colour(Enum):
    """A colour."""

    RED = "crimson"
    BLUE = "azure"


class SampleOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Options of a plugin."""

    greeting: str = "hello"


class Sample(Plugin[SampleOptions]):
    """Does a bit of everything."""

    @command("say <text...>", help="Says something.")
    async def say(self, context: MessageContext, text: str) -> None:
        """Say something.

        Anything.
        """
        await context.reply(f"{self.options.greeting} {text}")

    @command("take <value>")
    async def take(self, context: MessageContext, value: str) -> None:
        """Take a value."""

    @on(MessageEvent)
    async def heard(self, context: MessageContext, event: MessageEvent) -> None:
        """Hear a message."""

    @cron("0 9 * * mon-fri")
    async def morning(self, context: Context) -> None:
        """Begin the day."""

    @every("15m")
    async def often(self, context: Context) -> None:
        """Look around."""

    def timers(self, zone: ZoneInfo, /) -> Iterable[Timer]:
        """Return two more."""
        nightly = Cron(expression="30 2 * * *", zone=str(zone))
        return [Timer("more", Interval.of("1h"), self.often), Timer("nightly", nightly, self.often)]


async def surroundings(**changes: Any) -> Surroundings:
    zulip = RecordingZulip()
    directory = KnownDirectory(zulip)
    await directory.fill(queue_registered(1).registered)
    clock = ManualClock(now=datetime.fromisoformat("2026-11-21T12:00+00:00").timestamp())
    given = {
        "clock": clock,
        "zulip": zulip,
        "bot": BOT,
        "directory": directory,
        "log": structlog.get_logger(),
    }
    return Surroundings(**{**given, **changes})


async def context(**changes: Any) -> MessageContext:
    event = message_event(1, "hi")
    return MessageContext(
        await surroundings(**changes),
        message=event.message,
        sender=ALICE,
        text="hi",
        conversation=Conversation.of(event.message, BOT.user_id),
    )


async def test_a_marked_method_is_called_like_any_other() -> None:
    asked = await context()
    await Sample(SampleOptions(greeting="good day")).say(asked, "Alice")
    await asked.react("wave")
    assert asked.effects == [
        SendMessage(type="channel", to=5, topic="disks", content="good day Alice"),
        AddReaction(message_id=1, emoji_name="wave"),
    ]


class Child(Sample):
    """Has the options of its parent."""


def test_options_have_the_type_that_the_class_names() -> None:
    assert Sample.options_type is SampleOptions
    assert Sample().options == SampleOptions()
    assert Child.options_type is SampleOptions
    assert (Sample().name, Sample(name="other").name) == ("sample", "other")


def test_commands_handlers_and_timers_are_found_in_their_order() -> None:
    sample = Sample(name="sample")
    assert [(each.name, str(each.mark.usage), each.mark.help) for each in commands_of(sample)] == [
        ("sample.say", "say <text...>", "Says something."),
        ("sample.take", "take <value>", "Take a value."),
    ]
    assert [(each.name, each.event) for each in handlers_of(sample)] == [("sample.heard", MessageEvent)]
    zone = ZoneInfo("Europe/Berlin")
    assert [(each.name, each.schedule) for each in timers_of(sample, zone)] == [
        ("morning", Cron(expression="0 9 * * mon-fri", zone="Europe/Berlin")),
        ("often", Interval(timedelta(minutes=15))),
        ("more", Interval(timedelta(hours=1))),
        ("nightly", Cron(expression="30 2 * * *", zone="Europe/Berlin")),
    ]


def test_a_child_may_replace_a_method_and_its_mark() -> None:
    class Child(Sample):
        async def say(self, context: MessageContext, text: str) -> None:
            """Is no command any more."""

        @command("take <value> [note]")
        async def take(self, context: MessageContext, value: str, note: str = "") -> None:
            """Take a value and a note."""

    assert [str(each.mark.usage) for each in commands_of(Child(name="child"))] == ["take <value> [note]"]


def taking(annotation: Any) -> Plugin[NoOptions]:
    """Return a plugin with a command whose one parameter has this annotation."""

    async def take(self: object, context: MessageContext, value: Any) -> None:
        """Take a value."""

    take.__annotations__["value"] = annotation

    class Taking(Plugin[NoOptions]):
        """Takes a value."""

        taken = command("take <value>")(take)

    return Taking(name="taking")


@pytest.mark.parametrize(
    ("annotation", "typed", "value"),
    [
        (str, "x", "x"),
        (int, "-12", -12),
        (float, "1.5", 1.5),
        (bool, "Yes", True),
        (bool, "off", False),
        (timedelta, "2h", timedelta(hours=2)),
        (time, "9am", time(9)),
        (datetime, "14:30", datetime.fromisoformat("2026-11-21T14:30+01:00")),
        (Literal["a", "b"], "B", "b"),
        (Literal[1, 2], "2", 2),
        (Colour, "red", Colour.RED),
        (Colour, "azure", Colour.BLUE),
        (int | None, "3", 3),
        (User, "@**Alice**", ALICE),
        (Channel, "#ops", OPS),
        (ZoneInfo, "UTC", ZoneInfo("UTC")),
        (ChannelTopic, '"#ops > x"', ChannelTopic("ops", "x")),
    ],
)
async def test_what_was_typed_becomes_what_the_annotation_says(
    annotation: Any, typed: str, value: Any
) -> None:
    (take,) = commands_of(taking(annotation))
    assert take.read(f"take {typed}", await context()) == {"value": value}


@pytest.mark.parametrize(
    ("annotation", "typed", "reason"),
    [
        (int, "1.5", "“1.5” is not a whole number."),
        (int, "9" * 30, f"“{'9' * 30}” is not a whole number."),
        (float, "nan", "“nan” is not a number."),
        (bool, "perhaps", "“perhaps” is neither yes nor no."),
        (timedelta, "soon", "“soon” is not a length of time such as 30m, 2h, 1h30m or 7d."),
        (Literal["apple", "pear"], "aple", "“aple” is none of “apple”, “pear”. Did you mean “apple”?"),
        (Colour, "green", "“green” is none of “red”, “blue”, “crimson”, “azure”."),
        (User, "@**Alise**", "I know nobody called “Alise”. Did you mean “Alice”?"),
        (Channel, "#opps", "I know no channel called “opps”. Did you mean “ops”?"),
        (ZoneInfo, "Berlin", "“Berlin” is not a time zone. Did you mean “Europe/Berlin”?"),
    ],
)
async def test_what_cannot_be_meant_is_told_in_a_sentence(annotation: Any, typed: str, reason: str) -> None:
    (take,) = commands_of(taking(annotation))
    found = take.read(f"take {typed}", await context())
    assert isinstance(found, Mismatch)
    assert found.reason == reason


async def test_a_refusal_shows_the_usage() -> None:
    (take,) = commands_of(taking(int))
    refused = take.refusal(Mismatch("“@**all**” is not a whole number.", 1), "!")
    assert refused.sentence == "“@\u200b**all**” is not a whole number.\nUsage: `!take <value>`"


def test_a_parameter_that_nobody_can_type_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="which nobody can type"):
        commands_of(taking(dict[str, int]))


def mistakes() -> Iterable[tuple[str, Any, str]]:
    """Return usage strings with methods that do not agree with them, and the complaints."""

    async def one(self: object, context: object, a: str) -> None: ...
    async def default(self: object, context: object, a: str = "") -> None: ...
    async def bare(self: object) -> None: ...
    async def many(self: object, context: object, *a: str) -> None: ...

    yield "x", one, "the parameter “a” is not in the usage “x”"
    yield "x <b>", one, "the method has no parameter “b”"
    yield "x [a]", one, "the parameter “a” has no default value"
    yield "x [--to <a>]", one, "the parameter “a” has no default value"
    yield "x <a", one, "cannot be read"
    yield "x", bare, "needs the parameters “self” and “context”"
    yield "x", many, "cannot be filled"


@pytest.mark.parametrize(("usage", "method", "complaint"), [*mistakes()])
def test_a_usage_and_a_method_that_do_not_agree_are_refused(usage: str, method: Any, complaint: str) -> None:
    with pytest.raises(ConfigurationError) as raised:
        command(usage)(method)
    (problem,) = raised.value.problems
    assert complaint in problem.what
    assert problem.place.endswith(method.__name__)
    assert problem.file == __file__
    assert problem.line


@pytest.mark.parametrize("mark", [lambda: every("soon"), lambda: every("0.5s"), lambda: cron("0 9 * *")])
def test_a_mark_of_time_that_cannot_be_read_is_refused(mark: Any) -> None:
    with pytest.raises(ConfigurationError):
        mark()(Sample.often)


async def test_a_flag_without_a_value_is_true() -> None:
    class Loud(Plugin[NoOptions]):
        """Shouts."""

        @command("say [--loud] [--to <whom>] <text...>")
        async def say(
            self, context: MessageContext, text: str, loud: bool = False, whom: User | None = None
        ) -> None:
            """Say something."""

    (say,) = commands_of(Loud(name="loud"))
    assert say.read("say --loud --to @**Alice** hi", await context()) == {
        "loud": True,
        "whom": ALICE,
        "text": "hi",
    }
    assert say.read("say hi", await context()) == {"text": "hi"}


async def test_times_are_meant_in_the_senders_zone_or_the_bots() -> None:
    asked = await context(timezone=ZoneInfo("America/New_York"))
    assert asked.timezone == ZoneInfo("Europe/Berlin")
    asked.sender = msgspec.structs.replace(ALICE, timezone="Mars/Olympus")
    assert asked.timezone == ZoneInfo("America/New_York")


async def test_a_bot_without_a_guide_says_what_to_add() -> None:
    with pytest.raises(ConfigurationError, match="a plugin needs the guide service"):
        _ = (await context()).guide


async def test_sending_to_a_channel_that_is_not_there_is_a_persons_mistake() -> None:
    asked = await context()
    with pytest.raises(UserError, match="I know no channel called “opps”"):
        await asked.send(ChannelTopic("opps", "x"), "hi")


async def test_an_empty_answer_is_none() -> None:
    asked = await context()
    await asked.reply("  \n")
    assert asked.effects == []


def test_conversations_are_the_same_for_the_same_place() -> None:
    def at(**place: Any) -> Conversation:
        return Conversation.of(message_event(1, "x", **place).message, BOT.user_id)

    assert at(topic="Disks").key == at(topic="disks").key
    assert at(topic="a").key != at(topic="b").key
    assert at(to=(BOT,)) == Conversation(user_ids=(10,))
    assert at(to=(BOT,), sender=BOT) == Conversation(user_ids=(9,))
    assert at(to=(BOT,)).key == "direct:10"
