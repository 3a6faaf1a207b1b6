"""An event loop whose time can be turned on, so that what waits for minutes is waited for in no time."""

import asyncio


class TurnedLoop(asyncio.SelectorEventLoop):
    """The usual loop, ahead of the real time by as much as it was turned."""

    turned = 0.0
    """Seconds."""

    def time(self) -> float:
        return super().time() + self.turned

    def turn(self, seconds: float) -> None:
        """Let the timers ring that are due within so many seconds, among them the client's patience."""
        self.turned += seconds
