"""Changing, moving and deleting messages."""

from typing import Annotated, Any, Literal

import msgspec

from dragoman_server import failures, levels
from dragoman_server.actions.edits import Edit, do_delete_message, do_edit_message
from dragoman_server.actions.move_notes import note_move
from dragoman_server.actions.topic_choices import TOPIC_CHOICE_EMITS
from dragoman_server.call import Call
from dragoman_server.drafting import (
    POSTING_FAILS,
    check_content,
    check_group_mentions,
    check_posting,
    check_topic,
    check_wildcards,
    normalize_topic,
)
from dragoman_server.editing_rules import (
    EDITING_FAILS,
    check_channel_edit,
    check_content_edit,
    check_deletion,
    check_previous_content,
    check_topic_edit,
    check_whole_topic,
)
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Alias, Json, Offered, TerseJson
from dragoman_server.payloads.uploads import upload_payload
from dragoman_server.rendering import render_message
from dragoman_server.shapes.messages import MessageEdited
from dragoman_server.world.access import access_channel, access_message
from dragoman_server.world.records import Channel, Message
from dragoman_server.world.topics import messages_of_topic
from dragoman_server.world.world import World

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
        failures.NO_GROUP_MENTION,
        *EDITING_FAILS,
        *POSTING_FAILS,
    ),
    emits=("update_message", "delete_message", "message", "attachment/update", *TOPIC_CHOICE_EMITS),
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
    prev_content_sha256: Annotated[str | None, Offered(since=levels.PREVIOUS_CONTENT)] = None,
) -> dict[str, Any]:
    """Change a message's text, or move it and others to another topic or channel.

    Not in the spec: the operation.
    """
    world, message = call.world, access_message(call.world, call.user, message_id)
    new_topic = _changed_topic(world, message, topic)
    _check_request(message, stream_id, topic, new_topic, content, propagate_mode)
    if content is not None:
        check_content_edit(world, call.user, message)
        check_previous_content(message, prev_content_sha256)
    if new_topic is not None:
        check_topic_edit(world, call.user, message, new_topic)
    channel = None if stream_id is None else _check_channel(call, message, stream_id)
    also = _also_moved(world, message, propagate_mode) if new_topic is not None or channel else []
    if propagate_mode == "change_all":
        check_whole_topic(world, call.user, [message, *also], to_channel=channel is not None)
    edit = _make_edit(call, message, content, new_topic, channel, propagate_mode)
    move = do_edit_message(world, call.user, message, edit, also)
    if move is not None:
        note_move(
            world,
            call.user,
            move,
            tell_old=send_notification_to_old_thread,
            tell_new=send_notification_to_new_thread,
        )
    return _detached(world, message, edit) if world.level >= levels.DETACHED_UPLOADS else {}


def _changed_topic(world: World, message: Message, topic: str | None) -> str | None:
    """Return the topic that was asked for, or `None` where it is the message's own."""
    if topic is None:
        return None
    topic = normalize_topic(world, topic)
    return None if topic == message.topic and message.recipient.channel_id is not None else topic


def _check_request(
    message: Message,
    stream_id: int | None,
    topic: str | None,
    new_topic: str | None,
    content: str | None,
    propagate_mode: str,
) -> None:
    """Refuse what nobody may ask of this message."""
    if new_topic is None and stream_id is None and content is None:
        raise failures.NOTHING_TO_CHANGE
    if message.recipient.channel_id is None:
        if stream_id is not None:
            raise failures.DIRECT_CANNOT_MOVE
        if topic is not None:
            raise failures.DIRECT_HAS_NO_TOPIC
    if propagate_mode != "change_one" and new_topic is None and stream_id is None:
        raise failures.PROPAGATE_WITHOUT_TOPIC
    if stream_id is not None and content is not None:
        raise failures.CONTENT_WHILE_MOVING
    if content is not None and message.submessages:
        raise failures.WIDGET_EDIT


def _check_channel(call: Call, message: Message, stream_id: int) -> Channel:
    """Return the channel to which the message is to be moved, if it may be."""
    check_channel_edit(call.world, call.user, message)
    target = access_channel(call.world, call.user, stream_id)
    check_posting(call.world, call.user, target)
    return target


def _make_edit(
    call: Call,
    message: Message,
    content: str | None,
    topic: str | None,
    channel: Channel | None,
    propagate_mode: str,
) -> Edit:
    world, channel_id = call.world, message.recipient.channel_id
    place = None if channel_id is None else world.channels[channel_id]
    if topic is not None and place is not None:
        topic = check_topic(world, channel or place, topic)
    edit = Edit(topic=topic, channel=channel, propagate_mode=propagate_mode)
    if content is None:
        return edit
    content = check_content(content if content.strip() else DELETED)
    rendered = render_message(world, call.user, content)
    if place is not None:
        check_wildcards(world, call.user, place, message.topic, rendered)
    check_group_mentions(world, call.user, rendered)
    return msgspec.structs.replace(edit, content=content, rendered=rendered)


def _also_moved(world: World, message: Message, propagate_mode: str) -> list[Message]:
    """Return the other messages of the topic that move with the message."""
    if propagate_mode == "change_one":
        return []
    return [
        one
        for one in messages_of_topic(world, message.recipient, message.topic)
        if one.id != message.id and (propagate_mode == "change_all" or one.id > message.id)
    ]


def _detached(world: World, message: Message, edit: Edit) -> dict[str, Any]:
    """Return the files that the message referred to before the edit, and nothing does now."""
    before = set(render_message(world, world.users[message.sender_id], message.content).attachment_paths)
    now = set(edit.rendered.attachment_paths) if edit.rendered is not None else before
    gone = (world.uploads.at(path) for path in sorted(before - now))
    left = [upload_payload(world, one) for one in gone if one is not None and not one.message_ids]
    return {"detached_uploads": left}


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
    check_deletion(call.world, call.user, message)
    do_delete_message(call.world, call.user, message)
