"""Events about the server itself and the organization's settings."""

from typing import Any

from dragoman.events.event import Event
from dragoman.model import UNSET, Maybe


class HeartbeatEvent(Event, type="heartbeat"):
    """The queue lives; sent about every minute.

    Source: messaging API, "Events", rule 1.
    """


class RestartEvent(Event, type="restart"):
    """The server started anew, perhaps as another version.

    The spec's name for the feature level stands beside the product's.

    Source: not in the spec.
    """

    server_feature_level: int | Maybe = UNSET
    zulip_feature_level: int | Maybe = UNSET
    zulip_version: str | Maybe = UNSET
    zulip_merge_base: str | Maybe = UNSET
    server_generation: int | Maybe = UNSET

    @property
    def feature_level(self) -> int | None:
        """The feature level under whichever name it came."""
        levels = (self.server_feature_level, self.zulip_feature_level)
        return next((level for level in levels if isinstance(level, int)), None)


class RealmUpdated(Event, type="realm", op="update"):
    """One setting of the organization changed.

    Source: not in the spec.
    """

    property: str
    value: Any = None


class RealmSettingsUpdated(Event, type="realm", op="update_dict"):
    """Several settings of the organization changed together.

    Source: not in the spec.
    """

    property: str = ""
    data: dict[str, Any]
    """The settings without their ``realm_``."""


class WebReloadEvent(Event, type="web_reload_client"):
    """Web clients should load themselves anew; nothing for others to do. Feature level 240.

    Source: not in the spec.
    """

    immediate: bool = False
