"""What a plugin does by the clock, over restarts: its schedules, and what became of their occurrences."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Literal, Protocol, TypeVar

import msgspec
from msgspec import structs

from dragoman.clock import Clock
from dragoman.model import Record
from dragoman.planner import Occurrence, Plan, next_after, previous_before

T = TypeVar("T")
CatchUp = Literal["latest", "all", "none"]
"""Which of several occurrences that came while the bot could not see to them are made up for."""
OccurrenceState = Literal["PENDING", "RUNNING", "DONE", "MISSED", "SKIPPED", "DEAD"]
"""PENDING, RUNNING: not over. DEAD: tried and failed. MISSED: came too late. SKIPPED: was called off."""
Verb = Literal["put", "remove", "pause", "resume", "skip"]
GRACE = timedelta(minutes=5)
NO_JITTER = timedelta()
LONGEST_NAME = 200
NOTED = 100
"""Past occurrences among which one looks for those that come no more."""
LAST = 5
"""How many of its past occurrences a standing schedule tells of."""


class Schedule(Record):
    """What a plugin wants to be called for."""

    name: str
    """Its name within the plugin; a schedule that is put under a name takes the place of the one there."""
    plan: Plan
    """When it comes; see ``dragoman.planner``."""
    data: object = None
    """Whatever the plugin wants back at each firing: text, numbers, lists, dictionaries, records."""
    grace: timedelta = GRACE
    """How late an occurrence may be; one that is later is missed, which is noted."""
    catch_up: CatchUp = "latest"
    """Which of several that came meanwhile, and are in their grace, are made up for: the latest, all in their
    order, or none of those that came while the bot was down."""
    jitter: timedelta = NO_JITTER
    """By how much an occurrence is put off at most: each by an amount of its own, always the same."""
    paused: bool = False
    """Whether none of its occurrences comes for now."""


class Firing(Record):
    """An occurrence that has come."""

    schedule: str
    """The schedule's name."""
    at: float
    """When it is due by its plan, UNIX seconds: the same however late, or however often, it is fired."""
    key: str
    """The same for the same occurrence of the schedule, and another one for any other."""
    data: object = None
    """The schedule's, as plain values; ``read`` returns them as a type."""

    def read(self, kind: type[T]) -> T:
        """Return the schedule's data as this type; fails with ``msgspec.ValidationError``."""
        return msgspec.convert(self.data, kind)


class Past(Record):
    """What became of an occurrence."""

    key: str
    at: float
    """When it was due, UNIX seconds."""
    state: OccurrenceState
    attempts: int = 0
    times: int = 1
    """How many occurrences it stands for: many that were missed one after the other are noted as one."""
    error: str | None = None
    """Why it was not done."""


class Standing(Record):
    """A schedule as it stands."""

    schedule: Schedule
    next: Occurrence | None = None
    """What comes next; ``None`` while it is paused, and when nothing comes any more."""
    last: tuple[Past, ...] = ()
    """The occurrences that have come, the latest first, a few of them."""
    is_timer: bool = False
    """Whether it is one of ``Plugin.timers`` or a marked method: it cannot be put or removed."""


class ScheduleChange(Record):
    """What a handler did to a schedule."""

    verb: Verb
    name: str
    schedule: Schedule | None = None
    """What was put."""


class ScheduleStore(Protocol):
    """Where schedules are kept."""

    async def schedules(self, plugin: str) -> list[Standing]:
        """Return the schedules of a plugin that stand, by name."""
        ...

    async def find_schedule(self, plugin: str, name: str) -> Standing | None:
        """Return one schedule, also one of which nothing comes any more; ``None`` when there is none."""
        ...

    async def history(self, plugin: str, name: str, limit: int) -> list[Past]:
        """Return what became of a schedule's occurrences, the latest first."""
        ...


def first_occurrence(plan: Plan, now: float) -> Occurrence | None:
    """Return what a plan begins with that is put now; if nothing comes any more, what came last."""
    return next_after(plan, now) or previous_before(plan, now)


def changed(standing: Standing | None, change: ScheduleChange, now: float) -> Standing | None:
    """Return a schedule as it stands after a change; ``None`` when there is none then."""
    if change.verb == "put":
        assert change.schedule is not None, "what is put is given"
        return _put(standing, change.schedule, now)
    if standing is None or (change.verb == "remove" and not standing.is_timer):
        return None
    schedule = standing.schedule
    if change.verb == "pause":
        return structs.replace(standing, schedule=structs.replace(schedule, paused=True), next=None)
    if change.verb == "resume" and schedule.paused:
        resumed = structs.replace(schedule, paused=False)
        return structs.replace(standing, schedule=resumed, next=next_after(schedule.plan, now))
    if change.verb == "skip" and standing.next is not None:
        return structs.replace(standing, next=next_after(schedule.plan, standing.next.at))
    return standing


def passed_over(standing: Standing, is_noted: Callable[[str], bool]) -> Standing:
    """Return a schedule that goes on with what has not come before, and was not called off.

    Over a pause, or with another plan, what comes next by the plan alone may have a key that ``is_noted``.
    """
    upcoming = standing.next
    while upcoming is not None and is_noted(upcoming.key):
        upcoming = next_after(standing.schedule.plan, upcoming.at)
    return standing if upcoming == standing.next else structs.replace(standing, next=upcoming)


