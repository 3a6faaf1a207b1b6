"""Putting up pictures of accounts, and taking them down."""

from dragoman_server.actions.bot_keepers import tell_bot
from dragoman_server.event import Event
from dragoman_server.payloads.users import avatar_url, picture_payload
from dragoman_server.world.pictures import random_picture_path
from dragoman_server.world.records import User
from dragoman_server.world.sight import send_about
from dragoman_server.world.world import World

SIZES = (".png", "-medium.png", ".original")
"""The endings at which one picture is found; this server does not resize it."""


def do_put_picture(world: World, user: User, content: bytes) -> User:
    """Give an account a picture."""
    path = user.picture or random_picture_path(world.realm_id)
    for ending in SIZES:
        world.pictures.put(path + ending, content)
    return _change(world, user, path)


def do_remove_picture(world: World, user: User) -> User:
    """Let an account have the picture again that is made from its address."""
    for ending in SIZES if user.picture is not None else ():
        world.pictures.remove(f"{user.picture}{ending}")
    return _change(world, user, None)


def _change(world: World, user: User, path: str | None) -> User:
    user = world.change_user(user, picture=path, avatar_version=user.avatar_version + 1)
    if user.is_bot:
        tell_bot(world, user, avatar_url=avatar_url(user, client_gravatar=False))
    send_about(world, user, Event("realm_user", op="update", person=picture_payload(user)))
    return user
