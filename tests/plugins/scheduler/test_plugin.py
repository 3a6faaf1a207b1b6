"""What the scheduler does when people ask it, and by the clock."""

from datetime import timedelta
from itertools import count
from zoneinfo import ZoneInfo

import msgspec
import pytest

from dragoman.errors import ApiError, NotFound, UserError
from dragoman.model import Channel, ScheduledMessage, User
from dragoman.operations import (
    CreateScheduledMessage,
    DeleteScheduledMessage,
    Done,
    GetScheduledMessages,
    GetSubscribers,
    ScheduledMessageCreated,
    ScheduledMessagesFound,
    SendMessage,
    SubscribersFound,
)
from dragoman.plugin import (
    Conversation,
    CronExpression,
    CronSchedule,
    Duration,
    Interval,
    MessageContext,
    Unreadable,
)
from dragoman.plugin.commands import commands_of
from dragoman_plugins.scheduler import RecurringMessage, Scheduler, SchedulerOptions
from dragoman_plugins.scheduler.destinations import Destination
from plugins.desk import GENERAL, IRIS, MONDAY_NOON, OPS, OTTO, Desk, People, replies_of

NOON = int(MONDAY_NOON)
TOPIC = Conversation(channel_id=GENERAL.stream_id, topic="planning")
ALONE = Conversation(user_ids=(OTTO.user_id,))
HOUR = 3600


class Waiting:
    """The server's scheduled messages."""

    def __init__(self, desk: Desk) -> None:
        self.messages: dict[int, ScheduledMessage] = {}
        self.last = 0
        desk.chat.answers |= {
            CreateScheduledMessage: self.create,
            GetScheduledMessages: lambda _: ScheduledMessagesFound(
                scheduled_messages=tuple(self.messages.values())
            ),
            DeleteScheduledMessage: self.delete,
        }

    def create(self, operation: CreateScheduledMessage) -> ScheduledMessageCreated:
        self.last += 1
        self.messages[self.last] = ScheduledMessage(
            scheduled_message_id=self.last,
            type="private" if operation.type == "direct" else "stream",
            to=operation.to,
            topic=operation.topic,
            content=operation.content,
            scheduled_delivery_timestamp=operation.scheduled_delivery_timestamp,
        )
        return ScheduledMessageCreated(scheduled_message_id=self.last)

    def delete(self, operation: DeleteScheduledMessage) -> Done | NotFound:
        if self.messages.pop(operation.scheduled_message_id, None) is None:
            return NotFound(operation, status=404, code="BAD_REQUEST", msg="Scheduled message does not exist")
        return Done()


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def waiting(desk: Desk) -> Waiting:
    return Waiting(desk)


@pytest.fixture
def scheduler(waiting: Waiting) -> Scheduler:
    return Scheduler()


MESSAGES = count(100)


def said(desk: Desk, by: User = OTTO, at: Conversation = TOPIC) -> MessageContext:
    return desk.said("", by=by, at=at, number=next(MESSAGES))


async def schedule(
    scheduler: Scheduler, desk: Desk, what: str, at: Conversation = TOPIC, by: User = OTTO
) -> list[str]:
    context = said(desk, by, at)
    await scheduler.schedule(context, what)
    desk.keep(context)
    return replies_of(context)


async def remind(scheduler: Scheduler, desk: Desk, whom: str, what: str) -> list[str]:
    context = said(desk)
    await scheduler.remind(context, whom, what)
    desk.keep(context)
    return replies_of(context)


async def refusal(scheduler: Scheduler, desk: Desk, what: str) -> str:
    with pytest.raises(UserError) as caught:
        await schedule(scheduler, desk, what)
    return caught.value.sentence


def created(desk: Desk) -> list[CreateScheduledMessage]:
    return [call for call in desk.chat.calls if isinstance(call, CreateScheduledMessage)]


