"""Dragoman: what a bot process runs on; the names that `__init__.py` gives out, for type checkers."""

from dragoman.client import (
    Credentials,
    EventQueue,
    Guide,
    Pace,
    QueueRegistered,
    Urgency,
    Zulip,
    calling,
)
from dragoman.clock import Clock, ManualClock, SystemClock
from dragoman.errors import (
    Ambiguous,
    ApiError,
    ConfigurationError,
    DragomanError,
    GuideProblem,
    NotSent,
    Problem,
    RateLimited,
    Refused,
    ServerTooOld,
    ServiceError,
    Unauthorized,
    UserError,
)
from dragoman.model import UNSET, Secret

__version__: str

__all__ = [
    "UNSET",
    "Ambiguous",
    "ApiError",
    "Clock",
    "ConfigurationError",
    "Credentials",
    "DragomanError",
    "EventQueue",
    "Guide",
    "GuideProblem",
    "ManualClock",
    "NotSent",
    "Pace",
    "Problem",
    "QueueRegistered",
    "RateLimited",
    "Refused",
    "Secret",
    "ServerTooOld",
    "ServiceError",
    "SystemClock",
    "Unauthorized",
    "Urgency",
    "UserError",
    "Zulip",
    "__version__",
    "calling",
]
