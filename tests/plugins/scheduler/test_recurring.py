"""Messages that people ask for again and again, from asking to sending, and who has a say in them."""

from zoneinfo import ZoneInfo

from msgspec import structs

from dragoman.model import Channel, User
from dragoman.operations import SendMessage
from dragoman_plugins.scheduler import SchedulerOptions
from plugins.desk import GENERAL, IRIS, OPS, OTTO, People
from plugins.scheduler.counter import ALONE, Counter

NINE = tuple(f"<time:2027-01-{day}T08:00:00+00:00>" for day in (19, 20, 21, 22, 25, 26))
"""Nine o'clock in Berlin, on weekdays from tomorrow on."""
NOTHING = "You have nothing scheduled under 1: `!schedules` lists what you have."


async def stand_up(text: str = "What is up?") -> Counter:
    """Return a counter at which Otto has asked for a stand-up."""
    counter = Counter()
    assert await counter.says(f"schedule every weekday at 9:00 in #ops > stand-up: {text}") == (
        "Schedule **1** goes to #**ops>stand-up** every weekday at 09:00 (Europe/Berlin): "
        f"next at {NINE[0]}, {NINE[1]} and {NINE[2]}. "
        "`!skip 1` leaves one out, `!pause 1` stops it for now, `!unschedule 1` for good."
    )
    return counter


async def test_a_schedule_is_read_back_and_sent_each_time() -> None:
    counter = await stand_up()
    wanted = SendMessage(type="channel", to=OPS.stream_id, topic="stand-up", content="What is up?")
    assert await counter.comes("1") == [wanted]
    assert await counter.comes("1") == [wanted]
    assert await counter.says("schedules") == (
        "Again and again:\n"
        f"* **1**: every weekday at 09:00 (Europe/Berlin), next {NINE[2]}, to #**ops>stand-up**: What is up?"
    )


async def test_fields_are_filled_in_and_other_braces_are_left_alone() -> None:
    counter = await stand_up("{weekday} {date} {time}, week {week}, {next} {x} {on_duty} {{date}} {")
    (sent,) = await counter.comes("1")
    assert sent.content == (f"Tuesday 2027-01-19 09:00, week 3, {NINE[1]} {{x}} {{on_duty}} {{{{date}}}} {{")


async def test_a_reminder_comes_again_and_again() -> None:
    counter = Counter()
    assert await counter.says("remind me every friday 16:00 to file the report") == (
        "Schedule **1** goes to you every friday at 16:00 (Europe/Berlin): next at "
        "<time:2027-01-22T15:00:00+00:00>, <time:2027-01-29T15:00:00+00:00> and "
        "<time:2027-02-05T15:00:00+00:00>. "
        "`!skip 1` leaves one out, `!pause 1` stops it for now, `!unschedule 1` for good."
    )
    assert await counter.comes("1") == [
        SendMessage(type="direct", to=(OTTO.user_id,), content="file the report")
    ]


async def test_whoever_is_reminded_by_somebody_else_is_told_by_whom() -> None:
    counter = Counter()
    await counter.says("remind @**Iris Adler** every friday 16:00 to file the report")
    assert await counter.comes("1") == [
        SendMessage(
            type="direct",
            to=(IRIS.user_id,),
            content="@_**Otto Berg|2** asked me to tell you:\n\nfile the report",
        )
    ]


async def test_nobody_shouts_again_and_again() -> None:
    counter = await stand_up("@**all** @*ops* up?")
    (sent,) = await counter.comes("1")
    assert sent.content == "@\u200b**all** @\u200b*ops* up?"


async def test_a_schedule_is_shown_with_what_comes() -> None:
    counter = await stand_up()
    assert await counter.says("schedules 1") == (
        "**1**: every weekday at 09:00 (Europe/Berlin) to #**ops>stand-up**, "
        "asked for by @_**Otto Berg|2**.\n"
        "```quote\nWhat is up?\n```\n"
        f"Next: {NINE[0]}, {NINE[1]} and {NINE[2]}"
    )


async def test_a_schedule_rests_and_comes_again() -> None:
    counter = await stand_up()
    assert await counter.says("pause 1") == "Paused: **1** comes again after `!resume 1`."
    assert await counter.says("schedules") == (
        "Again and again:\n"
        "* **1**: every weekday at 09:00 (Europe/Berlin), **paused**, to #**ops>stand-up**: What is up?"
    )
    assert await counter.says("skip 1") == (
        "Nothing of **1** comes that could be skipped: `!resume 1` lets it come again."
    )
    await counter.clock.advance(86400)
    assert (
        await counter.says("resume 1") == f"Resumed: **1** comes next at {NINE[1]}, {NINE[2]} and {NINE[3]}."
    )


async def test_what_comes_next_is_left_out() -> None:
    counter = await stand_up()
    assert await counter.says("skip 1") == (
        f"Skipped {NINE[0]}: **1** comes next at {NINE[1]}, {NINE[2]} and {NINE[3]}."
    )
    assert await counter.says("skip 1") == (
        f"Skipped {NINE[1]}: **1** comes next at {NINE[2]}, {NINE[3]} and {NINE[4]}."
    )


