"""The order of what goes out, allowances, and limits that let nothing be lost."""

import asyncio
from pathlib import Path

from dragoman.clock import ManualClock
from dragoman.delivery import Allowance, ReplyBudget
from dragoman.delivery.encoding import decode_operation, encode_operation
from dragoman.delivery.evidence import as_kept, sha_of
from dragoman.errors import NotSent, RateLimited
from dragoman.model import File, NarrowTerm
from dragoman.operations import (
    AddReaction,
    ChannelToJoin,
    CreateScheduledMessage,
    EditMessage,
    GetMessages,
    SendMessage,
    Subscribe,
    UploadFile,
)
from runtime.double import RecordingZulip, running, write_bot

SEVERAL = '''
"""A sample."""
from dragoman.operations import EditMessage
from dragoman.plugin import *

class Sample(Plugin[NoOptions]):
    @command("say <text...>")
    async def say(self, context: MessageContext, text: str) -> None:
        for word in text.split():
            await context.reply(word)

    @command("amend <text...>")
    async def amend(self, context: MessageContext, text: str) -> None:
        await context.edit(7, text)
        context.record(EditMessage(message_id=8, topic=text))

    @command("order")
    async def order(self, context: MessageContext) -> None:
        first, again = await context.once("order"), await context.once("order")
        await context.reply(f"{first} {again} {context.idempotency_key == context.idempotency_key}")
'''


async def test_a_conversation_keeps_its_order_while_one_of_its_messages_has_to_wait(tmp_path: Path) -> None:
    zulip = RecordingZulip()
    zulip.answers[SendMessage] = [None, NotSent("x", "no route"), RateLimited("x", retry_after=5.0)]
    async with running(write_bot(tmp_path, SEVERAL), zulip) as desk:
        number, last = desk.push("!say a b c"), desk.push("!say d")
        await desk.clock.advance(60)
        await desk.bot.settled(number)
        await desk.bot.settled(last)
        assert zulip.sent == ["a", "b", "b", "b", "c", "d"]


async def test_each_message_has_a_key_of_its_own_that_its_event_will_carry(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SEVERAL)) as desk:
        await desk.say("!say a b")
        (first, *queue_first), (second, *queue_second) = desk.zulip.keys
        assert first != second
        assert (queue_first, queue_second) == (["q1", first], ["q1", second])


async def test_any_call_can_be_recorded(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SEVERAL)) as desk:
        await desk.say("!amend better")
        assert desk.zulip.calls[1:] == [
            EditMessage(message_id=7, content="better"),
            EditMessage(message_id=8, topic="better"),
        ]


async def test_once_is_true_a_single_time_for_a_message(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SEVERAL)) as desk:
        assert await desk.say("!order") == ["True False True"]
        assert await desk.say("!order") == ["True False True"]


async def test_what_is_beyond_the_minutes_allowance_goes_out_later(tmp_path: Path) -> None:
    yaml = "limits: {replies_per_minute_in_all: 6}\n"
    async with running(write_bot(tmp_path, SEVERAL, yaml)) as desk:
        number = desk.push("!say 1 2 3 4 5 6 7 8")
        await desk.clock.advance(9)
        assert desk.zulip.sent == ["1", "2", "3", "4", "5", "6"]
        await desk.clock.advance(1)
        assert desk.zulip.sent[6:] == ["7"]
        await desk.clock.advance(10)
        await desk.bot.settled(number)
        assert desk.zulip.sent[6:] == ["7", "8"]


async def test_beyond_the_backlog_no_more_is_fetched(tmp_path: Path) -> None:
    yaml = "limits: {workers: 1, queue: 2, backlog: 4, replies_per_minute: 1000}\n"
    async with running(write_bot(tmp_path, SEVERAL, yaml)) as desk:
        desk.zulip.gate.clear()
        numbers = [desk.push(f"!say {number}", topic=str(number)) for number in range(10)]
        await desk.clock.advance(0)
        assert desk.zulip.source.waiting.qsize() == 5
        desk.zulip.gate.set()
        await desk.clock.advance(0)
        for number in numbers:
            await desk.bot.settled(number)
        assert desk.zulip.sent == [str(number) for number in range(10)]


async def test_an_allowance_is_given_out_evenly() -> None:
    clock = ManualClock()
    allowance = Allowance(clock, 60)
    for _ in range(60):
        await allowance.wait()
    assert not allowance.is_free
    waiting = [asyncio.ensure_future(allowance.wait()) for _ in range(2)]
    await clock.advance(1)
    assert [one.done() for one in waiting] == [True, False]
    await clock.advance(1)
    assert waiting[1].done()


async def test_a_conversation_that_was_silenced_speaks_again_after_ten_minutes() -> None:
    clock = ManualClock()
    budget = ReplyBudget(clock, 2)
    assert [budget.spend("a") for _ in range(3)] == [True, True, False]
    assert (budget.is_silent("a"), budget.is_silent("b")) == (True, False)
    await clock.advance(600)
    assert (budget.is_silent("a"), budget.spend("a")) == (False, True)


def test_calls_come_back_from_the_journal_as_they_were() -> None:
    for operation in (
        SendMessage(type="direct", to=(1, 2), content="x"),
        SendMessage(type="channel", to="general", topic="", content="x"),
        AddReaction(message_id=5, emoji_name="eyes"),
        GetMessages(anchor="newest", narrow=(NarrowTerm(operator="dm", operand=[1]), ("is", "unread"))),
        CreateScheduledMessage(type="direct", to=(1,), content="x", scheduled_delivery_timestamp=5),
        Subscribe(subscriptions=(ChannelToJoin(name="general"),)),
        UploadFile(file=File(name="a", content=b"b", content_type="text/plain")),
    ):
        kept = decode_operation(type(operation).__name__, encode_operation(operation))
        assert kept == operation


def test_a_content_is_known_again_as_servers_keep_it() -> None:
    assert as_kept("\n\n  code  \n\n", 100) == "  code"
    assert as_kept("x" * 101, 100) == "x" * 80 + "\n[message truncated]"
    assert len(as_kept("🦑" * 101, 100)) == 100
    assert sha_of("hello \n", 100) == sha_of("\nhello", 100) != sha_of("hello!", 100)
