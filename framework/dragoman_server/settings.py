"""The operator's choices about one running server: feature level, limits, time-outs."""

import msgspec

from dragoman_server.guide.settings import GuideSettings

_RELEASES = (("9.0", 277), ("10.0", 371), ("11.0", 421), ("12.0", None))
"""Releases of real servers, and the feature level that each brought; the last goes on."""


class RateLimit(msgspec.Struct, frozen=True, kw_only=True):
    """So many requests in so much time."""

    requests: int
    seconds: float


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What can be chosen about a server, with the defaults of the newest feature level."""

    feature_level: int = 496
    """Which level of the API is offered; what came later is not understood, what was dropped is back."""

    version: str | None = None
    """Told to clients as the server's version. `None`: the release that brought the feature level."""

    development: bool | None = None
    """Whether keys are handed out without a password. `None`: only while bound to a loopback address."""

    rate_limit: RateLimit | None = None
    """Requests allowed to one account; `None` counts nothing. A server of the wild has 200 in 60 s."""

    password_limit: RateLimit = RateLimit(requests=5, seconds=1800)
    """Wrong passwords allowed for one name before it is asked to wait."""

    heartbeat_seconds: tuple[float, float] = (45.0, 55.0)
    """Between which times a waiting poll is answered with a heartbeat."""

    queue_timeout_seconds: int = 600
    """How long an event queue may lie idle when its owner did not say."""

    queue_timeout_limit_seconds: int = 7 * 24 * 3600
    """The longest idle time that may be asked for."""

    queue_sweep_seconds: float = 60.0
    """How often idle queues are looked for."""

    form_bytes: int = 1024 * 1024
    """The largest request body that is read."""

    upload_mib: int = 25
    """The largest file that may be uploaded."""

    form_seconds: float = 30.0
    """How long a client may take to send its body."""

    keep_alive_seconds: float = 75.0
    """How long a connection may stay open without a whole head of a request."""

    connections_per_address: int = 12_000
    """How many connections one address may have open."""

    late_seconds: int = 600
    """A scheduled message later than this is marked failed instead of being delivered."""

    guide: GuideSettings = GuideSettings()
    """What the guide API says, and how often it may be asked."""

    strict: bool = False
    """Whether a refusal or an event that its endpoint did not declare is an error (for tests)."""

    @property
    def told_version(self) -> str:
        """The version that clients are told, which some go by instead of by the feature level."""
        if self.version is not None:
            return self.version
        release = next(name for name, level in _RELEASES if level is None or self.feature_level <= level)
        return f"{release}-dragoman"

    def with_feature_level(self, feature_level: int) -> "ServerSettings":
        """Return the same settings at another feature level."""
        return msgspec.structs.replace(self, feature_level=feature_level)

    def with_development(self, development: bool) -> "ServerSettings":
        """Return the same settings with `development` decided."""
        return msgspec.structs.replace(self, development=development)
