"""Changing what people keep for themselves: alert words and muted people."""

from collections.abc import Iterable

from dragoman_server.actions.flags import do_change_flag
from dragoman_server.event import Event
from dragoman_server.world.flags import Flag
from dragoman_server.world.records import User
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


MUTING_EMITS = ("update_message_flags/add", "muted_users")
"""What muting somebody may tell."""


def do_mute_user(world: World, user: User, muted: User) -> None:
    """Let a person no longer hear somebody; what they wrote counts as read from now on."""
    copies = world.copies.get(user.user_id, {})
    unread = [message_id for message_id, flags in copies.items() if not flags & Flag.READ]
    theirs = [one for one in map(world.messages.get, unread) if one and one.sender_id == muted.user_id]
    if theirs:
        do_change_flag(world, user, "add", "read", theirs)
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
