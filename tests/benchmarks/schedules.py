"""What schedules cost, kept in a bot's state file, beside APScheduler's own SQL store in the same run.

``python tests/benchmarks/schedules.py`` prints: processor time of one add in its own commit beyond a bare
one, and of a wake-up with nothing due among few and among many; how late the last of many is noted that are
due in the same second; how much memory many take; and which gates are missed. Medians.
"""

import argparse
import asyncio
import json
import logging
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import msgspec
from apscheduler.jobstores.sqlalchemy import SQLAlchemyJobStore
from apscheduler.schedulers.background import BackgroundScheduler
from msgspec import Struct

from dragoman.delivery import Journal, Transaction, arrivals, keep, schedules
from dragoman.planner import Once
from dragoman.plugin import Schedule
from dragoman.plugin.schedules import ScheduleChange

NOW = 1_800_000_000.0
FAR = 30 * 86_400.0
BOT, PLUGIN = "bench", "scheduler"
GATES = {"add_us": 75.0, "idle_us": 20.0, "late_ms": 60.0, "memory_mb": 8.0}


class Figures(Struct):
    """Medians; None where a run has none."""

    add_us: float
    idle_us: float | None = None
    idle_few_us: float | None = None
    late_ms: float | None = None
    memory_mb: float | None = None


def put(name: str, at: float) -> ScheduleChange:
    return ScheduleChange(
        verb="put", name=name, schedule=Schedule(name=name, plan=Once(at=at), data={"to": "#ops > tea"})
    )


def _cpu(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _rss() -> float:
    """Return the most memory that the process has had, MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def ours(path: Path, many: int, due: int, rounds: int) -> Figures:
    """Measure our own store."""
    journal = Journal.open(path, bot=BOT, threaded=False)
    adds = await _adds(journal, rounds)
    few = await _idle(journal, rounds)
    before = _rss()
    for start in range(0, many, 1_000):
        changes = [put(f"far-{number}", NOW + FAR + number) for number in range(start, start + 1_000)]
        await journal.do(partial(_put, changes=changes))
    idle = await _idle(journal, rounds)
    memory = _rss() - before
    late = [await _burst(journal, due, number) for number in range(5)]
    await journal.aclose()
    return Figures(
        add_us=adds, idle_us=idle, idle_few_us=few, late_ms=statistics.median(late) * 1e3, memory_mb=memory
    )


async def _adds(journal: Journal, rounds: int) -> float:
    """Return what an add takes beyond a commit of one value, microseconds.

    The value is another one each time: SQLite writes nothing, and syncs nothing, for one that stays.
    """
    adds: list[float] = []
    bare: list[float] = []
    for number in range(rounds):
        value = b"%d" % number
        began = time.process_time()
        await journal.do(partial(_keep, value=value))
        bare.append(time.process_time() - began)
        changes = [put(f"add-{number}", NOW + FAR)]
        began = time.process_time()
        await journal.do(partial(_put, changes=changes))
        adds.append(time.process_time() - began)
    return (statistics.median(adds) - statistics.median(bare)) * 1e6


def _keep(tx: Transaction, value: bytes) -> None:
    keep.put(tx, BOT, "", "", "n", value)


def _put(tx: Transaction, changes: Sequence[ScheduleChange]) -> None:
    schedules.apply(tx, BOT, PLUGIN, changes, NOW)


def _look(tx: Transaction) -> float | None:
    return schedules.soonest(tx, BOT, PLUGIN)


async def _idle(journal: Journal, rounds: int) -> float:
    """Return what it takes to see that nothing is due, microseconds."""
    taken: list[float] = []
    for _ in range(rounds):
        began = time.process_time()
        soonest = await journal.do(_look)
        taken.append(time.process_time() - began)
        assert soonest is not None
        assert soonest > NOW
    return statistics.median(taken) * 1e6


async def _burst(journal: Journal, due: int, number: int) -> float:
    """Return seconds until all are noted as fired that are due at once."""
    moment = NOW + 1 + number
    changes = [put(f"due-{number}-{each}", moment) for each in range(due)]
    await journal.do(partial(_put, changes=changes))
    began, fired, more = time.perf_counter(), 0, True
    while more:
        claim = await journal.do(
            lambda tx: arrivals.claim(
                tx, BOT, [PLUGIN], now=moment, since=NOW, epoch=journal.epoch, at_once=16
            )
        )
        fired, more = fired + len(claim.fired), claim.more
    assert fired == due
    return time.perf_counter() - began


def nothing() -> None:
    """Do nothing."""


def apscheduler(path: Path, rounds: int) -> Figures:
    """Measure the adds of APScheduler's SQL store."""
    logging.getLogger("apscheduler").setLevel(logging.CRITICAL)
    scheduler = BackgroundScheduler(
        jobstores={"default": SQLAlchemyJobStore(url=f"sqlite:///{path}")}, timezone=UTC
    )
    scheduler.start(paused=True)
    far = datetime.now(UTC) + timedelta(days=30)
    adds = [
        _cpu(lambda: scheduler.add_job("benchmarks.schedules:nothing", "date", run_date=far))
        for _ in range(rounds)
    ]
    scheduler.shutdown(wait=False)
    return Figures(add_us=statistics.median(adds) * 1e6)


def missed(figures: Figures) -> list[str]:
    """Return the gates that are not reached."""
    return [
        f"{name}: {value:.1f} > {gate}"
        for name, gate in GATES.items()
        if (value := getattr(figures, name)) is not None and value > gate
    ]


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--schedules", type=int, default=100_000)
    parser.add_argument("--due", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        mine = asyncio.run(ours(Path(folder) / "state.db", asked.schedules, asked.due, asked.rounds))
        theirs = apscheduler(Path(folder) / "jobs.db", min(asked.rounds, 200))
    told = {"dragoman": mine, "apscheduler": theirs}
    if asked.json:
        print(msgspec.json.encode(told).decode())
    else:
        for name, figures in told.items():
            print(name, json.dumps({f: getattr(figures, f) for f in figures.__struct_fields__}))
    short = missed(mine)
    print("\n".join(short), file=sys.stderr)
    sys.exit(1 if short else 0)


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[1])]
    main()
