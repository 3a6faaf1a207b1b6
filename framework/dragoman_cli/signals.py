"""A clean stop on SIGTERM and on SIGINT, and other settings on SIGHUP."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

RELOADING = signal.SIGHUP
STOPPING = (signal.SIGTERM, signal.SIGINT)


@contextmanager
def stopping(stop: Callable[[], None]) -> Iterator[None]:
    """Call ``stop`` when the process is asked to end; a second signal ends it at once."""
    loop = asyncio.get_running_loop()

    def first() -> None:
        for number in STOPPING:
            loop.remove_signal_handler(number)
        stop()

    for number in STOPPING:
        loop.add_signal_handler(number, first)
    try:
        yield
    finally:
        for number in STOPPING:
            loop.remove_signal_handler(number)


@contextmanager
def reloading(reload: Callable[[], None]) -> Iterator[None]:
    """Call ``reload`` whenever the process is asked to read its settings again."""
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(RELOADING, reload)
    try:
        yield
    finally:
        loop.remove_signal_handler(RELOADING)
