"""Sending: the message is kept, everybody concerned gets a copy, and the queues hear of it."""

from collections.abc import Iterable
from typing import Any

import msgspec

from dragoman_server.actions.topic_choices import (
    TOPIC_CHOICE_EMITS,
    do_follow_by_mention,
    do_follow_by_sending,
)
from dragoman_server.actions.uploads import claim_uploads
from dragoman_server.alert_words import find_alerted
from dragoman_server.drafting import Draft, topic_participants
from dragoman_server.event import Event
from dragoman_server.markdown import Rendered
from dragoman_server.payloads.messages import message_payload
from dragoman_server.queues import EventQueue
from dragoman_server.register_narrow import fits_register_narrow
from dragoman_server.rendering import render_message
from dragoman_server.summons import Summons
from dragoman_server.world.access import may_read_channel
from dragoman_server.world.flags import Flag, flag_words
from dragoman_server.world.records import BotType, Message, Recipient, User
from dragoman_server.world.world import World

SENDING_EMITS = ("message", "attachment/update", *TOPIC_CHOICE_EMITS)
"""What sending a message may tell."""


class Sent(msgspec.Struct, frozen=True):
    """What came of sending."""

    message: Message
    new_policy: int | None
    """How the sender sees the topic from now on, if sending changed that."""


def do_send_message(
    world: World,
    draft: Draft,
    *,
    client: str,
    read_by: Iterable[int] = (),
    queue_id: str | None = None,
    local_id: str | None = None,
) -> Sent:
    """Send `draft`; it starts as read for the people in `read_by`, and for those who muted its sender.

    The queue of `queue_id` is told `local_id` with it, so that its client knows its own message.
    """
    message_id = world.number("message")
    message = Message(
        id=message_id,
        sender_id=draft.sender.user_id,
        recipient=draft.recipient,
        topic=draft.topic,
        content=draft.content,
        rendered=draft.rendered.html,
        timestamp=int(world.clock.now()),
        client=client,
        holds=held_by(draft.rendered),
        submessages=_widget(world, draft, message_id),
    )
    world.messages.put(message)
    copies = _flags_by_receiver(world, draft)
    for user_id in (*read_by, *_deaf_to(world, draft.sender, copies)):
        if user_id in copies:
            copies[user_id] |= Flag.READ
    for user_id, flags in copies.items():
        world.set_flags(user_id, message.id, flags)
    claim_uploads(world, draft.sender, message, draft.rendered.attachment_paths)
    new_policy = do_follow_by_sending(world, message)
    do_follow_by_mention(world, message, copies.keys() & draft.rendered.mentioned_user_ids)
    _tell(world, message, copies, {queue_id: local_id} if queue_id and local_id else {})
    _summon(world, draft, message)
    return Sent(message, new_policy)


def _summon(world: World, draft: Draft, message: Message) -> None:
    """Call the outgoing-web-hook bots that a person speaks to."""
    if draft.sender.is_bot:
        return
    direct = draft.recipient.channel_id is None
    concerned = set(draft.recipient.user_ids) if direct else _mentioned(world, draft.rendered)
    for user_id in sorted(concerned):
        bot = world.users[user_id]
        if bot.bot_type is BotType.OUTGOING_WEBHOOK and bot.is_active:
            trigger = "direct_message" if direct else "mention"
            world.summon(Summons(bot_id=user_id, message_id=message.id, trigger=trigger))


def _mentioned(world: World, rendered: Rendered) -> set[int]:
    """Return who is mentioned, by name or as a member of a group."""
    mentioned = set(rendered.mentioned_user_ids)
    for group_id in rendered.mentioned_group_ids:
        if (group := world.groups.get(group_id)) is not None:
            mentioned |= world.groups.members(group)
    return mentioned


def _deaf_to(world: World, sender: User, people: Iterable[int]) -> list[int]:
    """Return which of these people muted somebody."""
    return [one for one in people if sender.user_id in world.personal.of(one).muted_users]


def held_by(rendered: Rendered) -> frozenset[str]:
    """Return what a text holds beside words."""
    found = {"link": rendered.has_link, "image": rendered.has_image, "attachment": rendered.has_attachment}
    return frozenset(name for name, is_there in found.items() if is_there)


def _widget(world: World, draft: Draft, message_id: int) -> tuple[dict[str, Any], ...]:
    """Return the poll, the to-do list or the choices that the message shows, as the first submessage."""
    widget = draft.rendered.widget
    if widget is None:
        return ()
    return (
        {
            "msg_type": "widget",
            "content": widget.submessage_content,
            "message_id": message_id,
            "sender_id": draft.sender.user_id,
            "id": world.number("submessage"),
        },
    )


