"""Which failed calls may be said again, and when."""

from typing import Any

from dragoman.client.waiting import BackOff, Jitter
from dragoman.errors import Ambiguous, MalformedAnswer, NotSent, RateLimited, ServiceError
from dragoman.model import Record
from dragoman.operations import Request


class Retries(Record):
    """How patient calls are."""

    attempts: int = 4
    """Exchanges for one call, the first included."""
    back_off: BackOff = BackOff(first=0.5, longest=8.0)
    longest_wait: float = 60.0
    """Seconds that a call waits for a server that says how long; a longer wish is left to the caller."""

    def pause(
        self, request: Request[Any], error: ServiceError, failures: int, jitter: Jitter
    ) -> float | None:
        """Return the seconds to wait before saying it again; ``None`` to give up."""
        if failures + 1 >= self.attempts:
            return None
        pause = self.back_off.pause(failures, jitter)
        if isinstance(error, RateLimited):
            return error.retry_after + pause if error.retry_after <= self.longest_wait else None
        return pause if self._may_repeat(request, error) else None

    def _may_repeat(self, request: Request[Any], error: ServiceError) -> bool:
        if isinstance(error, NotSent):
            return True
        if isinstance(error, MalformedAnswer) and error.status >= 300:
            return False
        return isinstance(error, Ambiguous) and request.may_be_repeated
