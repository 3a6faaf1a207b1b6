"""A bot with a state file on the bundled server, over real sockets, on a clock that runs ahead."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from delivery.hurried_clock import HurriedClock
from dragoman.client import Credentials
from dragoman.delivery import Journal, inbox, outbox
from dragoman.model import Secret
from dragoman.runtime import Bot, load_settings
from dragoman_server import Server, default_world
from dragoman_server.testing import staged

NAME = "Desk"
PLUGIN = '''
"""Repeats things."""
import asyncio
import os
import signal
from dragoman.plugin import MessageContext, NoOptions, Plugin, command

gate = asyncio.Event()

class Sample(Plugin[NoOptions]):
    """Repeats things, counts, waits, breaks, kills its process."""

    @command("echo <text...>")
    async def echo(self, context: MessageContext, text: str) -> None:
        await context.reply(text)

    @command("both <text...>")
    async def both(self, context: MessageContext, text: str) -> None:
        await context.react("eyes")
        await context.reply(text)
        await context.send(context.sender, f"{text} to you")

    @command("count")
    async def count(self, context: MessageContext) -> None:
        number = await context.state.get("count", int, 0) + 1
        await context.clock.sleep(1)
        context.state.set("count", number)
        await context.reply(f"number {number}")

    @command("wait <seconds> <text...>")
    async def wait(self, context: MessageContext, seconds: float, text: str) -> None:
        await context.clock.sleep(seconds)
        await context.reply(text)

    @command("break")
    async def breaks(self, context: MessageContext) -> None:
        raise RuntimeError("inside")

    @command("die")
    async def die(self, context: MessageContext) -> None:
        os.kill(os.getpid(), signal.SIGKILL)
'''
LIMITS = "limits: {replies_per_minute: 10000, replies_per_minute_in_all: 100000}\n"
PLACE = "#general > delivery"
HASTE = 40.0


@asynccontextmanager
async def serving() -> AsyncIterator[Server]:
    """Run a server whose clock stands still."""
    async with staged(default_world().with_bot(NAME)) as server:
        yield server


def write_bot(folder: Path, yaml: str = "", plugin: str = PLUGIN) -> Path:
    """Write the bot."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sample.py").write_text(plugin)
    limits = "" if "limits:" in yaml else LIMITS
    (folder / "bot.yaml").write_text(f"name: desk\nplugins: [{{use: ./sample.py:Sample}}]\n{limits}{yaml}")
    return folder


class Staged:
    """A bot that runs on a server."""

    def __init__(self, server: Server, bot: Bot, journal: Journal) -> None:
        self.server = server
        self.bot = bot
        self.journal = journal

    async def says(self, text: str, *, to: str = PLACE) -> int:
        """Let a person say something."""
        return await self.server.person("Paulo Reis").says(text, to=to)

    async def begun(self, message: int) -> None:
        """Wait until the bot is handling a message."""
        state = ""
        while state != "RUNNING":
            row = await self.journal.do(lambda tx: inbox.read(tx, self.journal.bot, message))
            state = row.state if row is not None else ""

    async def settled(self, *messages: int) -> None:
        """Wait until the bot is done with messages."""
        async with asyncio.timeout(20):
            for number in messages:
                await self.bot.settled(number)

    async def sent(self) -> None:
        """Wait until nothing is on its way any more."""
        async with asyncio.timeout(20):
            while (await self.states())[1].keys() & {"READY", "SENDING"}:
                pass

    async def answers(self, *, to: str = PLACE) -> list[str]:
        """Return what the bot has said there."""
        return await answers(self.server, to)

    async def states(self) -> tuple[dict[str, int], dict[str, int]]:
        """Return how many rows the journal has in each state."""
        bot = self.journal.bot
        return await self.journal.do(lambda tx: (inbox.counts(tx, bot), outbox.counts(tx, bot)))


async def answers(server: Server, to: str = PLACE) -> list[str]:
    """Return what the bot has said in a place, the oldest first."""
    heard = await server.person("Paulo Reis").messages(to=to, most=5000)
    return [one.content for one in heard if one.sender == NAME]


@asynccontextmanager
async def running(
    server: Server, folder: Path, *, state: Path | None = None, recover: bool = False
) -> AsyncIterator[Staged]:
    """Run the bot of a folder until the block ends, then let it drain."""
    settings = load_settings(folder)
    clock = HurriedClock(HASTE, server.clock.now())
    journal = Journal.open(state or settings.state_file, bot=settings.name, clock=clock)
    account = server.account(NAME)
    credentials = Credentials(site=server.url, email=account.email, api_key=Secret(account.api_key))
    try:
        async with Bot(
            settings, credentials=credentials, clock=clock, journal=journal, recover=recover
        ) as bot:
            life = asyncio.create_task(bot.run())
            up = asyncio.create_task(bot.started.wait())
            await asyncio.wait({life, up}, return_when=asyncio.FIRST_COMPLETED)
            up.cancel()
            if life.done():
                await life
            try:
                yield Staged(server, bot, journal)
            finally:
                bot.stop()
                await life
    finally:
        await journal.aclose()
