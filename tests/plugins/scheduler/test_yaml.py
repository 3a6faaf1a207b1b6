"""Messages that the YAML has sent again and again: read, put up, and sent."""

from datetime import date
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from msgspec import structs
from structlog.testing import capture_logs

from dragoman.errors import ConfigurationError
from dragoman.model import Channel, UserGroup
from dragoman.operations import SendMessage, UserGroupsFound
from dragoman.planner import Cron, Every
from dragoman.runtime import load_settings
from dragoman_plugins.scheduler import RecurringMessage, SchedulerOptions
from dragoman_plugins.scheduler.destinations import Destination
from dragoman_plugins.scheduler.templates import Template
from plugins.desk import GENERAL, IRIS, OPS, OTTO, People
from plugins.scheduler.counter import ALONE, TOPIC, Counter

BERLIN = ZoneInfo("Europe/Berlin")
HEAD = "name: x\nzulip: {zuliprc: ./zuliprc}\nplugins:\n  - use: scheduler\n    timezone: Europe/Berlin\n"


def options_of(folder: Path, text: str) -> SchedulerOptions:
    """Read the options of a scheduler as they stand in a bot.yaml."""
    (folder / "bot.yaml").write_text(HEAD + text)
    (plugin,) = load_settings(folder).plugins
    assert isinstance(plugin.options, SchedulerOptions)
    return plugin.options


def complaint(folder: Path, line: str) -> tuple[int | None, str, str]:
    """Return what is wrong with a schedule, and in which line."""
    with pytest.raises(ConfigurationError) as caught:
        options_of(folder, f"    schedules:\n      - {{name: x, to: '#ops > x', text: x, {line}}}\n")
    (problem,) = (each for each in caught.value.problems if each.place.startswith("plugins"))
    return problem.line, problem.what, problem.mend


STANDUP = """
    schedules:
      - name: standup
        when: every weekday at 9:00
        to: "#general > stand-up"
        text: "Good morning, it is {weekday}."
"""


async def a_counter(options: SchedulerOptions, directory: People | None = None) -> Counter:
    counter = Counter(options, directory)
    await counter.start()
    return counter


async def test_a_schedule_is_sent_in_its_zone(tmp_path: Path) -> None:
    counter = await a_counter(options_of(tmp_path, STANDUP))
    assert (await counter.standing("standup")).schedule.plan == Cron(
        expression="0 9 * * mon-fri", zone="Europe/Berlin"
    )
    assert await counter.comes("standup") == [
        SendMessage(
            type="channel", to=GENERAL.stream_id, topic="stand-up", content="Good morning, it is Tuesday."
        )
    ]
    assert await counter.says("schedules") == (
        "Again and again:\n* **standup**: every weekday at 09:00 (Europe/Berlin), "
        "next <time:2027-01-20T08:00:00+00:00>, to #**general>stand-up**: Good morning, it is {weekday}."
    )


async def test_every_so_often_is_counted_from_midnight(tmp_path: Path) -> None:
    text = "    schedules:\n      - {name: water, every: 6h, to: '#ops > x', text: x, timezone: Asia/Tokyo}\n"
    options = options_of(tmp_path, text)
    (message,) = options.schedules
    assert message.plan(BERLIN) == Every(seconds=21600, anchor=1767538800)
    assert await (await a_counter(options)).says("schedules") == (
        "Again and again:\n* **water**: every 6h, next <time:2027-01-18T15:00:00+00:00>, to #**ops>x**: x"
    )


async def test_a_message_goes_to_several_places(tmp_path: Path) -> None:
    text = """
    schedules:
      - name: water
        cron: "0 9 * * *"
        to: ["@Iris Adler", "@Iris Adler and @Otto Berg", "#ops > plants", "@*bench*", "#gone > x", "@*none*"]
        text: Water the plants.
"""
    counter = await a_counter(options_of(tmp_path, text))
    inner = UserGroup(id=2, name="inner", members=(OTTO.user_id,))
    bench = UserGroup(id=1, name="bench", members=(IRIS.user_id, 9), direct_subgroup_ids=(2,))
    counter.groups = UserGroupsFound(user_groups=(bench, inner))
    assert [(each.to, each.topic or "") for each in await counter.comes("water")] == [
        ((IRIS.user_id,), ""),
        ((IRIS.user_id, OTTO.user_id), ""),
        (OPS.stream_id, "plants"),
        ((IRIS.user_id,), ""),
        ((OTTO.user_id,), ""),
    ]


