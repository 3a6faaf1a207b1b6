"""The clients of both services, and the event queue."""

from dragoman.client.credentials import Credentials
from dragoman.client.guide import Guide
from dragoman.client.pacing import CallBudget, Pace, Urgency, calling
from dragoman.client.queue import EventQueue, QueueRegistered
from dragoman.client.retries import Retries
from dragoman.client.site import normalise_site
from dragoman.client.transport import Passed
from dragoman.client.version import VERSION
from dragoman.client.waiting import BackOff, Jitter, system_jitter
from dragoman.client.zulip import Zulip

__all__ = [
    "VERSION",
    "BackOff",
    "CallBudget",
    "Credentials",
    "EventQueue",
    "Guide",
    "Jitter",
    "Pace",
    "Passed",
    "QueueRegistered",
    "Retries",
    "Urgency",
    "Zulip",
    "calling",
    "normalise_site",
    "system_jitter",
]
