"""How many commits a message takes, and what each of them holds."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

from dragoman.clock import ManualClock
from dragoman.delivery import Journal, SqliteDatabase, Transaction, inbox, outbox
from dragoman.runtime import Bot, load_settings
from runtime.double import Desk, RecordingZulip, write_bot

PLUGIN = '''
"""A sample."""
from dragoman.plugin import *

class Sample(Plugin[NoOptions]):
    @command("say <text...>")
    async def say(self, context: MessageContext, text: str) -> None:
        await context.reply(text)
'''
States = tuple[dict[str, int], dict[str, int]]


class Watched(SqliteDatabase):
    """A database in memory that remembers how many messages and effects were in each state after a commit."""

    def __init__(self) -> None:
        super().__init__(None)
        self.seen: list[States] = []

    def together(self, works: Sequence[Callable[[Transaction], Any]]) -> list[Any]:
        results = super().together(works)
        self.seen += super().together([_states])
        return results


def _states(tx: Transaction) -> States:
    return inbox.counts(tx, "desk"), outbox.counts(tx, "desk")


@asynccontextmanager
async def running(folder: Path, database: Watched) -> AsyncIterator[Desk]:
    """Run a bot with this database."""
    zulip, clock = RecordingZulip(), ManualClock()
    journal = Journal(database, bot="desk", clock=clock, threaded=False)
    async with Bot(load_settings(folder), clock=clock, zulip=zulip, journal=journal) as bot:
        life = asyncio.ensure_future(bot.run())
        await bot.started.wait()
        yield Desk(bot, zulip, clock)
        bot.stop()
        await life


async def test_a_message_is_begun_by_the_commit_that_ends_the_one_before_it(tmp_path: Path) -> None:
    database = Watched()
    async with running(write_bot(tmp_path, PLUGIN), database) as desk:
        desk.zulip.gate.clear()
        numbers = [desk.push(f"!say {number}") for number in range(3)]
        await desk.clock.advance(0)
        desk.zulip.gate.set()
        for number in numbers:
            await desk.bot.settled(number)
        assert desk.zulip.sent == ["0", "1", "2"]
    assert [states for states, _ in groupby(database.seen)] == [
        ({}, {}),
        ({"RUNNING": 1}, {}),
        ({"PENDING": 1, "RUNNING": 1}, {}),
        ({"PENDING": 2, "RUNNING": 1}, {}),
        ({"DONE": 1, "PENDING": 1, "RUNNING": 1}, {"SENDING": 1}),
        ({"DONE": 2, "RUNNING": 1}, {"READY": 1, "SENDING": 1}),
        ({"DONE": 3}, {"READY": 2, "SENDING": 1}),
        ({"DONE": 3}, {"READY": 2, "SENT": 1}),
        ({"DONE": 3}, {"READY": 1, "SENDING": 1, "SENT": 1}),
        ({"DONE": 3}, {"READY": 1, "SENT": 2}),
        ({"DONE": 3}, {"SENDING": 1, "SENT": 2}),
        ({"DONE": 3}, {"SENT": 3}),
    ]