async def test_a_schedule_is_changed() -> None:
    counter = await stand_up()
    ten = (
        "next at <time:2027-01-19T09:00:00+00:00>, <time:2027-01-20T09:00:00+00:00> "
        "and <time:2027-01-21T09:00:00+00:00>."
    )
    assert await counter.says("edit 1 every day at 10:00") == (
        f"Schedule **1** goes to #**ops>stand-up** every day at 10:00 (Europe/Berlin): {ten}"
    )
    assert await counter.says("edit 1 text: hello") == (
        f"Schedule **1** goes to #**ops>stand-up** every day at 10:00 (Europe/Berlin): {ten}"
    )
    assert await counter.says("edit 1 to #general > x") == (
        f"Schedule **1** goes to #**general>x** every day at 10:00 (Europe/Berlin): {ten}"
    )
    assert await counter.comes("1") == [
        SendMessage(type="channel", to=GENERAL.stream_id, topic="x", content="hello")
    ]
    assert await counter.says("edit 1 friday 9:00") == (
        "Schedule 1 comes again and again: write a time such as every friday 16:00, "
        "or `!unschedule 1` and schedule it anew."
    )


async def test_a_schedule_is_cancelled() -> None:
    counter = await stand_up()
    assert await counter.says("unschedule 1") == (
        "Cancelled: schedule **1**, every weekday at 09:00 (Europe/Berlin), comes no more."
    )
    assert await counter.says("schedules") == "You have nothing scheduled."


async def test_what_one_asked_for_is_ones_own() -> None:
    counter = await stand_up()
    nell = User(user_id=5, full_name="Nell", role=400)
    assert await counter.says("schedules", by=nell) == "You have nothing scheduled."
    for command in ("schedules 1", "pause 1", "resume 1", "skip 1", "edit 1 text: x", "unschedule 1"):
        assert await counter.says(command, by=nell) == NOTHING


async def test_a_moderator_has_a_say_in_everything_but_the_words() -> None:
    counter = await stand_up()
    assert await counter.says("edit 1 text: x", by=IRIS) == "Its text is for whoever asked for it to change."
    assert await counter.says("pause 1", by=IRIS) == "Paused: **1** comes again after `!resume 1`."
    assert await counter.says("unschedule 1", by=IRIS) == (
        "Cancelled: schedule **1**, every weekday at 09:00 (Europe/Berlin), comes no more.\n--\n"
        "@_**Iris Adler|1** cancelled your schedule **1**, "
        "every weekday at 09:00 (Europe/Berlin), to #**ops>stand-up**."
    )


async def test_what_comes_too_often_or_never_is_refused() -> None:
    counter = Counter()
    assert await counter.says("schedule every 10 seconds x") == "That is more often than every minute."
    assert await counter.says("schedule every 30 february at 9:00 x") == "There is no 30 february."


async def test_whoever_may_no_longer_write_somewhere_has_nothing_sent_there() -> None:
    board = Channel(stream_id=13, name="board", invite_only=True)
    counter = Counter(directory=People((GENERAL, board)))
    counter.subscribers[13] = (OTTO.user_id,)
    await counter.says("schedule every weekday at 9:00 in #board > pay: x", at=ALONE)
    counter.subscribers[13] = ()
    assert await counter.comes("1") == [
        SendMessage(
            type="direct",
            to=(OTTO.user_id,),
            content=(
                "I paused your schedule **1**: you can no longer write to where it goes. "
                "`!edit 1 to #channel > topic` sends it somewhere else."
            ),
        )
    ]
    assert (await counter.standing("1")).schedule.paused
    assert await counter.says("schedules", at=ALONE) == (
        "Again and again:\n* **1**: every weekday at 09:00 (Europe/Berlin), **paused**, to a private channel"
    )


async def test_whoever_has_left_has_nothing_sent() -> None:
    class Leaving(People):
        has_left = False

        async def user(self, user_id: int) -> User:
            return structs.replace(await super().user(user_id), is_active=not self.has_left)

    people = Leaving()
    counter = Counter(directory=people)
    await counter.says("schedule every weekday at 9:00 in #ops > stand-up: x")
    people.has_left = True
    assert await counter.comes("1") == []
    assert (await counter.standing("1")).schedule.paused


async def test_the_schedulers_zone_is_for_those_who_have_none() -> None:
    counter = Counter(SchedulerOptions(timezone=ZoneInfo("Asia/Tokyo")))
    answer = await counter.says("schedule every weekday at 9:00 x", by=IRIS)
    assert "every weekday at 09:00 (Asia/Tokyo): next at <time:2027-01-19T00:00:00+00:00>" in answer


async def test_a_schedule_keeps_its_days_when_only_its_hour_is_changed() -> None:
    counter = Counter()
    await counter.says("remind me every weekday at 9:00 for 2 weeks to file the report")
    assert await counter.says("move the report to 11:30am") == (
        "Schedule **1** goes to you every weekday at 11:30 until 1 february 2027 (Europe/Berlin): next at "
        "<time:2027-01-19T10:30:00+00:00>, <time:2027-01-20T10:30:00+00:00> and "
        "<time:2027-01-21T10:30:00+00:00>."
    )
    await counter.says("remind me every 2 hours to drink")
    assert await counter.says("edit 2 11am") == (
        "Schedule 2 comes again and again: write a time such as every friday 16:00, "
        "or `!unschedule 2` and schedule it anew."
    )
