"""The narrow of a queue: which messages it is told at all. Much simpler than that of a message list."""

from dragoman_server import failures
from dragoman_server.world.flags import ANY_MENTION, Flag
from dragoman_server.world.records import Message
from dragoman_server.world.world import World

_OPERATORS = ("channel", "stream", "topic", "sender", "is")

RESOLVED_PREFIX = "✔ "


def check_register_narrow(narrow: tuple[tuple[str, str], ...]) -> None:
    """Refuse operators that queues do not know."""
    for operator, _ in narrow:
        if operator not in _OPERATORS:
            raise failures.OPERATOR_NOT_SUPPORTED(operator=operator)


def fits_register_narrow(
    world: World, narrow: tuple[tuple[str, str], ...], message: Message, flags: int
) -> bool:
    """Tell whether all terms hold for the message and the flags on the person's copy."""
    return all(_fits(world, operator, operand, message, flags) for operator, operand in narrow)


def _fits(world: World, operator: str, operand: str, message: Message, flags: int) -> bool:
    channel_id = message.recipient.channel_id
    match operator:
        case "channel" | "stream":
            return channel_id is not None and world.channels[channel_id].name.lower() == operand.lower()
        case "topic":
            return channel_id is not None and message.topic.lower() == operand.lower()
        case "sender":
            return world.users[message.sender_id].email.lower() == operand.lower()
        case _:
            return _fits_is(operand, message, flags)


def _fits_is(operand: str, message: Message, flags: int) -> bool:
    match operand:
        case "dm" | "private":
            return message.recipient.channel_id is None
        case "starred":
            return bool(flags & Flag.STARRED)
        case "unread":
            return not flags & Flag.READ
        case "mentioned" | "alerted":
            return bool(flags & ANY_MENTION)
        case "resolved":
            return message.recipient.channel_id is not None and message.topic.startswith(RESOLVED_PREFIX)
        case _:
            return True
