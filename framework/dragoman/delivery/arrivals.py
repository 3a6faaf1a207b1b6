"""The transaction in which what has come of schedules is claimed: each occurrence once."""

from collections.abc import Iterable, Sequence

from dragoman.delivery import occurrences, schedules
from dragoman.delivery.database import Transaction
from dragoman.delivery.occurrences import TOO_LATE, OccurrenceRow
from dragoman.model import Record
from dragoman.planner import Occurrence, next_after
from dragoman.plugin import Schedule, Standing
from dragoman.plugin.schedules import OccurrenceState

MOST_AT_ONCE = 100
"""Schedules whose occurrences are claimed in one transaction, of all plugins together."""
MOST_COUNTED = 10_000
"""Occurrences of one schedule that are looked at one by one when many have come."""
MOST_NOTED = 100
"""Missed occurrences that have a row each; those before them are counted in one."""


class Missed(Record):
    """Occurrences of a schedule that came too late."""

    plugin: str
    schedule: str
    times: int


class Claim(Record):
    """What has come of schedules."""

    fired: tuple[OccurrenceRow, ...] = ()
    missed: tuple[Missed, ...] = ()
    more: bool = False
    """Whether there may be more that has come."""
    next: float | None = None
    """When the next one is due, UNIX seconds; None when none is."""


def claim(
    tx: Transaction,
    bot_id: str,
    plugins: Iterable[str],
    *,
    now: float,
    since: float,
    epoch: int,
    at_once: int,
) -> Claim:
    """Note what has come, each occurrence once, whatever clocks and processes do; and what comes next.

    ``since`` is when the process began, UNIX seconds; as many as ``at_once`` are begun with it.
    """
    fired: list[OccurrenceRow] = []
    missed: list[Missed] = []
    following: list[float] = []
    room = MOST_AT_ONCE
    for plugin in plugins:
        soonest = schedules.soonest(tx, bot_id, plugin)
        if soonest is not None and soonest <= now:
            found = schedules.due(tx, bot_id, plugin, now, room)
            room -= len(found)
            for standing in found:
                come, upcoming = _come(plugin, standing, now)
                wanted, late = _sorted_out(plugin, standing.schedule, come, now, since)
                fired += _note_fired(
                    tx, bot_id, plugin, standing.schedule, wanted, epoch, at_once - len(fired)
                )
                if late:
                    name = standing.schedule.name
                    times = _note_missed(tx, bot_id, plugin, name, late, epoch)
                    missed.append(Missed(plugin=plugin, schedule=name, times=times))
                schedules.move_on(tx, bot_id, plugin, standing.schedule, upcoming)
            soonest = schedules.soonest(tx, bot_id, plugin)
        following += [soonest] if soonest is not None else []
    upcoming_at = min(following, default=None)
    return Claim(fired=tuple(fired), missed=tuple(missed), more=room == 0, next=upcoming_at)


def _come(plugin: str, standing: Standing, now: float) -> tuple[list[Occurrence], Occurrence | None]:
    """Return the occurrences that have come, the first one first, and the one after them."""
    schedule, upcoming = standing.schedule, standing.next
    come: list[Occurrence] = []
    while upcoming is not None and schedules.rings_at(plugin, schedule, upcoming) <= now:
        come.append(upcoming)
        after = now if len(come) == MOST_COUNTED else upcoming.at
        upcoming = next_after(schedule.plan, after)
    return come, upcoming


def _sorted_out(
    plugin: str, schedule: Schedule, come: Sequence[Occurrence], now: float, since: float
) -> tuple[list[Occurrence], list[Occurrence]]:
    """Return what is to be done of what has come, and what is missed: too late, or made up for by another."""
    grace = schedule.grace.total_seconds()
    wanted: list[Occurrence] = []
    late: list[Occurrence] = []
    for occurrence in come:
        rings = schedules.rings_at(plugin, schedule, occurrence)
        too_late = now - rings > grace or (schedule.catch_up == "none" and rings < since)
        (late if too_late else wanted).append(occurrence)
    if schedule.catch_up != "all":
        late += wanted[:-1]
        wanted = wanted[-1:]
    return wanted, late


def _note_fired(
    tx: Transaction,
    bot_id: str,
    plugin: str,
    schedule: Schedule,
    wanted: Sequence[Occurrence],
    epoch: int,
    at_once: int,
) -> list[OccurrenceRow]:
    """Note what is to be done, so many as begun; returns what was not noted before."""
    fired: list[OccurrenceRow] = []
    for occurrence in wanted:
        row = _row(plugin, schedule, occurrence, begun=len(fired) < at_once)
        if occurrences.add(tx, bot_id, row, epoch):
            fired.append(row)
    return fired


def _note_missed(
    tx: Transaction, bot_id: str, plugin: str, name: str, late: Sequence[Occurrence], epoch: int
) -> int:
    """Note what was missed, the last ones each by itself; returns how many they are."""
    many = late[: -MOST_NOTED + 1] if len(late) > MOST_NOTED else []
    noted = [(many[-1], len(many))] if many else []
    noted += [(occurrence, 1) for occurrence in late[len(many) :]]
    count = 0
    for occurrence, times in noted:
        row = OccurrenceRow(plugin=plugin, firing=occurrences.firing_of(name, occurrence), state="MISSED")
        count += times if occurrences.add(tx, bot_id, row, epoch, times=times, why=TOO_LATE) else 0
    return count


def _row(plugin: str, schedule: Schedule, occurrence: Occurrence, *, begun: bool) -> OccurrenceRow:
    firing = occurrences.firing_of(schedule.name, occurrence, schedule.data)
    state: OccurrenceState = "RUNNING" if begun else "PENDING"
    return OccurrenceRow(plugin=plugin, firing=firing, state=state, attempts=int(begun))
