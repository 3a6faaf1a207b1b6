"""The messages of one topic; in other letters a topic is the same."""

from collections.abc import Iterator

from dragoman_server.world.records import Message, Recipient
from dragoman_server.world.world import World


def messages_of_topic(world: World, recipient: Recipient, topic: str) -> Iterator[Message]:
    """Walk over the messages of a topic, oldest first."""
    wanted = topic.casefold()
    return (one for one in world.messages.of(recipient.id) if one.topic.casefold() == wanted)
