"""The operations of the messaging specification, a module for each resource."""

from contract.messaging.operations import (
    channels,
    messages,
    organization,
    queues,
    scheduled_messages,
    settings,
    subscriptions,
    typing,
    users,
)
from contract.terms import Operation

OPERATIONS: tuple[Operation, ...] = (
    *scheduled_messages.OPERATIONS,
    *settings.OPERATIONS,
    *typing.OPERATIONS,
    *subscriptions.OPERATIONS,
    *users.OPERATIONS,
    *messages.OPERATIONS,
    *organization.OPERATIONS,
    *channels.OPERATIONS,
    *queues.OPERATIONS,
)
