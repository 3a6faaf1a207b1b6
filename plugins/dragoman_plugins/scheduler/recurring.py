"""A message that the YAML has sent again and again: when, where, what, and how late it may be."""

import re
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from dragoman.planner import Cron, Every, NoPlan, Once, Plan, Unclear, next_after, read_plan
from dragoman.plugin import CronExpression, Duration, Unreadable
from dragoman_plugins.scheduler.destinations import Destination
from dragoman_plugins.scheduler.rotas import FIRST_MONDAY, People, check_people
from dragoman_plugins.scheduler.templates import ROTA, Template
from dragoman_plugins.scheduler.written import Written

SHORTEST = timedelta(minutes=1)
SHORTEST_FOR_TURNS = timedelta(hours=6)
LOOKED_AHEAD = 50
NAME = re.compile(r"[^\W_?][^\n\r\t]{0,99}")
LOOK_AHEAD = "look ahead"
"""What the plugin's own timer is called."""


class RecurringMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message that is sent again and again."""

    name: str
    """What people and the log call it; no two share a name."""
    to: Destination | tuple[Destination, ...]
    """"#channel > topic", "@Full Name", "@One Person and @Another", "@*group*", or a list of them."""
    text: Template
    """What is said, as Markdown, with fields such as {date}."""
    when: str | None = None
    """When, in words: `first monday of the month 10:30`. Either this, `cron` or `every`."""
    cron: CronExpression | None = None
    """When, as a cron expression: `0 9 * * mon-fri`."""
    every: Duration | None = None
    """How often, counted from the midnight with which `since` begins: `6h`."""
    since: date = FIRST_MONDAY
    """The day from which `every`, "every other week" and the turns of `rota` are counted."""
    timezone: ZoneInfo | None = None
    """The zone in which that is meant; the scheduler's when not given."""
    rota: str | People | None = None
    """Whose turn {on_duty} is: the name of one of `rotas`, or people who take one message each."""
    grace: Duration = Duration(minutes=5)
    """How late a message may be; one that is later is not sent, which is noted."""
    catch_up: Literal["latest", "all", "none"] = "latest"
    """Which of several messages that came while the bot was down, and are in their grace, are sent."""
    jitter: Duration = Duration()
    """By how much a message is put off at most, so that not everything happens at once."""
    paused: bool = False
    """Whether it is not sent for now."""
    skip: tuple[date, ...] = ()
    """Days on which it is not sent."""
    prearm: bool = False
    """Whether the server is given each message a day ahead, so that it is sent while the bot is down."""

    def __post_init__(self) -> None:
        """Refuse what says nothing, what says when twice or never, and what does not go together."""
        if self.name.isdecimal() or self.name == LOOK_AHEAD or NAME.fullmatch(self.name) is None:
            raise Unreadable(f"“{self.name}” is no name for a schedule", "Write a word, such as standup")
        if sum(each is not None for each in (self.when, self.cron, self.every)) != 1:
            raise Unreadable(
                "a schedule has either when, cron or every", 'Write: when: "every weekday at 9:00"'
            )
        if self.every is not None and self.every < SHORTEST:
            raise Unreadable("the interval is shorter than a minute", "Write it like every: 6h")
        if not self.text.strip():
            raise Unreadable("the text is empty", "Write what is to be said")
        if not self.places:
            raise Unreadable("there is no place to write to", 'Write: to: "#channel > topic"')
        self._check_when()
        self._check_rota()
        self._check_prearm()

    @property
    def places(self) -> tuple[Destination, ...]:
        """Where it goes."""
        return self.to if isinstance(self.to, tuple) else (self.to,)

    @property
    def people(self) -> tuple[Written, ...] | None:
        """Who take one message each; None where nobody does."""
        return self.rota if isinstance(self.rota, tuple) else None

    @property
    def rotas(self) -> tuple[str, ...]:
        """The names of the rotas that it needs."""
        named = [field.removeprefix(ROTA) for field in self.text.fields if field.startswith(ROTA)]
        return (*([self.rota] if isinstance(self.rota, str) else []), *named)

    def zone(self, usual: ZoneInfo) -> ZoneInfo:
        """Return the zone in which its times are meant."""
        return self.timezone or usual

    def begins(self, zone: ZoneInfo) -> datetime:
        """Return the moment from which is counted."""
        return datetime.combine(self.since, time(0), zone)

    def plan(self, usual: ZoneInfo) -> Plan:
        """Return when it goes; fails with NoPlan for words that say no such thing."""
        zone = self.zone(usual)
        if self.cron is not None:
            return Cron(expression=self.cron, zone=zone.key)
        if self.every is not None:
            return Every(seconds=self.every.total_seconds(), anchor=self.begins(zone).timestamp())
        assert self.when is not None, "a schedule has either when, cron or every"
        return read_plan(self.when, self.begins(zone), zone)

    def comes_on(self, at: float, usual: ZoneInfo) -> bool:
        """Tell whether an occurrence, UNIX seconds, is on none of the days to skip."""
        return datetime.fromtimestamp(at, self.zone(usual)).date() not in self.skip

    def _check_when(self) -> None:
        try:
            plan = self.plan(ZoneInfo("UTC"))
        except Unclear as error:
            raise Unreadable(f"“{self.when}” can mean several times", f"Write {error.choices[0]}") from error
        except NoPlan as error:
            raise Unreadable(str(error), 'Write it like when: "every weekday at 9:00"') from error
        if isinstance(plan, Once):
            raise Unreadable(f"“{self.when}” comes only once", 'Write it like when: "every weekday at 9:00"')
        if self._is_more_often_than(SHORTEST):
            raise Unreadable("it comes more often than every minute", 'Write it like when: "every 6 hours"')
        if next_after(plan, self.begins(ZoneInfo("UTC")).timestamp()) is None:
            raise Unreadable("it never comes", "Look at its days")

    def _check_rota(self) -> None:
        needs = {"on_duty", "next_on_duty"}.intersection(self.text.fields)
        if needs and self.rota is None:
            raise Unreadable(f"{{{min(needs)}}} needs a rota", "Add: rota: [Iago, Desdemona]")
        if self.people is None:
            return
        check_people(self.people)
        if self._is_more_often_than(SHORTEST_FOR_TURNS):
            raise Unreadable(
                "people cannot take turns more often than every six hours",
                "Name one of the rotas, by day or week",
            )

    def _is_more_often_than(self, span: timedelta) -> bool:
        plan, at = self.plan(ZoneInfo("UTC")), self.begins(ZoneInfo("UTC")).timestamp()
        moments: list[float] = []
        while len(moments) < LOOKED_AHEAD and (found := next_after(plan, at)) is not None:
            at = found.at
            moments.append(at)
        return any(later - earlier < span.total_seconds() for earlier, later in pairwise(moments))

    def _check_prearm(self) -> None:
        if not self.prearm:
            return
        if not self.text.is_static:
            raise Unreadable("a text with fields cannot be given to the server ahead", "Take out prearm")
        if self.jitter:
            raise Unreadable("what is given to the server ahead has no jitter", "Take out jitter or prearm")
        if any(place.group for place in self.places):
            raise Unreadable(
                "a message to a user group cannot be given to the server ahead", "Take out prearm"
            )
