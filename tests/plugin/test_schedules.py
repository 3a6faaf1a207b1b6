"""Schedules as a plugin sees them: what is recorded counts at once for whoever recorded it."""

from datetime import timedelta

import pytest

from dragoman.clock import ManualClock
from dragoman.planner import Cron, Occurrence, Once
from dragoman.plugin import MemorySchedules, Past, Schedule, Schedules, Standing
from dragoman.plugin.schedules import ScheduleChange

# 2027-01-15T08:00Z, a Friday.
NOW = 1_800_000_000.0
NINE = Cron(expression="0 9 * * *")
MORNING = Schedule(name="morning", plan=NINE, data={"to": "#general > tea"})
TODAY = Occurrence(at=NOW + 3600, key="2027-01-15T09:00")
TOMORROW = Occurrence(at=NOW + 25 * 3600, key="2027-01-16T09:00")


def schedules(store: MemorySchedules | None = None) -> Schedules:
    return Schedules(store or MemorySchedules(), "tea", ManualClock(NOW))


async def test_what_is_put_up_stands_for_whoever_put_it_up() -> None:
    mine = schedules()
    mine.put(MORNING)
    assert await mine.list() == [Standing(schedule=MORNING, next=TODAY)]
    assert await mine.find("evening") is None
    assert mine.changes == (ScheduleChange(verb="put", name="morning", schedule=MORNING),)


async def test_it_is_paused_goes_on_and_leaves_one_out() -> None:
    store = MemorySchedules()
    store.apply("tea", [ScheduleChange(verb="put", name="morning", schedule=MORNING)], NOW)
    mine = schedules(store)
    mine.pause("morning")
    paused = await mine.find("morning")
    assert paused is not None
    assert (paused.next, paused.schedule.paused) == (None, True)
    assert [each.schedule.name for each in await mine.list()] == ["morning"]
    mine.resume("morning")
    assert await mine.find("morning") == Standing(schedule=MORNING, next=TODAY)
    mine.skip_next("morning")
    assert await mine.find("morning") == Standing(schedule=MORNING, next=TOMORROW)
    assert await schedules(store).find("morning") == Standing(schedule=MORNING, next=TODAY)
    store.apply("tea", mine.changes, NOW)
    assert await schedules(store).find("morning") == Standing(schedule=MORNING, next=TOMORROW)


async def test_the_same_plan_goes_on_where_it_stands() -> None:
    mine = schedules()
    mine.put(MORNING)
    mine.skip_next("morning")
    mine.put(Schedule(name="morning", plan=NINE, data="other words"))
    found = await mine.find("morning")
    assert found == Standing(schedule=Schedule(name="morning", plan=NINE, data="other words"), next=TOMORROW)
    mine.put(Schedule(name="morning", plan=Once(at=NOW + 60)))
    found = await mine.find("morning")
    assert found is not None
    assert found.next == Occurrence(at=NOW + 60, key="2027-01-15T08:01:00Z")


async def test_the_same_schedule_stays_paused_when_it_is_put_again() -> None:
    mine = schedules()
    mine.put(MORNING)
    mine.pause("morning")
    mine.put(MORNING)
    found = await mine.find("morning")
    assert found is not None
    assert (found.next, found.schedule.paused) == (None, True)


async def test_one_that_is_taken_down_is_gone() -> None:
    mine = schedules()
    mine.put(MORNING)
    mine.remove("morning")
    assert (await mine.list(), await mine.find("morning")) == ([], None)
    assert await mine.history("morning") == list[Past]()


@pytest.mark.parametrize(
    ("schedule", "complaint"),
    [
        (Schedule(name=" ", plan=NINE), "printable"),
        (Schedule(name="x" * 201, plan=NINE), "1 to 200"),
        (Schedule(name="a", plan=NINE, data=object()), "cannot be kept"),
        (Schedule(name="a", plan=NINE, jitter=timedelta(seconds=-1)), "less than nothing"),
    ],
)
async def test_what_cannot_be_kept_is_refused(schedule: Schedule, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        schedules().put(schedule)
