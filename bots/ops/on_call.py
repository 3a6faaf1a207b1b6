"""Who is on call: a rota that is worked out from the calendar, so it needs no memory."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

import msgspec

from dragoman.errors import UserError
from dragoman.model import User
from dragoman.planner import Cron
from dragoman.plugin import (
    ChannelTopic,
    Context,
    MessageContext,
    Plugin,
    TimeOfDay,
    Timer,
    command,
)
from dragoman.text import mention, quote, time_tag


class OnCallOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The options of the rota."""

    rota: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    """Full names or addresses, in the order of their turns."""
    since: date = date(2026, 1, 5)
    """The first day of the first one's turn."""
    days: Annotated[int, msgspec.Meta(ge=1, le=366)] = 7
    """How long a turn lasts."""
    at: TimeOfDay = TimeOfDay(9)
    """The hour of the handover."""
    timezone: ZoneInfo | None = None
    """The zone in which that hour is meant; the bot's when left out."""
    announce: ChannelTopic | None = None
    """Where the handover is announced; nowhere when left out."""


class OnCall(Plugin[OnCallOptions]):
    """Tells who is on call, calls that person, and announces the handover."""

    async def start(self, context: Context) -> None:
        """Refuse a rota with somebody in it whom nobody knows."""
        for name in self.options.rota:
            self._person(context, name)

    def timers(self, zone: ZoneInfo, /) -> Iterable[Timer]:
        """Look every day at the hour of the handover whether it is the day."""
        options = self.options
        if options.announce is None:
            return ()
        daily = Cron(
            expression=f"{options.at.minute} {options.at.hour} * * *", zone=str(options.timezone or zone)
        )
        return (Timer("handover", daily, self.hand_over),)

    async def hand_over(self, context: Context) -> None:
        """Announce whose turn begins, on the day that it does."""
        now = self._now(context)
        if self.options.announce is None or (now.date() - self.options.since).days % self.options.days:
            return
        person = self._person(context, self._on_call(now))
        await context.send(self.options.announce, f"{mention(person)} is on call from now on.")

    @command("(oncall|on-call)", help="Who is on call, until when, and who is next")
    async def who(self, context: MessageContext) -> None:
        """Tell who is on call now, until when, and who is next."""
        now = self._now(context)
        until = self._handover_after(now)
        person, following = (self._person(context, self._on_call(moment)) for moment in (now, until))
        await context.reply(
            f"{mention(person, silent=True)} is on call until {time_tag(until)}, "
            f"then {mention(following, silent=True)}."
        )

    @command("page <text...>", help="Call the person who is on call", access="member")
    async def page(self, context: MessageContext, text: str) -> None:
        """Mention the person who is on call, with what the asker says."""
        person = self._person(context, self._on_call(self._now(context)))
        await context.reply(
            f"{mention(person)}, {mention(context.sender, silent=True)} needs you:\n{quote(text)}"
        )

    def _now(self, context: Context) -> datetime:
        return datetime.fromtimestamp(context.clock.now(), UTC).astimezone(
            self.options.timezone or context.timezone
        )

    def _turn(self, now: datetime) -> int:
        """Count the turns from the first one, which is number 0, to that of a moment."""
        shift = now.replace(tzinfo=None) - timedelta(
            hours=self.options.at.hour, minutes=self.options.at.minute
        )
        return (shift.date() - self.options.since).days // self.options.days

    def _on_call(self, now: datetime) -> str:
        return self.options.rota[self._turn(now) % len(self.options.rota)]

    def _handover_after(self, now: datetime) -> datetime:
        day = self.options.since + timedelta(days=(self._turn(now) + 1) * self.options.days)
        return datetime.combine(day, self.options.at, now.tzinfo)

    def _person(self, context: Context, name: str) -> User:
        try:
            return context.directory.find_user(name)
        except ValueError as error:
            raise UserError(f"The rota cannot be used: {error}.") from error
