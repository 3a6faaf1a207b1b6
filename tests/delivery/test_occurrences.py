"""Occurrences in the state file: which are made up for, that each comes once, and how far it is put off."""

from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from dragoman.clock import ManualClock
from dragoman.delivery import Journal, OccurrenceRow, Transaction, arrivals, occurrences, schedules
from dragoman.delivery.database import Row, Statement
from dragoman.planner import Cron, Every, Occurrence, Once, next_after
from dragoman.plugin import Firing, Past, Schedule, Schedules
from dragoman.plugin.schedules import CatchUp, ScheduleChange, Verb

BOT, PLUGIN = "desk", "scheduler"
BEGIN = 1_800_000_000.0
HOUR = 3600.0
HOURLY = Every(seconds=HOUR, anchor=BEGIN)


class Engine:
    """A journal, and what may be done to its schedules at the time that the clock shows."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = ManualClock(BEGIN)
        self.journal = self._open()
        self.since = BEGIN

    def _open(self) -> Journal:
        return Journal.open(self.path, bot=BOT, clock=self.clock, sync="normal", threaded=False)

    async def restart(self) -> None:
        """Let another process take over, as one that begins now."""
        await self.journal.aclose()
        self.journal = self._open()
        self.since = self.clock.now()

    async def put(self, schedule: Schedule) -> None:
        await self.change(ScheduleChange(verb="put", name=schedule.name, schedule=schedule))

    async def change(self, *changes: ScheduleChange) -> None:
        """Do what a handler recorded."""
        now, epoch = self.clock.now(), self.journal.epoch
        await self.journal.do(lambda tx: occurrences.change(tx, BOT, PLUGIN, changes, now=now, epoch=epoch))

    async def next(self, name: str) -> float | None:
        """Return the hour at which a schedule comes next."""
        standing = await self.journal.do(lambda tx: schedules.find(tx, BOT, PLUGIN, name))
        return (standing.next.at - BEGIN) / HOUR if standing is not None and standing.next else None

    async def claim(self, at_once: int = 100) -> arrivals.Claim:
        """Look at what has come by now."""
        return await self.journal.do(
            lambda tx: arrivals.claim(
                tx,
                BOT,
                [PLUGIN],
                now=self.clock.now(),
                since=self.since,
                epoch=self.journal.epoch,
                at_once=at_once,
            )
        )

    async def fired(self, at_once: int = 100) -> list[float]:
        """Return which hours have come by now."""
        return hours((await self.claim(at_once)).fired)

    async def history(self, name: str) -> list[Past]:
        return await self.journal.history(PLUGIN, name, 100)


def hours(rows: Sequence[OccurrenceRow]) -> list[float]:
    return [(row.firing.at - BEGIN) / HOUR for row in rows]


def missed_rows(times: int) -> tuple[arrivals.Missed, ...]:
    return (arrivals.Missed(plugin=PLUGIN, schedule="hourly", times=times),)


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    made = Engine(tmp_path / "state.db")
    yield made
    await made.journal.aclose()


def schedule(catch_up: CatchUp, grace: float = 10 * HOUR, jitter: float = 0.0) -> Schedule:
    return Schedule(
        name="hourly",
        plan=HOURLY,
        data="tea",
        grace=timedelta(seconds=grace),
        catch_up=catch_up,
        jitter=timedelta(seconds=jitter),
    )


async def test_an_occurrence_that_has_come_is_begun_with_all_that_its_plugin_needs(engine: Engine) -> None:
    await engine.put(schedule("latest"))
    await engine.clock.advance(HOUR - 1)
    assert await engine.claim() == arrivals.Claim(next=BEGIN + HOUR)
    await engine.clock.advance(1)
    firing = Firing(schedule="hourly", at=BEGIN + HOUR, key="2027-01-15T09:00:00Z", data="tea")
    row = OccurrenceRow(plugin=PLUGIN, firing=firing, state="RUNNING", attempts=1)
    assert await engine.claim() == arrivals.Claim(fired=(row,), next=BEGIN + 2 * HOUR)


@pytest.mark.parametrize(
    ("catch_up", "fired", "missed"), [("latest", [4.0], 3), ("all", [1.0, 2.0, 3.0, 4.0], 0), ("none", [], 4)]
)
async def test_what_came_while_the_bot_was_down_is_made_up_for_as_the_schedule_says(
    engine: Engine, catch_up: CatchUp, fired: list[float], missed: int
) -> None:
    await engine.put(schedule(catch_up))
    await engine.clock.advance(4 * HOUR + 60)
    await engine.restart()
    claim = await engine.claim()
    assert hours(claim.fired) == fired
    assert claim.missed == (missed_rows(missed) if missed else ())
    past = [(each.state, each.at) for each in await engine.history("hourly")]
    states = ["RUNNING" if hour in fired else "MISSED" for hour in (4.0, 3.0, 2.0, 1.0)]
    moments = [BEGIN + hour * HOUR for hour in (4, 3, 2, 1)]
    assert past == list(zip(states, moments, strict=True))


@pytest.mark.parametrize(("catch_up", "fired"), [("latest", [2.0]), ("all", [1.0, 2.0]), ("none", [2.0])])
async def test_a_process_that_was_up_but_busy_makes_up_for_what_came_meanwhile(
    engine: Engine, catch_up: CatchUp, fired: list[float]
) -> None:
    await engine.put(schedule(catch_up))
    await engine.clock.advance(2 * HOUR + 60)
    assert await engine.fired() == fired


@pytest.mark.parametrize("catch_up", ["latest", "all", "none"])
async def test_what_is_later_than_its_grace_is_missed_and_says_so(engine: Engine, catch_up: CatchUp) -> None:
    await engine.put(schedule(catch_up, grace=60))
    await engine.clock.advance(HOUR + 61)
    assert await engine.claim() == arrivals.Claim(missed=missed_rows(1), next=BEGIN + 2 * HOUR)
    assert await engine.history("hourly") == [
        Past(key="2027-01-15T09:00:00Z", at=BEGIN + HOUR, state="MISSED", error=occurrences.TOO_LATE)
    ]
    await engine.clock.advance(HOUR - 1)
    assert await engine.fired() == [2.0]


async def test_what_was_missed_long_ago_is_counted_in_one_row(engine: Engine) -> None:
    await engine.put(schedule("none", grace=60))
    await engine.clock.advance(1000 * HOUR + 100)
    await engine.restart()
    assert (await engine.claim()).missed == missed_rows(1000)
    past = await engine.journal.history(PLUGIN, "hourly", 1000)
    assert (len(past), sum(each.times for each in past)) == (arrivals.MOST_NOTED, 1000)


async def test_an_occurrence_comes_once_over_looks_restarts_and_a_clock_that_is_put_back(
    engine: Engine,
) -> None:
    await engine.put(schedule("all"))
    await engine.clock.advance(2 * HOUR)
    assert await engine.fired() == [1.0, 2.0]
    assert await engine.fired() == []
    await engine.restart()
    assert await engine.fired() == []
    engine.clock = ManualClock(BEGIN)
    await engine.restart()
    assert await engine.fired() == []
    await engine.put(structs.replace(schedule("all"), data="coffee"))
    await engine.clock.advance(3 * HOUR)
    assert await engine.fired() == [3.0]


async def test_a_schedule_that_is_planned_anew_brings_no_occurrence_again(engine: Engine) -> None:
    await engine.put(schedule("all"))
    await engine.clock.advance(2 * HOUR)
    assert await engine.fired() == [1.0, 2.0]
    engine.clock = ManualClock(BEGIN)
    await engine.put(Schedule(name="hourly", plan=Every(seconds=HOUR, anchor=BEGIN - HOUR), catch_up="all"))
    await engine.clock.advance(3 * HOUR)
    assert await engine.fired() == [3.0]


async def test_a_nightly_job_comes_once_in_the_night_that_has_its_hour_twice(tmp_path: Path) -> None:
    engine = Engine(tmp_path / "state.db")
    # 2026-10-25T00:00+02:00 in Berlin, three hours before the change.
    engine.clock = ManualClock(1_792_879_200.0)
    plan = Cron(expression="30 2 * * *", zone="Europe/Berlin")
    await engine.put(Schedule(name="nightly", plan=plan, catch_up="all"))
    keys: list[str] = []
    for _ in range(8):
        await engine.clock.advance(1800)
        keys += [row.firing.key for row in (await engine.claim()).fired]
    assert keys == ["2026-10-25T02:30"]
    await engine.journal.aclose()


async def test_more_than_there_is_room_for_waits_in_its_order(engine: Engine) -> None:
    await engine.put(schedule("all"))
    await engine.clock.advance(3 * HOUR)
    claim = await engine.claim(at_once=1)
    assert [(row.state, row.attempts) for row in claim.fired] == [
        ("RUNNING", 1),
        ("PENDING", 0),
        ("PENDING", 0),
    ]
    left = await engine.journal.do(lambda tx: occurrences.left(tx, BOT, engine.clock.now()))
    assert left == list(claim.fired[1:])


async def test_jitter_puts_each_occurrence_off_by_an_amount_of_its_own_that_stays(engine: Engine) -> None:
    jittered = schedule("all", jitter=1800.0)
    await engine.put(jittered)
    put_off: list[float] = []
    for hour in range(1, 6):
        due = next_after(HOURLY, BEGIN + hour * HOUR - 1)
        assert due is not None
        rings = schedules.rings_at(PLUGIN, jittered, due)
        put_off.append(rings - due.at)
        assert rings == schedules.rings_at(PLUGIN, schedule("none", jitter=1800.0), due)
        await engine.clock.advance(rings - 1.0 - engine.clock.now())
        assert await engine.fired() == []
        await engine.restart()
        assert await engine.journal.do(lambda tx: schedules.soonest(tx, BOT, PLUGIN)) == rings
        await engine.clock.advance(1.0)
        assert await engine.fired() == [float(hour)]
    assert all(0 <= each < 1800 for each in put_off)
    assert len(set(put_off)) == 5


def test_jitter_is_the_same_in_every_version_of_the_program() -> None:
    jittered = schedule("all", jitter=1800.0)
    rings = schedules.rings_at(PLUGIN, jittered, Occurrence(at=0.0, key="2027-01-15T08:00:00Z"))
    # printf scheduler:hourly:2027-01-15T08:00:00Z | sha256sum | cut -c1-12, times 1800 / 2**48
    assert rings == pytest.approx(235.386082)


async def test_grace_is_counted_from_when_jitter_lets_it_ring(engine: Engine) -> None:
    jittered = schedule("latest", grace=60.0, jitter=1800.0)
    await engine.put(jittered)
    due = next_after(HOURLY, BEGIN)
    assert due is not None
    rings = schedules.rings_at(PLUGIN, jittered, due)
    await engine.clock.advance(rings + 60.0 - BEGIN)
    assert await engine.fired() == [1.0]


class Counting:
    """A transaction that counts the rows that it changes."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self.writes = 0

    def run(self, statement: Statement, **values: Any) -> int:
        changed = self._tx.run(statement, **values)
        self.writes += changed
        return changed

    def run_many(self, statement: Statement, rows: Sequence[dict[str, Any]]) -> None:
        self.writes += len(rows)
        self._tx.run_many(statement, rows)

    def fetch(self, statement: Statement, **values: Any) -> list[Row]:
        return self._tx.fetch(statement, **values)


