"""Dragoman: what a bot process runs on."""

from dragoman.client import VERSION, Credentials, EventQueue, Guide, QueueRegistered, Zulip
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
    "Problem",
    "QueueRegistered",
    "RateLimited",
    "Refused",
    "Secret",
    "ServiceError",
    "SystemClock",
    "Unauthorized",
    "UserError",
    "Zulip",
    "__version__",
]
