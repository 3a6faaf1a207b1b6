"""Whose turn it is: by the rotas of the YAML, by a schedule's own people, and by what was exchanged since."""

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from dragoman.errors import UserError
from dragoman.model import User
from dragoman.planner import Plan, next_after
from dragoman.plugin import Context, MessageContext
from dragoman.plugin.matching import did_you_mean
from dragoman.text import escape, mention, time_tag
from dragoman_plugins.scheduler.options import SchedulerOptions, rota_of
from dragoman_plugins.scheduler.places import moderates
from dragoman_plugins.scheduler.recurring import RecurringMessage
from dragoman_plugins.scheduler.rotas import Rota, Swaps, Turns
from dragoman_plugins.scheduler.written import Written

SCOPE = "rotas"


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """The turn of somebody."""

    rota: str
    """What the rota is called: a name of its own, or its schedule's."""
    people: tuple[str, ...]
    number: int
    begins: datetime | None
    """When the turn after it begins; None when there is none."""


class Duty:
    """Tells whose turn it is, and exchanges turns."""

    def __init__(self, options: SchedulerOptions) -> None:
        """Go by these options."""
        self._options = options
        self._turns = Turns()

    async def values(
        self, context: Context, fields: tuple[str, ...], turn: Turn | None, at: datetime
    ) -> dict[str, str]:
        """Return the values of those fields of a text that name people."""
        values: dict[str, str] = {}
        if turn is not None:
            values["on_duty"] = mentioned(context, await self.person(context, turn))
            values["next_on_duty"] = mentioned(context, await self.person(context, turn, 1), silent=True)
        for field in fields:
            name = rota_of(field)
            rota = self._options.rotas.get(name) if name is not None else None
            if name is not None and rota is not None:
                person = await self.person(context, by_calendar(name, rota, at))
                values[field] = mentioned(context, person)
        return values

    def turn_of(self, schedule: RecurringMessage, plan: Plan, at: datetime) -> Turn | None:
        """Return the turn that an occurrence of a schedule falls into, None for one without a rota."""
        if isinstance(schedule.rota, str):
            return by_calendar(schedule.rota, self._options.rotas[schedule.rota], at)
        if schedule.people is None:
            return None
        zone = at.tzinfo if isinstance(at.tzinfo, ZoneInfo) else ZoneInfo("UTC")
        number = self._turns.turn(schedule.name, plan, at.timestamp(), schedule.begins(zone))
        following = next_after(plan, at.timestamp())
        return Turn(
            rota=schedule.name,
            people=schedule.people,
            number=number,
            begins=datetime.fromtimestamp(following.at, zone) if following else None,
        )

    def turns(self, now: datetime, zone: ZoneInfo) -> list[Turn]:
        """Return the turn of each rota: the present one, or the next one of a schedule's own people."""
        found = [by_calendar(name, rota, now) for name, rota in self._options.rotas.items()]
        for schedule in self._options.schedules:
            plan = schedule.plan(zone)
            coming = next_after(plan, now.timestamp()) if schedule.people is not None else None
            if coming is not None:
                at = datetime.fromtimestamp(coming.at, schedule.zone(zone))
                turn = self.turn_of(schedule, plan, at)
                found += [turn] if turn is not None else []
        return found

    def find(self, name: str, now: datetime, zone: ZoneInfo) -> Turn:
        """Return the turn of one rota; fails with UserError when there is none of that name."""
        turns = {turn.rota.casefold(): turn for turn in self.turns(now, zone)}
        if name.casefold() not in turns:
            meant = did_you_mean(name, tuple(turns))
            known = ", ".join(escape(each) for each in turns)
            there = f" The rotas are: {known}." if known and not meant else ""
            raise UserError(f"There is no rota called “{escape(name)}”.{escape(meant)}{there}")
        return turns[name.casefold()]

    async def person(self, context: Context, turn: Turn, later: int = 0) -> str:
        """Return who has a turn, or the one so many turns later."""
        swaps = await context.state.of(SCOPE).get(turn.rota, Swaps, Swaps())
        return swaps.person(turn.people, turn.number + later)

    def unknown(self, context: Context) -> Iterator[tuple[str, Written]]:
        """Yield whom nobody knows, each with the name of the rota."""
        rotas = [(name, rota.people) for name, rota in self._options.rotas.items()]
        rotas += [(each.name, each.people) for each in self._options.schedules if each.people is not None]
        for name, people in rotas:
            for person in people:
                if known_user(context, person) is None:
                    yield name, person

    async def show(self, context: MessageContext, name: str, now: datetime, zone: ZoneInfo) -> None:
        """Answer with whose turn it is, by one rota or all; fails with UserError when there is none."""
        turns = [self.find(name.strip(), now, zone)] if name.strip() else self.turns(now, zone)
        if not turns:
            raise UserError("There are no rotas here.")
        await context.reply("\n".join([await self.line(context, turn) for turn in turns]))

    async def line(self, context: Context, turn: Turn) -> str:
        """Return who has a turn and who is next, as a line of a list."""
        now = mentioned(context, await self.person(context, turn), silent=True)
        following = mentioned(context, await self.person(context, turn, 1), silent=True)
        if turn.begins is None:
            return f"* **{escape(turn.rota)}**: {now}"
        return f"* **{escape(turn.rota)}**: {now} until {time_tag(turn.begins)}, then {following}"

    async def exchange(self, context: MessageContext, turn: Turn) -> None:
        """Exchange a turn and the next one; fails with UserError for somebody who has no say in it."""
        check_say(context, turn)
        kept = context.state.of(SCOPE)
        swaps = await kept.get(turn.rota, Swaps, Swaps())
        kept.set(turn.rota, swaps.exchanged(turn.people, turn.number))

    async def cover(self, context: MessageContext, turn: Turn, who: User) -> None:
        """Let somebody take a turn; fails with UserError for somebody who has no say in it."""
        if who.user_id != context.sender.user_id:
            check_say(context, turn)
        kept = context.state.of(SCOPE)
        swaps = await kept.get(turn.rota, Swaps, Swaps())
        kept.set(turn.rota, swaps.covered(turn.people, turn.number, mention(who)))


def by_calendar(name: str, rota: Rota, at: datetime) -> Turn:
    """Return the turn of a rota that a moment falls into."""
    number = rota.turn(at)
    zone = at.tzinfo if isinstance(at.tzinfo, ZoneInfo) else ZoneInfo("UTC")
    return Turn(rota=name, people=rota.people, number=number, begins=rota.begins(number + 1, zone))


def check_say(context: MessageContext, turn: Turn) -> None:
    """Refuse whoever is neither of a rota nor a moderator."""
    ids = {known.user_id for name in turn.people if (known := known_user(context, name)) is not None}
    if context.sender.user_id not in ids and not moderates(context.sender):
        raise UserError(f"The rota “{escape(turn.rota)}” is for its people and for moderators to change.")


def known_user(context: Context, name: str) -> User | None:
    """Return the person of a full name, an address or a mention, None when nobody is called so."""
    try:
        return context.directory.find_user(name)
    except ValueError:
        return None


def mentioned(context: Context, name: str, *, silent: bool = False) -> str:
    """Mention a person of a rota; one whom nobody knows is only named."""
    user = known_user(context, name)
    return mention(user, silent=silent) if user is not None else escape(name)
