"""What the scheduler answers when people ask it for messages that go out once."""

import pytest

from dragoman.errors import ApiError
from dragoman.model import Channel
from dragoman.operations import CreateScheduledMessage
from dragoman.plugin.commands import commands_of
from dragoman_plugins.scheduler import Scheduler, SchedulerOptions
from plugins.desk import GENERAL, IRIS, MONDAY_NOON, OPS, OTTO, People
from plugins.scheduler.counter import ALONE, Counter

NOON = int(MONDAY_NOON)
HOUR = 3600
AT_TWO = "<time:2027-01-18T14:00:00+00:00>"


@pytest.fixture
def counter() -> Counter:
    return Counter()


async def test_a_message_is_scheduled_where_it_was_asked_for(counter: Counter) -> None:
    assert await counter.says("schedule in 2h freeze ends") == (
        f"Message **1** goes to #**general>planning** at {AT_TWO}. `!unschedule 1` cancels it."
    )
    assert counter.created == [
        CreateScheduledMessage(
            type="channel",
            to=GENERAL.stream_id,
            topic="planning",
            content="freeze ends",
            scheduled_delivery_timestamp=NOON + 2 * HOUR,
        )
    ]


@pytest.mark.parametrize(
    "what",
    [
        "#ops > deploys in 2h: freeze ends",
        "#ops > deploys in 2h freeze ends",
        "#ops>deploys: in 2h: freeze ends",
        "to #ops > deploys in 2h: freeze ends",
        "#**ops>deploys** in 2h: freeze ends",
        "#**ops>deploys**: in 2h freeze ends",
        "in 2h in #ops > deploys: freeze ends",
        "in 2h to #**ops>deploys** freeze ends",
        "in 2h #**ops>deploys**: freeze ends",
        "in 2h: #ops > deploys: freeze ends",
    ],
)
async def test_a_message_is_scheduled_elsewhere(counter: Counter, what: str) -> None:
    assert await counter.says(f"schedule {what}") == (
        f"Message **1** goes to #**ops>deploys** at {AT_TWO}. `!unschedule 1` cancels it."
    )
    assert counter.created == [
        CreateScheduledMessage(
            type="channel",
            to=OPS.stream_id,
            topic="deploys",
            content="freeze ends",
            scheduled_delivery_timestamp=NOON + 2 * HOUR,
        )
    ]


@pytest.mark.parametrize(
    ("what", "topic", "text"),
    [
        ("#ops > friday deploys in 2h: freeze ends", "friday deploys", "freeze ends"),
        ("in 2h #**ops>deploys** is where to look", "planning", "#**ops>deploys** is where to look"),
    ],
)
async def test_what_belongs_to_the_text_or_the_topic_stays_there(
    counter: Counter, what: str, topic: str, text: str
) -> None:
    await counter.says(f"schedule {what}")
    (operation,) = counter.created
    assert (operation.topic, operation.content) == (topic, text)


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("#ops > deploys freeze ends", "I cannot tell when: write it like #channel > topic in 2h: text."),
        ("#ops in 2h freeze ends", "I cannot tell which topic: write it like #channel > topic in 2h: text."),
        (
            "in 2h #ops > deploys freeze ends",
            "I cannot tell where the topic ends: write a colon after it, #channel > topic: text.",
        ),
        ("#nowhere > x in 2h: y", "There is no channel “nowhere”."),
        ("@**Nobody** in 2h: y", "There is nobody called “nobody”."),
        (
            "@*ops* in 2h: y",
            (
                "“ops” is a user group, to which only schedules of the bot.yaml go: "
                "name a channel, or the people one by one."
            ),
        ),
        (
            "in 2h",
            "The text is missing: say what is to be sent after the time, such as “in 2h the freeze ends”.",
        ),
        ("today 8am x", "Monday, 18 January 2027, 08:00 is over: name a time that is still to come."),
    ],
)
async def test_what_cannot_be_scheduled_is_explained(counter: Counter, what: str, sentence: str) -> None:
    assert await counter.says(f"schedule {what}") == sentence
    assert counter.created == []


async def test_what_the_server_refuses_is_told(counter: Counter) -> None:
    counter.desk.chat.answers[CreateScheduledMessage] = lambda operation: ApiError(
        operation, status=400, code="BAD_REQUEST", msg="Not authorized to send to channel 'general'"
    )
    sentence = await counter.says("schedule in 2h x")
    assert sentence == "That cannot be scheduled: Not authorized to send to channel 'general'."


