"""Lives one bot's life after another, each in a process of its own that may be killed at any moment.

    python tests/delivery/lives.py FOLDER HURRY [ORIGIN]

From an origin on, UNIX seconds, the time of day hurries along, for all lives alike.
Reads one line for each life from standard input, ``CRASH_AT`` or ``-`` for a life that ends by SIGTERM only;
writes ``born PID`` and ``ended STATUS``, the signal's number negative. The processes are forked from one that
has everything imported, for a start takes a hundred times as long as a kill.
"""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

from delivery.hurried_clock import HurriedClock
from dragoman.delivery import Journal
from dragoman.delivery.crash import VARIABLE, arm
from dragoman.ops import configure_logging
from dragoman.runtime import Bot, BotSettings, load_settings


async def live(settings: BotSettings, hurry: float, origin: float | None = None) -> None:
    """Run the bot until SIGTERM."""
    clock = HurriedClock(hurry, None if origin is None else origin + (time.time() - origin) * hurry)
    journal = Journal.open(settings.state_file, bot=settings.name, clock=clock)
    async with Bot(settings, clock=clock, journal=journal) as bot:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, bot.stop)
        await bot.run()
    await journal.aclose()


def be_born(settings: BotSettings, hurry: float, origin: float | None, crash_at: str) -> int:
    """Start a life in a process of its own, and return its number."""
    sys.stdout.flush()
    number = os.fork()
    if number:
        return number
    status = 1
    try:
        os.environ[VARIABLE] = crash_at
        arm()
        asyncio.run(live(settings, hurry, origin))
        status = 0
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
