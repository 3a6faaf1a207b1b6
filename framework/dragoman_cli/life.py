"""A bot over changes of its credentials and its settings, which are picked up without a restart."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import structlog

from dragoman.client import Credentials
from dragoman.delivery import Journal
from dragoman.errors import ConfigurationError, DragomanError, Problem, Unauthorized
from dragoman.runtime import Bot, BotSettings, Heartbeat
from dragoman.runtime.isolation import isolated
from dragoman_cli.reading import Reading, read_again
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
        self.settings = settings
        """With which the bot runs, or will."""
        self.changed: Callable[[BotSettings], None] = lambda _: None
        """Called with other settings when the bot has taken them over."""
        self.last_reading: Reading | None = None
        """How it went when they were last read again; None before."""
        self._recover = recover
        self._retire = retire
        self.bot: Bot | None = None
        """The bot as it runs; None while its credentials are refused."""
        self._ended = asyncio.Event()
        self._reload = asyncio.Event()
        self._account: Credentials | None = None

    def stop(self) -> None:
        """Ask for a stop in good order."""
        self._ended.set()
        if self.bot is not None:
            self.bot.stop(retire=self._retire)

    def reload(self) -> None:
        """Ask for the settings to be read again; with a mistake in them everything goes on as before."""
        self._reload.set()

    async def run(self, heartbeat: Heartbeat | None = None) -> None:
        """Live until ``stop``; what ends the bot for good is logged at once and raised.

        A heartbeat is handed in where others live on the same event loop.
        Credentials that are refused from the start end it; later on they are waited out, for a key is
        changed while the bot runs, and its new file comes a moment after.
        """
        try:
            journal = open_journal(self.settings, recover=self._recover)
            try:
                self._recover = self._recover or await is_restored(journal)
                reloading = asyncio.create_task(self._reload_when_asked())
                try:
                    while not self._ended.is_set():
                        await self._live(journal, heartbeat)
                finally:
                    reloading.cancel()
                    await asyncio.wait({reloading})
            finally:
                await journal.aclose()
        except DragomanError as error:
            log.error("bot stopped", bot=self.settings.name, reason=str(error))
            raise

    async def _live(self, journal: Journal, heartbeat: Heartbeat | None) -> None:
        credentials = self._account = self.settings.credentials()
        bot = self.bot = Bot(
            self.settings,
            credentials=credentials,
            journal=journal,
            heartbeat=heartbeat,
            recover=self._recover,
        )
        try:
            async with bot:
                await bot.run()
            self._ended.set()
        except Unauthorized as error:
            self.bot = None
            if not bot.started.is_set():
                raise
            self._recover = False
            log.error("credentials refused, waiting for others", bot=self.settings.name, reason=str(error))
            await self._until_worth_a_try(credentials)

    async def _reload_when_asked(self) -> None:
        while True:
            await self._reload.wait()
            self._reload.clear()
            await self.read_again()

    async def read_again(self) -> Reading:
        """Read the settings again, and go on with them if nothing is wrong with them."""
        log.info("reading the settings again", bot=self.settings.name)
        with isolated() as outcome:
            await self._read_again()
        self.last_reading = _reading(self.settings.file, outcome.error)
        self._tell(self.last_reading, outcome.error)
        return self.last_reading

    async def _read_again(self) -> None:
        assert self._account is not None, "the credentials were read before the bot was made"
        settings = read_again(self.settings, self._account)
        if self.bot is not None:
            await self.bot.take_over(settings)
        self.settings = settings
        self.changed(settings)

    def _tell(self, reading: Reading, error: Exception | None) -> None:
        told = log.bind(bot=self.settings.name)
        unexpected = None if isinstance(error, ConfigurationError) else error
        for problem in reading.problems:
            told.error("settings are wrong", reason=str(problem), exc_info=unexpected)
        told = told.bind(config_last_reload_success=reading.succeeded)
        if reading.succeeded:
            told.info("settings taken over")
        else:
            told.error("settings not taken over, the bot goes on with those it has")

    async def _until_worth_a_try(self, refused: Credentials) -> None:
        waited = 0.0
        while waited < TRY_AGAIN and not self._ended.is_set() and not self._differ(refused):
            await _passed(LOOK_AGAIN, self._ended)
            waited += LOOK_AGAIN

    def _differ(self, refused: Credentials) -> bool:
        """Tell whether other credentials are there now; a file that is just being written is not."""
        try:
            return self.settings.credentials() != refused
        except ConfigurationError:
            return False


def _reading(file: Path, error: Exception | None) -> Reading:
    problems = error.problems if isinstance(error, ConfigurationError) else ()
    if error is not None and not problems:
        problems = (Problem(file=str(file), what=f"{type(error).__name__}: {error}"),)
    return Reading(at=time.time(), problems=problems)


async def _passed(seconds: float, unless: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(seconds):
            await unless.wait()
    except TimeoutError:
        return
