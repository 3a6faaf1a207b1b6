"""What a bot's plugins do by the clock: their timers and their schedules, each time once."""

from collections.abc import Callable, Iterable
from functools import partial

from dragoman.clock import Clock
from dragoman.delivery import Journal, OccurrenceRow, Transaction, schedules
from dragoman.plugin import Context, Timer
from dragoman.runtime.firing import Call, Firings
from dragoman.runtime.host import Host
from dragoman.runtime.lanes import Lanes
from dragoman.runtime.unasked import Unasked
from dragoman.schedule import Timetable, alarm_for


class Timers:
    """Sees to it that plugins are called when they want to be."""

    def __init__(
        self,
        clock: Clock,
        journal: Journal,
        lanes: Lanes,
        unasked: Unasked,
        firings: Firings,
        attempts: int,
        *,
        jumped: Callable[[], None],
    ) -> None:
        """Begin without timers; what fails in a way that may pass is tried so many times.

        ``jumped`` is called when the clock was set, or the machine has slept.
        """
        self._clock = clock
        self._journal = journal
        self._lanes = lanes
        self._unasked = unasked
        self._firings = firings
        self.attempts = attempts
        self._jumped = jumped
        self._began = (clock.now(), clock.monotonic())
        self._hosts: dict[str, Host] = {}
        self._timers: dict[tuple[str, str], Timer] = {}
        self._looked_for: frozenset[str] = frozenset()
        self._left: list[OccurrenceRow] = []
        self.timetable = self._new_timetable()

    async def start(self, hosts: Iterable[Host]) -> None:
        """Let what these plugins want be called for, and take up what an earlier process has left."""
        self._left = await self._firings.take_up()
        await self._declare(hosts)
        self.timetable.start()

    async def replan(self, hosts: Iterable[Host]) -> None:
        """Let what these plugins want be called for instead; a call that is due goes on."""
        await self.timetable.end()
        await self._declare(hosts)
        self.timetable = self._new_timetable()
        self.timetable.start()

    def look(self) -> None:
        """Take note of schedules that have changed."""
        if self._hosts:
            self.timetable.look()

    async def close(self) -> None:
        """Let no timer be due any more; what is due already goes on."""
        await self.timetable.close()

    async def give_back(self) -> None:
        """Let what was begun and not ended wait for the next process."""
        await self._firings.give_back()

    def _new_timetable(self) -> Timetable:
        alarm = alarm_for(self._clock)
        return Timetable(
            self._clock,
            alarm,
            self._look,
            is_out_of_date=lambda: self._looked_for != self._ready,
            jumped=self._jumped,
        )

    @property
    def _since(self) -> float:
        """When the process began, UNIX seconds; by the clock as it is now where that was put back."""
        wall, monotonic = self._began
        return min(wall, self._clock.now() - (self._clock.monotonic() - monotonic))

    @property
    def _ready(self) -> frozenset[str]:
        return frozenset(name for name, host in self._hosts.items() if host.ready)

    async def _declare(self, hosts: Iterable[Host]) -> None:
        """Write down the timers of the plugins, and forget the timers of those that are gone."""
        self._hosts = {host.name: host for host in hosts}
        wanted = {name: host.timers() for name, host in self._hosts.items()}
        self._timers = {(name, timer.name): timer for name, timers in wanted.items() for timer in timers}
        bot, now = self._journal.bot, self._clock.now()

        def declare(tx: Transaction) -> None:
            standing = {name: [timer.standing(now) for timer in timers] for name, timers in wanted.items()}
            schedules.declare(tx, bot, standing, now)

        await self._journal.do(declare)

    async def _look(self) -> float | None:
        """Call for what is due, and return when the next thing is."""
        self._looked_for = self._ready
        left = [row for row in self._left if row.plugin in self._looked_for]
        self._left = [row for row in self._left if row.plugin not in self._looked_for]
        ready = [name for name in self._hosts if name in self._looked_for]
        fired, following = await self._firings.claim(ready, self._since, self._lanes.free)
        for row in (*left, *fired):
            await self._begin(self._hosts[row.plugin], row)
        return following

    async def _begin(self, host: Host, row: OccurrenceRow) -> None:
        timer = self._timers.get((row.plugin, row.firing.schedule))
        if timer is not None:
            call = Call(timer.name, timer.call, timer.delivery)
        else:
            call = Call("due", partial(_due, host, row))
        work = partial(self._firings.fire, host, row, call, self.attempts)
        await self._unasked.put(host, row.lane, work)


async def _due(host: Host, row: OccurrenceRow, context: Context) -> None:
    await host.plugin.due(context, row.firing)