async def test_what_is_put_up_again_as_it_stands_is_not_written_again(engine: Engine) -> None:
    hourly, timer = schedule("all"), structs.replace(schedule("all"), name="timer")
    now = engine.clock.now()

    def put_up(tx: Transaction, data: object) -> int:
        counting = Counting(tx)
        wanted = structs.replace(hourly, data=data)
        change = ScheduleChange(verb="put", name="hourly", schedule=wanted)
        schedules.apply(counting, BOT, PLUGIN, [change], now)
        schedules.declare(counting, BOT, {PLUGIN: [structs.replace(timer, data=data)]}, now)
        return counting.writes

    writes = [await engine.journal.do(partial(put_up, data=data)) for data in ("tea", "tea", "coffee")]
    assert writes == [2, 0, 2]


async def test_a_timer_that_was_taken_down_stands_again_when_it_is_wanted_again(engine: Engine) -> None:
    timer = schedule("all")
    for wanted, soonest in (
        ({PLUGIN: [timer]}, BEGIN + HOUR),
        ({PLUGIN: []}, None),
        ({PLUGIN: [timer]}, BEGIN + HOUR),
        ({"other": [timer]}, None),
    ):
        await engine.journal.do(partial(schedules.declare, bot_id=BOT, timers=wanted, now=BEGIN))
        assert await engine.journal.do(lambda tx: schedules.soonest(tx, BOT, PLUGIN)) == soonest


