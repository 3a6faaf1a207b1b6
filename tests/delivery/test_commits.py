"""How many commits a message takes, and what each of them holds."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

from dragoman.clock import ManualClock, settle
from dragoman.delivery import DatabaseTrouble, Journal, SqliteDatabase, Transaction, inbox, outbox
from dragoman.runtime import Bot, load_settings
from runtime.double import Desk, Events, RecordingZulip, message_event, write_bot

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
        self.full = False

    def together(self, works: Sequence[Callable[[Transaction], Any]]) -> list[Any]:
        if self.full:
            raise DatabaseTrouble("database or disk is full")
        results = super().together(works)
        self.seen += super().together([_states])
        return results


class AllAtOnce(Events):
    """Events of which all that wait come in one answer."""

    @property
    def in_hand(self) -> int:
        return self.waiting.qsize()

    @in_hand.setter
    def in_hand(self, _: int) -> None:
        """Count what waits instead."""


def _states(tx: Transaction) -> States:
    return inbox.counts(tx, "desk"), outbox.counts(tx, "desk")


@asynccontextmanager
async def running(folder: Path, database: Watched, *, batched: bool = False) -> AsyncIterator[Desk]:
    """Run a bot with this database."""
    zulip, clock = RecordingZulip(), ManualClock()
    zulip.source = AllAtOnce()
    journal = Journal(database, bot="desk", clock=clock, threaded=False, batched=batched)
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


async def test_a_message_is_taken_in_begun_and_ended_by_one_commit(tmp_path: Path) -> None:
    database = Watched()
    async with running(write_bot(tmp_path, PLUGIN), database, batched=True) as desk:
        await desk.say("!say zero", topic="first")
        database.seen.clear()
        desk.zulip.gate.clear()
        number = desk.push("!say one", topic="second")
        while database.seen[-1:] != [({"DONE": 2}, {"SENDING": 1, "SENT": 1})]:
            await settle()
        desk.zulip.gate.set()
        await desk.bot.settled(number)
    assert [states for states, _ in groupby(database.seen)] == [
        ({"DONE": 2}, {"SENDING": 1, "SENT": 1}),
        ({"DONE": 2}, {"SENT": 2}),
    ]


async def test_the_first_message_of_a_process_is_begun_when_its_attempt_is_committed(tmp_path: Path) -> None:
    database = Watched()
    async with running(write_bot(tmp_path, PLUGIN), database, batched=True) as desk:
        assert await desk.say("!say zero") == ["zero"]
    assert [states for states, _ in groupby(database.seen)] == [
        ({}, {}),
        ({"RUNNING": 1}, {}),
        ({"DONE": 1}, {"SENDING": 1}),
        ({"DONE": 1}, {"SENT": 1}),
    ]


async def test_what_comes_of_a_message_is_not_sent_before_the_message_is_committed(tmp_path: Path) -> None:
    database = Watched()
    async with running(write_bot(tmp_path, PLUGIN), database, batched=True) as desk:
        await desk.say("!say zero")
        database.full = True
        number = desk.push("!say one")
        while desk.bot.journal.trouble is None:
            await settle()
        assert desk.zulip.sent == ["zero"]
        database.full = False
        await desk.clock.advance(10)
        await desk.bot.settled(number)
        assert desk.zulip.sent == ["zero", "one"]


async def test_a_message_that_comes_again_is_not_begun_before_its_row_is_looked_for(tmp_path: Path) -> None:
    database = Watched()
    async with running(write_bot(tmp_path, PLUGIN), database, batched=True) as desk:
        number = desk.push("!say one")
        await desk.bot.settled(number)
        desk.push("!say two")
        desk.zulip.source.waiting.put_nowait(message_event(number, "!say one"))
        await desk.say("!say three")
        assert desk.zulip.sent == ["one", "two", "three"]
