"""Saying how one is."""

import msgspec

from dragoman_server.actions.settings import do_change_setting
from dragoman_server.event import Event
from dragoman_server.world.records import User
from dragoman_server.world.sight import send_about
from dragoman_server.world.world import World


def do_change_status(
    world: World, user: User, *, text: str | None, emoji: tuple[str, str, str] | None, away: bool | None
) -> None:
    """Change what is given, and tell everybody that; `emoji` is name, code and type, all empty for none."""
    changes: dict[str, str] = {}
    if text is not None:
        changes["status_text"] = text
    if emoji is not None:
        changes |= zip(("emoji_name", "emoji_code", "reaction_type"), emoji, strict=True)
    status = msgspec.structs.replace(world.personal.of(user.user_id).status, **changes)
    if not status.emoji_name:
        status = msgspec.structs.replace(status, reaction_type="")
    world.personal.change(user.user_id, status=status)
    gone = {} if away is None else {"away": away}
    send_about(world, user, Event("user_status", user_id=user.user_id, **gone, **changes))
    if away is not None:
        do_change_setting(world, user.user_id, "presence_enabled", not away)
