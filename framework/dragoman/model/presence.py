"""Who is at the keyboard: presence in both formats, and the status that people set themselves."""

from dragoman.model.record import UNSET, Maybe, Record


class ClientPresence(Record):
    """A presence in the older format, which has one for each client, or seems to."""

    status: str
    """``active`` or ``idle``; for one account alone also ``offline``."""
    timestamp: int
    """UNIX seconds, UTC."""
    client: str | Maybe = UNSET
    """Always ``website``."""
    pushable: bool | Maybe = UNSET
    """Always false; absent under ``aggregated``."""


class Presence(Record):
    """When an account was last there; the first two fields are the modern format, the others the older one.

    A current ``active_timestamp`` means present, a current ``idle_timestamp`` alone perhaps present.
    Source: messaging API, "Presence entry".
    """

    active_timestamp: int | Maybe = UNSET
    """When a client last said that its user was there, UNIX seconds, UTC."""
    idle_timestamp: int | Maybe = UNSET
    """When any client was last connected, UNIX seconds, UTC."""
    aggregated: ClientPresence | Maybe = UNSET
    website: ClientPresence | Maybe = UNSET
    """The same as ``aggregated`` since feature level 178."""

    @property
    def last_active(self) -> int | None:
        """When the account was last there, in whichever format; ``None`` when it is not told."""
        if isinstance(self.active_timestamp, int):
            return self.active_timestamp
        if isinstance(self.aggregated, ClientPresence) and self.aggregated.status == "active":
            return self.aggregated.timestamp
        return None


class Status(Record):
    """What a person tells of himself beside his name; what is not set is absent."""

    status_text: str | Maybe = UNSET
    """At most 60 code points."""
    emoji_name: str | Maybe = UNSET
    emoji_code: str | Maybe = UNSET
    reaction_type: str | Maybe = UNSET
    away: bool | Maybe = UNSET
    """Deprecated: whether the account hides its presence."""
