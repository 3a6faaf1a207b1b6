"""Lives one bot's life after another, each in a process of its own that may be killed at any moment.

    python tests/delivery/lives.py FOLDER HURRY [ORIGIN]

From an origin on, UNIX seconds, the time of day hurries along, for all lives alike.
Reads one line for each life from standard input, ``CRASH_AT`` or ``-`` for a life that ends by SIGTERM only;
``POINT:N/TERM`` has it tell itself to stop at that point, and with ``/SECONDS`` behind it once more so much
later. Writes ``born PID`` and ``ended STATUS``, the signal's number negative. The processes are forked from
one that has everything imported, for a start takes a hundred times as long as a kill.
"""

import asyncio
import os
import signal
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from delivery.hurried_clock import HurriedClock
from dragoman.delivery import Journal
from dragoman.delivery.crash import VARIABLE, Point, arm, set_hook
from dragoman.ops import configure_logging
from dragoman.runtime import Bot, BotSettings, load_settings
from dragoman_cli.signals import stopping

IN_TIME = 25.0
"""Seconds by the bot's clock in which it has to end when it is told to stop."""
LATE = 3
"""With what it ends otherwise."""


async def live(settings: BotSettings, hurry: float, origin: float | None = None) -> int:
    """Run the bot until SIGTERM; returns with what the process is to end."""
    clock = HurriedClock(hurry, None if origin is None else origin + (time.time() - origin) * hurry)
    journal = Journal.open(settings.state_file, bot=settings.name, clock=clock)
    told = clock.monotonic()

    def stop() -> None:
        nonlocal told
        told = clock.monotonic()
        bot.stop()

    async with Bot(settings, clock=clock, journal=journal) as bot:
        with stopping(stop):
            await bot.run()
            await journal.aclose()
    return 0 if clock.monotonic() - told <= IN_TIME else LATE


def arm_to_stop(wanted: str) -> None:
    """Have the process told to stop at a point: ``point:n/TERM``, or ``point:n/TERM/seconds``."""
    where, _, pause = wanted.replace("/TERM", "").partition("/")
    point, _, number = where.partition(":")
    passed: Counter[str] = Counter()

    def hook(here: Point) -> None:
        passed[here] += 1
        if here != point or passed[here] != int(number):
            return
        os.kill(os.getpid(), signal.SIGTERM)
        if pause:
            threading.Timer(float(pause), os.kill, (os.getpid(), signal.SIGTERM)).start()

    set_hook(hook)


def be_born(settings: BotSettings, hurry: float, origin: float | None, crash_at: str) -> int:
    """Start a life in a process of its own, and return its number."""
    sys.stdout.flush()
    number = os.fork()
    if number:
        return number
    status = 1
    try:
        if "/TERM" in crash_at:
            arm_to_stop(crash_at)
        else:
            os.environ[VARIABLE] = crash_at
            arm()
        status = asyncio.run(live(settings, hurry, origin))
    finally:
        sys.stderr.flush()
        os._exit(status)


def main() -> None:
    """Live as standard input says."""
    folder, hurry = Path(sys.argv[1]), float(sys.argv[2])
    origin = float(sys.argv[3]) if len(sys.argv) > 3 else None
    configure_logging("warning")
    settings = load_settings(folder)
    for line in sys.stdin:
        wanted = line.strip()
        number = be_born(settings, hurry, origin, "" if wanted == "-" else wanted)
        print(f"born {number}", flush=True)
        _, status = os.waitpid(number, 0)
        print(f"ended {os.waitstatus_to_exitcode(status)}", flush=True)


if __name__ == "__main__":
    main()
