"""Who is there, and what they say about themselves at the moment."""

from typing import Annotated, NotRequired, TypedDict

from dragoman_server import levels
from dragoman_server.parameters import Offered


class Sighting(TypedDict):
    """How somebody was seen by one client."""

    status: str
    timestamp: int
    client: NotRequired[str]
    pushable: NotRequired[bool]


class Presence(TypedDict):
    """When somebody was there, in one of two formats: two times, or a word and a time for each client."""

    active_timestamp: NotRequired[int]
    idle_timestamp: NotRequired[int]
    aggregated: NotRequired[Sighting]
    website: NotRequired[Sighting]


class PresencesFound(TypedDict):
    """Who is there, by address."""

    presences: dict[str, Presence]
    server_timestamp: float


class PresenceUpdated(TypedDict):
    """Who is there, unless only one's own presence was to be told."""

    presences: NotRequired[dict[str, Presence]]
    server_timestamp: NotRequired[float]
    presence_last_update_id: Annotated[int, Offered(since=levels.PRESENCE_UPDATE_ID)]


class PresenceFound(TypedDict):
    """When one person was there."""

    presence: Presence


class Status(TypedDict):
    """What somebody says about themselves; what they do not say is absent."""

    status_text: NotRequired[str]
    emoji_name: NotRequired[str]
    emoji_code: NotRequired[str]
    reaction_type: NotRequired[str]
    away: NotRequired[bool]


class StatusFound(TypedDict):
    """One person's status."""

    status: Status
