"""Uploading the organisation's own emoji, and taking them out of use."""

import msgspec

from dragoman_server.event import Event
from dragoman_server.payloads.custom_emoji import custom_emoji_payload
from dragoman_server.world.custom_emoji import OwnEmoji
from dragoman_server.world.pictures import picture_kind
from dragoman_server.world.records import User
from dragoman_server.world.world import World

_FRAME = b"\x21\xf9\x04"
"""What each picture of a GIF begins with."""


def do_add_emoji(world: World, user: User, name: str, content: bytes) -> OwnEmoji:
    """Keep an emoji and its picture."""
    number, kind = world.number("emoji"), (picture_kind(content) or "").removeprefix("image/")
    folder = f"{world.realm_id}/emoji/images"
    path, still = f"{folder}/{number}.{kind}", f"{folder}/still/{number}.{kind}"
    moves = kind == "gif" and content.count(_FRAME) > 1
    for place in (path, still) if moves else (path,):
        world.pictures.put(place, content)
    emoji = OwnEmoji(
        id=str(number),
        name=name,
        source_url=f"/user_avatars/{path}",
        still_url=f"/user_avatars/{still}" if moves else None,
        author_id=user.user_id,
    )
    world.custom_emoji.put(emoji)
    _tell(world)
    return emoji


def do_deactivate_emoji(world: World, emoji: OwnEmoji) -> None:
    """Let an emoji not be used any more."""
    world.custom_emoji.put(msgspec.structs.replace(emoji, deactivated=True))
    _tell(world)


def _tell(world: World) -> None:
    world.send_to_all(Event("realm_emoji", op="update", realm_emoji=custom_emoji_payload(world)))