async def test_whom_and_what_nobody_knows_is_reported_with_its_line(tmp_path: Path) -> None:
    text = """
    rotas:
      ops: {people: [Iris Adler,
                     Nobody Known]}
    schedules:
      - name: water
        every: 6h
        to: ["#ops > plants",
             "#gone > x"]
        text: "{on_duty}: water the plants."
        rota: [Otto Berg, Someone Else]
"""
    with capture_logs() as logs:
        await a_counter(options_of(tmp_path, text))
    file = tmp_path / "bot.yaml"
    errors = [{key: each[key] for key in each if key != "log_level"} for each in logs]
    assert errors == [
        {
            "event": "schedule has nowhere to go",
            "schedule": "water",
            "where": f"{file}:14",
            "reason": "There is no channel “gone”.",
        },
        {
            "event": "rota has somebody unknown",
            "rota": "ops",
            "where": f"{file}:9",
            "person": "Nobody Known",
        },
        {
            "event": "rota has somebody unknown",
            "rota": "water",
            "where": f"{file}:16",
            "person": "Someone Else",
        },
    ]


async def test_nothing_is_sent_on_days_to_skip(tmp_path: Path) -> None:
    counter = await a_counter(options_of(tmp_path, f"{STANDUP}        skip: [2027-01-19, 2027-01-21]\n"))
    assert "next <time:2027-01-20T08:00:00+00:00>," in await counter.says("schedules")
    sent = [await counter.comes("standup") for _ in range(4)]
    assert [len(each) for each in sent] == [0, 1, 0, 1]


async def test_what_leaves_the_yaml_comes_no_more(tmp_path: Path) -> None:
    counter = await a_counter(options_of(tmp_path, STANDUP))
    later = Counter(options_of(tmp_path, ""))
    later.desk = counter.desk
    await later.start()
    assert await later.says("schedules") == "You have nothing scheduled."


async def test_a_pause_from_chat_outlives_a_restart_until_the_yaml_says_otherwise(tmp_path: Path) -> None:
    counter = await a_counter(options_of(tmp_path, STANDUP))
    assert await counter.says("pause standup") == (
        "The schedule **standup** is for moderators to pause and to skip."
    )
    assert (
        await counter.says("pause Standup", by=IRIS)
        == "Paused: **standup** comes again after `!resume standup`."
    )
    for text, is_paused in (
        (STANDUP, True),
        (f"{STANDUP}        paused: true\n", True),
        (STANDUP, False),
        (f"{STANDUP}        paused: true\n", True),
    ):
        later = Counter(options_of(tmp_path, text))
        later.desk = counter.desk
        await later.start()
        assert (await later.standing("standup")).schedule.paused is is_paused


async def test_what_stands_in_the_yaml_is_changed_there(tmp_path: Path) -> None:
    counter = await a_counter(options_of(tmp_path, STANDUP))
    sentence = "The schedule **standup** stands in the bot.yaml: whoever runs me changes it there."
    assert await counter.says("edit standup text: x", by=IRIS) == sentence
    assert await counter.says("unschedule standup", by=IRIS) == sentence


async def test_a_schedule_of_the_yaml_is_shown_by_its_name(tmp_path: Path) -> None:
    counter = await a_counter(options_of(tmp_path, STANDUP))
    assert await counter.says("schedules standup") == (
        "**standup**: every weekday at 09:00 (Europe/Berlin) to #**general>stand-up**, by the bot.yaml.\n"
        "```quote\nGood morning, it is {weekday}.\n```\n"
        "Next: <time:2027-01-19T08:00:00+00:00>, <time:2027-01-20T08:00:00+00:00> "
        "and <time:2027-01-21T08:00:00+00:00>"
    )


