"""The transactions of occurrences: each time that a schedule has come, once, and what became of it."""

from collections.abc import Sequence

import msgspec
from msgspec import structs
from sqlalchemy import bindparam, delete, or_, select, update

from dragoman.delivery import schedules
from dragoman.delivery.database import Row, Statement, Transaction
from dragoman.delivery.statements import insert_or_ignore
from dragoman.delivery.tables import OCCURRENCE
from dragoman.model import Record
from dragoman.planner import Occurrence
from dragoman.plugin import Firing, Past
from dragoman.plugin.schedules import GRACE, OccurrenceState, ScheduleChange, passed_over

TOO_LATE = "it came too late"

_C = OCCURRENCE.c
_BOT = _C.bot_id == bindparam("bot")
_SCHEDULE = (_BOT, _C.plugin == bindparam("whose"), _C.name == bindparam("called"))
_THIS = (*_SCHEDULE, _C.key == bindparam("known_as"))
_OPEN = or_(_C.state == "PENDING", _C.state == "RUNNING")
_ADD = insert_or_ignore(OCCURRENCE)
_START = Statement(
    update(OCCURRENCE)
    .where(*_THIS, _C.state == "PENDING")
    .values(state="RUNNING", attempts=_C.attempts + 1, epoch=bindparam("era"))
)
_READ = Statement(select(_C.plugin, _C.name, _C.key, _C.at, _C.data, _C.state, _C.attempts).where(*_THIS))
_PENDING = Statement(
    select(_C.plugin, _C.name, _C.key, _C.at, _C.data, _C.state, _C.attempts)
    .where(_BOT, _C.state == "PENDING")
    .order_by(_C.at)
)
_END = Statement(
    update(OCCURRENCE)
    .where(*_THIS, _OPEN)
    .values(state=bindparam("outcome"), error=bindparam("why"), number=bindparam("sent_under"), data=None)
)
_GIVE_BACK = Statement(
    update(OCCURRENCE)
    .where(*_THIS, _C.state == "RUNNING")
    .values(state="PENDING", attempts=_C.attempts - bindparam("forgiven"))
)
_GIVE_ALL_BACK = Statement(
    update(OCCURRENCE)
    .where(_BOT, _C.state == "RUNNING")
    .values(state="PENDING", attempts=_C.attempts - bindparam("forgiven"))
)
_HISTORY = Statement(
    select(_C.key, _C.at, _C.state, _C.attempts, _C.times, _C.error)
    .where(*_SCHEDULE)
    .order_by(_C.at.desc(), _C.key.desc())
    .limit(bindparam("most"))
)
_OVER = (_BOT, _C.at < bindparam("since"), ~_OPEN)
_FORGOTTEN = Statement(select(_C.plugin, _C.name, _C.key).where(*_OVER))
_FORGET = Statement(delete(OCCURRENCE).where(*_OVER))


class OccurrenceRow(Record):
    """A time that a schedule has come, to be dealt with."""

    plugin: str
    firing: Firing
    state: OccurrenceState
    attempts: int = 0

    @property
    def lane(self) -> str:
        """In whose order it stands: one occurrence of a schedule after the other."""
        return f"timer:{self.plugin}.{self.firing.schedule}"


def firing_of(name: str, occurrence: Occurrence, data: object = None) -> Firing:
    """Return what a plugin is told of an occurrence."""
    return Firing(schedule=name, at=occurrence.at, key=occurrence.key, data=data)


def add(
    tx: Transaction, bot_id: str, row: OccurrenceRow, epoch: int, *, times: int = 1, why: str | None = None
) -> bool:
    """Note an occurrence, or so many in one; returns False, and changes nothing, for one that is noted."""
    added = tx.run(
        _ADD,
        bot_id=bot_id,
        plugin=row.plugin,
        name=row.firing.schedule,
        key=row.firing.key,
        at=row.firing.at,
        data=msgspec.json.encode(row.firing.data),
        state=row.state,
        attempts=row.attempts,
        times=times,
        epoch=epoch,
        number=None,
        error=why,
    )
    return added == 1


def change(
    tx: Transaction, bot_id: str, plugin: str, changes: Sequence[ScheduleChange], *, now: float, epoch: int
) -> None:
    """Do what a handler did to its plugin's schedules, and note which occurrences were called off by it."""
    for each in changes:
        applied = schedules.apply(tx, bot_id, plugin, [each], now)
        for name, occurrence in applied.skipped:
            row = OccurrenceRow(plugin=plugin, firing=firing_of(name, occurrence), state="SKIPPED")
            add(tx, bot_id, row, epoch)
        for name in applied.moved:
            _pass_over(tx, bot_id, plugin, name)


