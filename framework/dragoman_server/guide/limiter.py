"""How many reads a caller has left."""

import math
from collections import OrderedDict

import msgspec

from dragoman_server.guide.clock import Clock


class Allowance(msgspec.Struct, frozen=True, kw_only=True):
    """What a read leaves its caller."""

    allowed: bool
    limit: int
    remaining: int
    """Reads left in the window, this one already taken off."""
    reset: int
    """Whole seconds until the window ends."""

    @property
    def retry_after(self) -> int:
        """Seconds after which asking again makes sense, at least one."""
        return max(1, self.reset)


class _Window(msgspec.Struct):
    start: float
    reads: int = 0


class ReadLimiter:
    """Counts each caller's reads in windows that begin with a first read."""

    def __init__(self, clock: Clock, *, limit: int, window: float, callers: int) -> None:
        """Allow ``limit`` reads in ``window`` seconds and remember at most ``callers`` callers."""
        self._clock = clock
        self._limit = limit
        self._window = window
        self._callers = callers
        self._windows: OrderedDict[str, _Window] = OrderedDict()

    def __len__(self) -> int:
        """Say how many callers are remembered."""
        return len(self._windows)

    def read(self, caller: str) -> Allowance:
        """Count a read, unless the caller has none left."""
        now = self._clock.now()
        window = self._window_of(caller, now)
        allowed = window.reads < self._limit
        window.reads += allowed
        return Allowance(
            allowed=allowed,
            limit=self._limit,
            remaining=self._limit - window.reads,
            reset=math.ceil(window.start + self._window - now),
        )

    def _window_of(self, caller: str, now: float) -> _Window:
        window = self._windows.get(caller)
        if window is None or now >= window.start + self._window:
            window = self._windows[caller] = _Window(now)
        # A clock that was set back must not lock a caller out for longer than a window.
        window.start = min(window.start, now)
        self._windows.move_to_end(caller)
        if len(self._windows) > self._callers:
            self._windows.popitem(last=False)
        return window
