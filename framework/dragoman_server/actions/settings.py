"""Changing an account's settings, its name among them."""

from typing import Any

import msgspec

from dragoman_server import levels
from dragoman_server.actions.bot_keepers import tell_bot
from dragoman_server.actions.presence import do_show_presence
from dragoman_server.event import Event
from dragoman_server.languages import LANGUAGES
from dragoman_server.payloads.settings import (
    DISPLAY_OF_OLD,
    NOTIFICATIONS_OF_OLD,
    default_settings,
    user_settings,
)
from dragoman_server.payloads.users import picture_payload
from dragoman_server.queues import EventQueue
from dragoman_server.world.access import may_see_email
from dragoman_server.world.records import EmailVisibility, User
from dragoman_server.world.sight import send_about
from dragoman_server.world.world import World

SETTINGS_EMITS = (
    *("user_settings/update", "update_display_settings", "update_global_notifications"),
    *("realm_user/update", "presence"),
)
"""What `do_change_setting` may tell."""

_FIELDS = {
    "timezone": "timezone",
    "receives_typing_notifications": "receives_typing_notifications",
    "send_private_typing_notifications": "sends_direct_typing",
    "send_stream_typing_notifications": "sends_channel_typing",
}
"""The settings that are fields of the account, by wire name."""


def do_change_setting(world: World, user_id: int, name: str, value: Any) -> None:
    """Change one setting of an account; where it is so already, nothing happens."""
    user = world.users[user_id]
    if user_settings(world, user)[name] == value:
        return
    if name == "email_address_visibility":
        _change_email_visibility(world, user, EmailVisibility(value))
        return
    if name in _FIELDS:
        user = world.change_user(user, **{_FIELDS[name]: value})
    user = world.change_user(user, settings={**user.settings, name: value})
    _tell_setting(world, user, name, value)
    if name == "timezone":
        person = {"email": user.email, "user_id": user.user_id, "timezone": value}
        send_about(world, user, Event("realm_user", op="update", person=person))
    elif name == "presence_enabled":
        do_show_presence(world, user, shown=value)
    elif name == "enable_drafts_synchronization" and not value:
        for draft in world.keepsakes.drafts.of(user_id):
            world.keepsakes.drafts.remove(draft)


def _tell_setting(world: World, user: User, name: str, value: Any) -> None:
    more = {"language_name": LANGUAGES[value]} if name == "default_language" else {}
    world.send(Event("user_settings", op="update", property=name, value=value, **more), (user.user_id,))
    if world.level >= levels.LEGACY_SETTINGS_GONE:
        return
    old: Event
    if name in DISPLAY_OF_OLD:
        told = {"user": user.email, "setting_name": name, "setting": value}
        old = Event("update_display_settings", **told, **more)
    elif name in NOTIFICATIONS_OF_OLD:
        told = {"user": user.email, "notification_name": name, "setting": value}
        old = Event("update_global_notifications", **told)
    else:
        return

    def choose(queue: EventQueue) -> tuple[Event, ...]:
        return () if "user_settings_object" in queue.choices.capabilities else (old,)

    world.ledger.emitted(old.kind)
    world.queues.push_each((user.user_id,), choose)


def _change_email_visibility(world: World, user: User, visibility: EmailVisibility) -> None:
    """Change who may see the address; where all may, it is also the one that is shown."""
    hidden = f"user{user.user_id}@{world.organization.bot_domain}"
    changed = world.change_user(
        user,
        email_visibility=visibility,
        email=user.delivery_email if visibility is EmailVisibility.EVERYONE else hidden,
        settings={**user.settings, "email_address_visibility": int(visibility)},
    )
    _tell_setting(world, changed, "email_address_visibility", int(visibility))
    for seen in (True, False):
        concerned = [
            viewer.user_id
            for viewer in world.users
            if may_see_email(viewer, user) != may_see_email(viewer, changed)
            and may_see_email(viewer, changed) == seen
        ]
        person = {"user_id": user.user_id, "delivery_email": user.delivery_email if seen else None}
        if concerned:
            world.send(Event("realm_user", op="update", person=person), concerned)
    if changed.email != user.email:
        _tell_new_email(world, changed)


def _tell_new_email(world: World, user: User) -> None:
    person: dict[str, Any] = {"user_id": user.user_id, "new_email": user.email}
    send_about(world, user, Event("realm_user", op="update", person=person))
    person = picture_payload(user)
    send_about(world, user, Event("realm_user", op="update", person=person))


def do_change_full_name(world: World, user: User, name: str) -> None:
    """Let a person be called otherwise; where that is their name already, nothing happens."""
    if name == user.full_name:
        return
    world.change_user(user, full_name=name)
    person = {"user_id": user.user_id, "full_name": name}
    send_about(world, user, Event("realm_user", op="update", person=person))
    if user.is_bot:
        tell_bot(world, world.users[user.user_id], full_name=name)


def do_change_default(world: World, name: str, value: Any) -> None:
    """Change a setting with which new accounts begin; those that are there keep what they have."""
    old = default_settings(world)[name]
    if old == value:
        return
    for user in world.users:
        if name not in user.settings:
            world.change_user(user, settings={**user.settings, name: user_settings(world, user)[name]})
    defaults = {**world.organization.user_defaults, name: value}
    world.organization = msgspec.structs.replace(world.organization, user_defaults=defaults)
    world.send_to_all(Event("realm_user_settings_defaults", op="update", property=name, value=value))
