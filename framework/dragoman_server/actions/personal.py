"""Changing what people keep for themselves: alert words, muted people, choices for topics."""

from collections.abc import Iterable

from dragoman_server.event import Event
from dragoman_server.payloads.personal import muted_topics_payload
from dragoman_server.queues import EventQueue
from dragoman_server.world.personal import TopicChoice
from dragoman_server.world.records import Channel, User
from dragoman_server.world.world import World


def do_add_alert_words(world: World, user: User, words: Iterable[str]) -> list[str]:
    """Let words alert a person, and return all that do; in other letters a word is the same."""
    known = {word.casefold(): word for word in world.personal.of(user.user_id).alert_words}
    for word in words:
        known.setdefault(word.casefold(), word)
    world.personal.change(user.user_id, alert_words=tuple(known.values()))
    return _tell_alert_words(world, user)


def do_remove_alert_words(world: World, user: User, words: Iterable[str]) -> list[str]:
    """Let words alert a person no longer, and return those that still do."""
    gone = {word.casefold() for word in words}
    words = world.personal.of(user.user_id).alert_words
    left = tuple(word for word in words if word.casefold() not in gone)
    world.personal.change(user.user_id, alert_words=left)
    return _tell_alert_words(world, user)


def _tell_alert_words(world: World, user: User) -> list[str]:
    words = list(world.personal.of(user.user_id).alert_words)
    world.send(Event("alert_words", alert_words=words), (user.user_id,))
    return words


def do_mute_user(world: World, user: User, muted: User) -> None:
    """Let a person no longer hear somebody."""
    before = world.personal.of(user.user_id).muted_users
    world.personal.change(user.user_id, muted_users={**before, muted.user_id: int(world.clock.now())})
    _tell_muted_users(world, user)


def do_unmute_user(world: World, user: User, muted: User) -> None:
    """Let a person hear somebody again."""
    before = world.personal.of(user.user_id).muted_users
    left = {one: since for one, since in before.items() if one != muted.user_id}
    world.personal.change(user.user_id, muted_users=left)
    _tell_muted_users(world, user)


def _tell_muted_users(world: World, user: User) -> None:
    muted = world.personal.of(user.user_id).muted_payload()
    world.send(Event("muted_users", muted_users=muted), (user.user_id,))


def do_choose_for_topic(world: World, user: User, channel: Channel, topic: str, policy: int) -> None:
    """Note how a person wants to see a topic; where that is so already, nothing happens."""
    own = world.personal.of(user.user_id)
    old = own.topics.get((channel.id, topic.lower()))
    if policy == (0 if old is None else old.visibility_policy):
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
        return (chosen,) if types is not None and "user_topic" in types else (muted, chosen)

    for event in (muted, chosen):
        world.ledger.emitted(event.kind)
    world.queues.push_each((user.user_id,), choose)
