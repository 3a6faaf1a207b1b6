"""Report that one is there, and learn who else is."""

from typing import Annotated, Literal

from msgspec import field

from dragoman.model import UNSET, Maybe, Presence
from dragoman.operations.operation import Answer, Operation
from dragoman.operations.request import Since


class PresenceUpdated(Answer):
    """One's presence was noted, and what is new of the others'."""

    presence_last_update_id: int | Maybe = UNSET
    """What to pass next time; -1 when none was passed and nothing is told. Feature level 263."""
    server_timestamp: float | Maybe = UNSET
    """UNIX seconds, UTC; absent for a ping."""
    presences: dict[str, Presence] | Maybe = UNSET
    """By user id as text in the modern format, by e-mail address in the older; absent for a ping."""


class UpdatePresence(Operation[PresenceUpdated], method="POST", path="/users/me/presence"):
    """Report that one is at the device, or only connected; for people, not for bots.

    Fails with code ``BAD_REQUEST`` for a bot or another status.
    Source: messaging API, "POST /users/me/presence".
    """

    status: Literal["active", "idle"]
    last_update_id: Annotated[int | Maybe, Since(263, spare=True)] = UNSET
    """-1 the first time, then what the last answer said; brings the modern format. Feature level 263."""
    history_limit_days: int | Maybe = UNSET
    """Days; 14 when left out. Without effect when ``last_update_id`` is above 0."""
    new_user_input: bool | Maybe = UNSET
    """Whether something was typed or clicked since the last time; false when left out."""
    ping_only: bool | Maybe = UNSET
    """True: tell nothing of the others."""
    slim_presence: bool | Maybe = UNSET
    """True: the modern format; deprecated."""


class PresenceFound(Answer):
    """When one account was last there."""

    presence: Presence
    server_timestamp: float | Maybe = UNSET
    """UNIX seconds, UTC. Feature level 497."""


class GetPresence(Operation[PresenceFound], method="GET", path="/users/{user_id}/presence"):
    """Ask when a person was last there; the status may be ``offline`` here.

    Fails with code ``BAD_REQUEST`` for a bot, for nobody, and when nothing is known yet.
    Source: not in the spec.
    """

    user_id: int


class GetPresenceByEmail(Operation[PresenceFound], method="GET", path="/users/{email}/presence"):
    """Ask when a person was last there, by the address that the API shows.

    Fails as ``GetPresence`` does.
    Source: not in the spec.
    """

    email: str


class PresencesFound(Answer):
    """When everybody was last there."""

    presences: dict[str, Presence] = field(default_factory=dict)
    """By e-mail address, in the older format."""
    server_timestamp: float | Maybe = UNSET
    """UNIX seconds, UTC."""


class GetRealmPresence(Operation[PresencesFound], method="GET", path="/realm/presence"):
    """Ask when each person of the organization was last there.

    Source: not in the spec.
    """
