"""An office to try the scheduler in: the bundled server, a bot with several lives, one time for both."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from bots.hall import PATIENCE, Person, credentials_of
from dragoman.client import QueueRegistered, Zulip
from dragoman.clock import ManualClock
from dragoman.delivery import Journal
from dragoman.model import NarrowTerm, ScheduledMessage
from dragoman.operations import GetMessages, GetScheduledMessages, Operation, RegisterQueue
from dragoman.runtime import Bot, load_settings
from dragoman_server import Clock, Server, default_world, running_server

T = TypeVar("T")
BOT = "Ops Bot"
MONDAY_NOON = datetime(2027, 1, 18, 12, tzinfo=UTC).timestamp()
STEP = 300.0
"""Seconds of time that pass at once."""
HEAD = "name: ops-bot\nzulip: {zuliprc: ./zuliprc}\n"
PLAIN = f"{HEAD}plugins:\n  - use: scheduler\n"


class Office:
    """A server and a bot on it whose state outlives it."""

    def __init__(self, folder: Path, server: Server, clock: ManualClock, stack: AsyncExitStack) -> None:
        self.folder = folder
        self.server = server
        self.clock = clock
        self._stack = stack
        self._people: list[Person] = []
        self._bot: Bot | None = None
        self._lives: AsyncExitStack | None = None

    @property
    def bot(self) -> Bot:
        assert self._bot is not None, "the bot lives"
        return self._bot

    # ---- the bot's lives

    async def open(self, yaml: str = PLAIN) -> None:
        """Begin the bot's next life, with what its last one has left behind."""
        (self.folder / "bot.yaml").write_text(yaml)
        settings = load_settings(self.folder)
        async with AsyncExitStack() as stack:
            journal = Journal.open(
                self.folder / "state.sqlite3",
                bot=settings.name,
                clock=self.clock,
                sync="normal",
                threaded=False,
            )
            stack.push_async_callback(journal.aclose)
            credentials = credentials_of(self.server.account(BOT))
            bot = Bot(settings, credentials=credentials, clock=self.clock, journal=journal)
            await stack.enter_async_context(bot)
            stack.push_async_callback(self._end, bot, asyncio.create_task(bot.run()))
            async with asyncio.timeout(PATIENCE):
                await bot.started.wait()
            assert bot.is_ready, bot.failures
            self._lives = stack.pop_all()
        self._bot = bot
        for person in self._people:
            person.meets(bot)

    async def close(self) -> None:
        """End the bot's life."""
        if self._lives is not None:
            lives, self._lives, self._bot = self._lives, None, None
            await lives.aclose()

    async def kill(self) -> None:
        """End the bot's life as if by SIGKILL: what it does at its end never reaches the disk."""
        kept = {file: file.read_bytes() for file in self.folder.glob("state.sqlite3*")}
        await self.close()
        for file in self.folder.glob("state.sqlite3*"):
            file.unlink()
        for file, content in kept.items():
            if not file.name.endswith("-shm"):
                file.write_bytes(content)

    async def _end(self, bot: Bot, life: asyncio.Task[None]) -> None:
        bot.stop()
        await life

    # ---- who and what is there

    async def person(self, name: str) -> Person:
        """Let a person come in, who hears everything from now on."""
        zulip = await self._stack.enter_async_context(Zulip(credentials_of(self.server.account(name))))
        queue = zulip.events(RegisterQueue(event_types=("message",), apply_markdown=False))
        self._stack.push_async_callback(queue.aclose)
        assert isinstance(await anext(queue), QueueRegistered)
        person = Person(zulip, queue, self.bot, self.server.account(BOT).user_id)
        self._people.append(person)
        return person

    async def as_bot(self, operation: Operation[T]) -> T:
        """Make a call in the bot's name, as another program of its owner's might."""
        async with Zulip(credentials_of(self.server.account(BOT))) as zulip:
            return await zulip(operation)

    async def scheduled(self) -> tuple[ScheduledMessage, ...]:
        """Return what the server keeps for the bot."""
        return (await self.as_bot(GetScheduledMessages())).scheduled_messages

    async def said(self, topic: str) -> list[str]:
        """Return what the bot has said in a topic of the channel "general"."""
        narrow = (
            NarrowTerm(operator="channel", operand="general"),
            NarrowTerm(operator="topic", operand=topic),
            NarrowTerm(operator="sender", operand=self.server.account(BOT).user_id),
        )
        operation = GetMessages(
            anchor="newest", num_before=100, num_after=0, narrow=narrow, apply_markdown=False
        )
        return [message.content for message in (await self.as_bot(operation)).messages]

    async def advance(self, seconds: float) -> None:
        """Let time pass for the bot and for the server, in steps so small that nothing is too late."""
        end = self.clock.now() + seconds
        while (left := end - self.clock.now()) > 0:
            step = min(left, STEP)
            await self.clock.advance(step)
            # The wall clock alone, for an hour without a poll would cost everybody their queues.
            await self.server.clock.jump(self.clock.now())


@asynccontextmanager
async def an_office(folder: Path, now: float = MONDAY_NOON) -> AsyncIterator[Office]:
    """Start a server at a moment; the bot begins with ``open``."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running_server(default_world(), clock=Clock(now)))
        office = Office(folder, server, ManualClock(now), stack)
        stack.push_async_callback(office.close)
        yield office