async def test_a_message_is_scheduled_where_it_was_asked_for(scheduler: Scheduler, desk: Desk) -> None:
    assert await schedule(scheduler, desk, "in 2h freeze ends") == [
        (
            "Message **1** goes to #**general>planning** at <time:2027-01-18T14:00:00+00:00>. "
            "`!unschedule 1` cancels it."
        )
    ]
    assert created(desk) == [
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
    ],
)
async def test_a_message_is_scheduled_elsewhere(scheduler: Scheduler, desk: Desk, what: str) -> None:
    (reply,) = await schedule(scheduler, desk, what)
    assert reply.startswith("Message **1** goes to #**ops>deploys** at <time:2027-01-18T14:00:00+00:00>.")
    assert created(desk) == [
        CreateScheduledMessage(
            type="channel",
            to=OPS.stream_id,
            topic="deploys",
            content="freeze ends",
            scheduled_delivery_timestamp=NOON + 2 * HOUR,
        )
    ]


async def test_a_topic_may_hold_the_name_of_a_day(scheduler: Scheduler, desk: Desk) -> None:
    await schedule(scheduler, desk, "#ops > friday deploys in 2h: freeze ends")
    (operation,) = created(desk)
    assert (operation.topic, operation.content) == ("friday deploys", "freeze ends")


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("#ops > deploys freeze ends", "I cannot tell when: write it like #channel > topic in 2h: text."),
        ("#ops in 2h freeze ends", "I cannot tell which topic: write it like #channel > topic in 2h: text."),
        ("#nowhere > x in 2h: y", "There is no channel “nowhere”."),
        ("@**Nobody** in 2h: y", "There is nobody called “nobody”."),
        ("in 2h", "The text is missing: say what is to be sent after the time."),
        ("today 8am x", "Monday, 18 January 2027, 08:00 is over: name a time that is still to come."),
    ],
)
async def test_what_cannot_be_scheduled_is_explained(
    scheduler: Scheduler, desk: Desk, what: str, sentence: str
) -> None:
    assert await refusal(scheduler, desk, what) == sentence
    assert created(desk) == []


async def test_what_the_server_refuses_is_told(scheduler: Scheduler, desk: Desk) -> None:
    desk.chat.answers[CreateScheduledMessage] = lambda operation: ApiError(
        operation, status=400, code="BAD_REQUEST", msg="Not authorized to send to channel 'general'"
    )
    sentence = await refusal(scheduler, desk, "in 2h x")
    assert sentence == "That cannot be scheduled: Not authorized to send to channel 'general'."


@pytest.mark.parametrize(
    "what",
    [
        "tomorrow 9am to rotate backups",
        "tomorrow at 9: rotate backups",
        "to rotate backups tomorrow 9am",
        "rotate backups tomorrow at 9am",
    ],
)
async def test_a_reminder_goes_to_the_asker_in_the_askers_own_zone(
    scheduler: Scheduler, desk: Desk, what: str
) -> None:
    assert await remind(scheduler, desk, "me", what) == [
        "Message **1** goes to you at <time:2027-01-19T08:00:00+00:00>. `!unschedule 1` cancels it."
    ]
    assert created(desk) == [
        CreateScheduledMessage(
            type="direct",
            to=(OTTO.user_id,),
            content="rotate backups",
            scheduled_delivery_timestamp=NOON + 20 * HOUR,
        )
    ]


async def test_a_reminder_for_another_person_says_whom_it_is_from(scheduler: Scheduler, desk: Desk) -> None:
    (reply,) = await remind(scheduler, desk, "@**Iris Adler|1**", "in 2h to look at the disks")
    (operation,) = created(desk)
    assert operation.to == (IRIS.user_id,)
    assert operation.content == "@_**Otto Berg|2** asked me to tell you:\n\nlook at the disks"
    assert reply.startswith("Message **1** goes to @_**Iris Adler|1** at ")


