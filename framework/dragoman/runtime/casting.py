"""What plugins are given when settings put them on the stage."""

from collections.abc import Sequence
from typing import Any

from structlog.typing import FilteringBoundLogger

from dragoman.clock import Clock
from dragoman.delivery import Journal, OwnMessages
from dragoman.model import User
from dragoman.plugin import GuideCaller, Plugin, Surroundings
from dragoman.runtime.cast import Cast
from dragoman.runtime.connection import Connection
from dragoman.runtime.directory import KnownDirectory
from dragoman.runtime.handling import Handling
from dragoman.runtime.own_calls import OwnCalls
from dragoman.runtime.settings import BotSettings


class Casting:
    """Gives plugins the bot's account, chat, state and clock, which stay while settings change."""

    def __init__(
        self,
        connection: Connection,
        me: User,
        journal: Journal,
        clock: Clock,
        own: OwnMessages,
        directory: KnownDirectory,
        handling: Handling,
        log: FilteringBoundLogger,
    ) -> None:
        """Cast plugins for this account."""
        self._connection = connection
        self._me = me
        self._journal = journal
        self._clock = clock
        self._own = own
        self._directory = directory
        self._handling = handling
        self._log = log

    def cast(self, settings: BotSettings, plugins: Sequence[Plugin[Any]], guide: GuideCaller | None) -> Cast:
        """Return these plugins with all that surrounds them; none is started yet."""
        limit = self._connection.limit
        surroundings = Surroundings(
            clock=self._clock,
            zulip=OwnCalls(self._connection.zulip, self._own, self._journal, limit),
            guide=guide,
            bot=self._me,
            directory=self._directory,
            log=self._log,
            prefix=settings.commands.prefix,
            timezone=settings.timezone,
            message_limit=limit(),
            store=self._journal,
            schedule_store=self._journal,
        )
        return Cast(settings, plugins, surroundings, self._handling, self._directory)