@pytest.mark.parametrize(
    "what",
    [
        "tomorrow 9am to rotate backups",
        "tomorrow at 9am: rotate backups",
        "to rotate backups tomorrow 9am",
        "rotate backups tomorrow at 9am",
    ],
)
async def test_a_reminder_goes_to_the_asker_in_the_askers_own_zone(counter: Counter, what: str) -> None:
    assert await counter.says(f"remind me {what}") == (
        "Message **1** goes to you at <time:2027-01-19T08:00:00+00:00>. `!unschedule 1` cancels it."
    )
    assert counter.created == [
        CreateScheduledMessage(
            type="direct",
            to=(OTTO.user_id,),
            content="rotate backups",
            scheduled_delivery_timestamp=NOON + 20 * HOUR,
        )
    ]


async def test_a_reminder_for_another_person_says_whom_it_is_from(counter: Counter) -> None:
    assert await counter.says("remind @**Iris Adler|1** in 2h to look at the disks") == (
        f"Message **1** goes to @_**Iris Adler|1** at {AT_TWO}. `!unschedule 1` cancels it."
    )
    (operation,) = counter.created
    assert (operation.to, operation.content) == (
        (IRIS.user_id,),
        "@_**Otto Berg|2** asked me to tell you:\n\nlook at the disks",
    )


async def test_several_people_are_written_to_together(counter: Counter) -> None:
    assert await counter.says("schedule @**Iris Adler** and @**Otto Berg** in 2h: lunch") == (
        f"Message **1** goes to @_**Iris Adler|1** and @_**Otto Berg|2** at {AT_TWO}. "
        "`!unschedule 1` cancels it."
    )
    assert [(each.to, each.content) for each in counter.created] == [((1, 2), "lunch")]


async def test_a_reminder_for_us_goes_to_the_conversation(counter: Counter) -> None:
    await counter.says("remind us in 2h to look at the disks")
    (operation,) = counter.created
    assert (operation.to, operation.topic, operation.content) == (
        GENERAL.stream_id,
        "planning",
        "look at the disks",
    )


async def test_a_time_that_may_be_two_is_asked_about(counter: Counter) -> None:
    assert await counter.says("remind me tomorrow at 5 to sleep") == (
        "When do you mean by “tomorrow at 5”?\n\n"
        "1. tomorrow at 05:00\n2. tomorrow at 17:00\n\nAnswer with the number."
    )
    assert counter.created == []
    assert await counter.says("3") == ""
    assert await counter.says("2", by=IRIS) == ""
    assert await counter.says("2") == (
        "Message **1** goes to you at <time:2027-01-19T16:00:00+00:00>. `!unschedule 1` cancels it."
    )
    assert await counter.says("2") == ""
    assert [each.content for each in counter.created] == ["sleep"]


async def test_a_question_is_forgotten_after_a_quarter_of_an_hour(counter: Counter) -> None:
    await counter.says("schedule #ops > deploys tomorrow at 5: freeze ends")
    await counter.clock.advance(901)
    assert await counter.says("1") == ""


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("@**all** lunch", "@\u200b**all** lunch"),
        ("@*ops* lunch", "@\u200b*ops* lunch"),
        ("/poll lunch?", "\u200b/poll lunch?"),
        ("see https://example.org and @**Iris Adler**", "see https://example.org and @**Iris Adler**"),
        ("{date} {weekday}", "{date} {weekday}"),
    ],
)
async def test_nobody_shouts_through_the_bot(counter: Counter, text: str, sent: str) -> None:
    await counter.says(f"schedule in 2h {text}")
    assert counter.created[0].content == sent


async def test_an_operator_may_allow_shouting() -> None:
    counter = Counter(SchedulerOptions(wildcards=True))
    await counter.says("schedule in 2h @**all** lunch")
    assert counter.created[0].content == "@**all** lunch"


async def test_a_private_channel_does_not_exist_for_strangers() -> None:
    counter = Counter(directory=People((GENERAL, Channel(stream_id=13, name="board", invite_only=True))))
    counter.subscribers[13] = (IRIS.user_id,)
    assert (
        await counter.says("schedule #board > pay in 2h: x")
        == "There is no channel “board” that you can write to."
    )
    counter.subscribers[13] = (IRIS.user_id, OTTO.user_id)
    assert await counter.says("schedule #board > pay in 2h: x") == (
        f"Message **1** goes to #**board>pay** at {AT_TWO}. `!unschedule 1` cancels it."
    )
    assert await counter.says("schedules") == f"Once:\n* **1**: {AT_TWO} to a private channel"
    assert await counter.says("schedules", at=ALONE) == f"Once:\n* **1**: {AT_TWO} to #**board>pay**: x"


