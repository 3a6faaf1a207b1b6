"""The clients of one bot: handed in, or made from its settings."""

from contextlib import AsyncExitStack

from dragoman.client import Credentials, Guide, Zulip
from dragoman.clock import Clock
from dragoman.ops import hide
from dragoman.plugin import GuideCaller
from dragoman.runtime.messaging import Messaging
from dragoman.runtime.settings import BotSettings


async def open_zulip(
    stack: AsyncExitStack, settings: BotSettings, clock: Clock, credentials: Credentials | None
) -> Messaging:
    """Return a client for the account, closed with the stack; fails with ConfigurationError.

    Credentials, when given, take the place of what the settings say.
    """
    credentials = credentials or settings.credentials()
    hide(credentials.api_key.reveal())
    client = Zulip(credentials, clock=clock, allow_plain_http=settings.zulip.allow_plain_http)
    return await stack.enter_async_context(client)


async def open_guide(
    stack: AsyncExitStack, settings: BotSettings, clock: Clock, address: str | None
) -> GuideCaller | None:
    """Return a client for the guide service, closed with the stack; None where nothing names one.

    The address, when given, takes the place of what the settings say; fails with ConfigurationError.
    """
    address = address or settings.guide_url()
    return None if address is None else await stack.enter_async_context(Guide(address, clock=clock))
