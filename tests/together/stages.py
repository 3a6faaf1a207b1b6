"""A server for many rows: started once a session, and brought back to its beginning before each row."""

from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field

from msgspec.structs import replace

from dragoman.client import Credentials, Retries, Zulip
from dragoman.clock import ManualClock
from dragoman.errors import ApiError
from dragoman.model import Secret
from dragoman_server import Clock, Server, ServerSettings, running_server
from dragoman_server.world.file import parse_world
from together.harbour import NOW, WORLD
from together.rows import Deed, Earlier


@dataclass
class Stages:
    """The servers that are running, each with its feature level."""

    stack: AsyncExitStack
    servers: dict[int | None, Server] = field(default_factory=dict)

    async def at(self, level: int | None) -> Server:
        """Return a server of a feature level as it was when it began."""
        if level not in self.servers:
            settings = (
                ServerSettings(strict=True)
                if level is None
                else ServerSettings(strict=True, feature_level=level)
            )
            running = running_server(parse_world(WORLD), clock=Clock(NOW), settings=settings)
            self.servers[level] = await self.stack.enter_async_context(running)
        server = self.servers[level]
        server.reset()
        server.grant("Ada Owner", "can_create_users")
        # A channel of two is large here: who may call upon all of it is asked.
        server.world.organization = replace(server.world.organization, wildcard_limit=1)
        return server


async def perform(server: Server, deed: Deed, earlier: Earlier) -> object:
    """Make a call as its account would, on a connection of its own, and return the answer."""
    async with client(server, deed.by) as zulip:
        if not deed.refused:
            return await zulip(deed.operation(earlier))
        with suppress(ApiError):
            await zulip(deed.operation(earlier))
            raise AssertionError("the beginning of the row was not refused")
        return None


def client(server: Server, name: str) -> Zulip:
    """Make a client of an account's."""
    account = server.account(name)
    credentials = Credentials(site=server.url, email=account.email, api_key=Secret(account.api_key))
    return Zulip(credentials, clock=ManualClock(NOW), retries=Retries(attempts=1))
