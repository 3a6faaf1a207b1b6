"""A machine's clock in virtual time: it is set wrong, it is put right, and the machine sleeps."""

import asyncio


class TrueClock:
    """What the rest of the world goes by."""

    def __init__(self, begin: float) -> None:
        """Begin at a moment, UNIX seconds."""
        self._begin = begin
        self._slept = 0.0

    def now(self) -> float:
        """Return the UNIX time in seconds, UTC."""
        return self._begin + self._slept + self.monotonic()

    def monotonic(self) -> float:
        """Return the machine's seconds since the beginning."""
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        """Return when so many of the machine's seconds have passed."""
        await asyncio.sleep(max(seconds, 0.0))

    def pass_by(self, seconds: float) -> None:
        """Let the machine sleep: the world's time passes, the machine's does not."""
        self._slept += seconds


class JumpyClock:
    """What the machine goes by."""

    def __init__(self, world: TrueClock) -> None:
        """Begin right."""
        self._world = world
        self.wrong = 0.0
        """Seconds by which it is ahead of the world."""

    def be_wrong_by(self, seconds: float) -> None:
        """Set it so far ahead of the world, or behind."""
        self.wrong = seconds

    def now(self) -> float:
        """Return what the machine takes for the UNIX time."""
        return self._world.now() + self.wrong

    def monotonic(self) -> float:
        """Return the machine's seconds since the beginning."""
        return self._world.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Return when so many of the machine's seconds have passed."""
        await self._world.sleep(seconds)
