"""Breaks loops: a conversation that gets too many answers in a minute gets none for a while."""

from collections import OrderedDict, deque

from dragoman.clock import Clock

WINDOW = 60.0
"""Seconds over which answers are counted."""
SILENCE = 600.0
"""Seconds for which a conversation stays unanswered after too many."""
MOST_KNOWN = 10_000
"""Conversations whose answers are remembered; the longest silent ones are forgotten first."""


class ReplyBudget:
    """Counts the answers of each conversation."""

    def __init__(self, clock: Clock, per_minute: int) -> None:
        """Allow that many answers a minute."""
        self._clock = clock
        self._per_minute = per_minute
        self._answers: OrderedDict[str, deque[float]] = OrderedDict()
        self._silent: OrderedDict[str, float] = OrderedDict()

    def allow(self, per_minute: int) -> None:
        """Allow that many answers a minute from now on."""
        self._per_minute = per_minute

    def is_silent(self, key: str) -> bool:
        """Whether a conversation is not to be answered for now."""
        until = self._silent.get(key)
        if until is None:
            return False
        if self._clock.monotonic() < until:
            return True
        del self._silent[key]
        return False

    def spend(self, key: str) -> bool:
        """Count an answer; returns False when it is one too many, and silences the conversation."""
        now = self._clock.monotonic()
        answers = self._answers.setdefault(key, deque())
        self._answers.move_to_end(key)
        while answers and answers[0] <= now - WINDOW:
            answers.popleft()
        if len(answers) >= self._per_minute:
            del self._answers[key]
            self._silent[key] = now + SILENCE
            _shorten(self._silent)
            return False
        answers.append(now)
        _shorten(self._answers)
        return True


def _shorten(table: OrderedDict[str, deque[float]] | OrderedDict[str, float]) -> None:
    if len(table) > MOST_KNOWN:
        table.popitem(last=False)


class Allowance:
    """How many calls a bot makes a minute for its plugins; those beyond wait for their turn."""

    def __init__(self, clock: Clock, per_minute: int) -> None:
        """Begin with a minute's worth."""
        self._clock = clock
        self._per_second = per_minute / WINDOW
        self._most = float(per_minute)
        self._left = float(per_minute)
        self._at = clock.monotonic()

    def allow(self, per_minute: int) -> None:
        """Allow that many from now on."""
        self._refill()
        self._per_second = per_minute / WINDOW
        self._most = float(per_minute)

    @property
    def is_free(self) -> bool:
        """Whether one can be taken without waiting."""
        self._refill()
        return self._left >= 1

    def take(self) -> None:
        """Take one that is free."""
        self._left -= 1

    async def wait(self) -> None:
        """Take one, and wait until it is due."""
        self._refill()
        self._left -= 1
        if self._left < 0:
            await self._clock.sleep(-self._left / self._per_second)

    def _refill(self) -> None:
        now = self._clock.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._per_second)
        self._at = now