async def test_nobody_learns_of_places_that_are_not_for_them() -> None:
    board = Channel(stream_id=13, name="board", invite_only=True)
    secret = RecurringMessage(
        name="pay",
        when="every day at 9:00",
        to=(Destination.parse("#board > pay"), Destination.parse("@Iris Adler")),
        text=Template.parse("Pay day."),
    )
    counter = await a_counter(SchedulerOptions(schedules=(secret,)), People((GENERAL, board)))
    for place in (TOPIC, ALONE):
        assert await counter.says("schedules", at=place) == "You have nothing scheduled."
        assert await counter.says("schedules pay", at=place) == "You have nothing scheduled under pay."
    counter.subscribers[13] = (OTTO.user_id,)
    assert await counter.says("schedules", at=TOPIC) == "You have nothing scheduled."
    assert await counter.says("schedules", at=ALONE) == (
        "Again and again:\n* **pay**: every day at 09:00 (UTC), next <time:2027-01-19T09:00:00+00:00>, "
        "to #**board>pay**"
    )


@pytest.mark.parametrize(
    ("line", "what", "mend"),
    [
        ("", "a schedule has either when, cron or every", 'Write: when: "every weekday at 9:00"'),
        (
            "every: 6h, cron: '0 9 * * *'",
            "a schedule has either when, cron or every",
            'Write: when: "every weekday at 9:00"',
        ),
        (
            "when: every 10 seconds",
            "it comes more often than every minute",
            'Write it like when: "every 6 hours"',
        ),
        ("every: 30s", "the interval is shorter than a minute", "Write it like every: 6h"),
        (
            "when: every day at 5",
            "“every day at 5” can mean several times",
            "Write every day at 05:00",
        ),
        (
            "when: 2030-01-01 09:00",
            "“2030-01-01 09:00” comes only once",
            'Write it like when: "every weekday at 9:00"',
        ),
        (
            "every: 6h, prearm: true, jitter: 5m",
            "what is given to the server ahead has no jitter",
            "Take out jitter or prearm",
        ),
    ],
)
def test_a_schedule_that_makes_no_sense_is_refused(tmp_path: Path, line: str, what: str, mend: str) -> None:
    assert complaint(tmp_path, line) == (7, what, mend)


MESSAGE = RecurringMessage(
    name="x", every=None, cron=None, when="every day at 9:00", to=Destination("#a > b"), text=Template("x")
)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"name": "12"}, "“12” is no name for a schedule"),
        ({"text": Template("  ")}, "the text is empty"),
        ({"to": ()}, "there is no place to write to"),
        (
            {"prearm": True, "text": Template("{date}")},
            "a text with fields cannot be given to the server ahead",
        ),
        (
            {"prearm": True, "to": Destination("@*bench*")},
            "a message to a user group cannot be given to the server ahead",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(changes: dict[str, object], what: str) -> None:
    with pytest.raises(ValueError, match=what.replace("“", ".").replace("”", ".")):
        structs.replace(MESSAGE, **changes)


def test_two_schedules_need_two_names() -> None:
    with pytest.raises(ValueError, match="two schedules are called “x”"):
        SchedulerOptions(schedules=(MESSAGE, MESSAGE))


@pytest.mark.parametrize(
    "text", ["#a > b", "#**a>b**", "@Iris Adler", "@**Iris Adler|1**", "@Iris Adler, @Otto Berg", "@*bench*"]
)
def test_a_place_is_a_topic_or_people(text: str) -> None:
    assert Destination.parse(text).startswith(("#a > b", "@"))


@pytest.mark.parametrize("text", ["general", "@", "#general", "@Iris, @", "@**"])
def test_what_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no"):
        Destination.parse(text)


def test_days_to_skip_are_days_of_the_schedules_zone() -> None:
    message = structs.replace(MESSAGE, timezone=ZoneInfo("Asia/Tokyo"), skip=(date(2027, 1, 19),))
    assert not message.comes_on(1_800_284_400 + 3600, BERLIN)
    assert message.comes_on(1_800_284_400 - 3600, BERLIN)
