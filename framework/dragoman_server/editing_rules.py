"""Who may change, move or delete a message, and until when."""

from hashlib import sha256

from dragoman_server import failures, levels
from dragoman_server.payloads.channels import channel_setting
from dragoman_server.register_narrow import RESOLVED_PREFIX
from dragoman_server.world.access import may_read_message
from dragoman_server.world.organization_rights import (
    DELETE_OWN,
    MOVE_BETWEEN_CHANNELS,
    MOVE_BETWEEN_TOPICS,
    has_right,
)
from dragoman_server.world.records import Channel, Message, Role, User
from dragoman_server.world.world import World

GRACE_SECONDS = 20
"""How much later than a limit a change may still arrive."""

WEEK = 7 * 86_400
"""How long messages may be moved where nobody has chosen."""

EDITING_FAILS = (
    *(failures.EDITING_OFF, failures.NO_EDIT_PERMISSION, failures.EDIT_TOO_LATE),
    *(failures.WIDGET_EDIT, failures.CONTENT_MISMATCH),
    *(failures.NO_MOVE_PERMISSION, failures.TOPIC_EDIT_TOO_LATE, failures.MOVE_TOO_LATE),
    failures.NOT_ALL_MAY_MOVE,
)
"""How a change of a message is refused."""


def check_content_edit(world: World, user: User, message: Message) -> None:
    """Refuse to change the text of a message that is another's, or too old."""
    if not world.organization.settings.get("allow_message_editing", True):
        raise failures.EDITING_OFF
    if message.sender_id != user.user_id:
        raise failures.NO_EDIT_PERMISSION
    if _is_past(world, message, world.organization.edit_limit_seconds):
        raise failures.EDIT_TOO_LATE


def check_previous_content(message: Message, digest: str | None) -> None:
    """Refuse an edit of a text that has become another since its editor saw it."""
    if digest is not None and sha256(message.content.encode()).hexdigest() != digest:
        raise failures.CONTENT_MISMATCH


def check_topic_edit(world: World, user: User, message: Message, topic: str) -> None:
    """Refuse to move a message to another topic."""
    channel = world.channels[message.recipient.channel_id or 0]
    if not _may_move_within(world, user, channel) and not _resolves(world, user, channel, message, topic):
        raise failures.NO_EDIT_PERMISSION
    limit = _limit(world, user, "move_messages_within_stream_limit_seconds")
    if not _only_resolves(message, topic) and _is_past(world, message, limit):
        raise failures.TOPIC_EDIT_TOO_LATE


def check_channel_edit(world: World, user: User, message: Message) -> None:
    """Refuse to move a message to another channel."""
    channel = world.channels[message.recipient.channel_id or 0]
    if not _holds(world, user, channel, "can_move_messages_out_of_channel_group") and not has_right(
        world, user, MOVE_BETWEEN_CHANNELS
    ):
        raise failures.NO_MOVE_PERMISSION
    if _is_past(world, message, _limit(world, user, "move_messages_between_streams_limit_seconds")):
        raise failures.MOVE_TOO_LATE


def check_whole_topic(world: World, user: User, messages: list[Message], *, to_channel: bool) -> None:
    """Refuse to move a whole topic, all of whose messages are given, where some are too old to be moved."""
    names = ["move_messages_within_stream_limit_seconds"]
    if to_channel:
        names.append("move_messages_between_streams_limit_seconds")
    limits = [limit for name in names if (limit := _limit(world, user, name)) is not None]
    if not limits:
        return
    seen = sorted((one for one in messages if may_read_message(world, user, one)), key=lambda one: one.id)
    movable = [one for one in seen if not _is_past(world, one, min(limits))]
    if len(movable) < len(seen):
        raise failures.NOT_ALL_MAY_MOVE(
            first_message_id_allowed_to_move=movable[0].id if movable else None,
            total_messages_in_topic=len(seen),
            total_messages_allowed_to_move=len(movable),
        )


def check_deletion(world: World, user: User, message: Message) -> None:
    """Refuse to delete a message that is another's, or too old."""
    channel_id = message.recipient.channel_id
    channel = None if channel_id is None else world.channels[channel_id]
    if _may_delete_any(world, user, channel):
        return
    sender = world.users[message.sender_id]
    if user.user_id not in (sender.user_id, sender.bot_owner_id):
        raise failures.NO_DELETE_PERMISSION
    in_channel = channel is not None and _holds(world, user, channel, "can_delete_own_message_group")
    if not in_channel and not has_right(world, user, DELETE_OWN):
        raise failures.NO_DELETE_PERMISSION
    limit = world.organization.delete_limit_seconds
    if limit is not None and world.clock.now() - message.timestamp > limit:
        raise failures.DELETE_TOO_LATE


def _may_delete_any(world: World, user: User, channel: Channel | None) -> bool:
    if world.level < levels.DELETING_BY_GROUP:
        return user.is_admin
    if world.holds(user, "can_delete_any_message_group"):
        return True
    return channel is not None and _holds(world, user, channel, "can_delete_any_message_group")


def _may_move_within(world: World, user: User, channel: Channel) -> bool:
    in_channel = _holds(world, user, channel, "can_move_messages_within_channel_group")
    return in_channel or has_right(world, user, MOVE_BETWEEN_TOPICS)


def _resolves(world: World, user: User, channel: Channel, message: Message, topic: str) -> bool:
    """Tell whether all that is changed is the mark of a resolved topic, by somebody who may do so."""
    if world.level < levels.RESOLVING_BY_GROUP or not _only_resolves(message, topic):
        return False
    if world.holds(user, "can_resolve_topics_group"):
        return True
    return _holds(world, user, channel, "can_resolve_topics_group")


def _only_resolves(message: Message, topic: str) -> bool:
    return topic.removeprefix(RESOLVED_PREFIX) == message.topic.removeprefix(RESOLVED_PREFIX)


def _holds(world: World, user: User, channel: Channel, name: str) -> bool:
    return world.groups.holds(channel_setting(world, channel, name), user)


def _limit(world: World, user: User, name: str) -> int | None:
    """Return within how many seconds a person may move messages; moderators may for ever."""
    limit: int | None = world.organization.settings.get(name, WEEK)
    return None if user.role <= Role.MODERATOR else limit


def _is_past(world: World, message: Message, limit: int | None) -> bool:
    return limit is not None and world.clock.now() - message.timestamp > limit + GRACE_SECONDS
