"""Messages that go out once where the server keeps none, or does not say whether it does."""

from collections.abc import Callable

import pytest

from dragoman.errors import NotFound, NotSent, TimedOut
from dragoman.model import Message, ScheduledMessage
from dragoman.operations import (
    CreateScheduledMessage,
    GetMessages,
    GetScheduledMessages,
    MessagesFound,
    SendMessage,
)
from dragoman_plugins.scheduler.one_offs import OneOffs
from plugins.desk import BOT, GENERAL, MONDAY_NOON
from plugins.scheduler.counter import TOPIC, Counter

NOON = int(MONDAY_NOON)
HOUR = 3600
AT_TWO = "<time:2027-01-18T14:00:00+00:00>"
SOUP = SendMessage(type="channel", to=GENERAL.stream_id, topic="planning", content="soup")
DOUBT = (
    f"Message **1** goes to #**general>planning** at {AT_TWO}. "
    "The server has not confirmed it yet, so I look again in a minute. `!unschedule 1` cancels it."
)


def without_server() -> Counter:
    """Return a counter whose server has no list of scheduled messages."""
    counter = Counter()
    counter.desk.chat.answers[GetScheduledMessages] = lambda operation: NotFound(
        operation, status=404, code="", msg="Not found"
    )
    return counter


def silent(counter: Counter, *, takes_it: bool) -> None:
    """Let the server say nothing to a creation, whether it takes it or not."""
    create: Callable[..., object] = counter.desk.chat.answers[CreateScheduledMessage]

    def answer(operation: CreateScheduledMessage) -> TimedOut:
        if takes_it:
            create(operation)
        return TimedOut(operation, "no answer")

    counter.desk.chat.answers[CreateScheduledMessage] = answer


def history(counter: Counter, *texts: str) -> None:
    """Let this have been said by the bot at two o'clock."""
    messages = tuple(
        Message(id=500, type="stream", sender_id=BOT.user_id, content=text, timestamp=NOON + 2 * HOUR)
        for text in texts
    )
    counter.desk.chat.answers[GetMessages] = lambda _: MessagesFound(messages=messages)


async def test_what_the_server_cannot_keep_is_sent_from_here() -> None:
    counter = without_server()
    assert await counter.says("schedule in 2h soup") == (
        f"Message **1** goes to #**general>planning** at {AT_TWO}. `!unschedule 1` cancels it."
    )
    assert counter.created == []
    assert await counter.says("schedules") == f"Once:\n* **1**: {AT_TWO} to #**general>planning**: soup"
    assert await counter.comes("1") == [SOUP]
    assert await counter.says("schedules") == "You have nothing scheduled."


async def test_what_is_sent_from_here_is_changed_and_cancelled() -> None:
    counter = without_server()
    await counter.says("schedule in 1h stew")
    await counter.says("edit 1 in 2h")
    await counter.says("edit 1 text: soup")
    assert await counter.comes("1") == [SOUP]
    await counter.says("schedule in 2h soup")
    assert await counter.says("unschedule 2") == (
        "Cancelled: message **2** for <time:2027-01-18T16:00:00+00:00> will not be sent."
    )
    assert await counter.desk.context().schedules.list() == []


async def test_what_is_sent_late_says_so() -> None:
    counter = without_server()
    await counter.says("schedule in 2h soup")
    await counter.clock.advance(5 * HOUR)
    (sent,) = await counter.comes("1")
    assert sent.content == f"soup\n\n(This was due at {AT_TWO}, when I was away.)"


async def test_what_the_server_took_in_silence_is_found_at_once() -> None:
    counter = Counter()
    silent(counter, takes_it=True)
    assert await counter.says("schedule in 2h soup") == (
        f"Message **1** goes to #**general>planning** at {AT_TWO}. `!unschedule 1` cancels it."
    )
    assert len(counter.waiting) == 1


async def test_what_the_server_took_too_late_to_be_seen_at_once_is_found_later() -> None:
    counter = Counter()
    silent(counter, takes_it=False)
    assert await counter.says("schedule in 2h soup") == DOUBT
    sentence = "The server has not said yet whether it has message 1: try again in a minute."
    assert await counter.says("unschedule 1") == sentence
    assert await counter.says("edit 1 in 3h") == sentence
    counter.waiting[99] = ScheduledMessage(
        scheduled_message_id=99,
        type="stream",
        to=GENERAL.stream_id,
        topic="planning",
        content="soup",
        scheduled_delivery_timestamp=NOON + 2 * HOUR,
    )
    assert await counter.comes("?1") == []
    one = await OneOffs(counter.desk.context()).find(1)
    assert one is not None
    assert (one.scheduled_id, one.is_doubtful) == (99, False)
    assert await counter.desk.context().schedules.list() == []


async def test_what_the_server_never_took_is_sent_from_here() -> None:
    counter = Counter()
    silent(counter, takes_it=False)
    await counter.says("schedule in 2h soup")
    assert await counter.comes("?1") == []
    assert len(counter.created) == 1
    assert await counter.comes("1") == [SOUP]


@pytest.mark.parametrize(("said", "sent"), [((), [SOUP]), (("soup",), [])], ids=["never", "sent"])
async def test_what_is_due_before_it_is_clear_is_sent_once(
    said: tuple[str, ...], sent: list[SendMessage]
) -> None:
    counter = Counter()
    silent(counter, takes_it=False)
    await counter.says("schedule in 2h soup")
    await counter.clock.advance(2 * HOUR + 60)
    history(counter, *said)
    assert [each.content for each in await counter.comes("?1")] == [each.content for each in sent]
    assert await OneOffs(counter.desk.context()).all() == []


async def test_what_was_surely_not_made_is_made_at_the_next_attempt() -> None:
    counter = Counter()
    create = counter.desk.chat.answers[CreateScheduledMessage]
    counter.desk.chat.answers[CreateScheduledMessage] = lambda operation: NotSent(operation, "no connection")
    context = counter.desk.said("", at=TOPIC, number=7)
    with pytest.raises(NotSent):
        await counter.scheduler.schedule(context, "in 2h soup")
    counter.desk.chat.answers[CreateScheduledMessage] = create
    await counter.scheduler.schedule(counter.desk.said("", at=TOPIC, number=7), "in 2h soup")
    assert len(counter.waiting) == 1


async def test_an_attempt_that_ended_before_it_was_kept_is_not_made_again() -> None:
    counter = Counter()
    interrupted, again = (counter.desk.said("", at=TOPIC, number=7) for _ in range(2))
    await counter.scheduler.schedule(interrupted, "in 2h soup")
    await counter.scheduler.schedule(again, "in 2h soup")
    counter.desk.keep(again)
    assert len(counter.created) == 1
    assert await counter.says("schedules") == f"Once:\n* **1**: {AT_TWO} to #**general>planning**: soup"
