"""What a bot that runs for years forgets, and what it must not."""

from collections.abc import AsyncIterator, Iterable

import pytest
from sqlalchemy import select

from dragoman.clock import ManualClock
from dragoman.delivery import (
    InboxRow,
    Journal,
    OutboxRow,
    Transaction,
    inbox,
    keep,
    occurrences,
    outbox,
    position,
    schedules,
    upkeep,
)
from dragoman.delivery.arrivals import claim
from dragoman.delivery.database import Statement
from dragoman.delivery.records import InboxState, OutboxState
from dragoman.delivery.tables import SCHEDULE
from dragoman.operations import SendMessage
from dragoman.planner import Every, Once
from dragoman.plugin import Schedule
from dragoman.plugin.schedules import ScheduleChange, Verb

BOT, PLUGIN = "desk", "scheduler"
LONG_AGO = 1_800_000_000.0
DAY = 86_400.0
NOW = LONG_AGO + 2 * DAY
MANY = 2_500
"""Messages, of which those before the last 2,000 are far behind."""


@pytest.fixture
async def journal() -> AsyncIterator[Journal]:
    made = Journal.in_memory(bot=BOT, clock=ManualClock(LONG_AGO))
    await made.do(lambda tx: position.introduce(tx, BOT, "http://localhost", 9))
    yield made
    await made.aclose()


def message(number: int, state: InboxState = "DONE", at: float = LONG_AGO) -> InboxRow:
    return InboxRow(message_id=number, conv_key="channel:5:disks", state=state, payload=b"{}", received_at=at)


def answer(number: int, state: OutboxState = "SENT") -> OutboxRow:
    return OutboxRow(
        message_id=number,
        ordinal=0,
        operation=SendMessage(type="stream", to=5, topic="disks", content="tea"),
        target="channel:5:disks",
        recipient="channel:5",
        content_sha="",
        key=f"key {number}",
        mode="verified",
        owner=PLUGIN,
        follows=True,
        anchor=0,
        state=state,
    )


async def fill(journal: Journal, *others: InboxRow, unsent: Iterable[int] = ()) -> None:
    """Have many messages done and answered; others of them are as given, and some answers not sent yet."""
    rows = {number: message(number) for number in range(1, MANY + 1)} | {
        one.message_id: one for one in others
    }
    answers = [answer(number, "READY" if number in unsent else "SENT") for number in rows]

    def write(tx: Transaction) -> None:
        inbox.add(tx, BOT, list(rows.values()), 1)
        outbox.add(tx, BOT, answers, 1, LONG_AGO)

    await journal.do(write)


async def forget(journal: Journal, now: float = NOW) -> int:
    return await journal.do(lambda tx: upkeep.forget(tx, BOT, now))


async def remembered(journal: Journal) -> list[int]:
    """Return the messages that are known; each has its answer, and the others have none."""

    def read(tx: Transaction) -> list[int]:
        known = [number for number in range(1, MANY + 1) if inbox.read(tx, BOT, number) is not None]
        answered = [number for number in range(1, MANY + 1) if outbox.next_ordinal(tx, BOT, number) == 1]
        assert known == answered
        return known

    return await journal.do(read)


async def test_what_is_over_for_a_day_and_far_behind_is_forgotten(journal: Journal) -> None:
    await fill(journal)
    assert await forget(journal, LONG_AGO + DAY - 1) == 0
    assert await forget(journal) == 500
    assert await remembered(journal) == list(range(501, MANY + 1))
    assert (await journal.do(lambda tx: position.read_position(tx, BOT))).floor == 500


async def test_nothing_is_forgotten_from_what_is_young_or_not_over_on(journal: Journal) -> None:
    await fill(journal, message(400, at=NOW - 60))
    assert await forget(journal) == 399
    await journal.do(lambda tx: inbox.skip(tx, BOT, [400], why="stale"))
    assert await forget(journal, NOW + DAY) == 500


@pytest.mark.parametrize("state", ["PENDING", "RUNNING"])
async def test_nothing_is_forgotten_from_a_message_on_that_is_to_be_handled(
    journal: Journal, state: InboxState
) -> None:
    await fill(journal, message(300, state))
    assert await forget(journal) == 299


async def test_nothing_is_forgotten_from_an_answer_on_that_is_not_sent(journal: Journal) -> None:
    await fill(journal, unsent=[300])
    assert await forget(journal) == 299


async def test_a_dead_letter_stays_with_what_came_of_it_and_lets_others_be_forgotten(
    journal: Journal,
) -> None:
    await fill(journal, message(7, "DEAD"))
    for number in (6, 7):
        assert await journal.once(PLUGIN, f"once:message:{number}", "order")
    assert await forget(journal) == 500
    assert await remembered(journal) == [7, *range(501, MANY + 1)]
    assert [await journal.once(PLUGIN, f"once:message:{number}", "order") for number in (6, 7)] == [
        True,
        False,
    ]
    assert await journal.do(lambda tx: inbox.retry(tx, BOT, 7))
    assert [row.message_id for row in await journal.do(lambda tx: inbox.pending(tx, BOT, 10))] == [7]


