"""Rotas: people who take turns, by day, by week, or each time that a message is sent; and turns exchanged."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

import msgspec

from dragoman.planner import Plan, next_after
from dragoman.plugin import TimeOfDay, Unreadable
from dragoman_plugins.scheduler.written import Written

DAYS = {"daily": 1, "weekly": 7}
FIRST_MONDAY = date(2026, 1, 5)
People = Annotated[tuple[Written, ...], msgspec.Meta(min_length=1)]


class Rota(msgspec.Struct, frozen=True, kw_only=True):
    """People who take turns by the calendar."""

    people: People
    """Full names or addresses, in the order of their turns."""
    period: Literal["daily", "weekly"] = "weekly"
    """How long a turn lasts."""
    since: date = FIRST_MONDAY
    """The first day of the first one's turn."""
    at: TimeOfDay = TimeOfDay(0)
    """The hour of the handover, in the scheduler's zone."""

    def __post_init__(self) -> None:
        """Refuse somebody who has no name."""
        check_people(self.people)

    def turn(self, moment: datetime) -> int:
        """Count the turns from the first one, which is number 0, to that of a moment in the rota's zone."""
        shifted = moment.replace(tzinfo=None) - timedelta(hours=self.at.hour, minutes=self.at.minute)
        return (shifted.date() - self.since).days // DAYS[self.period]

    def begins(self, turn: int, zone: ZoneInfo) -> datetime:
        """Return when a turn begins."""
        day = self.since + timedelta(days=turn * DAYS[self.period])
        return datetime.combine(day, time(self.at.hour, self.at.minute), zone)


class Swaps(msgspec.Struct, frozen=True):
    """Turns that others take than the order says."""

    taken: dict[int, str] = {}
    """The person by the number of the turn."""

    def person(self, people: tuple[str, ...], turn: int) -> str:
        """Return whose turn it is."""
        return self.taken.get(turn) or str(people[turn % len(people)])

    def exchanged(self, people: tuple[str, ...], turn: int) -> "Swaps":
        """Return these with a turn and the one after it exchanged."""
        return self._with(
            people, {turn: self.person(people, turn + 1), turn + 1: self.person(people, turn)}, turn
        )

    def covered(self, people: tuple[str, ...], turn: int, person: str) -> "Swaps":
        """Return these with a turn taken by a person."""
        return self._with(people, {turn: person}, turn)

    def _with(self, people: tuple[str, ...], new: dict[int, str], now: int) -> "Swaps":
        """Return these and new ones, without those that are long over or are as the order says."""
        taken = {**self.taken, **new}
        return Swaps(
            {
                turn: person
                for turn, person in taken.items()
                if turn >= now - 1 and person != people[turn % len(people)]
            }
        )


class Turns:
    """Counts the occurrences of plans, for rotas in which everybody takes one."""

    def __init__(self) -> None:
        """Begin without any counted."""
        self._counted: dict[str, tuple[float, int]] = {}

    def turn(self, name: str, plan: Plan, at: float, since: datetime) -> int:
        """Count a plan's occurrences from a moment to one of them, UNIX seconds; the first is number 0."""
        key = f"{name} {plan!r}"
        moment, number = self._counted.get(key, (since.timestamp() - 1, -1))
        if moment > at:
            moment, number = since.timestamp() - 1, -1
        while (found := next_after(plan, moment)) is not None and found.at <= at:
            moment, number = found.at, number + 1
        self._counted[key] = (moment, number)
        return number


def check_people(people: Sequence[str]) -> None:
    """Refuse a rota with somebody who has no name; fails with Unreadable."""
    if not all(name.strip() for name in people):
        raise Unreadable("a person of the rota has no name", "Write full names: [Iago, Desdemona]")