async def test_a_reminder_for_us_goes_to_the_conversation(scheduler: Scheduler, desk: Desk) -> None:
    await remind(scheduler, desk, "us", "in 2h to look at the disks")
    (operation,) = created(desk)
    assert (operation.to, operation.topic, operation.content) == (
        GENERAL.stream_id,
        "planning",
        "look at the disks",
    )


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("@**all** lunch", "@\u200b**all** lunch"),
        ("@*ops* lunch", "@\u200b*ops* lunch"),
        ("/poll lunch?", "\u200b/poll lunch?"),
        ("see https://example.org and @**Iris Adler**", "see https://example.org and @**Iris Adler**"),
    ],
)
async def test_nobody_shouts_through_the_bot(scheduler: Scheduler, desk: Desk, text: str, sent: str) -> None:
    await schedule(scheduler, desk, f"in 2h {text}")
    assert created(desk)[0].content == sent


async def test_an_operator_may_allow_shouting(waiting: Waiting, desk: Desk) -> None:
    await schedule(Scheduler(SchedulerOptions(wildcards=True)), desk, "in 2h @**all** lunch")
    assert created(desk)[0].content == "@**all** lunch"


async def test_a_private_channel_does_not_exist_for_strangers() -> None:
    secret = Channel(stream_id=13, name="board", invite_only=True)
    closed = Desk(People((GENERAL, secret)))
    Waiting(closed)
    members = [IRIS.user_id]
    closed.chat.answers[GetSubscribers] = lambda _: SubscribersFound(subscribers=tuple(members))
    assert (
        await refusal(Scheduler(), closed, "#board > pay in 2h: x")
        == "There is no channel “board” that you can write to."
    )
    members.append(OTTO.user_id)
    assert await schedule(Scheduler(), closed, "#board > pay in 2h: x")


async def test_one_person_has_only_so_many_messages_waiting(waiting: Waiting, desk: Desk) -> None:
    scheduler = Scheduler(SchedulerOptions(most=2))
    for _ in range(2):
        await schedule(scheduler, desk, "in 2h x")
    sentence = await refusal(scheduler, desk, "in 2h x")
    assert sentence == "You have 2 messages waiting, which is the most: cancel one first."
    await schedule(scheduler, desk, "in 2h x", by=IRIS)


async def test_a_list_shows_ones_own_messages(scheduler: Scheduler, desk: Desk) -> None:
    await schedule(scheduler, desk, "in 2h freeze @**Iris Adler** ends")
    await remind(scheduler, desk, "me", "in 3h to go home")
    public, alone, other = said(desk), said(desk, at=ALONE), said(desk, by=IRIS)
    for context in (public, alone, other):
        await scheduler.schedules(context)
    freeze = (
        "* **1**: <time:2027-01-18T14:00:00+00:00> to #**general>planning**: "
        "freeze @\u200b**Iris Adler** ends"
    )
    home = "* **2**: <time:2027-01-18T15:00:00+00:00> to you"
    assert replies_of(public) == [f"Waiting:\n{freeze}\n{home}"]
    assert replies_of(alone) == [f"Waiting:\n{freeze}\n{home}: go home"]
    assert replies_of(other) == [f"Waiting:\n{freeze}\n{home.replace('you', '@_**Otto Berg|2**')}"]


async def test_a_member_does_not_see_or_cancel_what_others_scheduled(
    scheduler: Scheduler, desk: Desk
) -> None:
    await schedule(scheduler, desk, "in 2h secret", by=IRIS)
    context = desk.said("", at=TOPIC)
    await scheduler.schedules(context)
    assert replies_of(context) == ["Nothing of yours is waiting."]
    with pytest.raises(UserError, match="You have no scheduled message 1"):
        await scheduler.unschedule(context, 1)


async def test_a_message_is_cancelled_once(scheduler: Scheduler, desk: Desk) -> None:
    await schedule(scheduler, desk, "in 2h x")
    context = said(desk)
    await scheduler.unschedule(context, 1)
    desk.keep(context)
    with pytest.raises(UserError, match="You have no scheduled message 1: `!schedules` lists yours"):
        await scheduler.unschedule(said(desk), 1)


