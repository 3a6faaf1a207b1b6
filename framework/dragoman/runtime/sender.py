"""Sends what handlers recorded, in its order, and never a message twice."""

from collections.abc import Iterable
from typing import Any

from structlog.typing import FilteringBoundLogger

from dragoman.client import BackOff, Jitter
from dragoman.client.waiting import system_jitter
from dragoman.clock import Clock
from dragoman.errors import Ambiguous, NotSent, RateLimited, ReactionAlreadyExists, ServiceError, name_of
from dragoman.operations import Operation
from dragoman.plugin import Caller

BACK_OFF = BackOff(first=1.0, longest=15.0)
PATIENCE = 300.0
"""Seconds for which an effect is tried again while the server cannot be reached or wants to be left alone."""


class Sender:
    """Makes the calls that handlers recorded."""

    def __init__(self, zulip: Caller, clock: Clock, jitter: Jitter = system_jitter) -> None:
        """Send through this client."""
        self._zulip = zulip
        self._clock = clock
        self._jitter = jitter

    async def send(self, effects: Iterable[Operation[Any]], log: FilteringBoundLogger) -> None:
        """Make the calls one after another; one that does not succeed is logged and does not stop the others.

        A call that surely was not done is tried again for a while. One of which nobody knows whether it was
        done is not: rather no answer than two.
        """
        for effect in effects:
            try:
                await self._send(effect)
            except ReactionAlreadyExists:
                continue
            except Ambiguous as error:
                log.error("sent or not, nobody knows", call=name_of(effect), error=str(error))
            except ServiceError as error:
                log.error("not sent", call=name_of(effect), error=str(error))

    async def _send(self, effect: Operation[Any]) -> None:
        failures = 0
        end = self._clock.monotonic() + PATIENCE
        while True:
            try:
                await self._zulip(effect)
            except (NotSent, RateLimited) as error:
                pause = BACK_OFF.pause(failures, self._jitter)
                if isinstance(error, RateLimited):
                    pause += error.retry_after
                if self._clock.monotonic() + pause > end:
                    raise
            else:
                return
            failures += 1
            await self._clock.sleep(pause)
