"""The life of a bot, on a messaging service in memory and a clock that is moved by hand."""

import asyncio
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from dragoman.client import Urgency
from dragoman.client.pacing import Turn
from dragoman.clock import ManualClock
from dragoman.errors import Forbidden, NotSent, ReactionAlreadyExists, ServerFailure, Unauthorized
from dragoman.events import StreamCreated
from dragoman.model import Channel, NarrowTerm
from dragoman.operations import AddReaction, GetMessages, GetOwnUser, MessagesFound, SendMessage
from dragoman.runtime import Bot, load_settings
from runtime.double import (
    ALICE,
    BOSS,
    BOT,
    GUEST,
    OTHER_BOT,
    RecordingZulip,
    message_event,
    queue_registered,
    running,
    write_bot,
)

SAMPLE = '''
"""A sample."""
import asyncio
from datetime import timedelta
from dragoman.events import MessageEvent, StreamCreated
from dragoman.plugin import *

class Sample(Plugin[NoOptions]):
    """Repeats things."""

    @command("echo <text...>", help="Says it again.")
    async def echo(self, context: MessageContext, text: str) -> None:
        """Say it again, and react to it.

        All of it.
        """
        await context.react("eyes")
        await context.reply(text)

    @command("wait <span>")
    async def wait(self, context: MessageContext, span: timedelta) -> None:
        await context.reply("before")
        await context.clock.sleep(span.total_seconds())
        await context.reply("after")

    @command("break")
    async def breaks(self, context: MessageContext) -> None:
        await context.reply("never seen")
        raise RuntimeError("inside")

    @command("refuse")
    async def refuse(self, context: MessageContext) -> None:
        raise UserError("Not on a Friday.")

    @command("reload", help="Loads again.", access="administrator")
    async def reload(self, context: MessageContext) -> None:
        await context.reply("reloaded")

    @command("stubborn")
    async def stubborn(self, context: MessageContext) -> None:
        for _ in range(3):
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                pass

    @command("news <text...>")
    async def news(self, context: MessageContext, text: str) -> None:
        await context.send(ChannelTopic("engineering", "news"), text)
        await context.send(context.sender, "posted")

    @on(StreamCreated)
    async def created(self, context: Context, event: StreamCreated) -> None:
        await context.send(ChannelTopic("ops", "new channels"), event.streams[0].name)
'''
LISTENS = '''
"""A listener."""
from dragoman.events import MessageEvent
from dragoman.plugin import *

class Sample(Plugin[NoOptions]):
    """Hears and answers."""

    @on(MessageEvent)
    async def heard(self, context: MessageContext, event: MessageEvent) -> None:
        if "ouch" in context.text:
            raise RuntimeError("ouch")
        if context.text == "2":
            await context.reply("The second.")
            return
        await context.react("ear")

    @command("<question...>")
    async def ask(self, context: MessageContext, question: str) -> None:
        await context.reply(f"You asked: {question}")

    @every("1h")
    async def hourly(self, context: Context) -> None:
        await context.send(ChannelTopic("ops", "clock"), "an hour")
'''


