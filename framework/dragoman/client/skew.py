"""How far the server's clock is from ours, as the dates of its answers prove."""

from collections.abc import Mapping

from dragoman.client.log import Log
from dragoman.client.waiting import http_date
from dragoman.clock import Clock

TOLD = 5.0
"""Seconds of difference, and of more difference, that are told."""
RESOLUTION = 1.0
"""Seconds to which dates are given."""

Beginning = tuple[float, float]
"""When a call was begun: wall clock and monotonic clock, in seconds."""

log = Log(__name__)


class Skew:
    """The difference of two clocks, as far as it is proved.

    An answer was dated at some moment between the call and its arrival, however long that took. So a slow
    answer proves little, and takes nothing back; a quick one tells the difference to a second.
    """

    def __init__(self, clock: Clock) -> None:
        """Take the clocks for equal until an answer proves that they are not."""
        self.seconds = 0.0
        """By how much the server's clock is ahead of ours, at least; below zero it is behind."""
        self._clock = clock
        self._told = 0.0
        self._text = ""
        self._date: float | None = None

    def begin(self) -> Beginning:
        """Note that a call begins."""
        return self._clock.now(), self._clock.monotonic()

    def note(self, headers: Mapping[str, str], begun: Beginning) -> None:
        """Learn from the headers of an answer to what was begun then."""
        date = self._date_of(headers)
        if date is None:
            return
        now, wall = self._clock.now(), begun[0]
        # The earlier of two moments: the machine may have slept, or its clock been set.
        earliest = min(wall, now - (self._clock.monotonic() - begun[1]))
        self.seconds = min(max(self.seconds, date - now), date + RESOLUTION - earliest)
        if self._told or abs(self.seconds) > TOLD:
            self._tell()

    def _date_of(self, headers: Mapping[str, str]) -> float | None:
        """Return the date of an answer, UNIX seconds; None when it has none, or comes out of a cache."""
        text = headers.get("Date", "")
        if text != self._text:
            moment = http_date(text)
            self._text, self._date = text, moment.timestamp() if moment is not None else None
        return None if self._date is None or "Age" in headers else self._date

    def _tell(self) -> None:
        far, told = abs(self.seconds), abs(self._told)
        if far <= TOLD:
            self._told = 0.0
            log.info("the server's clock and ours agree again", ahead=round(self.seconds, 1))
        elif far > told + TOLD or self.seconds * self._told < 0:
            self._told = self.seconds
            log.warning("the server's clock and ours differ", ahead=round(self.seconds, 1))
