"""Notices when a plugin blocks the whole bot, from a thread that goes on while the event loop does not."""

import asyncio
import sys
import threading
import time
import traceback
from collections.abc import Callable

import structlog

BEAT = 0.25
"""Seconds between beats of the loop."""
LATE = 1.0
"""Seconds without a beat after which what the loop is doing is logged."""
STALLED = 15.0
"""Seconds without a beat after which the bot is not ready."""
DEEPEST = 12
"""Frames of the stack that are logged."""


class Heartbeat:
    """The beats of an event loop, and a thread that listens to them.

    On the machine's own clock, whichever the bot goes by: a loop that is blocked is so in real time. The
    thread ends with its loop, also where nobody closes it.
    """

    def __init__(
        self, log: structlog.typing.FilteringBoundLogger, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Prepare; ``start`` begins."""
        self._log = log
        self._now = now
        self._last = now()
        self._told = False
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._loop_thread = 0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def lag(self) -> float:
        """Seconds since the last beat."""
        return self._now() - self._last

    @property
    def is_stalled(self) -> bool:
        """Whether the loop has not moved for so long that nothing can be expected of the bot."""
        return self.lag > STALLED

    def start(self) -> None:
        """Begin to beat in the running loop, and to listen."""
        self._loop_thread = threading.get_ident()
        self._beat()
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._listen, args=(loop,), name="heartbeat", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop both."""
        self._ended.set()
        if self._timer is not None:
            self._timer.cancel()
        if self._thread is not None:
            self._thread.join()

    def _beat(self) -> None:
        if self._told:
            self._log.warning("going on again", blocked=round(self.lag, 1))
            self._told = False
        self._last = self._now()
        self._timer = asyncio.get_running_loop().call_later(BEAT, self._beat)

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        while not self._ended.wait(BEAT) and not loop.is_closed():
            if self.lag > LATE and not self._told:
                self._told = True
                self._log.error("a plugin blocks the whole bot", stack=self._stack())

    def _stack(self) -> str:
        """Return what the loop's thread is doing; the innermost call comes last."""
        frame = sys._current_frames().get(self._loop_thread)
        return "".join(traceback.format_stack(frame)[-DEEPEST:]) if frame is not None else ""
