"""Changing the fields of profiles, and what people say in them."""

from typing import Any

import msgspec

from dragoman_server.event import Event
from dragoman_server.payloads.profile import profile_fields_payload
from dragoman_server.rendering import render_message
from dragoman_server.world.profile_fields import LONG_TEXT, SHORT_TEXT, USERS, ProfileField
from dragoman_server.world.records import User
from dragoman_server.world.sight import send_about
from dragoman_server.world.world import World


def do_put_profile_field(world: World, field: ProfileField) -> None:
    """Add or change a field."""
    world.profile_fields.put(field)
    _tell_fields(world)


def do_remove_profile_field(world: World, field: ProfileField) -> None:
    """Take a field away, with all that was said in it."""
    world.profile_fields.remove(field)
    for user in world.users:
        if str(field.id) in user.profile_data:
            world.change_user(user, profile_data=_without(user, field.id))
    _tell_fields(world)


def do_order_profile_fields(world: World, field_ids: list[int]) -> None:
    """Put the fields into another order."""
    for order, field_id in enumerate(field_ids):
        field = world.profile_fields.get(field_id)
        if field is not None:
            world.profile_fields.put(msgspec.structs.replace(field, order=order))
    _tell_fields(world)


def _tell_fields(world: World) -> None:
    world.send_to_all(Event("custom_profile_fields", fields=profile_fields_payload(world)))


def do_change_profile(world: World, user: User, field: ProfileField, value: Any) -> None:
    """Let a person say something in a field; where it is what they said already, nothing happens."""
    text = msgspec.json.encode(value).decode() if field.type == USERS else value
    said: dict[str, Any] = {"value": text}
    if field.type in (SHORT_TEXT, LONG_TEXT) and text:
        said["rendered_value"] = render_message(world, user, text).html
    current = world.users[user.user_id]
    if current.profile_data.get(str(field.id), {}).get("value") == text:
        return
    world.change_user(current, profile_data={**current.profile_data, str(field.id): said})
    _tell_profile(world, user, {"id": field.id, **said})


def do_clear_profile(world: World, user: User, field: ProfileField) -> None:
    """Let a person say nothing in a field; where they said nothing, nothing happens."""
    current = world.users[user.user_id]
    if str(field.id) not in current.profile_data:
        return
    world.change_user(current, profile_data=_without(current, field.id))
    _tell_profile(world, user, {"id": field.id, "value": None})


def _without(user: User, field_id: int) -> dict[str, Any]:
    return {name: said for name, said in user.profile_data.items() if name != str(field_id)}


def _tell_profile(world: World, user: User, said: dict[str, Any]) -> None:
    person = {"user_id": user.user_id, "custom_profile_field": said}
    send_about(world, user, Event("realm_user", op="update", person=person))
