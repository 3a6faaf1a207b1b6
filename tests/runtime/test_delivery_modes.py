"""What becomes of messages in doubt: the bot says so, or the plugin, or the handler; the nearest counts."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from dragoman.clock import ManualClock
from dragoman.delivery import Journal, SqliteDatabase, outbox
from dragoman.errors import ConfigurationError, ServerFailure
from dragoman.events import MessageEvent
from dragoman.operations import ChannelsFound, GetChannels, GetUsers, SendMessage, UsersFound
from dragoman.plugin import Context, Mode, command, every, on
from runtime.double import OPS, USERS, RecordingZulip, running, write_bot

SAMPLE = '''
"""A sample."""
from dragoman.events import MessageEvent
from dragoman.model import User
from dragoman.plugin import *

BOSS = User(user_id=11, full_name="Boss", email="boss@example.org", role=200)

class Sample(Plugin[NoOptions]):
    """Sends, each thing in its own way."""

    @command("plain")
    async def plain(self, context: MessageContext) -> None:
        await context.reply("plain")

    @command("seldom", delivery="at_most_once")
    async def seldom(self, context: MessageContext) -> None:
        await context.reply("seldom")

    @command("often", delivery="at_least_once")
    async def often(self, context: MessageContext) -> None:
        await context.reply("often")

    @on(MessageEvent, delivery="at_most_once")
    async def heard(self, context: MessageContext, event: MessageEvent) -> None:
        if "alarm" in event.message.content:
            await context.send(BOSS, "heard")

    @every("1h", delivery="at_least_once")
    async def hourly(self, context: Context) -> None:
        await context.send(BOSS, "hourly")
'''
VERIFIED, SELDOM, OFTEN = "verified", "at_most_once", "at_least_once"


def yaml(bot: str, plugin: str) -> str:
    own = f", delivery: {plugin}" if plugin else ""
    return f"delivery: {{mode: {bot}}}\nplugins: [{{use: ./sample.py:Sample{own}}}]\n"


async def modes(journal: Journal) -> list[str]:
    """Return the modes of the rows that are not over."""
    rows, _ = await journal.do(lambda tx: outbox.open_rows(tx, journal.bot))
    return [row.mode for row in rows]


@pytest.mark.parametrize(
    ("bot", "plugin", "said", "mode"),
    [
        (VERIFIED, "", "!plain", VERIFIED),
        (SELDOM, "", "!plain", SELDOM),
        (SELDOM, OFTEN, "!plain", OFTEN),
        (SELDOM, VERIFIED, "!often", OFTEN),
        (OFTEN, OFTEN, "!seldom", SELDOM),
        (OFTEN, OFTEN, "alarm", SELDOM),
        (OFTEN, SELDOM, "!nothing", OFTEN),
    ],
)
async def test_the_nearest_counts_and_is_kept_with_the_message(
    tmp_path: Path, bot: str, plugin: str, said: str, mode: Mode
) -> None:
    clock = ManualClock()
    journal = Journal.in_memory(bot="desk", clock=clock)
    folder = write_bot(tmp_path, SAMPLE, yaml(bot, plugin) + 'commands: {prefix: "!"}\n')
    async with running(folder, clock=clock, journal=journal) as desk:
        desk.zulip.gate.clear()
        number = desk.push(f"@**Recovery Desk** {said}")
        await clock.advance(0)
        assert await modes(journal) == [mode]
        desk.zulip.gate.set()
        await desk.bot.settled(number)
    await journal.aclose()


async def test_a_timers_own_counts_too(tmp_path: Path) -> None:
    zulip = RecordingZulip()
    zulip.answers[SendMessage] = [ServerFailure("x", status=502)]
    async with running(write_bot(tmp_path, SAMPLE, yaml(SELDOM, SELDOM)), zulip) as desk:
        await desk.clock.advance(3600)
        await desk.clock.advance(2)
        assert zulip.sent == ["hourly", "hourly"]


@pytest.mark.parametrize(("said", "sent"), [("!seldom", []), ("!often", ["often"])])
async def test_a_restart_with_other_settings_keeps_to_what_was_meant(
    tmp_path: Path, said: str, sent: list[str]
) -> None:
    clock = ManualClock()
    journal = Journal(SqliteDatabase(None), bot="desk", clock=clock, threaded=False)
    folder = write_bot(tmp_path, SAMPLE, yaml(VERIFIED, ""))
    async with running(folder, clock=clock, journal=journal) as desk:
        desk.zulip.gate.clear()
        desk.push(said)
        await clock.advance(0)
        # The process ends amid the call.
        desk.bot.stop()
        await clock.advance(60)
    (folder / "sample.py").write_text(re.sub(r', delivery="\w+"', "", SAMPLE))
    zulip = RecordingZulip()
    zulip.answers |= {
        GetUsers: UsersFound(members=USERS),
        GetChannels: ChannelsFound(streams=(OPS,)),
    }
    with capture_logs() as logs:
        async with running(folder, zulip, clock=clock, journal=journal) as desk:
            await clock.advance(0)
            assert desk.zulip.sent == sent
            assert await modes(journal) == []
    given_up = [line["reason"] for line in logs if line["event"] == "not sent"]
    assert given_up == ([] if sent else ["sent or not, nobody knows"])
    await journal.aclose()


@pytest.mark.parametrize("mark", [partial(command, "x"), partial(on, MessageEvent), partial(every, "1h")])
def test_a_mode_that_there_is_not_is_refused_where_it_stands(mark: Callable[..., Any]) -> None:
    async def nothing(self: object, context: Context) -> None:
        """Do nothing."""

    with pytest.raises(ConfigurationError) as refused:
        mark(delivery="at_most")(nothing)
    (problem,) = refused.value.problems
    assert (problem.file, problem.what) == (__file__, "there is no delivery “at_most”")
    assert problem.mend == "Did you mean “at_most_once”?"