def _pass_over(tx: Transaction, bot_id: str, plugin: str, name: str) -> None:
    """Let a schedule go on with what was not noted before: what was called off stays so over a pause."""
    before = schedules.find(tx, bot_id, plugin, name)
    if before is None:
        return

    def is_noted(key: str) -> bool:
        return bool(tx.fetch(_READ, bot=bot_id, whose=plugin, called=name, known_as=key))

    after = passed_over(before, is_noted)
    if after != before:
        schedules.move_on(tx, bot_id, plugin, after.schedule, after.next)


def start(tx: Transaction, bot_id: str, row: OccurrenceRow, epoch: int) -> OccurrenceRow | None:
    """Count an attempt before it is made; returns None for what is over."""
    changed = tx.run(_START, **_place(bot_id, row), era=epoch)
    return _read(tx.fetch(_READ, **_place(bot_id, row))[0]) if changed else None


def end(
    tx: Transaction,
    bot_id: str,
    row: OccurrenceRow,
    outcome: OccurrenceState,
    *,
    number: int | None = None,
    why: str | None = None,
) -> bool:
    """Note what became of it, and under which number its effects stand in the outbox; False if it is over."""
    return tx.run(_END, **_place(bot_id, row), outcome=outcome, why=why, sent_under=number) == 1


def give_back(tx: Transaction, bot_id: str, row: OccurrenceRow, *, forgive: bool) -> None:
    """Let it be tried again; the attempt does not count when it is forgiven."""
    tx.run(_GIVE_BACK, **_place(bot_id, row), forgiven=int(forgive))


def give_all_back(tx: Transaction, bot_id: str, *, forgive: bool = False) -> None:
    """Let everything be tried again that was begun."""
    tx.run(_GIVE_ALL_BACK, bot=bot_id, forgiven=int(forgive))


def left(tx: Transaction, bot_id: str, now: float) -> list[OccurrenceRow]:
    """Return what is to be done, in the order in which it came; what is too late by now is MISSED."""
    rows = [_read(found) for found in tx.fetch(_PENDING, bot=bot_id)]
    return [_missed(tx, bot_id, row) if _is_too_late(tx, bot_id, row, now) else row for row in rows]


def _is_too_late(tx: Transaction, bot_id: str, row: OccurrenceRow, now: float) -> bool:
    """Whether its grace is over; one that has no schedule any more has none."""
    standing = schedules.find(tx, bot_id, row.plugin, row.firing.schedule)
    if standing is None:
        return now > row.firing.at + GRACE.total_seconds()
    schedule = standing.schedule
    return now > row.firing.at + (schedule.jitter + schedule.grace).total_seconds()


def _missed(tx: Transaction, bot_id: str, row: OccurrenceRow) -> OccurrenceRow:
    end(tx, bot_id, row, "MISSED", why=TOO_LATE)
    return structs.replace(row, state="MISSED")


def history(tx: Transaction, bot_id: str, plugin: str, name: str, most: int) -> list[Past]:
    """Return what became of a schedule's occurrences, the latest first."""
    return [
        Past(key=key, at=float(at), state=state, attempts=attempts, times=times, error=error)
        for key, at, state, attempts, times, error in tx.fetch(
            _HISTORY, bot=bot_id, whose=plugin, called=name, most=most
        )
    ]


def forget(tx: Transaction, bot_id: str, since: float) -> list[tuple[str, str, str]]:
    """Forget what was over before a moment, UNIX seconds; returns the plugin, schedule and key of each."""
    forgotten = [(plugin, name, key) for plugin, name, key in tx.fetch(_FORGOTTEN, bot=bot_id, since=since)]
    if forgotten:
        tx.run(_FORGET, bot=bot_id, since=since)
    return forgotten


def _place(bot_id: str, row: OccurrenceRow) -> dict[str, str]:
    return {
        "bot": bot_id,
        "whose": row.plugin,
        "called": row.firing.schedule,
        "known_as": row.firing.key,
    }


def _read(found: Row) -> OccurrenceRow:
    plugin, name, key, at, data, state, attempts = found
    firing = Firing(schedule=name, at=float(at), key=key, data=msgspec.json.decode(bytes(data)))
    return OccurrenceRow(plugin=plugin, firing=firing, state=state, attempts=attempts)
