"""The schedules that stand: of the YAML and from chat, put up, found, and shown."""

from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import msgspec

from dragoman.model import User
from dragoman.planner import Plan, in_words, next_after
from dragoman.plugin import Context, Past, Schedule, Standing
from dragoman.text import time_tag
from dragoman_plugins.scheduler.data import Data, FromChat, FromFile, data_of
from dragoman_plugins.scheduler.options import SchedulerOptions
from dragoman_plugins.scheduler.recurring import RecurringMessage

LATEST_PREARMED = timedelta(days=1)
"""How late the bot may find out that an occurrence which the server was given is over."""
READ_BACK = 3
"""Occurrences that are read back."""
TRIED = 400
"""Occurrences that are looked at for some that are not skipped."""
STATES = {
    "PENDING": "under way",
    "RUNNING": "under way",
    "DONE": "sent",
    "MISSED": "missed",
    "SKIPPED": "skipped",
    "DEAD": "failed",
}


class Recurrence(msgspec.Struct, frozen=True, kw_only=True):
    """A schedule as it stands, with what it is for."""

    standing: Standing
    data: Data
    message: RecurringMessage | None = None
    """What the YAML says, for one of the YAML."""

    @property
    def name(self) -> str:
        """What people call it: its number, or the name that the YAML gives it."""
        return self.standing.schedule.name

    @property
    def words(self) -> str:
        """When it comes, in words."""
        if self.message is not None and self.message.every is not None:
            return f"every {self.message.every}"
        return in_words(self.standing.schedule.plan)

    @property
    def is_paused(self) -> bool:
        """Whether nothing of it comes for now."""
        return self.standing.schedule.paused

    def belongs_to(self, user: User) -> bool:
        """Tell whether a person asked for it."""
        return isinstance(self.data, FromChat) and self.data.owner == user.user_id

    def coming(self, usual: ZoneInfo, count: int = READ_BACK) -> list[datetime]:
        """Return the moments at which it comes next, without days that are skipped."""
        first = self.standing.next
        if first is None:
            return []
        moments = moments_of(self.standing.schedule.plan, first.at - 1, self.message, usual)
        return list(islice(moments, count))


class Recurrences:
    """Puts schedules up and finds them."""

    def __init__(self, options: SchedulerOptions, usual: ZoneInfo) -> None:
        """Go by these options; the zone is for those who have none."""
        self._options = options
        self._usual = usual

    async def take_from_file(self, context: Context) -> None:
        """Put up what the YAML says now, and take down what it says no more; pauses from chat last."""
        wanted = {message.name: message for message in self._options.schedules}
        for standing in await context.schedules.list():
            name = standing.schedule.name
            if name not in wanted and isinstance(data_in(standing), FromFile):
                context.schedules.remove(name)
        for message in wanted.values():
            standing_now = await context.schedules.find(message.name)
            context.schedules.put(self._schedule(message, standing_now))

    def _schedule(self, message: RecurringMessage, standing: Standing | None) -> Schedule:
        paused = message.paused
        if standing is not None:
            before = data_in(standing)
            if isinstance(before, FromFile) and before.paused == message.paused:
                paused = standing.schedule.paused
        return Schedule(
            name=message.name,
            plan=message.plan(self._usual),
            data=FromFile(paused=message.paused),
            # What the server has sent meanwhile is not missed, however late the bot hears of it.
            grace=max(message.grace, LATEST_PREARMED) if message.prearm else message.grace,
            catch_up=message.catch_up,
            jitter=message.jitter,
            paused=paused,
        )

    async def all(self, context: Context) -> list[Recurrence]:
        """Return all that stand: those of the YAML by name, then those from chat by number."""
        found = [each async for each in self._each(context)]
        return sorted(found, key=lambda each: (int(each.name) if each.name.isdecimal() else 0, each.name))

    async def count(self, context: Context, owner: int) -> int:
        """Return how many a person asked for."""
        found = [each.data for each in await self.all(context)]
        return sum(isinstance(data, FromChat) and data.owner == owner for data in found)

    async def find(self, context: Context, name: str) -> Recurrence | None:
        """Return one by its number or name; None when there is none."""
        message = self._options.find(name)
        standing = await context.schedules.find(message.name if message else name)
        return self._recurrence(standing) if standing is not None else None

    def _recurrence(self, standing: Standing) -> Recurrence | None:
        data = data_in(standing)
        if isinstance(data, FromFile):
            message = self._options.find(standing.schedule.name)
            return Recurrence(standing=standing, data=data, message=message) if message else None
        return Recurrence(standing=standing, data=data) if isinstance(data, FromChat) else None

    async def _each(self, context: Context) -> AsyncIterator[Recurrence]:
        for standing in await context.schedules.list():
            found = self._recurrence(standing)
            if found is not None:
                yield found


def data_in(standing: Standing) -> Data | None:
    """Return what a schedule carries; None for the plugin's own timers."""
    return None if standing.is_timer else data_of(standing.schedule.data)


def moments_of(
    plan: Plan, after: float, message: RecurringMessage | None, usual: ZoneInfo
) -> Iterator[datetime]:
    """Yield the moments at which a plan comes after one, UNIX seconds, without days that are skipped."""
    for _ in range(TRIED):
        found = next_after(plan, after)
        if found is None:
            return
        after = found.at
        if message is None or message.comes_on(found.at, usual):
            yield datetime.fromtimestamp(found.at, UTC)


def in_a_row(moments: list[datetime]) -> str:
    """Return moments as everybody reads them in their own time zone."""
    tags = [time_tag(moment) for moment in moments]
    return " and ".join(([", ".join(tags[:-1])] if tags[:-1] else []) + tags[-1:])


def past_in_words(past: Sequence[Past]) -> str:
    """Return what became of occurrences, the latest first."""
    return ", ".join(
        f"{time_tag(datetime.fromtimestamp(each.at, UTC))} {STATES[each.state]}"
        + (f" {each.times} times" if each.times > 1 else "")
        for each in past
    )
