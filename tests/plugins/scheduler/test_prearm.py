"""What the server is given a day ahead, so that it is sent while the bot is down: once, whatever happens."""

from zoneinfo import ZoneInfo

import pytest
from msgspec import structs

from dragoman.errors import ApiError, NotFound, NotSent, TimedOut
from dragoman.events import ScheduledMessagesRemoved
from dragoman.model import Message
from dragoman.operations import (
    CreateScheduledMessage,
    GetMessages,
    GetScheduledMessages,
    MessagesFound,
    SendMessage,
)
from dragoman_plugins.scheduler import RecurringMessage, SchedulerOptions
from dragoman_plugins.scheduler.destinations import Destination
from dragoman_plugins.scheduler.templates import Template
from plugins.desk import BOT, GENERAL, IRIS
from plugins.scheduler.counter import Counter

NINE = 1_800_349_200
"""Tomorrow, 2027-01-19, nine o'clock UTC."""
MESSAGE = RecurringMessage(
    name="standup",
    when="every weekday at 9:00",
    to=Destination("#general > stand-up"),
    text=Template("Good morning!"),
    prearm=True,
)
GIVEN = CreateScheduledMessage(
    type="channel",
    to=GENERAL.stream_id,
    topic="stand-up",
    content="Good morning!",
    scheduled_delivery_timestamp=NINE,
)
SENT = SendMessage(type="channel", to=GENERAL.stream_id, topic="stand-up", content="Good morning!")


def counter_of(message: RecurringMessage = MESSAGE) -> Counter:
    return Counter(SchedulerOptions(timezone=ZoneInfo("UTC"), schedules=(message,)))


async def look_ahead(counter: Counter) -> None:
    context = counter.desk.context()
    await counter.scheduler.look_ahead(context)
    counter.desk.keep(context)


async def armed() -> Counter:
    """Return a counter whose server has been given tomorrow's message."""
    counter = counter_of()
    await counter.start()
    assert counter.created == []
    await look_ahead(counter)
    assert counter.created == [GIVEN]
    return counter


def restarted(counter: Counter, message: RecurringMessage | None = MESSAGE) -> Counter:
    """Return the bot's next life at the same server."""
    schedules = (message,) if message is not None else ()
    later = Counter(SchedulerOptions(timezone=ZoneInfo("UTC"), schedules=schedules))
    later.desk, later.waiting = counter.desk, counter.waiting
    return later


def said_at(counter: Counter, at: int) -> None:
    """Let the history show that the server has sent the message."""
    message = Message(
        id=500,
        type="stream",
        sender_id=BOT.user_id,
        content="Good morning!",
        stream_id=GENERAL.stream_id,
        subject="stand-up",
        timestamp=at,
    )
    counter.desk.chat.answers[GetMessages] = lambda _: MessagesFound(messages=(message,))


async def test_what_the_server_was_given_is_not_sent_from_here() -> None:
    counter = await armed()
    await look_ahead(counter)
    assert counter.created == [GIVEN]
    assert await counter.comes("standup") == []


async def test_what_the_server_was_not_yet_given_is_sent_from_here() -> None:
    counter = counter_of()
    await counter.start()
    counter.desk.chat.answers[GetMessages] = lambda _: MessagesFound(messages=())
    assert await counter.comes("standup") == [SENT]


async def test_a_restart_gives_nothing_twice() -> None:
    later = restarted(await armed())
    await later.start()
    await look_ahead(later)
    assert later.created == [GIVEN]
    assert await later.comes("standup") == []


@pytest.mark.parametrize("is_waiting", [True, False], ids=["it waits", "it was sent"])
async def test_what_was_given_by_a_life_that_ended_before_it_knew_is_found(is_waiting: bool) -> None:
    counter = counter_of()
    await counter.start()
    # The call is made, and what came of it is never kept.
    await counter.scheduler.look_ahead(counter.desk.context())
    assert counter.created == [GIVEN]
    later = restarted(counter)
    if not is_waiting:
        counter.waiting.clear()
        said_at(counter, NINE)
    else:
        await later.start()
        await look_ahead(later)
        assert later.created == [GIVEN]
    assert await later.comes("standup") == []


async def test_what_was_tried_once_and_is_nowhere_is_sent_from_here() -> None:
    counter = counter_of()
    await counter.start()
    counter.desk.chat.answers[CreateScheduledMessage] = lambda operation: TimedOut(operation, "no answer")
    await look_ahead(counter)
    await look_ahead(counter)
    assert counter.created == [GIVEN]
    counter.desk.chat.answers[GetMessages] = lambda _: MessagesFound(messages=())
    assert await counter.comes("standup") == [SENT]


@pytest.mark.parametrize("is_refused", [True, False], ids=["refused", "not sent"])
async def test_what_was_surely_not_given_is_given_the_next_time(is_refused: bool) -> None:
    counter = counter_of()
    await counter.start()
    create = counter.desk.chat.answers[CreateScheduledMessage]
    counter.desk.chat.answers[CreateScheduledMessage] = lambda operation: (
        ApiError(operation, status=400, code="BAD_REQUEST", msg="no")
        if is_refused
        else NotSent(operation, "no connection")
    )
    await look_ahead(counter)
    counter.desk.chat.answers[CreateScheduledMessage] = create
    await look_ahead(counter)
    assert counter.created == [GIVEN, GIVEN]
    assert await counter.comes("standup") == []


@pytest.mark.parametrize("command", ["pause standup", "skip standup"])
async def test_what_is_called_off_is_taken_back(command: str) -> None:
    counter = await armed()
    await counter.says(command, by=IRIS)
    assert counter.waiting == {}


async def test_what_left_the_yaml_is_taken_back() -> None:
    later = restarted(await armed(), None)
    await later.start()
    assert later.waiting == {}


async def test_what_the_yaml_says_differently_is_given_anew() -> None:
    later = restarted(await armed(), structs.replace(MESSAGE, text=Template("Hello!")))
    await later.start()
    await look_ahead(later)
    assert [each.content for each in later.waiting.values()] == ["Hello!"]


async def test_what_somebody_cancelled_at_the_server_is_sent_from_here() -> None:
    counter = await armed()
    (number,) = counter.waiting
    counter.waiting.clear()
    context = counter.desk.context()
    await counter.scheduler.removed(context, ScheduledMessagesRemoved(id=1, scheduled_message_id=number))
    counter.desk.keep(context)
    assert await counter.comes("standup") == [SENT]


async def test_what_the_server_keeps_for_the_yaml_is_nobodys_message() -> None:
    counter = await armed()
    assert await counter.says("schedules all", by=IRIS) == (
        "Again and again:\n* **standup**: every weekday at 09:00 (UTC), "
        "next <time:2027-01-19T09:00:00+00:00>, to #**general>stand-up**: Good morning!"
    )


async def test_a_server_that_keeps_nothing_is_given_nothing() -> None:
    counter = counter_of()
    counter.desk.chat.answers[GetScheduledMessages] = lambda operation: NotFound(
        operation, status=404, code="", msg="Not found"
    )
    await counter.start()
    await look_ahead(counter)
    assert counter.created == []
    assert await counter.comes("standup") == [SENT]
