"""One cast of plugins after another: the new one has started before the old one goes."""

from collections.abc import Iterable

from dragoman.delivery import Overtaken
from dragoman.runtime.cast import Cast, refusal
from dragoman.runtime.errands import Errands
from dragoman.runtime.host import Host, Keep
from dragoman.runtime.watch import Watch

LEAVE = 5.0
"""Seconds that plugins have for their own end when others have taken their place."""


class Succession:
    """The plugins that play, and those that finish what they began before others took their place."""

    def __init__(self, watch: Watch, errands: Errands) -> None:
        """Begin without any."""
        self._watch = watch
        self._errands = errands
        self._current: Cast | None = None
        self._leaving: list[Cast] = []

    @property
    def hosts(self) -> tuple[Host, ...]:
        """The plugins that play, the built-in help first; empty before there are any."""
        return self._current.hosts if self._current is not None else ()

    @property
    def all_hosts(self) -> tuple[Host, ...]:
        """Those that play, and before them those that are leaving."""
        return (*(host for cast in self._leaving for host in cast.hosts), *self.hosts)

    def enter(self, cast: Cast) -> None:
        """Let these play; those before them are stopped when they have finished what they began."""
        before, self._current = self._current, cast
        if before is not None:
            self._leaving.append(before)
            self._errands.begin(self._leave(before))

    async def start(self, keep: Keep) -> None:
        """Start the plugins that play; those that cannot yet are started later, those that cannot never."""
        for host in self.hosts:
            if await host.start(self._watch, keep):
                self._errands.begin(host.start_patiently(self._watch, keep))

    async def rehearse(self, cast: Cast, keep: Keep) -> None:
        """Start plugins that are to play; fails with ConfigurationError, and stops them, unless all start."""
        try:
            failures = [(host.name, error) for host in cast.hosts if (error := await self._try(host, keep))]
            if failures:
                raise refusal(cast.settings, failures)
        except BaseException:
            await self._stop(cast.hosts)
            raise

    async def _try(self, host: Host, keep: Keep) -> Exception | None:
        try:
            await host.start(self._watch, keep)
        except Overtaken as error:
            return error
        host.timers()
        return host.failure

    async def _leave(self, cast: Cast) -> None:
        for host in cast.hosts:
            host.leaves = True
        await cast.in_use.over()
        await self._stop(cast.hosts)
        self._leaving.remove(cast)

    async def _stop(self, hosts: Iterable[Host]) -> None:
        for host in reversed(tuple(hosts)):
            await host.stop(self._watch, LEAVE)
