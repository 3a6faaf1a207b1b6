"""A copy of a bot's state every day, while the bot runs."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from structlog.typing import FilteringBoundLogger

from dragoman.clock import Clock
from dragoman.delivery import backups_of, copy_state, made_at
from dragoman.errors import StateUnusable
from dragoman.planner import Cron, next_after
from dragoman.runtime.settings import BotSettings

LOOK = 300.0
"""Seconds between looks at the clock, which may be set, and at the settings, which may change."""


class Backups:
    """Makes the copies."""

    def __init__(
        self, file: Path, clock: Clock, settings: Callable[[], BotSettings], log: FilteringBoundLogger
    ) -> None:
        """Copy this file as the settings say at the time."""
        self._file = file
        self._clock = clock
        self._settings = settings
        self._log = log

    async def run(self) -> None:
        """Make a copy whenever one is due, and at once when one was due since the last was made."""
        made = await asyncio.to_thread(self._last)
        since = made if made is not None else self._clock.now()
        while True:
            now = self._clock.now()
            # A clock that was set back does not make a copy due again, nor keep it from being made for long.
            since = min(since, now)
            if (due := next_due(self._settings(), since)) is not None and due <= now:
                since = now
                await self._copy()
            await self._clock.sleep(LOOK)

    def _last(self) -> float | None:
        made = backups_of(self._file)
        return made_at(made[-1]) if made else None

    async def _copy(self) -> None:
        keep = self._settings().keeping.keep
        try:
            # In a thread, for the file may be large; the bot goes on meanwhile.
            made = await asyncio.to_thread(lambda: copy_state(self._file, keep=keep))
        except StateUnusable as error:
            self._log.error("no backup made", reason=str(error))
        else:
            self._log.info("backup made", file=str(made))


def next_due(settings: BotSettings, after: float) -> float | None:
    """Return when the first copy after a moment is due, both UNIX seconds; None for never."""
    hour = settings.keeping.backup
    if hour == "never":
        return None
    plan = Cron(expression=f"{hour.minute} {hour.hour} * * *", zone=str(settings.timezone))
    found = next_after(plan, after)
    return found.at if found is not None else None