async def test_one_look_is_at_the_schedules_of_all_plugins_and_takes_no_more_than_so_many(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrivals, "MOST_AT_ONCE", 3)
    for plugin in ("one", "two"):
        changes = [
            ScheduleChange(verb="put", name=name, schedule=Schedule(name=name, plan=Once(at=BEGIN + 1)))
            for name in ("a", "b")
        ]
        await engine.journal.do(
            partial(schedules.apply, bot_id=BOT, plugin=plugin, changes=changes, now=BEGIN)
        )
    far = ScheduleChange(verb="put", name="c", schedule=Schedule(name="c", plan=Once(at=BEGIN + 99)))
    await engine.journal.do(partial(schedules.apply, bot_id=BOT, plugin="two", changes=[far], now=BEGIN))
    await engine.clock.advance(1.0)

    async def look(*plugins: str) -> tuple[list[str], list[str], bool, float | None]:
        claim = await engine.journal.do(
            lambda tx: arrivals.claim(tx, BOT, plugins, now=BEGIN + 1, since=BEGIN, epoch=1, at_once=1)
        )
        names = [f"{row.plugin}.{row.firing.schedule}" for row in claim.fired]
        return names, [row.state for row in claim.fired], claim.more, claim.next

    three = ["RUNNING", "PENDING", "PENDING"]
    assert await look("two", "one") == (["two.a", "two.b", "one.a"], three, True, BEGIN + 1)
    assert await look("two") == ([], [], False, BEGIN + 99)
    assert await look("two", "one") == (["one.b"], ["RUNNING"], False, BEGIN + 99)
    assert await look() == ([], [], False, None)


