"""How people see topics: as they chose, by what they do and where they are named, and after a move."""

from collections.abc import Iterable
from enum import IntEnum

from dragoman_server.event import Event
from dragoman_server.payloads.personal import muted_topics_payload
from dragoman_server.payloads.settings import user_settings
from dragoman_server.queues import EventQueue
from dragoman_server.world.access import may_read_channel, may_read_message
from dragoman_server.world.personal import TopicChoice
from dragoman_server.world.records import Channel, Message, User
from dragoman_server.world.world import World

TOPIC_CHOICE_EMITS = ("user_topic", "muted_topics")
"""What a change of how somebody sees a topic may tell."""


class Policy(IntEnum):
    """How a person sees a topic."""

    INHERIT = 0
    MUTED = 1
    UNMUTED = 2
    FOLLOWED = 3


class By(IntEnum):
    """By what a topic comes to be followed or unmuted, as the settings number it."""

    TAKING_PART = 1
    SENDING = 2
    STARTING = 3


def do_choose_for_topic(
    world: World, user: User, channel: Channel, topic: str, policy: int, *, tell_muted: bool = True
) -> None:
    """Note how a person wants to see a topic; where that is so already, nothing happens.

    Without `tell_muted` the list of old is left out, because another change follows that tells it.
    """
    if policy == chosen_policy(world, user, channel.id, topic):
        return
    choice = TopicChoice(channel.id, topic, int(world.clock.now()), policy)
    world.personal.choose(user.user_id, choice)
    muted = Event("muted_topics", muted_topics=muted_topics_payload(world, user.user_id))
    chosen = Event(
        "user_topic",
        stream_id=channel.id,
        topic_name=topic,
        last_updated=choice.last_updated,
        visibility_policy=policy,
    )

    def choose(queue: EventQueue) -> tuple[Event, ...]:
        # Whoever asks for the choices by name needs the old list no more.
        types = queue.choices.event_types
        by_name = types is not None and "user_topic" in types
        return (chosen,) if by_name or not tell_muted else (muted, chosen)

    for event in (muted, chosen):
        world.ledger.emitted(event.kind)
    world.queues.push_each((user.user_id,), choose)


def chosen_policy(world: World, user: User, channel_id: int, topic: str) -> Policy:
    """Return how a person chose to see a topic."""
    choice = world.personal.of(user.user_id).topics.get((channel_id, topic.lower()))
    return Policy.INHERIT if choice is None else Policy(choice.visibility_policy)


def do_follow_by_sending(world: World, message: Message) -> Policy | None:
    """Let a sender follow or unmute the topic of a new message, as they set it; return what is new."""
    sender, channel_id = world.users[message.sender_id], message.recipient.channel_id
    if sender.is_bot or channel_id is None:
        return None
    before = chosen_policy(world, sender, channel_id, message.topic)
    after = _best(world, sender, channel_id, By.TAKING_PART, By.SENDING)
    # A topic for which there is a choice was not started just now.
    starting = before is Policy.INHERIT and _best(world, sender, channel_id, By.STARTING)
    if starting and after is not Policy.FOLLOWED and _starts_topic(world, sender, message):
        after = max(after or starting, starting)
    if after is None or after is before or before is Policy.FOLLOWED:
        return None
    do_choose_for_topic(world, sender, world.channels[channel_id], message.topic, after)
    return after


def do_follow_by_taking_part(world: World, user: User, message: Message) -> None:
    """Let somebody who reacts or votes follow or unmute the topic, as their settings say."""
    channel_id = message.recipient.channel_id
    if user.is_bot or channel_id is None:
        return
    after = _best(world, user, channel_id, By.TAKING_PART)
    before = chosen_policy(world, user, channel_id, message.topic)
    if after is not None and before is not Policy.FOLLOWED:
        do_choose_for_topic(world, user, world.channels[channel_id], message.topic, after)


def do_follow_by_mention(world: World, message: Message, mentioned: Iterable[int]) -> None:
    """Let those who are named in a message follow its topic, unless they do not want to or muted it."""
    channel_id = message.recipient.channel_id
    if channel_id is None:
        return
    for user_id in sorted(mentioned):
        user = world.users[user_id]
        wants = not user.is_bot and user_settings(world, user)["automatically_follow_topics_where_mentioned"]
        if wants and chosen_policy(world, user, channel_id, message.topic) is not Policy.MUTED:
            channel = world.channels[channel_id]
            do_choose_for_topic(world, user, channel, message.topic, Policy.FOLLOWED)


def do_move_choices(world: World, old: Message, new: Message, *, merges: bool) -> None:
    """Let what people chose for a topic go along with all its messages.

    Where it `merges` with a topic that has messages, they see the new one as the more open of both choices.
    """
    source = world.channels[old.recipient.channel_id or 0]
    target = world.channels[new.recipient.channel_id or 0]
    for user in world.users:
        before = chosen_policy(world, user, source.id, old.topic)
        there = chosen_policy(world, user, target.id, new.topic)
        after = _merged(before, there) if merges else before
        if not may_read_channel(world, user, target):
            after = there
        goes_along = after is not there
        do_choose_for_topic(world, user, source, old.topic, Policy.INHERIT, tell_muted=not goes_along)
        do_choose_for_topic(world, user, target, new.topic, after)


def _merged(one: Policy, other: Policy) -> Policy:
    """Return the choice that shows more; no choice shows more than muting."""
    openness = (Policy.MUTED, Policy.INHERIT, Policy.UNMUTED, Policy.FOLLOWED)
    return max(one, other, key=openness.index)


def _best(world: World, user: User, channel_id: int, *by: By) -> Policy | None:
    """Return what the settings make of a topic by any of these; following goes before unmuting."""
    settings = user_settings(world, user)
    if settings["automatically_follow_topics_policy"] in by:
        return Policy.FOLLOWED
    subscription = world.subscription(user.user_id, channel_id)
    if subscription is None or not subscription.is_muted:
        return None
    unmutes = settings["automatically_unmute_topics_in_muted_streams_policy"] in by
    return Policy.UNMUTED if unmutes else None


def _starts_topic(world: World, sender: User, message: Message) -> bool:
    """Tell whether nobody, as far as the sender may know, wrote in the topic before this message."""
    topic = message.topic.casefold()
    return not any(
        one.topic.casefold() == topic and one.id < message.id and may_read_message(world, sender, one)
        for one in world.messages.newest_first(message.recipient.id)
    )
