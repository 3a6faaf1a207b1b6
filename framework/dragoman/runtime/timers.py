"""The timers of a bot's plugins: when one is due, its method is called."""

from collections.abc import Iterable

from dragoman.clock import Clock
from dragoman.plugin import Timer
from dragoman.runtime.errands import Errands
from dragoman.runtime.host import Host
from dragoman.runtime.unasked import Unasked
from dragoman.schedule import Timetable, alarm_for


class Timers:
    """Calls the methods of plugins that ask for a time."""

    def __init__(self, clock: Clock, unasked: Unasked, errands: Errands) -> None:
        """Begin without timers."""
        self.timetable = Timetable(clock, alarm_for(clock))
        self._clock = clock
        self._unasked = unasked
        self._errands = errands
        self._firing: set[str] = set()

    def start(self, hosts: Iterable[Host]) -> None:
        """Let the timers of these plugins run."""
        for host in hosts:
            for timer in host.timers():
                self._add(host, timer)

    async def replan(self, hosts: Iterable[Host]) -> None:
        """Let the timers of these plugins run instead of all others; a call that is due goes on."""
        await self.timetable.close()
        self.timetable = Timetable(self._clock, alarm_for(self._clock))
        self.start(hosts)

    async def close(self) -> None:
        """Let no timer be due any more; what is due already goes on."""
        await self.timetable.close()

    def _add(self, host: Host, timer: Timer) -> None:
        name = f"{host.name}.{timer.name}"
        self.timetable.add(name, timer, lambda: self._fire(name, host, timer))

    def _fire(self, name: str, host: Host, timer: Timer) -> None:
        if not host.ready or name in self._firing:
            reason = "its last call still runs" if host.ready else "its plugin has not started"
            host.log.warning("timer passed over", timer=name, reason=reason)
            return
        self._firing.add(name)
        lane = f"timer:{name}"

        async def work() -> None:
            try:
                await self._unasked.run(host, timer.name, timer.call, lane)
            finally:
                self._firing.discard(name)

        self._errands.begin(self._unasked.put(host, lane, work))
