"""Dragoman: what a bot process runs on."""

from dragoman.client import (
    VERSION,
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

__version__ = VERSION

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