def send_as_system(
    world: World, recipient: Recipient, topic: str, content: str, read_by: Iterable[int] = ()
) -> Message:
    """Let the Notification Bot say something, wherever it is."""
    bot = world.notification_bot
    rendered = render_message(world, bot, content)
    draft = Draft(sender=bot, recipient=recipient, topic=topic, content=content, rendered=rendered)
    return do_send_message(world, draft, client="Internal", read_by=read_by).message


def _flags_by_receiver(world: World, draft: Draft) -> dict[int, int]:
    """Return who gets a copy, and the flags that the mentions set on it, by rising ID."""
    rendered, channel_id = draft.rendered, draft.recipient.channel_id
    mentioned = _mentioned(world, rendered)
    receivers = _receivers(world, draft, mentioned)
    copies = {user_id: Flag.MENTIONED if user_id in mentioned else 0 for user_id in sorted(receivers)}
    if rendered.stream_wildcard:
        for user_id in copies:
            copies[user_id] |= Flag.STREAM_WILDCARD_MENTIONED
    if rendered.topic_wildcard and channel_id is not None:
        participants = topic_participants(world, world.channels[channel_id], draft.topic)
        for user_id in participants & receivers:
            copies[user_id] |= Flag.TOPIC_WILDCARD_MENTIONED
    for user_id in find_alerted(world, draft.content, copies):
        copies[user_id] |= Flag.HAS_ALERT_WORD
    return copies


def _receivers(world: World, draft: Draft, mentioned: set[int]) -> set[int]:
    channel_id = draft.recipient.channel_id
    if channel_id is None:
        return set(draft.recipient.user_ids)
    # A bot hears a mention of it also where it has not subscribed; people do not.
    listening = {
        user.user_id
        for user in map(world.users.__getitem__, mentioned)
        if user.is_bot and user.is_active and may_read_channel(world, user, world.channels[channel_id])
    }
    return {*world.subscriber_ids(channel_id), *listening}


def _tell(world: World, message: Message, copies: dict[int, int], local_ids: dict[str, str]) -> None:
    news = MessageNews(world, message, copies, local_ids)
    world.ledger.emitted("message")
    world.queues.push_each(copies, news.for_queue)
    others = [user_id for user_id in world.queues.owners() if user_id not in copies]
    world.queues.push_each(others, news.for_queue_without_copy)


class MessageNews:
    """The event about one message, encoded once for each way in which queues want it."""

    def __init__(
        self, world: World, message: Message, copies: dict[int, int], local_ids: dict[str, str]
    ) -> None:
        """Prepare to tell about `message`."""
        self._world = world
        self._message = message
        self._copies = copies
        self._local_ids = local_ids
        self._made: dict[tuple[object, ...], Event] = {}

    def for_queue(self, queue: EventQueue) -> tuple[Event, ...]:
        """Return the event for a queue of somebody with a copy; none if its narrow keeps it out."""
        choices = queue.choices
        if not choices.wants_type("message"):
            return ()
        flags = self._copies[choices.user_id]
        if choices.narrow and not fits_register_narrow(self._world, choices.narrow, self._message, flags):
            return ()
        return (self._event(queue, flags),)

    def for_queue_without_copy(self, queue: EventQueue) -> tuple[Event, ...]:
        """Return the event for a queue that listens to all public channels, or to a narrow of its own."""
        choices = queue.choices
        if not choices.all_public_streams and not choices.narrow:
            return ()
        user = self._world.users[choices.user_id]
        if not self._is_public_to(user) or not fits_register_narrow(
            self._world, choices.narrow, self._message, 0
        ):
            return ()
        return (self._event(queue, 0),)

    def _is_public_to(self, user: User) -> bool:
        channel_id = self._message.recipient.channel_id
        if channel_id is None:
            return False
        channel = self._world.channels[channel_id]
        return not channel.invite_only and may_read_channel(self._world, user, channel)

    def _event(self, queue: EventQueue, flags: int) -> Event:
        choices, local_id = queue.choices, self._local_ids.get(queue.id)
        empty_topic = "empty_topic_name" in choices.capabilities
        key = (choices.apply_markdown, choices.client_gravatar, empty_topic, flags, local_id)
        if key not in self._made:
            payload = message_payload(
                self._world,
                self._message,
                apply_markdown=choices.apply_markdown,
                client_gravatar=choices.client_gravatar,
                empty_topic=empty_topic,
            )
            fields = {"message": payload, "flags": flag_words(flags)}
            if local_id is not None:
                fields["local_message_id"] = local_id
            self._made[key] = Event("message", **fields)
        return self._made[key]
