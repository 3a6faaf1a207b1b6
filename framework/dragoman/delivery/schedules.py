"""The transactions of schedules: what plugins are to be called for, and when it comes next."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import msgspec
from msgspec import structs
from sqlalchemy import bindparam, delete, exists, func, literal_column, or_, select, update

from dragoman.delivery.database import Row, Statement, Transaction
from dragoman.delivery.statements import insert_or_ignore, upsert
from dragoman.delivery.tables import OCCURRENCE, SCHEDULE
from dragoman.model import Record
from dragoman.planner import Every, Occurrence, decode_plan, encode_plan
from dragoman.plugin import Schedule, Standing
from dragoman.plugin.schedules import ScheduleChange, changed, first_occurrence

_C = SCHEDULE.c
_MINE = (_C.bot_id == bindparam("bot"), _C.plugin == bindparam("whose"))
_THIS = (*_MINE, _C.name == bindparam("called"))
_COLUMNS = (
    _C.name,
    _C.is_timer,
    _C.enabled,
    _C.paused,
    _C.plan,
    _C.data,
    _C.grace,
    _C.catch_up,
    _C.jitter,
    _C.next_at,
    _C.next_key,
)
_PUT = upsert(SCHEDULE)
_ADD = insert_or_ignore(SCHEDULE)
_FIND = Statement(select(*_COLUMNS).where(*_THIS, _C.enabled == literal_column("1")))
_ANY = Statement(select(*_COLUMNS).where(*_THIS))
_STANDING = Statement(
    select(*_COLUMNS)
    .where(*_MINE, _C.enabled == 1, or_(_C.next_at.is_not(None), _C.paused == 1))
    .order_by(_C.name)
)
_TIMERS = Statement(
    select(_C.plugin, _C.name).where(_C.bot_id == bindparam("bot"), _C.is_timer == 1, _C.enabled == 1)
)
_DUE = Statement(
    select(*_COLUMNS)
    .where(*_MINE, _C.due_at <= bindparam("moment"))
    .order_by(_C.due_at)
    .limit(bindparam("most"))
)
_SOONEST = Statement(select(func.min(_C.due_at)).where(*_MINE))
_DISABLE = Statement(
    update(SCHEDULE).where(*_THIS).values(enabled=0, next_at=None, next_key=None, due_at=None)
)
_MOVE = Statement(
    update(SCHEDULE)
    .where(*_THIS)
    .values(next_at=bindparam("upcoming"), next_key=bindparam("known_as"), due_at=bindparam("rings"))
)
_FORGET = Statement(
    delete(SCHEDULE).where(
        _C.bot_id == bindparam("bot"),
        _C.is_timer == 0,
        _C.next_at.is_(None),
        or_(_C.enabled == 0, _C.paused == 0),
        ~exists().where(
            OCCURRENCE.c.bot_id == _C.bot_id, OCCURRENCE.c.plugin == _C.plugin, OCCURRENCE.c.name == _C.name
        ),
    )
)
_PLUGINS = Statement(select(_C.plugin).where(_C.bot_id == bindparam("bot")).distinct().order_by(_C.plugin))


class Kept(Record):
    """A schedule as it is kept."""

    standing: Standing
    enabled: bool = True
    """False for one that was taken down: it is kept for its history."""


class Applied(Record):
    """What came of a handler's changes."""

    skipped: tuple[tuple[str, Occurrence], ...] = ()
    """The occurrences that were called off, with their schedules' names."""
    moved: tuple[str, ...] = ()
    """The schedules that were there before, and may go on with another occurrence now."""


def declare(tx: Transaction, bot_id: str, timers: Mapping[str, Iterable[Schedule]], now: float) -> None:
    """Have plugins called for these by their names, and none for any timer else.

    One whose plan is as it was goes on where it stands, an interval with the same beginning; another plan
    begins now.
    """
    wanted = {(plugin, timer.name): timer for plugin, some in timers.items() for timer in some}
    for plugin, name in tx.fetch(_TIMERS, bot=bot_id):
        if (plugin, name) not in wanted:
            tx.run(_DISABLE, bot=bot_id, whose=plugin, called=name)
    for (plugin, _), timer in wanted.items():
        known = _known(tx, bot_id, plugin, timer.name)
        after = _declared(known, timer, now)
        if known is None or not known.enabled or after != known.standing:
            _write(tx, bot_id, plugin, after)


def _declared(known: Kept | None, timer: Schedule, now: float) -> Standing:
    if known is None:
        return Standing(schedule=timer, next=first_occurrence(timer.plan, now), is_timer=True)
    before = known.standing.schedule
    plan = before.plan if _is_the_same(before, timer) else timer.plan
    schedule = structs.replace(timer, plan=plan, paused=before.paused)
    upcoming = known.standing.next
    if not known.enabled or plan != before.plan or (upcoming is None and not before.paused):
        upcoming = None if before.paused else first_occurrence(plan, now)
    return Standing(schedule=schedule, next=upcoming, is_timer=True)


def _is_the_same(before: Schedule, timer: Schedule) -> bool:
    """Whether an interval is as long as it was: it goes on from where it began."""
    old, new = before.plan, timer.plan
    return isinstance(old, Every) and isinstance(new, Every) and old.seconds == new.seconds


