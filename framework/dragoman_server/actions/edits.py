"""Changing messages that are there, moving them, and deleting them."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from dragoman_server import levels
from dragoman_server.actions.messages import held_by
from dragoman_server.actions.move_notes import Move
from dragoman_server.actions.reactions import get_watchers
from dragoman_server.actions.topic_choices import do_move_choices
from dragoman_server.actions.uploads import claim_uploads, release_uploads
from dragoman_server.alert_words import find_alerted
from dragoman_server.event import Event
from dragoman_server.markdown import Rendered
from dragoman_server.markdown.linkifiers import topic_links
from dragoman_server.payloads.messages import topic_payload
from dragoman_server.queues import EventQueue
from dragoman_server.world.access import may_read_message
from dragoman_server.world.flags import Flag, flag_words
from dragoman_server.world.records import Channel, Message, User
from dragoman_server.world.topics import messages_of_topic
from dragoman_server.world.world import World


class Edit(msgspec.Struct, frozen=True, kw_only=True):
    """What is to become of a message."""

    content: str | None = None
    rendered: Rendered | None = None
    topic: str | None = None
    channel: Channel | None = None
    propagate_mode: str = "change_one"

    @property
    def moves(self) -> bool:
        """Whether the message changes its place."""
        return self.topic is not None or self.channel is not None


def do_edit_message(
    world: World, user: User, message: Message, edit: Edit, also: Sequence[Message]
) -> Move | None:
    """Change a message, and move the messages in `also` with it; return what moved."""
    now = int(world.clock.now())
    watchers = get_watchers(world, message)
    changed = _changed(world, user, message, edit, now)
    world.messages.put(changed)
    if edit.rendered is not None:
        _flag_again(world, changed, edit.rendered)
        claim_uploads(world, user, changed, edit.rendered.attachment_paths)
    moved = msgspec.structs.replace(edit, content=None, rendered=None)
    for one in also:
        world.messages.put(_changed(world, user, one, moved, now))
    ids = sorted({message.id, *(one.id for one in also)})
    if edit.channel is not None and message.recipient.channel_id is not None:
        _take_copies(world, message.recipient.channel_id, edit.channel, ids)
    move = _move(world, user, message, edit, ids)
    fields = _event_fields(world, user, message, changed, edit, ids, now)
    kept = [one for one in watchers if may_read_message(world, world.users[one], changed)]
    _tell_gone(world, [message, *also], [one for one in watchers if one not in kept])
    if move is not None and move.whole:
        do_move_choices(world, message, changed, merges=move.merges)
    _tell_edit(world, message, kept, fields)
    return move


def _move(world: World, user: User, old: Message, edit: Edit, ids: list[int]) -> Move | None:
    """Return what the move that was just made amounts to, as far as the mover may know."""
    if not edit.moves:
        return None
    new = world.messages[old.id]
    left = messages_of_topic(world, old.recipient, old.topic)
    there = messages_of_topic(world, new.recipient, new.topic)
    return Move(
        old=old,
        new=new,
        ids=tuple(ids),
        whole=edit.propagate_mode == "change_all" or not _sees_any(world, user, left, ids),
        merges=_sees_any(world, user, there, ids),
    )


def _sees_any(world: World, user: User, messages: Iterable[Message], ids: list[int]) -> bool:
    return any(one.id not in ids and may_read_message(world, user, one) for one in messages)


def _take_copies(world: World, old_channel_id: int, new: Channel, ids: list[int]) -> None:
    """Take the copies from those who followed the old channel and do not follow the new one."""
    for user_id in set(world.subscriber_ids(old_channel_id)) - set(world.subscriber_ids(new.id)):
        for message_id in ids:
            world.copies.get(user_id, {}).pop(message_id, None)


def _changed(world: World, user: User, message: Message, edit: Edit, now: int) -> Message:
    entry: dict[str, Any] = {"user_id": user.user_id, "timestamp": now}
    changes: dict[str, Any] = {}
    if edit.content is not None and edit.rendered is not None:
        entry |= {"prev_content": message.content, "prev_rendered_content": message.rendered}
        changes |= {
            "content": edit.content,
            "rendered": edit.rendered.html,
            "holds": held_by(edit.rendered),
            "last_edit_timestamp": now,
        }
    if edit.topic is not None:
        entry |= {"prev_topic": message.topic, "topic": edit.topic}
        changes["topic"] = edit.topic
    if edit.channel is not None:
        entry |= {"prev_stream": message.recipient.channel_id, "stream": edit.channel.id}
        changes["recipient"] = world.channel_recipient(edit.channel.id)
    if edit.moves:
        changes["last_moved_timestamp" if world.level >= levels.LAST_MOVED else "last_edit_timestamp"] = now
    changes["edit_history"] = (entry, *message.edit_history)
    return msgspec.structs.replace(message, **changes)


def _flag_again(world: World, message: Message, rendered: Rendered) -> None:
    """Set anew the flags that follow from the text: an edit may mention or alert other people."""
    mentioned = set(rendered.mentioned_user_ids)
    for group_id in rendered.mentioned_group_ids:
        if (group := world.groups.get(group_id)) is not None:
            mentioned |= world.groups.members(group)
    holders = world.holders(message.id)
    alerted = find_alerted(world, message.content, holders)
    for user_id in holders:
        flags = world.flags(user_id, message.id) or 0
        flags &= ~(Flag.MENTIONED | Flag.STREAM_WILDCARD_MENTIONED | Flag.HAS_ALERT_WORD)
        if user_id in alerted:
            flags |= Flag.HAS_ALERT_WORD
        if user_id in mentioned:
            flags |= Flag.MENTIONED
        if rendered.stream_wildcard:
            flags |= Flag.STREAM_WILDCARD_MENTIONED
        world.set_flags(user_id, message.id, flags)


def _event_fields(
    world: World, user: User, old: Message, new: Message, edit: Edit, ids: list[int], now: int
) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "user_id": user.user_id,
        "edit_timestamp": now,
        "message_id": old.id,
        "rendering_only": False,
    }
    channel_id = old.recipient.channel_id
    if channel_id is not None:
        fields |= {"stream_name": world.channels[channel_id].name, "stream_id": channel_id}
    if edit.content is not None:
        fields |= {
            "orig_content": old.content,
            "orig_rendered_content": old.rendered,
            "content": new.content,
            "rendered_content": new.rendered,
            "is_me_message": new.is_me,
        }
    if edit.moves:
        fields |= {"propagate_mode": edit.propagate_mode, "orig_subject": old.topic}
    if edit.channel is not None:
        fields["new_stream_id"] = edit.channel.id
    if edit.topic is not None:
        fields |= {"subject": new.topic, "topic_links": topic_links(new.topic, world.linkifiers.patterns)}
    if edit.content is not None and world.level < levels.RENDERED_VERSION_GONE:
        fields["prev_rendered_content_version"] = 1
    return fields | {"message_ids": ids}


def _tell_edit(world: World, message: Message, watchers: list[int], fields: dict[str, Any]) -> None:
    def choose(queue: EventQueue) -> tuple[Event, ...]:
        flags = world.flags(queue.choices.user_id, message.id)
        words = flag_words(Flag.READ if flags is None else flags)
        empty_topic = "empty_topic_name" in queue.choices.capabilities
        topics: dict[str, Any] = {
            name: topic_payload(world, fields[name], fields.get("stream_id"), empty_topic=empty_topic)
            for name in ("orig_subject", "subject")
            if name in fields
        }
        shown: dict[str, Any] = {**fields, **topics}
        return (Event("update_message", **shown, flags=words),)

    world.ledger.emitted("update_message")
    world.queues.push_each(watchers, choose)


def do_delete_message(world: World, user: User, message: Message) -> None:
    """Delete a message with all its copies."""
    do_delete_messages(world, user, [message])


def do_delete_messages(world: World, user: User, messages: Sequence[Message]) -> None:
    """Delete messages of one conversation with all their copies; those seen by the same are told together."""
    together: dict[tuple[int, ...], list[Message]] = {}
    for message in messages:
        together.setdefault(tuple(_mourners(world, user, message)), []).append(message)
    for message in messages:
        release_uploads(world, message)
        world.messages.remove(message.id)
        for copies in world.copies.values():
            copies.pop(message.id, None)
    for watchers, gone in together.items():
        _tell_gone(world, gone, list(watchers))


def _mourners(world: World, deleter: User, message: Message) -> list[int]:
    """Return who is told that a message is deleted: in a channel those who follow it and may read it."""
    if message.recipient.channel_id is None:
        return world.holders(message.id)
    people = set(world.subscriber_ids(message.recipient.channel_id))
    if world.level >= levels.DELETER_IS_TOLD:
        people.add(deleter.user_id)
    return sorted(user_id for user_id in people if may_read_message(world, world.users[user_id], message))


def _tell_gone(world: World, messages: Sequence[Message], watchers: list[int]) -> None:
    """Tell people that messages of one conversation are not there for them any more."""
    if not watchers:
        return
    message, ids = messages[0], sorted(one.id for one in messages)
    place: dict[str, Any] = {"message_type": "private"}
    channel_id = message.recipient.channel_id
    if channel_id is not None:
        place = {"message_type": "stream", "stream_id": channel_id, "topic": message.topic}
    bulk = (Event("delete_message", message_ids=ids, **place),)
    single = tuple(Event("delete_message", message_id=one, **place) for one in ids)

    def choose(queue: EventQueue) -> tuple[Event, ...]:
        return bulk if "bulk_message_deletion" in queue.choices.capabilities else single

    world.ledger.emitted("delete_message")
    world.queues.push_each(watchers, choose)
