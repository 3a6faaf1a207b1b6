"""The bundled server with one bot on it, in one process: what ``exec`` and ``dev`` play on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct

from dragoman.client import Credentials, Guide, Zulip
from dragoman.errors import UserError
from dragoman.model import Secret
from dragoman.ops import hide
from dragoman.runtime import Bot, BotSettings
from dragoman_cli.one_clock import OneClock
from dragoman_server import Account, Server, WorldFile, default_world, load_world, running_server
from dragoman_server import Clock as ServerClock


class Stage(Struct, frozen=True, kw_only=True):
    """A server that runs, and the bot that has an account on it."""

    settings: BotSettings
    server: Server
    bot: Bot
    account: Account
    """The bot's account on the server."""

    def credentials(self, person: str) -> Credentials:
        """Return what a person of the server's organisation signs in with; fails with UserError."""
        for account in self.server.accounts:
            if person.casefold() in (account.full_name.casefold(), account.email.casefold()):
                return credentials_of(account)
        known = ", ".join(account.full_name for account in self.server.accounts if not account.is_bot)
        raise UserError(f"there is nobody called {person!r}; there are: {known}")


def credentials_of(account: Account) -> Credentials:
    """Return what an account of the bundled server signs in with."""
    return Credentials(site=account.site, email=account.email, api_key=Secret(account.api_key))


def full_name_of(settings: BotSettings) -> str:
    """Return the name a bot carries in chat: ``recovery-desk`` is there as Recovery Desk."""
    words = settings.name.replace("_", "-").split("-")
    return " ".join(word[:1].upper() + word[1:] for word in words if word)


def world_for(bot_folder: Path, world_file: Path | None) -> WorldFile:
    """Return the organisation to play in: the one asked for, the bot's own ``world.yaml``, or the default."""
    own = (bot_folder if bot_folder.is_dir() else bot_folder.parent) / "world.yaml"
    if world_file is None and own.is_file():
        world_file = own
    return default_world() if world_file is None else load_world(world_file)


@asynccontextmanager
async def stage(
    settings: BotSettings,
    world: WorldFile,
    *,
    port: int = 0,
    clock: ServerClock | None = None,
    control: bool = False,
) -> AsyncIterator[Stage]:
    """Start a server on loopback and the bot on it, both on one clock; both end with the context.

    When the clock is moved, whatever falls due is done, and answered by the bot, before time goes on.
    """
    name = full_name_of(settings)
    time = clock or ServerClock()
    async with running_server(world.with_bot(name), port=port, clock=time, control=control) as server:
        time.rest = server.rest
        account = server.account(name)
        credentials, both = credentials_of(account), OneClock(time)
        hide(credentials.api_key.reveal())
        async with (
            Zulip(credentials, clock=both, patience_by_clock=True) as zulip,
            Guide(server.url, clock=both, patience_by_clock=True) as guide,
            living(bot := Bot(settings, zulip=zulip, guide=guide, clock=both)),
        ):
            try:
                yield Stage(settings=settings, server=server, bot=bot, account=account)
            finally:
                # The bot ends in good order, and what it waits for at its end takes time.
                time.thaw()


@asynccontextmanager
async def living(bot: Bot) -> AsyncIterator[None]:
    """Run a bot beside the block that begins when it is up; what ends the bot early is raised."""
    async with bot:
        life = asyncio.create_task(bot.run(), name="life of the bot")
        up = asyncio.create_task(bot.started.wait(), name="start of the bot")
        try:
            await asyncio.wait((life, up), return_when=asyncio.FIRST_COMPLETED)
            if life.done():
                await life
            yield
        finally:
            up.cancel()
            bot.stop()
            await life
