"""What an operator may set about the scheduler."""

from zoneinfo import ZoneInfo

import msgspec

from dragoman.plugin import CronExpression, CronSchedule, Duration, Interval, Unreadable
from dragoman_plugins.scheduler.destinations import Destination

SHORTEST_INTERVAL = Duration(minutes=1)


class RecurringMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message that is sent again and again."""

    name: str
    """What the log and `schedules` call it; no two share a name."""
    to: Destination | tuple[Destination, ...]
    """"#channel > topic" or "@Full Name", or a list of them."""
    text: str
    """What is said, as Markdown."""
    cron: CronExpression | None = None
    """When, as a cron expression in the scheduler's time zone: `0 9 * * mon-fri`. Either this or `every`."""
    every: Duration | None = None
    """How often, counted from the start of the bot: `6h`. Either this or `cron`."""

    def __post_init__(self) -> None:
        """Refuse what says nothing, and what says when twice or never."""
        if (self.cron is None) == (self.every is None):
            raise Unreadable("a schedule has either cron or every", 'Write: cron: "0 9 * * mon-fri"')
        if self.every is not None and self.every < SHORTEST_INTERVAL:
            raise Unreadable("the interval is shorter than a minute", "Write it like every: 6h")
        if not self.text.strip():
            raise Unreadable("the text is empty", "Write what is to be said")
        if not self.places:
            raise Unreadable("there is no place to write to", 'Write: to: "#channel > topic"')

    @property
    def places(self) -> tuple[Destination, ...]:
        """Where it goes."""
        return self.to if isinstance(self.to, tuple) else (self.to,)

    def schedule(self, zone: ZoneInfo) -> CronSchedule | Interval:
        """Return when it goes."""
        if self.cron is not None:
            return CronSchedule(self.cron, zone)
        assert self.every is not None, "a schedule has either cron or every"
        return Interval(self.every)

    def __str__(self) -> str:
        """Say when it goes."""
        return f"`{self.cron}`" if self.cron is not None else f"every {self.every}"


class SchedulerOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The options of `scheduler`."""

    timezone: ZoneInfo | None = None
    """The zone of the schedules, and of askers who have set none; UTC, or the bot's, when not given."""
    schedules: tuple[RecurringMessage, ...] = ()
    """Messages that are sent again and again."""
    most: int = 50
    """How many messages one person may have waiting."""
    wildcards: bool = False
    """Whether a message that a person schedules may mention @**all** and the like, or a user group."""

    def __post_init__(self) -> None:
        """Refuse two schedules of one name."""
        names = [schedule.name for schedule in self.schedules]
        for name in names:
            if names.count(name) > 1:
                raise Unreadable(f"two schedules are called “{name}”", "Give each its own name")
