"""Reacting to messages with emoji."""

import msgspec

from dragoman_server import levels
from dragoman_server.actions.topic_choices import do_follow_by_taking_part
from dragoman_server.event import Event
from dragoman_server.world.access import may_read_message
from dragoman_server.world.flags import Flag
from dragoman_server.world.records import Message, Reaction, User
from dragoman_server.world.world import World


def do_add_reaction(world: World, user: User, message: Message, reaction: Reaction) -> None:
    """Put a reaction under a message; whoever never received the message gets a copy by reacting."""
    if world.flags(user.user_id, message.id) is None:
        world.set_flags(user.user_id, message.id, Flag.READ | Flag.HISTORICAL)
    world.messages.put(msgspec.structs.replace(message, reactions=(*message.reactions, reaction)))
    do_follow_by_taking_part(world, user, message)
    _tell(world, "add", message, reaction)


def do_remove_reaction(world: World, message: Message, reaction: Reaction) -> None:
    """Take a reaction away."""
    left = tuple(one for one in message.reactions if one != reaction)
    world.messages.put(msgspec.structs.replace(message, reactions=left))
    _tell(world, "remove", message, reaction)


def _tell(world: World, op: str, message: Message, reaction: Reaction) -> None:
    fields: dict[str, object] = {"op": op, "user_id": reaction.user_id}
    if world.level < levels.REACTION_USER_GONE:
        user = world.users[reaction.user_id]
        fields["user"] = {"user_id": user.user_id, "email": user.email, "full_name": user.full_name}
    event = Event(
        "reaction",
        **fields,
        message_id=message.id,
        emoji_name=reaction.emoji_name,
        emoji_code=reaction.emoji_code,
        reaction_type=reaction.reaction_type,
    )
    world.send(event, get_watchers(world, message))


def get_watchers(world: World, message: Message) -> list[int]:
    """Return who is told what happens to a message: its holders, and the subscribers who may read it."""
    people = set(world.holders(message.id))
    if message.recipient.channel_id is not None:
        people.update(world.subscriber_ids(message.recipient.channel_id))
    return sorted(user_id for user_id in people if may_read_message(world, world.users[user_id], message))
