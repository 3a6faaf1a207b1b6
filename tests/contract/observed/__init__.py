"""Operations that the specification names in passing or not at all, as servers offer them."""

from contract.observed import (
    administration,
    bots,
    channels,
    devices,
    files,
    folders,
    groups,
    keys,
    messages,
    organization,
    people,
    personal,
    queues,
    reactions,
    reading,
    scheduled_messages,
    settings,
    users,
)
from contract.terms import Operation

OPERATIONS: tuple[Operation, ...] = (
    *messages.OPERATIONS,
    *reactions.OPERATIONS,
    *scheduled_messages.OPERATIONS,
    *users.OPERATIONS,
    *channels.OPERATIONS,
    *queues.OPERATIONS,
    *keys.OPERATIONS,
    *personal.OPERATIONS,
    *groups.OPERATIONS,
    *organization.OPERATIONS,
    *people.OPERATIONS,
    *reading.OPERATIONS,
    *devices.OPERATIONS,
    *folders.OPERATIONS,
    *administration.OPERATIONS,
    *bots.OPERATIONS,
    *files.OPERATIONS,
    *settings.OPERATIONS,
)