def apply(
    tx: Transaction, bot_id: str, plugin: str, changes: Sequence[ScheduleChange], now: float
) -> Applied:
    """Do what a handler did to its schedules."""
    skipped: list[tuple[str, Occurrence]] = []
    moved: dict[str, None] = {}
    for change in changes:
        if change.verb == "put" and _add(tx, bot_id, plugin, change, now):
            continue
        before = find(tx, bot_id, plugin, change.name)
        after = changed(before, change, now)
        if after is None:
            tx.run(_DISABLE, bot=bot_id, whose=plugin, called=change.name)
            continue
        if after != before:
            _write(tx, bot_id, plugin, after)
            moved[change.name] = None
        if change.verb == "skip" and before is not None and before.next is not None:
            skipped.append((change.name, before.next))
    return Applied(skipped=tuple(skipped), moved=tuple(moved))


def _add(tx: Transaction, bot_id: str, plugin: str, change: ScheduleChange, now: float) -> bool:
    """Put up a schedule unless something is kept under its name; most are new, and need no look before."""
    new = changed(None, change, now)
    assert new is not None, "what is put stands"
    return tx.run(_ADD, **_values(bot_id, plugin, new)) == 1


def find(tx: Transaction, bot_id: str, plugin: str, name: str) -> Standing | None:
    """Return a schedule as it stands, None when there is none."""
    found = tx.fetch(_FIND, bot=bot_id, whose=plugin, called=name)
    return _kept(found[0]).standing if found else None


def standing(tx: Transaction, bot_id: str, plugin: str) -> list[Standing]:
    """Return what stands of a plugin's, by name."""
    return [_kept(row).standing for row in tx.fetch(_STANDING, bot=bot_id, whose=plugin)]


def plugins(tx: Transaction, bot_id: str) -> list[str]:
    """Return the plugins that have or had schedules."""
    return [str(plugin) for (plugin,) in tx.fetch(_PLUGINS, bot=bot_id)]


def due(tx: Transaction, bot_id: str, plugin: str, now: float, most: int) -> list[Standing]:
    """Return the schedules of a plugin of which something has come, the one that waits longest first."""
    return [_kept(row).standing for row in tx.fetch(_DUE, bot=bot_id, whose=plugin, moment=now, most=most)]


def soonest(tx: Transaction, bot_id: str, plugin: str) -> float | None:
    """Return when the next schedule of a plugin is due, UNIX seconds; None when none is."""
    (found,) = tx.fetch(_SOONEST, bot=bot_id, whose=plugin)[0]
    return None if found is None else float(found)


def move_on(
    tx: Transaction, bot_id: str, plugin: str, schedule: Schedule, upcoming: Occurrence | None
) -> None:
    """Note what comes next."""
    tx.run(
        _MOVE,
        bot=bot_id,
        whose=plugin,
        called=schedule.name,
        upcoming=upcoming.at if upcoming else None,
        known_as=upcoming.key if upcoming else None,
        rings=rings_at(plugin, schedule, upcoming) if upcoming else None,
    )


def forget(tx: Transaction, bot_id: str) -> None:
    """Forget what is over or was taken down, and of which no occurrence is known any more."""
    tx.run(_FORGET, bot=bot_id)


def rings_at(plugin: str, schedule: Schedule, occurrence: Occurrence) -> float:
    """Return when an occurrence is due with its jitter, which is always the same for it; UNIX seconds."""
    most = schedule.jitter.total_seconds()
    if not most:
        return occurrence.at
    seed = hashlib.sha256(f"{plugin}:{schedule.name}:{occurrence.key}".encode()).digest()
    return occurrence.at + most * int.from_bytes(seed[:6]) / 2**48


def _known(tx: Transaction, bot_id: str, plugin: str, name: str) -> Kept | None:
    found = tx.fetch(_ANY, bot=bot_id, whose=plugin, called=name)
    return _kept(found[0]) if found else None


def _write(tx: Transaction, bot_id: str, plugin: str, standing: Standing) -> None:
    tx.run(_PUT, **_values(bot_id, plugin, standing))


def _values(bot_id: str, plugin: str, standing: Standing) -> dict[str, Any]:
    schedule, upcoming = standing.schedule, standing.next
    return {
        "bot_id": bot_id,
        "plugin": plugin,
        "name": schedule.name,
        "is_timer": int(standing.is_timer),
        "enabled": 1,
        "paused": int(schedule.paused),
        "plan": encode_plan(schedule.plan),
        "data": msgspec.json.encode(schedule.data),
        "grace": schedule.grace.total_seconds(),
        "catch_up": schedule.catch_up,
        "jitter": schedule.jitter.total_seconds(),
        "next_at": upcoming.at if upcoming else None,
        "next_key": upcoming.key if upcoming else None,
        "due_at": rings_at(plugin, schedule, upcoming) if upcoming else None,
    }


def _kept(row: Row) -> Kept:
    name, is_timer, enabled, paused, plan, data, grace, catch_up, jitter, next_at, next_key = row
    schedule = Schedule(
        name=name,
        plan=decode_plan(plan),
        data=msgspec.json.decode(bytes(data)),
        grace=timedelta(seconds=grace),
        catch_up=catch_up,
        jitter=timedelta(seconds=jitter),
        paused=bool(paused),
    )
    upcoming = Occurrence(at=float(next_at), key=next_key) if next_at is not None else None
    return Kept(
        standing=Standing(schedule=schedule, next=upcoming, is_timer=bool(is_timer)), enabled=bool(enabled)
    )
