"""A hall to try whole bots in: the bundled server, a bot of this project, and people who speak to it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from dragoman.client import Credentials, QueueRegistered, Zulip
from dragoman.clock import ManualClock
from dragoman.events import Event, MessageEvent
from dragoman.model import Message, Secret, Subscription, User
from dragoman.operations import GetSubscriptions, GetUser, RegisterQueue, SendMessage
from dragoman.runtime import Bot, load_settings
from dragoman_server import Account, Clock, Server, default_world, running_server

BOTS = Path(__file__).parent.parent.parent / "bots"
PATIENCE = 10.0
"""Seconds until a test gives up waiting for a message."""


def credentials_of(account: Account) -> Credentials:
    return Credentials(site=account.site, email=account.email, api_key=Secret(account.api_key))


class Person:
    """Somebody of the server's organisation, with an ear for what is said."""

    def __init__(self, zulip: Zulip, events: AsyncIterator[Event], bot: Bot, bot_id: int) -> None:
        self.zulip = zulip
        self._events = events
        self._bot = bot
        self.bot_id = bot_id

    def meets(self, bot: Bot) -> None:
        """Speak to this life of the bot from now on."""
        self._bot = bot

    async def channels(self) -> dict[str, Subscription]:
        found = (await self.zulip(GetSubscriptions())).subscriptions
        return {each.name: each for each in found}

    async def says(self, text: str, *, channel: str = "", topic: str = "") -> None:
        """Say something, in a topic or else directly to the bot, and wait until the bot is done with it."""
        if channel:
            place = (await self.channels())[channel].stream_id
            said = SendMessage(type="channel", to=place, topic=topic, content=text)
        else:
            said = SendMessage(type="direct", to=(self.bot_id,), content=text)
        await self._bot.settled((await self.zulip(said)).id)

    async def hears(self) -> Message:
        """Return the next message of the bot's."""
        async with asyncio.timeout(PATIENCE):
            async for event in self._events:
                if isinstance(event, MessageEvent) and event.message.sender_id == self.bot_id:
                    return event.message
        raise AssertionError("the events have ended")

    async def asks(self, text: str, *, channel: str = "", topic: str = "") -> str:
        """Say something and return the bot's answer."""
        await self.says(text, channel=channel, topic=topic)
        return (await self.hears()).content


class Hall:
    """A server and a bot on it that has started."""

    def __init__(
        self, server: Server, bot: Bot, clock: ManualClock, full_name: str, stack: AsyncExitStack
    ) -> None:
        self.server = server
        self.bot = bot
        self.clock = clock
        """The bot's."""
        self._name = full_name
        self._stack = stack

    async def person(self, name: str) -> Person:
        """Let a person come in, who hears everything from now on."""
        zulip = await self._stack.enter_async_context(Zulip(credentials_of(self.server.account(name))))
        queue = zulip.events(RegisterQueue(event_types=("message",), apply_markdown=False))
        self._stack.push_async_callback(queue.aclose)
        assert isinstance(await anext(queue), QueueRegistered)
        return Person(zulip, queue, self.bot, self.server.account(self._name).user_id)

    async def bot_itself(self) -> dict[str, Subscription]:
        """Return the bot's own subscriptions by name."""
        async with Zulip(credentials_of(self.server.account(self._name))) as zulip:
            return {each.name: each for each in (await zulip(GetSubscriptions())).subscriptions}

    async def user(self, person: Person, name: str) -> User:
        return (await person.zulip(GetUser(user_id=self.server.account(name).user_id))).user

    async def advance(self, seconds: float) -> None:
        """Let time pass for the bot and for the server."""
        await self.clock.advance(seconds)
        await self.server.clock.advance(seconds)


@asynccontextmanager
async def hall(folder: str, full_name: str, *, now: float) -> AsyncIterator[Hall]:
    """Start a server at a moment, and on it the bot of a folder of ``bots/``."""
    settings = load_settings(BOTS / folder)
    clock = ManualClock(now)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running_server(default_world(), clock=Clock(now)))
        bot = Bot(
            settings, credentials=credentials_of(server.account(full_name)), guide_url=server.url, clock=clock
        )
        await stack.enter_async_context(bot)
        life = asyncio.create_task(bot.run())
        started = asyncio.create_task(bot.started.wait())
        try:
            await asyncio.wait((life, started), return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
            if life.done():
                await life
            assert bot.is_ready, bot.failures
            async with AsyncExitStack() as people:
                yield Hall(server, bot, clock, full_name, people)
        finally:
            started.cancel()
            bot.stop()
            await life
