"""Dragoman: what a bot process runs on. A name is imported when it is first asked for."""

from importlib import import_module

# So that a command that needs no connection does not pay for what makes them. Type checkers read the stub.
_HOMES = {
    "dragoman.client": (
        "Credentials",
        "EventQueue",
        "Guide",
        "Pace",
        "QueueRegistered",
        "Urgency",
        "Zulip",
        "calling",
    ),
    "dragoman.clock": ("Clock", "ManualClock", "SystemClock"),
    "dragoman.errors": (
        "Ambiguous",
        "ApiError",
        "ConfigurationError",
        "DragomanError",
        "GuideProblem",
        "NotSent",
        "Problem",
        "RateLimited",
        "Refused",
        "ServerTooOld",
        "ServiceError",
        "Unauthorized",
        "UserError",
    ),
    "dragoman.model": ("UNSET", "Secret"),
}
_ORIGINS = {name: (home, name) for home, names in _HOMES.items() for name in names}
_ORIGINS["__version__"] = ("dragoman.client.version", "VERSION")

__all__ = list(_ORIGINS)  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> object:
    """Import a name from its home; it stays here afterwards."""
    if name not in _ORIGINS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home, original = _ORIGINS[name]
    value: object = getattr(import_module(home), original)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the names, those too that nobody has asked for yet."""
    return [*globals(), *_ORIGINS]
