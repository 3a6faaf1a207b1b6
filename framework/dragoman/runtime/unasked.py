"""Calls of plugins that no message asked for: events that they handle, and whatever comes of timers."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial

from dragoman.delivery import Overtaken
from dragoman.events import Event, MessageEvent
from dragoman.plugin import Context, Mode
from dragoman.plugin.commands import EventHandler
from dragoman.runtime.desk import MOST_OVERTAKEN, Desk
from dragoman.runtime.handling import Handling
from dragoman.runtime.host import Host
from dragoman.runtime.lanes import Lanes, Work


class Unasked:
    """Makes such calls, and keeps what came of them."""

    def __init__(self, lanes: Lanes, handling: Handling, desk: Desk) -> None:
        """Call in these lanes; what is recorded is kept by this desk."""
        self._lanes = lanes
        self._handling = handling
        self._desk = desk

    async def hear(self, hosts: Iterable[Host], events: Sequence[Event]) -> None:
        """Let plugins hear the events that they handle, messages excepted; waits while there is no room."""
        for event in events:
            if isinstance(event, MessageEvent):
                continue
            for host in hosts:
                for handler in host.handlers:
                    if host.ready and isinstance(event, handler.event):
                        await self.put(host, f"event:{handler.name}", self._work(host, handler, event))

    async def put(self, host: Host, lane: str, work: Work) -> None:
        """Put a call of a plugin into its lane; waits while there is no room."""
        # From now on, lest the plugin is stopped while the call waits for its turn.
        host.in_use.begin()

        async def counted() -> None:
            try:
                await work()
            finally:
                host.in_use.end()

        await self._lanes.put(lane, counted)

    async def run(
        self,
        host: Host,
        method: str,
        call: Callable[[Context], Awaitable[None]],
        lane: str,
        mode: Mode | None = None,
    ) -> None:
        """Make a call, and keep what came of it; again when another was quicker."""
        for _ in range(MOST_OVERTAKEN):
            context = Context(host.surroundings)
            result = await self._handling.run(host, method, partial(call, context), context)
            if result.failure:
                return
            try:
                await self._desk.keep(host, context, lane, mode=mode)
            except Overtaken:
                continue
            return

    def _work(self, host: Host, handler: EventHandler, event: Event) -> Work:
        return lambda: self.run(
            host,
            handler.method,
            lambda context: handler.call(context, event),
            f"event:{handler.name}",
            handler.delivery,
        )
