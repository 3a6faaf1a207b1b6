"""A bot's settings as ``dragoman run`` needs them: complete, or refused with all that is wrong."""

from pathlib import Path

from dragoman.client import Credentials
from dragoman.errors import ConfigurationError, Problem
from dragoman.model import Record
from dragoman.runtime import BotSettings, check_successor, load_settings


class Reading(Record):
    """How it went when the settings were last read while the bot ran."""

    at: float
    """UNIX seconds."""
    problems: tuple[Problem, ...] = ()
    """Why they were not taken over; empty when they were."""

    @property
    def succeeded(self) -> bool:
        """Whether the bot runs with them."""
        return not self.problems


def read_settings(bot: Path) -> BotSettings:
    """Return the settings of a bot that is to connect; fails with ConfigurationError."""
    settings = load_settings(bot)
    settings.credentials()
    settings.guide_url()
    return settings


def read_again(now: BotSettings, account: Credentials) -> BotSettings:
    """Return other settings for a bot that runs; fails with ConfigurationError.

    Its name, its state and its account cannot change while it runs; its key may.
    """
    then = read_settings(now.file)
    check_successor(now, then)
    credentials = then.credentials()
    if (credentials.site, credentials.email) != (account.site, account.email):
        what = "they are for another account, which cannot change while the bot runs"
        problem = Problem(file=str(then.file), place="zulip", what=what, mend="Restart the bot")
        raise ConfigurationError((problem,))
    return then
