"""How often one account may call: a sliding window, and the headers that tell about it."""

from collections import OrderedDict, deque
from typing import Protocol

from dragoman_server import failures
from dragoman_server.clock import Clock
from dragoman_server.errors import Refusal
from dragoman_server.settings import RateLimit

_MOST_KEYS = 10_000


VISITORS_SHARE = 2
"""How many times fewer requests an address without an account is allowed than an account."""


class Limiter(Protocol):
    """What counts requests and tells about it."""

    def count(self, key: str) -> dict[str, str]:
        """Count one request and return the headers about what is left; refuse one too many."""
        ...

    def headers(self, key: str) -> dict[str, str]:
        """Return the headers that say what is left."""
        ...


class Unlimited:
    """Counts nothing, and tells of a limit that nobody reaches, because clients look for one."""

    REQUESTS = 1_000_000

    def __init__(self, clock: Clock) -> None:
        """Tell the time by `clock`."""
        self._clock = clock
        self._second = -1
        self._headers: dict[str, str] = {}

    def count(self, key: str) -> dict[str, str]:
        """Return the headers that say that everything is left."""
        return self.headers(key)

    def headers(self, key: str) -> dict[str, str]:  # noqa: ARG002 - the same for all
        """Return the headers that say that everything is left."""
        second = int(self._clock.now())
        if second != self._second:
            self._second, limit = second, str(self.REQUESTS)
            self._headers = {
                "X-RateLimit-Limit": limit,
                "X-RateLimit-Remaining": limit,
                "X-RateLimit-Reset": str(second),
            }
        return self._headers


class RateLimiter:
    """Counts what each key did in the last seconds. A refused request does not count."""

    def __init__(self, limit: RateLimit, clock: Clock) -> None:
        """Start with nothing counted."""
        self.limit = limit
        self._clock = clock
        self._windows: OrderedDict[str, deque[float]] = OrderedDict()

    def count(self, key: str) -> dict[str, str]:
        """Count one request and return the headers about what is left; refuse one too many."""
        window, now = self._window(key), self._clock.monotonic()
        if len(window) >= self.limit.requests:
            raise self._refusal(window, now)
        window.append(now)
        return self._headers(window, now)

    def forget(self, key: str) -> None:
        """Count anew from nothing."""
        self._windows.pop(key, None)

    def headers(self, key: str) -> dict[str, str]:
        """Return the headers that say what is left."""
        return self._headers(self._window(key), self._clock.monotonic())

    def _window(self, key: str) -> deque[float]:
        window = self._windows.pop(key, None) or deque()
        # Put back as the newest, so that the oldest key is the one to be forgotten.
        self._windows[key] = window
        while len(self._windows) > _MOST_KEYS:
            self._windows.popitem(last=False)
        horizon = self._clock.monotonic() - self.limit.seconds
        while window and window[0] <= horizon:
            window.popleft()
        return window

    def _refusal(self, window: deque[float], now: float) -> Refusal:
        wait = window[0] + self.limit.seconds - now
        return failures.RATE_LIMITED(**{"retry-after": wait})

    def _headers(self, window: deque[float], now: float) -> dict[str, str]:
        reset = (window[0] + self.limit.seconds - now) if window else 0.0
        return {
            "X-RateLimit-Limit": str(self.limit.requests),
            "X-RateLimit-Remaining": str(max(0, self.limit.requests - len(window))),
            "X-RateLimit-Reset": str(int(self._clock.now() + reset)),
        }


def make_limiter(limit: RateLimit | None, clock: Clock, *, share: int = 1) -> Limiter:
    """Return what counts by `limit`, or by one so many times smaller; without a limit it never refuses."""
    if limit is None:
        return Unlimited(clock)
    return RateLimiter(RateLimit(requests=max(1, limit.requests // share), seconds=limit.seconds), clock)
