"""What plugins remember, and what they want to be called for: written in the commit of what they did."""

from collections.abc import Callable, Sequence

from dragoman.clock import Clock
from dragoman.delivery import Journal, Transaction, keep, occurrences
from dragoman.runtime.handling import Result


class Remembering:
    """Writes it, and tells who waits for schedules that they have changed."""

    def __init__(self, journal: Journal, clock: Clock) -> None:
        """Write to this journal."""
        self._journal = journal
        self._clock = clock
        self.rescheduled: Callable[[], None] | None = None
        """Called when schedules have changed."""

    def write(self, tx: Transaction, result: Result) -> None:
        """Write what a handler changed; fails with Overtaken when something that it had read has changed."""
        bot, plugin = self._journal.bot, result.host.name
        if result.changes:
            keep.apply(tx, bot, plugin, result.changes)
        if result.schedules:
            now, epoch = self._clock.now(), self._journal.epoch
            occurrences.change(tx, bot, plugin, result.schedules, now=now, epoch=epoch)

    def written(self, results: Sequence[Result]) -> None:
        """Learn that what handlers changed is committed."""
        if self.rescheduled is not None and any(result.schedules for result in results):
            self.rescheduled()
