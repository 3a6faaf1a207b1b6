"""The clients of one bot: handed in, or made from its settings."""

from contextlib import AsyncExitStack

from dragoman.client import Credentials, Guide, Zulip
from dragoman.clock import Clock
from dragoman.ops import hide
from dragoman.plugin import GuideCaller
from dragoman.runtime.messaging import Messaging
from dragoman.runtime.settings import BotSettings


class Clients:
    """A bot's client for the chat, and one for the guide service where something names it.

    Those that were handed in stay open; those that were made are closed with the rest.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        credentials: Credentials | None,
        guide_url: str | None,
        zulip: Messaging | None,
        guide: GuideCaller | None,
    ) -> None:
        """Take what was handed in; credentials and address take the place of what the settings say."""
        self._clock = clock
        self._credentials = credentials
        self._guide_url = guide_url
        self._zulip = zulip
        self._guide = guide
        self._stack = AsyncExitStack()
        self._chat: Zulip | None = zulip if isinstance(zulip, Zulip) else None
        self._guides = [guide] if isinstance(guide, Guide) else []

    async def open_zulip(self, settings: BotSettings) -> Messaging:
        """Return the client for the account; fails with ConfigurationError."""
        if self._zulip is not None:
            return self._zulip
        credentials = self._credentials or settings.credentials()
        hide(credentials.api_key.reveal())
        client = Zulip(credentials, clock=self._clock, allow_plain_http=settings.zulip.allow_plain_http)
        self._chat = await self._stack.enter_async_context(client)
        return self._chat

    async def open_guide(self, settings: BotSettings) -> GuideCaller | None:
        """Return a client for the guide service, None where nothing names one; ConfigurationError."""
        if self._guide is not None:
            return self._guide
        address = self._guide_url or settings.guide_url()
        if address is None:
            return None
        self._guides.append(await self._stack.enter_async_context(Guide(address, clock=self._clock)))
        return self._guides[-1]

    def may_move_guide(self) -> bool:
        """Whether other settings may name another guide service."""
        return self._guide is None and self._guide_url is None

    @property
    def skew(self) -> float:
        """By how many seconds the chat's clock is ahead of ours, at least; below zero it is behind."""
        return self._chat.skew.seconds if self._chat is not None else 0.0

    def renew(self) -> None:
        """Let none of them use a connection any more that is open now: after a sleep it may be dead."""
        if self._chat is not None:
            self._chat.renew()
        for guide in self._guides:
            guide.renew()

    async def aclose(self) -> None:
        """Close those that were made."""
        await self._stack.aclose()
