"""Changing, moving and deleting messages."""

from typing import Annotated, Any, Literal

from dragoman_server import failures
from dragoman_server.actions.edits import Edit, do_delete_message, do_edit_message
from dragoman_server.actions.move_notes import note_move
from dragoman_server.call import Call
from dragoman_server.drafting import POSTING_FAILS, check_content, check_posting, check_topic, check_wildcards
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Alias, Json, TerseJson
from dragoman_server.rendering import render_message
from dragoman_server.shapes.messages import MessageEdited
from dragoman_server.world.access import access_channel, access_message
from dragoman_server.world.records import Channel, Message
from dragoman_server.world.world import World

GRACE_SECONDS = 20
"""How much later than the limit an edit may still arrive."""

DELETED = "(deleted)"
"""What is left of a message that was edited to nothing."""

PropagateMode = Literal["change_one", "change_later", "change_all"]


@endpoint(
    "PATCH",
    "/messages/{message_id}",
    fails=(
        failures.INVALID_MESSAGES,
        failures.INVALID_CHANNEL_ID,
        failures.NOTHING_TO_CHANGE,
        failures.NO_EDIT_PERMISSION,
        failures.EDIT_TOO_LATE,
        failures.DIRECT_HAS_NO_TOPIC,
        failures.DIRECT_CANNOT_MOVE,
        failures.CONTENT_WHILE_MOVING,
        failures.PROPAGATE_WITHOUT_TOPIC,
        failures.NULL_BYTE,
        failures.BAD_TOPIC_CHARACTER,
        failures.EMPTY_TOPIC,
        failures.TOPICS_REQUIRED,
        failures.EMPTY_TOPIC_DISALLOWED,
        failures.EMPTY_TOPIC_ONLY,
        failures.NO_CHANNEL_WILDCARD,
        failures.NO_TOPIC_WILDCARD,
        *POSTING_FAILS,
    ),
    emits=("update_message", "delete_message", "message", "attachment/update"),
    answers=MessageEdited,
)
def edit_message(
    call: Call,
    *,
    message_id: int,
    stream_id: TerseJson[int] | None = None,
    topic: Annotated[str | None, Alias("subject")] = None,
    propagate_mode: PropagateMode = "change_one",
    send_notification_to_old_thread: Json[bool] = False,
    send_notification_to_new_thread: Json[bool] = True,
    content: str | None = None,
) -> dict[str, Any]:
    """Change a message's text, or move it and others to another topic or channel.

    Not in the spec: the operation.
    """
    world, message = call.world, access_message(call.world, call.user, message_id)
    if topic is None and stream_id is None and content is None:
        raise failures.NOTHING_TO_CHANGE
    if topic is None and stream_id is None and propagate_mode != "change_one":
        raise failures.PROPAGATE_WITHOUT_TOPIC
    target = _check_move(call, message, stream_id, topic)
    if content is not None:
        _check_content_edit(call, message, moves=stream_id is not None)
    new_topic = None
    if topic is not None and (target := target or _channel_of(world, message)):
        new_topic = check_topic(world, target, topic)
    edit = _make_edit(
        call, message, content, new_topic, None if stream_id is None else target, propagate_mode
    )
    also = _also_moved(world, message, propagate_mode) if edit.moves else []
    do_edit_message(world, call.user, message, edit, also)
    if edit.moves:
        note_move(
            world,
            call.user,
            message,
            1 + len(also),
            tell_old=send_notification_to_old_thread,
            tell_new=send_notification_to_new_thread,
        )
    return {"detached_uploads": []} if world.level >= 285 else {}


def _channel_of(world: World, message: Message) -> Channel | None:
    channel_id = message.recipient.channel_id
    return None if channel_id is None else world.channels[channel_id]


def _check_move(call: Call, message: Message, stream_id: int | None, topic: str | None) -> Channel | None:
    """Return the channel to which the message is to be moved, if it may be."""
    if message.recipient.channel_id is None:
        if stream_id is not None:
            raise failures.DIRECT_CANNOT_MOVE
        if topic is not None:
            raise failures.DIRECT_HAS_NO_TOPIC
    if stream_id is None:
        return None
    target = access_channel(call.world, call.user, stream_id)
    check_posting(call.world, call.user, target)
    return target


def _check_content_edit(call: Call, message: Message, *, moves: bool) -> None:
    if message.sender_id != call.user.user_id:
        raise failures.NO_EDIT_PERMISSION
    if moves:
        raise failures.CONTENT_WHILE_MOVING
    limit = call.world.organization.edit_limit_seconds
    if limit is not None and call.world.clock.now() - message.timestamp > limit + GRACE_SECONDS:
        raise failures.EDIT_TOO_LATE


def _make_edit(
    call: Call,
    message: Message,
    content: str | None,
    topic: str | None,
    channel: Channel | None,
    propagate_mode: str,
) -> Edit:
    if content is None:
        return Edit(topic=topic, channel=channel, propagate_mode=propagate_mode)
    content = check_content(content if content.strip() else DELETED)
    rendered = render_message(call.world, call.user, content)
    place = _channel_of(call.world, message)
    if place is not None:
        check_wildcards(call.world, call.user, place, message.topic, rendered)
    return Edit(
        content=content, rendered=rendered, topic=topic, channel=channel, propagate_mode=propagate_mode
    )


def _also_moved(world: World, message: Message, propagate_mode: str) -> list[Message]:
    """Return the other messages of the topic that move with the message."""
    if propagate_mode == "change_one":
        return []
    topic = message.topic.casefold()
    return [
        one
        for one in world.messages.of(message.recipient.id)
        if one.topic.casefold() == topic
        and one.id != message.id
        and (propagate_mode == "change_all" or one.id > message.id)
    ]


@endpoint(
    "DELETE",
    "/messages/{message_id}",
    fails=(failures.INVALID_MESSAGES, failures.NO_DELETE_PERMISSION, failures.DELETE_TOO_LATE),
    emits=("delete_message", "attachment/remove"),
)
def delete_message(call: Call, *, message_id: int) -> None:
    """Delete a message for everybody.

    Not in the spec: the operation.
    """
    message = access_message(call.world, call.user, message_id)
    if not call.user.is_admin:
        sender = call.world.users[message.sender_id]
        if call.user.user_id not in (sender.user_id, sender.bot_owner_id):
            raise failures.NO_DELETE_PERMISSION
        limit = call.world.organization.delete_limit_seconds
        if limit is not None and call.world.clock.now() - message.timestamp > limit:
            raise failures.DELETE_TOO_LATE
    do_delete_message(call.world, call.user, message)