async def test_one_writes_only_where_one_may_post() -> None:
    news = Channel(stream_id=14, name="news", stream_post_policy=2)
    counter = Counter(directory=People((GENERAL, news)))
    assert (
        await counter.says("schedule #news > today in 2h: x")
        == "There is no channel “news” that you can write to."
    )
    assert await counter.says("schedule #news > today in 2h: x", by=IRIS) == (
        f"Message **1** goes to #**news>today** at {AT_TWO}. `!unschedule 1` cancels it."
    )


async def test_one_person_has_only_so_much_scheduled() -> None:
    counter = Counter(SchedulerOptions(most=2))
    await counter.says("schedule in 2h x")
    await counter.says("schedule every day at 9:00 x")
    sentence = "You have 2 messages waiting, which is the most: cancel one first."
    assert await counter.says("schedule in 2h x") == sentence
    assert await counter.says("remind me every day at 9:00 x") == sentence
    assert await counter.says("schedule in 2h x", by=IRIS) == (
        f"Message **3** goes to #**general>planning** at {AT_TWO}. `!unschedule 3` cancels it."
    )


async def test_a_list_shows_ones_own_messages(counter: Counter) -> None:
    await counter.says("schedule in 2h freeze @**Iris Adler** ends")
    await counter.says("remind me in 3h to go home")
    freeze = f"* **1**: {AT_TWO} to #**general>planning**: freeze @\u200b**Iris Adler** ends"
    home = "* **2**: <time:2027-01-18T15:00:00+00:00> to you"
    assert await counter.says("schedules") == f"Once:\n{freeze}\n{home}"
    assert await counter.says("schedules", at=ALONE) == f"Once:\n{freeze}\n{home}: go home"
    assert await counter.says("schedules here") == f"Once:\n{freeze}"
    assert await counter.says("schedules", by=IRIS) == "You have nothing scheduled."
    theirs = home.replace("you", "@_**Otto Berg|2**")
    assert await counter.says("schedules all", by=IRIS) == f"Once:\n{freeze}\n{theirs}"
    assert await counter.says("schedules #general", by=IRIS) == f"Once:\n{freeze}"


async def test_one_message_is_shown_by_its_number(counter: Counter) -> None:
    await counter.says("remind me in 2h to go home")
    assert await counter.says("schedules 1") == f"Message **1** goes to you at {AT_TWO}."
    assert (
        await counter.says("schedules 1", at=ALONE)
        == f"Message **1** goes to you at {AT_TWO}.\n```quote\ngo home\n```"
    )


async def test_a_member_does_not_see_or_cancel_what_others_scheduled(counter: Counter) -> None:
    await counter.says("schedule in 2h secret", by=IRIS)
    nothing = "You have nothing scheduled under 1: `!schedules` lists what you have."
    assert await counter.says("schedules") == "You have nothing scheduled."
    assert await counter.says("schedules all") == (
        "All that is scheduled is for moderators to see: `!schedules` lists what is yours."
    )
    for command in ("schedules 1", "unschedule 1", "edit 1 in 3h", "pause 1"):
        assert await counter.says(command) == nothing


async def test_a_message_is_cancelled_once(counter: Counter) -> None:
    await counter.says("schedule in 2h x")
    assert await counter.says("unschedule 1") == f"Cancelled: message **1** for {AT_TWO} will not be sent."
    assert (
        await counter.says("unschedule 1")
        == "You have nothing scheduled under 1: `!schedules` lists what you have."
    )


async def test_a_message_is_changed(counter: Counter) -> None:
    await counter.says("schedule in 1h soup")
    assert await counter.says("edit 1 in 2h") == f"Message **1** goes to #**general>planning** at {AT_TWO}."
    assert await counter.says("edit 1 text: stew") == (
        f"Message **1** goes to #**general>planning** at {AT_TWO}."
    )
    assert await counter.says("edit 1 to #ops > x") == f"Message **1** goes to #**ops>x** at {AT_TWO}."
    (kept,) = counter.waiting.values()
    assert (kept.to, kept.topic, kept.content) == (OPS.stream_id, "x", "stew")
    assert kept.scheduled_delivery_timestamp == NOON + 2 * HOUR
    assert await counter.says("edit 1 tomorrow at 5") == (
        "When do you mean by “tomorrow at 5”?\n\n"
        "1. tomorrow at 05:00\n2. tomorrow at 17:00\n\nAnswer with the number."
    )
    assert await counter.says("1") == (
        "Message **1** goes to #**ops>x** at <time:2027-01-19T04:00:00+00:00>."
    )
    assert await counter.says("edit 1 every day at 9:00") == (
        "Message 1 goes out once: schedule what is to come again and again anew."
    )
    assert await counter.says("edit 1 text: gruel", by=IRIS) == (
        "Its text is for whoever asked for it to change."
    )


