"""Events about who is there, and what people tell of themselves."""

from dragoman.events.event import Event
from dragoman.model import UNSET, ClientPresence, Maybe, Presence


class PresenceEvent(Event, type="presence"):
    """Somebody came back; everything else about presence has to be asked for.

    Source: messaging API, "Events"; the payload is not in the spec.
    """

    user_id: int | Maybe = UNSET
    """Absent in the newest form, which has ``presences``."""
    email: str | Maybe = UNSET
    """Absent also with ``slim_presence``."""
    server_timestamp: float | Maybe = UNSET
    """UNIX seconds, UTC."""
    presence: dict[str, ClientPresence] | Maybe = UNSET
    """By client, which is always ``website``."""
    presences: dict[str, Presence] | Maybe = UNSET
    """By user id as text; with the capability ``simplified_presence_events`` (feature level 419)."""


class UserStatusEvent(Event, type="user_status"):
    """Somebody changed his status; what is absent stayed, and an empty text was cleared.

    Source: not in the spec.
    """

    user_id: int
    status_text: str | Maybe = UNSET
    emoji_name: str | Maybe = UNSET
    """With the next two, or not at all."""
    emoji_code: str | Maybe = UNSET
    reaction_type: str | Maybe = UNSET
    away: bool | Maybe = UNSET
    """Deprecated."""