async def test_a_command_reaches_the_bot_by_prefix_by_mention_and_directly(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        assert await desk.say("!echo one") == ["one"]
        assert await desk.say("@**Recovery Desk** echo two") == ["two"]
        assert await desk.say("echo three", to=(BOT,)) == ["three"]
        assert await desk.say("echo nothing") == []


async def test_effects_go_out_in_their_order_to_where_the_message_was_said(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        await desk.say("!echo one", topic="raid")
        await desk.say("!echo two", to=(BOT, BOSS))
        assert desk.zulip.calls[1:] == [
            AddReaction(message_id=100, emoji_name="eyes"),
            SendMessage(type="channel", to=5, topic="raid", content="one"),
            AddReaction(message_id=101, emoji_name="eyes"),
            SendMessage(type="direct", to=(10, 11), content="two"),
        ]


async def test_a_call_goes_out_in_the_plugins_name_and_sooner_when_a_person_waits(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, LISTENS)) as desk:
        await desk.say("@**Recovery Desk** where is it?")
        assert desk.zulip.turns == [
            Turn(),
            Turn(urgency=Urgency.REPLY, owner="sample"),
            Turn(urgency=Urgency.REPLY, owner="sample"),
        ]
        await desk.say("by the way")
        assert desk.zulip.turns[3:] == [Turn(owner="sample")]


async def test_a_plugin_sends_to_other_places(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        await desk.say("!news hot")
        assert desk.zulip.calls[1:] == [
            SendMessage(type="channel", to=6, topic="news", content="hot"),
            SendMessage(type="direct", to=(10,), content="posted"),
        ]


async def test_a_long_answer_goes_out_in_parts_that_the_server_takes(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        said = " ".join(["word"] * 300)
        parts = await desk.say(f"!echo {said}")
        assert len(parts) == 2
        assert max(map(len, parts)) <= 1000
        assert " ".join(parts) == said


async def test_its_own_messages_and_other_bots_are_ignored(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        assert await desk.say("!echo one", sender=BOT) == []
        assert await desk.say("!echo one", sender=OTHER_BOT) == []
        assert await desk.say("echo one", sender=OTHER_BOT, to=(BOT,)) == []


async def test_a_failing_handler_tells_an_id_that_the_log_explains(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        with capture_logs() as logs:
            (answer,) = await desk.say("!break")
        (line,) = [line for line in logs if line["event"] == "handler failed"]
        assert answer == f"Something went wrong on my side; it is in my log as `{line['error_id']}`."
        assert line["handler"] == "sample.breaks"
        assert str(line["exc_info"]) == "inside"
        assert await desk.say("!echo still here") == ["still here"]


async def test_a_persons_mistake_is_answered_with_its_sentence_alone(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        assert await desk.say("!refuse") == ["Not on a Friday."]
        assert await desk.say("!wait soon") == [
            "“soon” is not a length of time such as 30m, 2h, 1h30m or 7d.\nUsage: `!wait <span>`"
        ]
        assert await desk.say("!echo") == ["“<\u200btext>” is missing.\nUsage: `!echo <text...>`"]


async def test_what_a_person_typed_cannot_mention_anybody_in_the_answer(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        (answer,) = await desk.say("!wait @**all**")
        assert "@**all**" not in answer
        (answer,) = await desk.say("@**Recovery Desk** x@**all**", to=(BOT,))
        assert "@**all**" not in answer


async def test_a_handler_that_takes_too_long_is_ended_tried_twice_more_and_says_so(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        number = desk.push("!wait 2h")
        await desk.clock.advance(85)
        assert desk.zulip.sent == []
        await desk.clock.advance(20)
        await desk.bot.settled(number)
        (answer,) = desk.zulip.sent
        assert answer.startswith("That took me too long, so I gave up.")


async def test_a_plugins_own_timeout_comes_before_the_bots(tmp_path: Path) -> None:
    yaml = "plugins:\n  - use: ./sample.py:Sample\n    timeout: 2m\n"
    async with running(write_bot(tmp_path, SAMPLE, yaml)) as desk:
        number = desk.push("!wait 100s")
        await desk.clock.advance(110)
        await desk.bot.settled(number)
        assert desk.zulip.sent == ["before", "after"]


async def test_a_handler_that_cannot_be_ended_costs_no_other_conversation_its_worker(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE, "limits: {workers: 1, drain: 1s}\n")) as desk:
        desk.push("!stubborn")
        with capture_logs() as logs:
            await desk.clock.advance(40)
        assert "handler does not end when told to" in [line["event"] for line in logs]
        assert await desk.say("!echo free", topic="another") == ["free"]
        closing = asyncio.create_task(desk.clock.advance(10))
        desk.bot.stop()
        await closing


async def test_one_conversation_keeps_its_order_while_another_goes_on(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        desk.push("!wait 10s", topic="slow")
        last = desk.push("!echo second", topic="slow")
        assert await desk.say("!echo elsewhere", topic="quick") == ["elsewhere"]
        await desk.clock.advance(10)
        await desk.bot.settled(last)
        assert desk.zulip.sent == ["elsewhere", "before", "after", "second"]


async def test_a_full_queue_slows_the_intake_and_loses_nothing(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE, "limits: {workers: 1, queue: 2}\n")) as desk:
        numbers = [desk.push(f"!echo {number}", topic=str(number)) for number in range(12)]
        await desk.bot.settled(numbers[-1])
        assert desk.zulip.sent == [str(number) for number in range(12)]


async def test_too_many_answers_in_a_minute_silence_that_conversation_alone(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE, "limits: {replies_per_minute: 3}\n")) as desk:
        for number in range(5):
            await desk.say(f"!echo {number}")
        assert desk.zulip.sent == ["0", "1", "2"]
        assert await desk.say("!echo here", topic="other") == ["here"]
        await desk.clock.advance(599)
        assert await desk.say("!echo still") == []
        await desk.clock.advance(2)
        assert await desk.say("!echo again") == ["again"]


async def test_an_unknown_command_is_answered_only_where_the_bot_was_meant(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        assert await desk.say("!deploy now") == []
        assert await desk.say("!ehco hi") == [
            "I do not know the command “ehco”. Did you mean `!echo`? `!help` lists what I can do."
        ]
        assert await desk.say("@**Recovery Desk** deploy") == [
            "I do not know the command “deploy”. `!help` lists what I can do."
        ]
        assert await desk.say("!!! wow") == []


async def test_what_a_listener_has_answered_is_no_unknown_command_and_no_question(tmp_path: Path) -> None:
    without_rest = LISTENS.replace('@command("<question...>")', '@command("ask <question...>")')
    for folder, source in (("rest", LISTENS), ("none", without_rest)):
        (tmp_path / folder).mkdir()
        async with running(write_bot(tmp_path / folder, source)) as desk:
            assert await desk.say("@**Recovery Desk** 2") == ["The second."]
            assert await desk.say("2", to=(BOT,)) == ["The second."]
            assert await desk.say("2") == ["The second."]


async def test_a_command_for_administrators_is_refused_to_others_in_one_sentence(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        assert await desk.say("!reload") == [
            "`!reload` is for people with the role administrator or a higher one."
        ]
        assert await desk.say("!reload", sender=BOSS) == ["reloaded"]


async def test_help_lists_what_the_asker_may_use(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE, "access:\n- {deny: 'sample.[!er]*'}\n")) as desk:
        (seen,) = await desk.say("!help")
        assert "`!echo <text...>` – Says it again." in seen
        assert "reload" not in seen
        assert "wait" not in seen
        (seen,) = await desk.say("!help", sender=BOSS)
        assert "`!reload` – Loads again." in seen
        assert await desk.say("!help echo") == [
            "`!echo <text...>`\nSay it again, and react to it.\n\nAll of it."
        ]
        (unknown,) = await desk.say("!help ehco")
        assert unknown == "I have no command “ehco”. Did you mean “echo”?"


async def test_being_mentioned_without_a_word_is_answered_with_help(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        (seen,) = await desk.say("@**Recovery Desk**")
        assert seen.startswith("**What I can do**")


async def test_the_rest_goes_to_the_command_that_takes_it(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, LISTENS)) as desk:
        assert await desk.say("hi @**Recovery Desk**, my disk is dead") == ["You asked: my disk is dead"]
        assert await desk.say("my disk is dead", to=(BOT,)) == ["You asked: my disk is dead"]
        assert await desk.say("@**Recovery Desk** help, my disk is dead!") == [
            "You asked: help, my disk is dead!"
        ]
        assert await desk.say("!disk") == []
        (seen,) = await desk.say("help", to=(BOT,))
        assert seen == (
            "**What I can do**\n\n* **Just ask**\n"
            "* `!help [about...]` – Says what I can do, or how one command is used.\n\n"
            "Mention me or write to me directly; `!help command` tells more about a command."
        )


async def test_a_listener_hears_everybody_and_its_failure_is_no_answer(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, LISTENS)) as desk:
        await desk.say("by the way", sender=GUEST)
        await desk.say("ouch")
        await desk.say("bots are not heard", sender=OTHER_BOT)
        assert desk.zulip.calls[1:] == [AddReaction(message_id=100, emoji_name="ear")]


async def test_other_events_reach_their_handlers(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        assert desk.zulip.registrations[0].event_types == (
            "message",
            "update_message",
            "delete_message",
            "realm_user",
            "stream",
            "subscription",
            "restart",
        )
        new = Channel(stream_id=7, name="cellar")
        desk.zulip.source.waiting.put_nowait(StreamCreated(id=1, streams=(new,)))
        await desk.say("!echo after")
        await desk.clock.advance(0)
        expected = SendMessage(type="channel", to=5, topic="new channels", content="cellar")
        assert expected in desk.zulip.calls


STARTS = """
from dragoman.errors import NotSent
from dragoman.plugin import *

class Sample(Plugin[NoOptions]):
    attempts = 0

    async def start(self, context: Context) -> None:
        type(self).attempts += 1
        if self.attempts < 3:
            raise {error}
        await context.send(ChannelTopic("ops", "hello"), "here I am")

    async def stop(self) -> None:
        raise RuntimeError("cannot stop")

    @command("ping")
    async def ping(self, context: MessageContext) -> None:
        await context.reply("pong")

class Other(Plugin[NoOptions]):
    @command("other")
    async def other(self, context: MessageContext) -> None:
        await context.reply("fine")
"""
BOTH = "plugins:\n  - use: ./sample.py:Sample\n  - use: ./sample.py:Other\n"


async def test_a_plugin_that_cannot_start_for_now_is_started_later(tmp_path: Path) -> None:
    plugin = STARTS.format(error="NotSent('x', 'no route')")
    async with running(write_bot(tmp_path, plugin, BOTH)) as desk:
        assert list(desk.bot.failures) == ["sample"]
        assert not desk.bot.is_ready
        assert await desk.say("!ping") == ["I cannot do that right now: that part of me has not started."]
        assert await desk.say("!other") == ["fine"]
        await desk.clock.advance(10)
        assert desk.bot.is_ready
        assert desk.zulip.sent[-1] == "here I am"
        assert await desk.say("!ping") == ["pong"]


async def test_a_plugin_that_cannot_start_at_all_is_named_and_the_others_live(tmp_path: Path) -> None:
    plugin = STARTS.format(error="RuntimeError('broken')")
    with capture_logs() as logs:
        async with running(write_bot(tmp_path, plugin, BOTH)) as desk:
            await desk.clock.advance(600)
            assert {name: str(error) for name, error in desk.bot.failures.items()} == {"sample": "broken"}
            assert await desk.say("!other") == ["fine"]
    assert [line["plugin"] for line in logs if line["event"] == "plugin not started"] == ["sample"]


async def test_a_timer_runs_by_the_clock(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, LISTENS)) as desk:
        await desk.clock.advance(3_599)
        assert desk.zulip.sent == []
        await desk.clock.advance(7_300)
        assert desk.zulip.sent == ["an hour"] * 3


async def test_an_answer_that_surely_was_not_sent_is_sent_later(tmp_path: Path) -> None:
    zulip = RecordingZulip()
    zulip.answers[SendMessage] = [NotSent("x", "no route"), NotSent("x", "no route")]
    async with running(write_bot(tmp_path, SAMPLE), zulip) as desk:
        number = desk.push("!echo late")
        await desk.clock.advance(10)
        await desk.bot.settled(number)
        assert zulip.sent == ["late", "late", "late"]


async def test_an_answer_in_doubt_is_looked_for_and_sent_again_when_it_surely_was_not(tmp_path: Path) -> None:
    zulip = RecordingZulip()
    zulip.answers[SendMessage] = [ServerFailure("x", status=502)]
    zulip.answers[AddReaction] = [ReactionAlreadyExists("x", status=400)]
    async with running(write_bot(tmp_path, SAMPLE), zulip) as desk:
        number = desk.push("!echo once")
        await desk.clock.advance(64)
        assert zulip.sent == ["once"]
        await desk.clock.advance(2)
        await desk.bot.settled(number)
        assert zulip.sent == ["once", "once"]
        assert zulip.keys[0] == zulip.keys[1]
        looks = [call for call in zulip.calls if isinstance(call, GetMessages)]
        assert len(looks) == 6
        assert looks[0].narrow == (
            NarrowTerm(operator="channel", operand=5),
            NarrowTerm(operator="sender", operand=9),
        )


async def test_an_answer_in_doubt_that_the_history_has_is_not_sent_again(tmp_path: Path) -> None:
    zulip = RecordingZulip()
    zulip.answers[SendMessage] = [ServerFailure("x", status=502)]
    async with running(write_bot(tmp_path, SAMPLE), zulip) as desk:
        number = desk.push("!echo once")
        await desk.clock.advance(2)
        said = message_event(300, "once", BOT).message
        zulip.answers[GetMessages] = MessagesFound(messages=(said,), found_newest=True)
        await desk.clock.advance(2)
        await desk.bot.settled(number)
        assert zulip.sent == ["once"]


async def test_a_bot_may_rather_not_answer_than_answer_twice(tmp_path: Path) -> None:
    zulip = RecordingZulip()
    zulip.answers[SendMessage] = [ServerFailure("x", status=502)]
    folder = write_bot(tmp_path, SAMPLE, "delivery: {mode: at_most_once}\n")
    async with running(folder, zulip) as desk:
        with capture_logs() as logs:
            assert await desk.say("!echo once") == ["once"]
        assert [line["reason"] for line in logs if line["event"] == "not sent"] == [
            "sent or not, nobody knows"
        ]


async def test_a_plugin_may_rather_answer_twice_than_not(tmp_path: Path) -> None:
    zulip = RecordingZulip()
    zulip.answers[SendMessage] = [ServerFailure("x", status=502)]
    yaml = "plugins:\n  - {use: ./sample.py:Sample, delivery: at_least_once}\n"
    async with running(write_bot(tmp_path, SAMPLE, yaml), zulip) as desk:
        number = desk.push("!echo twice")
        await desk.clock.advance(2)
        await desk.bot.settled(number)
        assert zulip.sent == ["twice", "twice"]


async def test_connecting_is_tried_until_it_succeeds(tmp_path: Path) -> None:
    zulip = RecordingZulip()
    zulip.answers[GetOwnUser] = [NotSent("x", "refused"), ServerFailure("x", status=502), BOT]
    folder = write_bot(tmp_path, SAMPLE)
    task = asyncio.create_task(_run_until_started(folder, zulip))
    assert await task == ["here"]


async def _run_until_started(folder: Path, zulip: RecordingZulip) -> list[str]:
    clock = ManualClock()
    async with Bot(load_settings(folder), clock=clock, zulip=zulip) as bot:
        running_bot = asyncio.create_task(bot.run())
        while not bot.started.is_set():
            await clock.advance(1)
        zulip.source.waiting.put_nowait(message_event(100, "!echo here"))
        await bot.settled(100)
        bot.stop()
        await running_bot
    return zulip.sent


@pytest.mark.parametrize("error", [Unauthorized("x", status=401), Forbidden("x", status=403)])
async def test_an_account_that_is_not_accepted_ends_the_run(tmp_path: Path, error: Exception) -> None:
    zulip = RecordingZulip()
    zulip.answers[GetOwnUser] = [error]
    with pytest.raises(type(error)):
        async with running(write_bot(tmp_path, SAMPLE), zulip):
            pass


async def test_a_key_that_is_revoked_while_running_ends_the_run(tmp_path: Path) -> None:
    zulip = RecordingZulip()
    bot = Bot(load_settings(write_bot(tmp_path, SAMPLE)), clock=ManualClock(), zulip=zulip)
    async with bot:
        task = asyncio.create_task(bot.run())
        await bot.started.wait()
        zulip.source.waiting.put_nowait(Unauthorized("x", status=401))
        with pytest.raises(Unauthorized):
            await task
    assert zulip.source.closed


async def test_another_queue_refreshes_what_is_known(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        zulip = desk.zulip
        newcomer = BOSS.__class__(user_id=77, full_name="New", email="new@example.org", role=100)
        zulip.source.waiting.put_nowait(queue_registered(2, users=(BOT, newcomer)))
        assert await desk.say("!reload", sender=newcomer) == ["reloaded"]


async def test_stopping_finishes_what_was_begun_and_deletes_the_queue(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        desk.push("!wait 5s")
        await desk.clock.advance(0)
        desk.bot.stop()
        await desk.clock.advance(6)
    assert desk.zulip.sent == ["before", "after"]
    assert desk.zulip.source.closed


async def test_stopping_does_not_wait_for_ever(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE, "limits: {timeout: 10m}\n")) as desk:
        desk.push("!wait 5m")
        await desk.clock.advance(0)
        desk.bot.stop()
        with capture_logs() as logs:
            await desk.clock.advance(21)
    assert desk.zulip.sent == []
    assert "stopped with answers under way" in [line["event"] for line in logs]


async def test_the_sender_is_looked_up_by_id_never_by_name(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, SAMPLE)) as desk:
        false_boss = ALICE.__class__(user_id=10, full_name="Boss", email="boss@example.org", role=100)
        assert await desk.say("!reload", sender=false_boss) == [
            "`!reload` is for people with the role administrator or a higher one."
        ]