async def test_what_goes_out_once_is_not_paused(counter: Counter) -> None:
    await counter.says("schedule in 1h soup")
    for command in ("pause 1", "resume 1", "skip 1"):
        assert await counter.says(command) == "Message 1 goes out only once: `!unschedule 1` cancels it."


async def test_what_is_scheduled_is_called_by_what_it_says_and_when(counter: Counter) -> None:
    at_five, at_six = "<time:2027-01-18T16:00:00+00:00>", "<time:2027-01-18T17:00:00+00:00>"
    await counter.says("remind me at 17:00 to call Anna")
    await counter.says("remind me at 18:00 to call Otto")
    await counter.says("remind me every friday 16:00 to file the report")
    assert await counter.says("unschedule the call") == (
        "That may be **1** or **2**: say which by its number, `!schedules` shows them."
    )
    assert await counter.says("snooze that 10m") == (
        "Say which by its number: `!schedules` lists what you have."
    )
    assert await counter.says("move my 5pm reminder to 17:30") == (
        "Message **1** goes to you at <time:2027-01-18T16:30:00+00:00>."
    )
    assert await counter.says("edit 1 to 5pm") == f"Message **1** goes to you at {at_five}."
    assert await counter.says("snooze anna for 1 hour") == f"Message **1** goes to you at {at_six}."
    assert await counter.says("snooze 3 10m") == (
        "Schedule 3 comes again and again: `!skip 3` leaves out the next one."
    )
    assert await counter.says("snooze 1 banana") == (
        "“banana” is not a length of time such as 30m, 2h, 1h30m or 7d."
    )
    assert await counter.says("cancel the reminder to call otto") == (
        f"Cancelled: message **2** for {at_six} will not be sent."
    )
    assert await counter.says("cancel my call otto reminder") == (
        "You have nothing scheduled under my call otto reminder: `!schedules` lists what you have."
    )
    assert await counter.says("cancel otto", by=IRIS) == (
        "You have nothing scheduled under otto: `!schedules` lists what you have."
    )


async def test_everybody_is_this_conversation(counter: Counter) -> None:
    for number, whom in enumerate(("us", "all", "@**all**"), 1):
        assert await counter.says(f"remind {whom} in 2h to stretch") == (
            f"Message **{number}** goes to #**general>planning** at {AT_TWO}. "
            f"`!unschedule {number}` cancels it."
        )


async def test_all_of_ones_own_is_cancelled_together(counter: Counter) -> None:
    await counter.says("remind me in 2h to call Anna")
    await counter.says("remind me every friday 16:00 to file the report")
    await counter.says("schedule in 2h freeze ends", by=IRIS)
    assert await counter.says("cancel all of them") == "Cancelled: all that you had scheduled, **1**, **2**."
    assert await counter.says("cancel everything") == "You have nothing scheduled."
    assert await counter.says("schedules") == "You have nothing scheduled."
    assert [message.content for message in counter.waiting.values()] == ["freeze ends"]


async def test_several_times_at_once_are_one_schedule(counter: Counter) -> None:
    assert await counter.says("schedule tomorrow at 9, 12 and 15: tea") == (
        "Schedule **1** goes to #**general>planning** on tuesday 19 january 2027 at 09:00, 12:00 and 15:00 "
        "(Europe/Berlin): next at <time:2027-01-19T08:00:00+00:00>, <time:2027-01-19T11:00:00+00:00> and "
        "<time:2027-01-19T14:00:00+00:00>. `!skip 1` leaves one out, `!pause 1` stops it for now, "
        "`!unschedule 1` for good."
    )


async def test_a_reminder_names_a_person_without_a_mention(counter: Counter) -> None:
    told = f"Message **1** goes to @_**Iris Adler|1** at {AT_TWO}. `!unschedule 1` cancels it."
    assert await counter.says("remind iris adler in 2h to water the plants") == told
    assert await counter.says("remind #general in 2h that the freeze ends") == (
        "Reminders go to people: `!schedule #channel > topic in 2h: text` writes to a channel."
    )


def test_the_commands_are_as_documented() -> None:
    assert [(command.usage("!"), command.mark.access) for command in commands_of(Scheduler())] == [
        ("!schedule <what...>", "member"),
        ("!remind <whom> <what...>", "everyone"),
        ("!(schedules|reminders) [which...]", "everyone"),
        ("!(unschedule|cancel) <which...>", "everyone"),
        ("!(edit|move) <which> <what...>", "everyone"),
        ("!snooze <which> <long...>", "everyone"),
        ("!pause <which...>", "everyone"),
        ("!resume <which...>", "everyone"),
        ("!skip <which...>", "everyone"),
        ("!rota [name...]", "everyone"),
        ("!rota swap <name...>", "member"),
        ("!rota cover <name> [who]", "member"),
    ]
