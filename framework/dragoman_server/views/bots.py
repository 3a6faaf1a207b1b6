"""Bots: made, listed, changed and given new keys by their owners and by administrators."""

from typing import Any

import msgspec

from dragoman_server import failures
from dragoman_server.actions.bots import (
    CREATING_EMITS,
    do_change_bot_owner,
    do_change_config,
    do_change_default_events,
    do_change_default_sending,
    do_change_hears_all,
    do_change_service,
    do_create_bot,
    do_regenerate_key,
    new_service,
)
from dragoman_server.actions.pictures import do_put_picture
from dragoman_server.actions.settings import do_change_full_name
from dragoman_server.actions.users import do_change_role, do_deactivate_user
from dragoman_server.bot_rules import (
    ACCESS_FAILS,
    access_bot,
    check_bot_address,
    check_bot_type,
    check_interface,
    check_may_create_bot,
    check_name_is_free,
)
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.names import NAME_FAILS, check_name
from dragoman_server.parameters import Json
from dragoman_server.payloads.bots import defaults_payload, own_bot_payload
from dragoman_server.payloads.users import avatar_url
from dragoman_server.permissions import PEOPLE_BUT_GUESTS
from dragoman_server.profile_rules import LINK_FORM
from dragoman_server.sent_pictures import PICTURE_FAILS, check_picture
from dragoman_server.shapes.people import BotChanged, BotCreated, KeyFound, OwnBotsFound
from dragoman_server.views.accounts import AnyRole, check_role_change
from dragoman_server.world.access import access_channel_named
from dragoman_server.world.records import BotType, Role, User

_CHANNEL_FAILS = (failures.INVALID_CHANNEL_NAME,)
_FORM_FAILS = (*PICTURE_FAILS, failures.ONE_FILE, failures.NOT_A_LINK, failures.INVALID_INTERFACE)


@endpoint("GET", "/bots", permission=PEOPLE_BUT_GUESTS, answers=OwnBotsFound)
def get_own_bots(call: Call) -> dict[str, Any]:
    """Return the bots that the caller owns, with their keys.

    Not in the spec: the operation.
    """
    own = [bot for bot in call.world.users if bot.is_bot and bot.bot_owner_id == call.user.user_id]
    active = sorted((bot for bot in own if bot.is_active), key=lambda bot: bot.date_joined)
    return {"bots": [own_bot_payload(call.world, bot) for bot in active]}


@endpoint(
    "POST",
    "/bots",
    permission=PEOPLE_BUT_GUESTS,
    fails=(
        *(*NAME_FAILS, *_FORM_FAILS, *_CHANNEL_FAILS, failures.BAD_BOT_NAME, failures.USERNAME_IN_USE),
        *(failures.BOT_NAME_IN_USE, failures.INSUFFICIENT, failures.INVALID_BOT_TYPE),
        failures.INVALID_EMBEDDED_BOT,
    ),
    emits=(*CREATING_EMITS, "realm_bot/update", "realm_user/update"),
    answers=BotCreated,
)
def create_bot(
    call: Call,
    *,
    full_name: str,
    short_name: str,
    bot_type: Json[int] = 1,
    payload_url: Json[str] = "",
    service_name: str = "",
    config_data: Json[dict[str, str]] | None = None,
    interface_type: Json[int] = 1,
    default_sending_stream: str | None = None,
    default_events_register_stream: str | None = None,
    default_all_public_streams: Json[bool] = False,
) -> dict[str, Any]:
    """Make a bot that belongs to the caller.

    Not in the spec: the operation.
    """
    world, short_name = call.world, short_name.strip()
    name = check_name(full_name)
    email = check_bot_address(world, short_name)
    check_name_is_free(world, name)
    check_may_create_bot(world, call.user, bot_type)
    kind = check_bot_type(world, bot_type, service_name or short_name)
    check_interface(interface_type)
    _check_url("payload_url", payload_url)
    picture = _read_picture(call)
    bot = User(
        user_id=0,
        full_name=name,
        delivery_email=email,
        email=email,
        bot_type=kind,
        bot_owner_id=call.user.user_id,
        default_all_public_streams=default_all_public_streams,
        default_sending_channel=_read_channel(call, default_sending_stream),
        default_events_channel=_read_channel(call, default_events_register_stream),
        bot_config=config_data or {},
    )
    if kind in (BotType.OUTGOING_WEBHOOK, BotType.EMBEDDED):
        service = new_service(service_name or short_name, payload_url, interface_type)
        bot = msgspec.structs.replace(bot, services=(service,))
    bot = do_create_bot(world, bot)
    if picture is not None:
        bot = do_put_picture(world, bot, picture)
    return {
        "user_id": bot.user_id,
        "api_key": world.keys.key(bot.user_id),
        "avatar_url": avatar_url(bot, client_gravatar=False),
        **defaults_payload(world, bot),
    }