async def test_a_dead_letter_that_was_dropped_is_forgotten_like_others(journal: Journal) -> None:
    await fill(journal, message(7, "DEAD"))
    await journal.do(lambda tx: inbox.drop(tx, BOT, 7))
    assert await forget(journal) == 500
    assert await remembered(journal) == list(range(501, MANY + 1))


async def test_what_nobody_asked_for_is_forgotten_a_day_after_it_was_done(journal: Journal) -> None:
    rows = [answer(-1), answer(-2, "FAILED"), answer(-3, "READY")]
    await journal.do(lambda tx: outbox.add(tx, BOT, rows, 1, LONG_AGO))
    await forget(journal, LONG_AGO + DAY)
    assert await journal.do(lambda tx: outbox.counts(tx, BOT)) == {"SENT": 1, "FAILED": 1, "READY": 1}
    await forget(journal, LONG_AGO + DAY + 1)
    assert await journal.do(lambda tx: outbox.counts(tx, BOT)) == {"READY": 1}


# ---- schedules

SEASON = 90 * DAY
ONE_OFF = Schedule(name="tea: at five", plan=Once(at=LONG_AGO + 1))
DAILY = Schedule(name="daily", plan=Every(seconds=DAY, anchor=LONG_AGO))


async def change(journal: Journal, verb: Verb, schedule: Schedule, now: float = LONG_AGO) -> None:
    change = ScheduleChange(verb=verb, name=schedule.name, schedule=schedule if verb == "put" else None)
    await journal.do(lambda tx: occurrences.change(tx, BOT, PLUGIN, [change], now=now, epoch=1))


async def fire(journal: Journal, now: float, *, and_end: bool = True) -> list[str]:
    """Let what has come be done, with a mark for each; returns whose keys."""

    def do(tx: Transaction) -> list[str]:
        come = claim(tx, BOT, [PLUGIN], now=now, since=LONG_AGO, epoch=1, at_once=10).fired
        for row in come:
            keep.add_once(tx, BOT, PLUGIN, scope(row.firing.schedule, row.firing.key), "order")
            if and_end:
                occurrences.end(tx, BOT, row, "DONE")
        return [row.firing.key for row in come]

    return await journal.do(do)


def scope(name: str, key: str) -> str:
    return f"once:occurrence:{name}:{key}"


async def left(journal: Journal) -> list[str]:
    """Return the schedules that are kept, in whatever state."""

    query = Statement(select(SCHEDULE.c.name).order_by(SCHEDULE.c.name))
    return await journal.do(lambda tx: [str(name) for (name,) in tx.fetch(query)])


async def test_a_season_after_it_came_an_occurrence_is_forgotten_with_its_marks(journal: Journal) -> None:
    await change(journal, "put", DAILY)
    first, second = await fire(journal, LONG_AGO + DAY), await fire(journal, LONG_AGO + 2 * DAY)
    marks = [scope("daily", key) for key in (*first, *second)]
    await forget(journal, LONG_AGO + DAY + SEASON)
    assert [len(await journal.keys(PLUGIN, each)) for each in marks] == [1, 1]
    await forget(journal, LONG_AGO + DAY + SEASON + 1)
    assert [len(await journal.keys(PLUGIN, each)) for each in marks] == [0, 1]
    assert [past.key for past in await journal.history(PLUGIN, "daily", 10)] == second
    assert await left(journal) == ["daily"]


async def test_a_schedule_that_is_over_is_forgotten_with_the_last_of_its_occurrences(
    journal: Journal,
) -> None:
    await change(journal, "put", ONE_OFF)
    (key,) = await fire(journal, LONG_AGO + 2)
    await forget(journal, LONG_AGO + SEASON)
    assert await left(journal) == [ONE_OFF.name]
    await forget(journal, LONG_AGO + SEASON + 2)
    assert await left(journal) == []
    assert await journal.keys(PLUGIN, scope(ONE_OFF.name, key)) == []


async def test_a_schedule_of_which_an_occurrence_is_to_be_done_stays(journal: Journal) -> None:
    await change(journal, "put", ONE_OFF)
    await fire(journal, LONG_AGO + 2, and_end=False)
    await forget(journal, LONG_AGO + SEASON + 2)
    assert await left(journal) == [ONE_OFF.name]


async def test_a_schedule_that_was_taken_down_is_forgotten_and_a_pause_or_a_timer_is_not(
    journal: Journal,
) -> None:
    await change(journal, "put", ONE_OFF)
    await change(journal, "put", DAILY)
    await journal.do(lambda tx: schedules.declare(tx, BOT, {PLUGIN: [timer()]}, LONG_AGO))
    await change(journal, "pause", DAILY)
    await change(journal, "remove", ONE_OFF)
    await journal.do(lambda tx: schedules.declare(tx, BOT, {}, LONG_AGO))
    await forget(journal)
    assert await left(journal) == ["daily", "timer"]


def timer() -> Schedule:
    return Schedule(name="timer", plan=DAILY.plan)
