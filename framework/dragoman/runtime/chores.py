"""What a bot does from time to time, whatever is said to it."""

from collections.abc import Callable

from structlog.typing import FilteringBoundLogger

from dragoman.clock import Clock
from dragoman.delivery import Journal
from dragoman.runtime.backups import Backups
from dragoman.runtime.errands import Errands
from dragoman.runtime.pipeline import Pipeline
from dragoman.runtime.settings import BotSettings
from dragoman.runtime.timers import Timers

TIDY = 3600.0
"""Seconds between the times at which the journal forgets what is long over."""
LOOK = 20.0
"""Seconds between looks at the journal for what somebody put there from beside."""


class Chores:
    """Tidies the journal, looks for what was put into it from beside, and copies it."""

    def __init__(self, pipeline: Pipeline, timers: Timers, journal: Journal, clock: Clock) -> None:
        """Prepare; ``begin`` begins."""
        self._pipeline = pipeline
        self._timers = timers
        self._journal = journal
        self._clock = clock

    def begin(self, errands: Errands, settings: Callable[[], BotSettings], log: FilteringBoundLogger) -> None:
        """Do all of it until the bot winds up; copies as the settings say at the time."""
        errands.begin(self._tidy())
        if self._journal.file is not None:
            # To what is in memory nobody comes from beside.
            errands.begin(self._look())
            errands.begin(Backups(self._journal.file, self._clock, settings, log).run())

    async def _tidy(self) -> None:
        while True:
            await self._pipeline.line.tidy(self._clock.now())
            await self._clock.sleep(TIDY)

    async def _look(self) -> None:
        """Find what ``dragoman inbox`` and ``dragoman schedules`` put there."""
        while True:
            await self._clock.sleep(LOOK)
            self._pipeline.desk.look_for_more()
            self._timers.look()