async def test_a_one_off_comes_once_and_then_nothing_does(engine: Engine) -> None:
    await engine.put(Schedule(name="once", plan=Once(at=BEGIN + 60)))
    await engine.clock.advance(60)
    assert [row.firing.schedule for row in (await engine.claim()).fired] == ["once"]
    assert await engine.journal.do(lambda tx: schedules.soonest(tx, BOT, PLUGIN)) is None


async def test_what_was_begun_and_not_ended_is_taken_up_by_the_next_process(engine: Engine) -> None:
    await engine.put(schedule("latest"))
    await engine.clock.advance(HOUR)
    (row,) = (await engine.claim()).fired
    await engine.restart()
    await engine.journal.do(lambda tx: occurrences.give_all_back(tx, BOT))
    (left,) = await engine.journal.do(lambda tx: occurrences.left(tx, BOT, engine.clock.now()))
    assert (left.firing, left.state, left.attempts) == (row.firing, "PENDING", 1)
    begun = await engine.journal.do(lambda tx: occurrences.start(tx, BOT, left, engine.journal.epoch))
    assert begun == OccurrenceRow(plugin=PLUGIN, firing=row.firing, state="RUNNING", attempts=2)
    assert await engine.journal.do(lambda tx: occurrences.end(tx, BOT, left, "DONE"))
    assert not await engine.journal.do(lambda tx: occurrences.end(tx, BOT, left, "DEAD"))
    assert await engine.journal.do(lambda tx: occurrences.start(tx, BOT, left, engine.journal.epoch)) is None


def verbs(*said: Verb) -> list[ScheduleChange]:
    return [ScheduleChange(verb=verb, name="hourly") for verb in said]


async def test_what_was_skipped_stays_so_over_a_pause_and_the_next_skip_is_of_what_follows(
    engine: Engine,
) -> None:
    await engine.put(schedule("latest"))
    await engine.change(*verbs("skip", "pause"))
    assert await engine.next("hourly") is None
    await engine.change(*verbs("resume"))
    assert await engine.next("hourly") == 2.0
    await engine.change(*verbs("skip"))
    assert await engine.next("hourly") == 3.0
    await engine.change(*verbs("pause", "resume"))
    assert await engine.next("hourly") == 3.0
    await engine.clock.advance(3 * HOUR)
    assert await engine.fired() == [3.0]
    states = [(past.state, (past.at - BEGIN) / HOUR) for past in await engine.history("hourly")]
    assert states == [("RUNNING", 3.0), ("SKIPPED", 2.0), ("SKIPPED", 1.0)]


async def test_a_skip_right_after_a_pause_is_of_what_would_come(engine: Engine) -> None:
    await engine.put(schedule("latest"))
    await engine.change(*verbs("skip", "pause", "resume", "skip"))
    assert await engine.next("hourly") == 3.0
    view = Schedules(engine.journal, PLUGIN, engine.clock)
    view.pause("hourly")
    view.resume("hourly")
    seen = await view.find("hourly")
    assert seen is not None
    assert seen.next == Occurrence(at=BEGIN + 3 * HOUR, key="2027-01-15T11:00:00Z")
    view.skip_next("hourly")
    view.pause("hourly")
    view.resume("hourly")
    seen = await view.find("hourly")
    assert seen is not None
    assert seen.next == Occurrence(at=BEGIN + 4 * HOUR, key="2027-01-15T12:00:00Z")
    await engine.change(*view.changes)
    assert await engine.next("hourly") == 4.0


async def test_what_was_skipped_stays_so_when_the_plan_changes(engine: Engine) -> None:
    await engine.put(schedule("latest"))
    await engine.change(*verbs("skip"))
    every_two = structs.replace(schedule("latest"), plan=Every(seconds=2 * HOUR, anchor=BEGIN))
    await engine.put(every_two)
    assert await engine.next("hourly") == 2.0
    await engine.put(schedule("latest"))
    assert await engine.next("hourly") == 2.0
