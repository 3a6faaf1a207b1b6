"""What an operator may set about the scheduler."""

from zoneinfo import ZoneInfo

import msgspec

from dragoman.plugin import Unreadable
from dragoman.plugin.matching import did_you_mean
from dragoman_plugins.scheduler.recurring import RecurringMessage
from dragoman_plugins.scheduler.rotas import Rota
from dragoman_plugins.scheduler.templates import ROTA


class SchedulerOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The options of `scheduler`."""

    timezone: ZoneInfo | None = None
    """The zone of schedules and rotas, and of askers who have set none; UTC, or the bot's, when not given."""
    schedules: tuple[RecurringMessage, ...] = ()
    """Messages that are sent again and again."""
    rotas: dict[str, Rota] = {}
    """People who take turns, by a name for each rota."""
    most: int = 50
    """How many messages and schedules one person may have waiting."""
    wildcards: bool = False
    """Whether a message that a person schedules may mention @**all** and the like, or a user group."""

    def __post_init__(self) -> None:
        """Refuse two schedules of one name, and rotas that there are none of."""
        names = [schedule.name for schedule in self.schedules]
        for schedule in self.schedules:
            if names.count(schedule.name) > 1:
                raise Unreadable(f"two schedules are called “{schedule.name}”", "Give each its own name")
            for rota in schedule.rotas:
                self._check_rota(schedule.name, rota)
        for name in self.rotas:
            if name in names:
                raise Unreadable(f"a schedule and a rota are called “{name}”", "Give each its own name")

    def find(self, name: str) -> RecurringMessage | None:
        """Return a schedule by its name, whatever its capitals."""
        folded = name.casefold()
        return next((each for each in self.schedules if each.name.casefold() == folded), None)

    def _check_rota(self, schedule: str, rota: str) -> None:
        if rota not in self.rotas:
            meant = did_you_mean(rota, tuple(self.rotas)).strip()
            raise Unreadable(
                f"the schedule “{schedule}” has the rota “{rota}”, which is not among the rotas",
                meant or f"Add it: rotas: {{{rota}: {{people: [Iago, Desdemona]}}}}",
            )


def rota_of(field: str) -> str | None:
    """Return the rota that a field of a text names, None when it names none."""
    return field.removeprefix(ROTA) if field.startswith(ROTA) else None
