"""Watches all requests on their way: counts them, writes them down, and lets faults befall them."""

import asyncio
from email.utils import formatdate
from functools import partial

from aiohttp import web

from dragoman_server import failures
from dragoman_server.answers import answer_refusal
from dragoman_server.faults import Faults
from dragoman_server.faults.injector import Handler
from dragoman_server.journal import Journal
from dragoman_server.store import Keeper, StoreFailed
from dragoman_server.world.world import World

CONTROL = "/control"
"""What is below this path is not traffic."""
RESTING_TURNS = 60
"""Turns of the event loop without a request after which clients in this process have nothing more to do."""


class Traffic:
    """The requests that are under way, and those that were."""

    def __init__(self, world: World, keeper: Keeper | None = None) -> None:
        """Start with a quiet server on which nothing goes wrong; answers wait for what is to be kept."""
        self.faults = Faults(world)
        self.journal = Journal(world.clock)
        self.under_way = 0
        self.begun = 0
        self.broken: list[str] = []
        """The requests that the server could not answer, through no fault that was set."""

        self._world = world
        self._keeper = keeper

    def watched(self, handler: Handler) -> Handler:
        """Return a handler that answers as `handler` does, and is watched."""
        return partial(self._watch, handler)

    async def _watch(self, handler: Handler, request: web.Request) -> web.StreamResponse:
        if request.path.startswith(CONTROL):
            return await self._keep(handler, request)
        since, status = self._world.clock.monotonic(), 0
        self.under_way += 1
        self.begun += 1
        try:
            if self.faults.rules:
                response = await self.faults.meet(request, partial(self._answer, handler))
            elif self._keeper is not None:
                response = await self._answer(handler, request)
            else:
                # The same without what a plain poll would only hold on to.
                response = await handler(request)
                if response.status >= 500:
                    self._note_broken(request, response)
            status = response.status
            self._date(response)
            return response
        except web.HTTPException as answered:
            status = answered.status
            self._date(answered)
            raise
        finally:
            self.under_way -= 1
            self.journal.note(request, since, status)

    async def _answer(self, handler: Handler, request: web.Request) -> web.StreamResponse:
        response = await self._keep(handler, request)
        if response.status >= 500:
            self._note_broken(request, response)
        # Now, for a fault may hold it up, or tell another date.
        self._date(response)
        return response

    def _date(self, response: web.StreamResponse) -> None:
        """Date an answer by the server's clock; where that is the machine's it is dated anyway."""
        clock = self._world.clock
        if clock.moved and not response.prepared:
            response.headers.setdefault("Date", formatdate(clock.now(), usegmt=True))

    def _note_broken(self, request: web.Request, response: web.StreamResponse) -> None:
        self.broken.append(f"{request.method} {request.path} was answered with {response.status}")

    async def _keep(self, handler: Handler, request: web.Request) -> web.StreamResponse:
        """Answer a request when everything of which the answer could tell is kept."""
        if self._keeper is None:
            return await handler(request)
        try:
            response = await handler(request)
        except web.HTTPException as answered:
            response = answered
        try:
            await self.settled()
        except StoreFailed:
            return answer_refusal(failures.SERVER_ERROR())
        if isinstance(response, web.HTTPException):
            raise response
        return response

    async def settled(self) -> None:
        """Return when everything is kept of which anybody outside may be told. Fails with StoreFailed."""
        if self._keeper is not None:
            await self._keeper.settled()

    def cut_off(self) -> None:
        """Close the connections of all requests that a fault holds up."""
        self.faults.cut_off()

    async def quiet(self, seconds: float) -> None:
        """Return once nothing but parked polls was under way for `seconds`, in real time."""
        while True:
            begun = self.begun
            await asyncio.sleep(seconds)
            if begun == self.begun and self.under_way <= self._parked():
                return

    async def rest(self) -> None:
        """Return once nothing but parked polls was under way for many turns, and what waits for time to pass.

        For clients in the same process only: what they write is there one turn later, so that turns say
        more than real time does.
        """
        still, begun = 0, self.begun
        while still < RESTING_TURNS:
            await asyncio.sleep(0)
            quiet = begun == self.begun and self.under_way <= self._parked() + self.faults.held_up
            still, begun = still + 1 if quiet else 0, self.begun

    def _parked(self) -> int:
        return sum(queue.is_waited_on for queue in self._world.queues)