STANDUP = RecurringMessage(
    name="standup",
    cron=CronExpression.parse("0 9 * * mon-fri"),
    to=Destination.parse("#general > stand-up"),
    text="What are you on today?",
)
WATER = RecurringMessage(
    name="water",
    every=Duration(hours=6),
    to=(Destination.parse("@Iris Adler"), Destination.parse("#ops > plants"), Destination.parse("#gone > x")),
    text="Water the plants.",
)


async def test_recurring_messages_go_by_the_clock(waiting: Waiting, desk: Desk) -> None:
    scheduler = Scheduler(SchedulerOptions(timezone=ZoneInfo("Europe/Berlin"), schedules=(STANDUP, WATER)))
    standup, water = scheduler.timers()
    assert (standup.name, standup.schedule) == (
        "standup",
        CronSchedule.of("0 9 * * mon-fri", "Europe/Berlin"),
    )
    assert (water.name, water.schedule) == ("water", Interval(timedelta(hours=6)))
    context = desk.context()
    await scheduler.start(context)
    await standup.call(context)
    await water.call(context)
    assert context.effects == [
        SendMessage(type="channel", to=GENERAL.stream_id, topic="stand-up", content="What are you on today?"),
        SendMessage(type="direct", to=(IRIS.user_id,), content="Water the plants."),
        SendMessage(type="channel", to=OPS.stream_id, topic="plants", content="Water the plants."),
    ]


async def test_recurring_messages_are_listed(waiting: Waiting, desk: Desk) -> None:
    context = desk.said("", at=TOPIC)
    await Scheduler(SchedulerOptions(schedules=(STANDUP, WATER))).schedules(context)
    assert replies_of(context) == [
        (
            "Nothing of yours is waiting.\n\nAgain and again:\n"
            "* **standup**: `0 9 * * mon-fri` to #general > stand-up\n"
            "* **water**: every 6h to @\u200bIris Adler, #ops > plants, #gone > x"
        )
    ]


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"cron": None}, "a schedule has either cron or every"),
        ({"every": Duration(hours=1)}, "a schedule has either cron or every"),
        ({"cron": None, "every": Duration(seconds=30)}, "the interval is shorter than a minute"),
        ({"text": "  "}, "the text is empty"),
        ({"to": ()}, "there is no place to write to"),
    ],
)
def test_a_schedule_that_makes_no_sense_is_refused(changes: dict[str, object], what: str) -> None:
    fields = {**msgspec.structs.asdict(STANDUP), **changes}
    with pytest.raises(Unreadable) as caught:
        RecurringMessage(**fields)
    assert caught.value.what == what


def test_two_schedules_need_two_names() -> None:
    with pytest.raises(Unreadable, match="two schedules are called “standup”"):
        SchedulerOptions(schedules=(STANDUP, STANDUP))


def test_a_place_is_a_topic_or_a_person() -> None:
    with pytest.raises(Unreadable) as caught:
        Destination.parse("general")
    assert str(caught.value) == (
        '“general” is no place to write to. Write it "#channel > topic", "@Full Name", '
        '"@One Person and @Another", or "@*group*"'
    )


def test_the_askers_zone_comes_first_then_the_schedulers() -> None:
    desk = Desk()
    scheduler = Scheduler(SchedulerOptions(timezone=ZoneInfo("Asia/Tokyo")))
    assert scheduler._zone(desk.said("", by=OTTO)) == ZoneInfo("Europe/Berlin")
    assert scheduler._zone(desk.said("", by=IRIS)) == ZoneInfo("Asia/Tokyo")


def test_the_commands_are_as_documented() -> None:
    assert [(command.usage("!"), command.mark.access) for command in commands_of(Scheduler())] == [
        ("!schedule <what...>", "member"),
        ("!remind <whom> <what...>", "everyone"),
        ("!schedules", "everyone"),
        ("!unschedule <number>", "everyone"),
        ("!edit <number> <what...>", "everyone"),
    ]