def _put(standing: Standing | None, schedule: Schedule, now: float) -> Standing | None:
    if standing is not None and standing.is_timer:
        return standing
    if (
        standing is not None
        and structs.replace(schedule, paused=standing.schedule.paused) == standing.schedule
    ):
        # Paused by somebody meanwhile, or let go on: whoever puts the same again did not mean that.
        return standing
    if schedule.paused:
        upcoming = None
    elif standing is not None and standing.next is not None and standing.schedule.plan == schedule.plan:
        upcoming = standing.next
    else:
        upcoming = first_occurrence(schedule.plan, now)
    return Standing(schedule=schedule, next=upcoming, last=standing.last if standing is not None else ())


class MemorySchedules:
    """Keeps schedules in memory and fires none: for tests that call a plugin's methods by themselves."""

    def __init__(self) -> None:
        """Begin with none."""
        self._standing: dict[tuple[str, str], Standing] = {}

    async def schedules(self, plugin: str) -> list[Standing]:
        """Return the schedules of a plugin that stand, by name."""
        found = [standing for (whose, _), standing in sorted(self._standing.items()) if whose == plugin]
        return [standing for standing in found if stands(standing)]

    async def find_schedule(self, plugin: str, name: str) -> Standing | None:
        """Return one schedule; ``None`` when there is none."""
        return self._standing.get((plugin, name))

    async def history(self, plugin: str, name: str, limit: int) -> list[Past]:
        """Return what became of a schedule's occurrences, the latest first."""
        standing = self._standing.get((plugin, name))
        return list(standing.last[:limit]) if standing is not None else []

    def apply(self, plugin: str, changes: Sequence[ScheduleChange], now: float) -> None:
        """Do what a handler recorded."""
        for change in changes:
            place = (plugin, change.name)
            standing = changed(self._standing.pop(place, None), change, now)
            if standing is not None:
                self._standing[place] = standing


class Schedules:
    """A plugin's schedules, as one handler sees and changes them.

    Changes are kept when the handler has returned, in the same moment as what it recorded, and not at all
    when it fails. ``Plugin.due`` is called when an occurrence of one comes.
    """

    def __init__(self, store: ScheduleStore, plugin: str, clock: Clock) -> None:
        """See the schedules of one plugin."""
        self._store = store
        self._plugin = plugin
        self._clock = clock
        self._changes: list[ScheduleChange] = []

    def put(self, schedule: Schedule) -> None:
        """Put up a schedule, in the place of the one of its name.

        One with the same plan goes on where that stands, and one that is the same altogether also stays
        paused, or goes on, as it was told to meanwhile. Fails with ValueError for a name that cannot be
        kept, for data that is no JSON, and for times below nothing.
        """
        _check(schedule)
        data = msgspec.json.decode(msgspec.json.encode(schedule.data))
        self._record("put", schedule.name, structs.replace(schedule, data=data))

    def remove(self, name: str) -> None:
        """Take a schedule down; what became of its occurrences is known for a while."""
        self._record("remove", name)

    def pause(self, name: str) -> None:
        """Let no occurrence of a schedule come until ``resume``; those that pass meanwhile are not missed."""
        self._record("pause", name)

    def resume(self, name: str) -> None:
        """Let the occurrences of a paused schedule come again, from now on."""
        self._record("resume", name)

    def skip_next(self, name: str) -> None:
        """Leave out the next occurrence of a schedule; twice leaves out two."""
        self._record("skip", name)

    async def list(self) -> list[Standing]:
        """Return the schedules that stand, by name, timers included; what was recorded counts already."""
        standing = {each.schedule.name: each for each in await self._store.schedules(self._plugin)}
        for name in {change.name for change in self._changes}:
            found = await self.find(name)
            if found is not None and stands(found):
                standing[name] = found
            else:
                standing.pop(name, None)
        return [standing[name] for name in sorted(standing)]

    async def find(self, name: str) -> Standing | None:
        """Return a schedule, also one of which nothing comes any more; ``None`` when there is none."""
        standing = await self._store.find_schedule(self._plugin, name)
        changes = [change for change in self._changes if change.name == name]
        if not changes:
            return standing
        now = self._clock.now()
        noted = {past.key for past in await self.history(name, NOTED)}
        for change in changes:
            if change.verb == "skip" and standing is not None and standing.next is not None:
                noted.add(standing.next.key)
            standing = changed(standing, change, now)
            standing = passed_over(standing, noted.__contains__) if standing is not None else None
        return standing

    async def history(self, name: str, limit: int = 20) -> Sequence[Past]:
        """Return what became of a schedule's occurrences, the latest first."""
        return await self._store.history(self._plugin, name, limit)

    @property
    def changes(self) -> tuple[ScheduleChange, ...]:
        """What was recorded so far."""
        return tuple(self._changes)

    def _record(self, verb: Verb, name: str, schedule: Schedule | None = None) -> None:
        self._changes.append(ScheduleChange(verb=verb, name=name, schedule=schedule))


def stands(standing: Standing) -> bool:
    """Whether anything of a schedule comes, now or when it is resumed."""
    return standing.next is not None or standing.schedule.paused


def _check(schedule: Schedule) -> None:
    if not schedule.name.strip() or len(schedule.name) > LONGEST_NAME or not schedule.name.isprintable():
        raise ValueError(
            f"a schedule's name has 1 to {LONGEST_NAME} printable characters: “{schedule.name[:60]}”"
        )
    if schedule.grace < NO_JITTER or schedule.jitter < NO_JITTER:
        raise ValueError(f"the grace or the jitter of the schedule “{schedule.name}” is less than nothing")
    try:
        msgspec.json.encode(schedule.data)
    except TypeError as error:
        raise ValueError(f"the data of the schedule “{schedule.name}” cannot be kept: {error}") from error