@endpoint(
    "PATCH",
    "/bots/{bot_id}",
    permission=PEOPLE_BUT_GUESTS,
    fails=(
        *(*ACCESS_FAILS, *NAME_FAILS, *_FORM_FAILS, *_CHANNEL_FAILS, failures.BOT_NAME_IN_USE),
        *(failures.NOT_OWNER, failures.NOT_ADMINISTRATOR),
        *(failures.NO_SUCH_OWNER, failures.FORMER_OWNER, failures.BOT_AS_OWNER),
    ),
    emits=(
        *("realm_user/update", "realm_bot/update", "realm_bot/add", "realm_bot/delete"),
        *("user_group/add_members", "user_group/remove_members"),
        *("stream/create", "stream/delete", "subscription/peer_add"),
    ),
    answers=BotChanged,
)
def update_bot(
    call: Call,
    *,
    bot_id: int,
    full_name: str | None = None,
    role: AnyRole | None = None,
    bot_owner_id: Json[int] | None = None,
    config_data: Json[dict[str, str]] | None = None,
    service_payload_url: Json[str] | None = None,
    service_interface: Json[int] = 1,
    default_sending_stream: str | None = None,
    default_events_register_stream: str | None = None,
    default_all_public_streams: Json[bool] | None = None,
) -> dict[str, Any]:
    """Change a bot.

    Not in the spec: the operation.
    """
    world = call.world
    bot = access_bot(world, call.user, bot_id)
    name = _read_name(call, bot, full_name)
    if role is not None and role != bot.role:
        _check_bot_role(call, bot, role)
    owner = None if bot_owner_id is None else _access_owner(call, bot_owner_id)
    sends, hears = (
        _read_channel(call, text or None) for text in (default_sending_stream, default_events_register_stream)
    )
    if service_payload_url is not None:
        _check_url("service_payload_url", service_payload_url)
        check_interface(service_interface)
    picture = _read_picture(call)

    if name is not None:
        do_change_full_name(world, bot, name)
    if role is not None and role != bot.role:
        do_change_role(world, world.users[bot_id], Role(role))
    if owner is not None and owner.user_id != bot.bot_owner_id:
        do_change_bot_owner(world, world.users[bot_id], owner)
    if default_sending_stream is not None:
        do_change_default_sending(world, world.users[bot_id], sends)
    if default_events_register_stream is not None:
        do_change_default_events(world, world.users[bot_id], hears)
    if default_all_public_streams is not None:
        do_change_hears_all(world, world.users[bot_id], default_all_public_streams)
    if service_payload_url is not None:
        do_change_service(world, world.users[bot_id], service_payload_url, service_interface)
    if config_data is not None:
        do_change_config(world, world.users[bot_id], config_data)
    if picture is not None:
        do_put_picture(world, world.users[bot_id], picture)
    return {
        **_changed_payload(call, world.users[bot_id]),
        "service_interface": service_interface,
        "service_payload_url": service_payload_url,
        "config_data": config_data,
    }


def _changed_payload(call: Call, bot: User) -> dict[str, Any]:
    owner = None if bot.bot_owner_id is None else call.world.users.get(bot.bot_owner_id)
    return {
        "full_name": bot.full_name,
        "avatar_url": avatar_url(bot, client_gravatar=False),
        **defaults_payload(call.world, bot),
        **({} if owner is None else {"bot_owner": owner.email}),
    }


@endpoint(
    "DELETE",
    "/bots/{bot_id}",
    permission=PEOPLE_BUT_GUESTS,
    fails=ACCESS_FAILS,
    emits=("realm_user/update", "realm_bot/update", "user_group/remove_members", "subscription/peer_remove"),
)
def deactivate_bot(call: Call, *, bot_id: int) -> None:
    """Close a bot's account.

    Not in the spec: the operation.
    """
    do_deactivate_user(call.world, access_bot(call.world, call.user, bot_id))


@endpoint(
    "POST",
    "/bots/{bot_id}/api_key/regenerate",
    permission=PEOPLE_BUT_GUESTS,
    fails=ACCESS_FAILS,
    emits=("realm_bot/update",),
    answers=KeyFound,
)
def regenerate_bot_key(call: Call, *, bot_id: int) -> dict[str, Any]:
    """Give a bot a new key; the old one is worth nothing from now on.

    Not in the spec: the operation.
    """
    return {"api_key": do_regenerate_key(call.world, access_bot(call.world, call.user, bot_id))}


@endpoint(
    "GET",
    "/bots/{bot_id}/api_key",
    permission=PEOPLE_BUT_GUESTS,
    fails=ACCESS_FAILS,
    answers=KeyFound,
    since=463,
)
def get_bot_key(call: Call, *, bot_id: int) -> dict[str, Any]:
    """Return a bot's key, which its object no longer tells.

    Not in the spec: the operation.
    """
    return {"api_key": call.world.keys.key(access_bot(call.world, call.user, bot_id).user_id)}


def _read_name(call: Call, bot: User, full_name: str | None) -> str | None:
    """Return the new name, if it is one."""
    name = None if full_name is None else check_name(full_name)
    if name is None or name == bot.full_name:
        return None
    check_name_is_free(call.world, name)
    return name


def _check_bot_role(call: Call, bot: User, role: int) -> None:
    if not call.user.is_admin:
        raise failures.NOT_OWNER if role == Role.OWNER else failures.NOT_ADMINISTRATOR
    check_role_change(call, bot, role)


def _access_owner(call: Call, user_id: int) -> User:
    owner = call.world.users.get(user_id)
    if owner is None:
        raise failures.NO_SUCH_OWNER
    if not owner.is_active:
        raise failures.FORMER_OWNER
    if owner.is_bot:
        raise failures.BOT_AS_OWNER
    return owner


def _read_channel(call: Call, name: str | None) -> int | None:
    """Return the ID of a channel that the caller may read."""
    return None if name is None else access_channel_named(call.world, call.user, name).id


def _check_url(name: str, url: str) -> None:
    if url and not LINK_FORM.fullmatch(url):
        raise failures.NOT_A_LINK(name=name)


def _read_picture(call: Call) -> bytes | None:
    """Return the one picture that was sent, if one was."""
    if len(call.files) > 1:
        raise failures.ONE_FILE
    return check_picture(call.files[0]) if call.files else None
