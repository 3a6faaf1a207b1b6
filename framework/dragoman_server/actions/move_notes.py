"""What the system writes into a topic when messages are moved out of it or into it."""

import msgspec

from dragoman_server.actions.messages import send_as_system
from dragoman_server.markdown import message_path
from dragoman_server.register_narrow import RESOLVED_PREFIX
from dragoman_server.world.records import Message, User
from dragoman_server.world.world import World


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """Messages that changed their place."""

    old: Message
    """One of them, as it was before."""

    new: Message
    """The same, as it is now."""

    ids: tuple[int, ...]
    whole: bool
    """Whether nothing was left of the topic."""

    merges: bool
    """Whether there were messages already where they went."""

    @property
    def is_within_channel(self) -> bool:
        """Whether the channel stayed the same."""
        return self.old.recipient.id == self.new.recipient.id


def note_move(world: World, mover: User, move: Move, *, tell_old: bool, tell_new: bool) -> None:
    """Write where the messages came from and where they went."""
    who = f"@_**{mover.full_name}|{mover.user_id}**"
    resolution = _resolution(move.old.topic, move.new.topic)
    if resolution is not None:
        _note_resolution(world, move, f"{who} has marked this topic as {resolution}.")
        if move.is_within_channel and _is_only_resolved(move):
            return
    if tell_new:
        _write(world, move.new, f"{_moved(world, move)} moved here from {_link(world, move.old)} by {who}.")
    if tell_old:
        count = len(move.ids)
        what = "This topic was" if move.whole else "A message was" if count == 1 else f"{count} messages were"
        source = "" if move.whole else " from this topic"
        _write(world, move.old, f"{what} moved{source} to {_link(world, move.new)} by {who}.")


def _resolution(old: str, new: str) -> str | None:
    if new.startswith(RESOLVED_PREFIX) == old.startswith(RESOLVED_PREFIX):
        return None
    return "resolved" if new.startswith(RESOLVED_PREFIX) else "unresolved"


def _is_only_resolved(move: Move) -> bool:
    return move.old.topic.removeprefix(RESOLVED_PREFIX) == move.new.topic.removeprefix(RESOLVED_PREFIX)


def _note_resolution(world: World, move: Move, text: str) -> None:
    """Write it so that only those who took part in the topic have it unread."""
    moved = [world.messages[message_id] for message_id in move.ids]
    concerned = {message.sender_id for message in moved}
    concerned |= {reaction.user_id for message in moved for reaction in message.reactions}
    others = {user.user_id for user in world.users} - concerned
    send_as_system(world, move.new.recipient, move.new.topic, text, read_by=others)


def _moved(world: World, move: Move) -> str:
    if move.whole and not move.merges:
        return "This topic was"
    if len(move.ids) > 1:
        return f"{len(move.ids)} messages were"
    new = move.new
    channel = world.channels[new.recipient.channel_id or 0]
    path = message_path(channel.id, channel.name, new.topic, new.id)
    return f"[A message]({world.url}/{path}) was"


def _link(world: World, message: Message) -> str:
    return f"#**{world.channels[message.recipient.channel_id or 0].name}>{message.topic}**"


def _write(world: World, place: Message, text: str) -> None:
    send_as_system(world, place.recipient, place.topic, text)
