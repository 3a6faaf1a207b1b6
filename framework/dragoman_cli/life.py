"""A bot over changes of its credentials: a rotated key is picked up from its file, without a restart."""

import asyncio

import structlog

from dragoman.client import Credentials
from dragoman.delivery import Journal
from dragoman.errors import ConfigurationError, DragomanError, Unauthorized
from dragoman.runtime import Bot, BotSettings
from dragoman_cli.state import is_restored, open_journal

LOOK_AGAIN = 2.0
"""Seconds between looks at the file with the credentials, while they are refused."""
TRY_AGAIN = 60.0
"""Seconds after which credentials that did not change are tried again: the account may be back."""

log = structlog.get_logger(__name__)


class Life:
    """One bot of the process, from its first start to its end."""

    def __init__(self, settings: BotSettings, *, recover: bool = False, retire: bool = False) -> None:
        """Prepare; nothing is sent yet.

        With ``recover`` the chat's history says what has been answered; with ``retire`` the event queue is
        deleted at the end.
        """
        self._settings = settings
        self._recover = recover
        self._retire = retire
        self._bot: Bot | None = None
        self._ended = asyncio.Event()

    def stop(self) -> None:
        """Ask for a stop in good order."""
        self._ended.set()
        if self._bot is not None:
            self._bot.stop(retire=self._retire)

    async def run(self) -> None:
        """Live until ``stop``; what ends the bot for good is logged at once and raised.

        Credentials that are refused from the start end it; later on they are waited out, for a key is
        changed while the bot runs, and its new file comes a moment after.
        """
        try:
            journal = open_journal(self._settings, recover=self._recover)
            try:
                self._recover = self._recover or await is_restored(journal)
                while not self._ended.is_set():
                    await self._live(journal)
            finally:
                await journal.aclose()
        except DragomanError as error:
            log.error("bot stopped", bot=self._settings.name, reason=str(error))
            raise

    async def _live(self, journal: Journal) -> None:
        credentials = self._settings.credentials()
        bot = self._bot = Bot(self._settings, credentials=credentials, journal=journal, recover=self._recover)
        try:
            async with bot:
                await bot.run()
            self._ended.set()
        except Unauthorized as error:
            if not bot.started.is_set():
                raise
            self._recover = False
            log.error("credentials refused, waiting for others", bot=self._settings.name, reason=str(error))
            await self._until_worth_a_try(credentials)

    async def _until_worth_a_try(self, refused: Credentials) -> None:
        waited = 0.0
        while waited < TRY_AGAIN and not self._ended.is_set() and not self._differ(refused):
            await _passed(LOOK_AGAIN, self._ended)
            waited += LOOK_AGAIN

    def _differ(self, refused: Credentials) -> bool:
        """Tell whether other credentials are there now; a file that is just being written is not."""
        try:
            return self._settings.credentials() != refused
        except ConfigurationError:
            return False


async def _passed(seconds: float, unless: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(seconds):
            await unless.wait()
    except TimeoutError:
        return
