"""What the system writes into a topic when messages are moved out of it or into it."""

from dragoman_server.actions.messages import send_as_system
from dragoman_server.markdown import message_path
from dragoman_server.register_narrow import RESOLVED_PREFIX
from dragoman_server.world.records import Message, User
from dragoman_server.world.world import World


def note_move(world: World, mover: User, old: Message, count: int, *, tell_old: bool, tell_new: bool) -> None:
    """Write where the messages came from and where they went; `old` is one of them as it was before."""
    new = world.messages[old.id]
    whole = not any(
        one.topic.casefold() == old.topic.casefold() for one in world.messages.of(old.recipient.id)
    )
    who = f"@_**{mover.full_name}|{mover.user_id}**"
    resolution = _resolution(old.topic, new.topic)
    if resolution is not None and old.recipient.id == new.recipient.id and whole:
        _write(world, new, f"{who} has marked this topic as {resolution}.")
        return
    if tell_new:
        what = _moved(world, new, count, whole=whole)
        _write(world, new, f"{what} moved here from {_link(world, old)} by {who}.")
    if tell_old:
        what = "This topic was" if whole else "A message was" if count == 1 else f"{count} messages were"
        source = "" if whole else " from this topic"
        _write(world, old, f"{what} moved{source} to {_link(world, new)} by {who}.")


def _resolution(old: str, new: str) -> str | None:
    if new == RESOLVED_PREFIX + old:
        return "resolved"
    return "unresolved" if old == RESOLVED_PREFIX + new else None


def _moved(world: World, new: Message, count: int, *, whole: bool) -> str:
    if whole:
        return "This topic was"
    if count > 1:
        return f"{count} messages were"
    channel = world.channels[new.recipient.channel_id or 0]
    path = message_path(channel.id, channel.name, new.topic, new.id)
    return f"[A message]({world.url}/{path}) was"


def _link(world: World, message: Message) -> str:
    return f"#**{world.channels[message.recipient.channel_id or 0].name}>{message.topic}**"


def _write(world: World, place: Message, text: str) -> None:
    send_as_system(world, place.recipient, place.topic, text)
