"""What the server is given ahead: each message that it has, or is about to be given."""

import msgspec

from dragoman.model import ScheduledMessage
from dragoman.operations import CreateScheduledMessage
from dragoman.plugin import Conversation, State
from dragoman_plugins.scheduler.one_offs import creation_of, place_of

SCOPE = "prearmed"


class Armed(msgspec.Struct, frozen=True, kw_only=True):
    """A message that the server has, or is about to be given."""

    schedule: str
    key: str
    """The occurrence's."""
    index: int
    """Which of the schedule's places it goes to, from 0."""
    place: Conversation
    text: str
    at: int
    """UNIX seconds."""
    scheduled_id: int | None = None
    """The server's number of it; None while it has not said so."""
    attempts: int = 0
    """How many calls were surely not made."""

    @property
    def name(self) -> str:
        """By what it is known here."""
        return f"{self.schedule} {self.key} {self.index}"

    def says_the_same(self, other: "Armed") -> bool:
        """Tell whether another one is the same message at the same place and time."""
        return (self.place, self.text, self.at) == (other.place, other.text, other.at)

    def is_like(self, message: ScheduledMessage) -> bool:
        """Tell whether a message at the server is this one."""
        return (
            message.scheduled_delivery_timestamp == self.at
            and place_of(message) == self.place
            and message.content.strip() == self.text.strip()
        )

    def creation(self) -> CreateScheduledMessage:
        """Return the call that hands it to the server."""
        return creation_of(self.place, self.text, self.at)


async def all_armed(state: State) -> list[Armed]:
    """Return all that a scheduler, whose state is given, has noted for the server."""
    kept = state.of(SCOPE)
    found = [await kept.get(key, Armed) for key in await kept.keys()]
    return [armed for armed in found if armed is not None]
