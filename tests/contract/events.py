"""Every kind of event: those of the specification first, then those that servers send besides."""

from contract.event_literals import LITERALS as NAMED_LITERALS
from contract.messaging.events import EVENTS as NAMED
from contract.messaging.events import Event
from contract.observed.event_literals import LITERALS as FURTHER_LITERALS
from contract.observed.events import EVENTS as FURTHER

EVENTS: tuple[Event, ...] = (*NAMED, *FURTHER)
LITERALS = (*NAMED_LITERALS, *FURTHER_LITERALS)
"""Every kind written out."""


def event(kind: str) -> Event:
    """Return the event of that kind."""
    return next(event for event in EVENTS if event.kind == kind)
