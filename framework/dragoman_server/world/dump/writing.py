"""Writes a living world as a dump: the document that `parse_dump` reads."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from dragoman_server.payloads.channels import posting_policy
from dragoman_server.payloads.custom_emoji import custom_emoji_payload
from dragoman_server.payloads.groups import setting_payload
from dragoman_server.payloads.organization import domains_payload, playgrounds_payload
from dragoman_server.payloads.scheduled import scheduled_payload
from dragoman_server.payloads.users import avatar_url
from dragoman_server.snapshot import Asked, take_snapshot
from dragoman_server.world.dump.holdings import holdings_of
from dragoman_server.world.dump.keepsakes import keepsakes_of
from dragoman_server.world.flags import NAMES
from dragoman_server.world.records import BotType, Channel, Group, Message, Role, Subscription, User
from dragoman_server.world.world import World

ABOUT = "A complete organisation: its accounts with their keys, its channels, groups and messages."
SYSTEM = "zulipinternal"
"""The organisation to which the system's own bots belong."""

_ROLES = {
    Role.OWNER: "owner",
    Role.ADMINISTRATOR: "admin",
    Role.MODERATOR: "moderator",
    Role.MEMBER: "member",
    Role.GUEST: "guest",
}
_DERIVED = ("unread_msgs", "starred_messages", "recent_private_conversations")
_PERSONAL = ("color", "is_muted", "pin_to_top")
_OVERRIDES = (
    *("desktop_notifications", "audible_notifications", "push_notifications"),
    *("email_notifications", "wildcard_mentions_notify"),
)


def export_world(world: World) -> dict[str, Any]:
    """Return the whole organisation, keys and passwords included, as a dump that can be loaded again.

    What a dump had told beside that and nobody changed is in it as well.
    """
    kept = world.kept
    names = _names(world)
    users = [_user(world, user) for user in world.users]
    messages = _messages(world)
    document: dict[str, Any] = {
        "about": ABOUT,
        **kept.document,
        "recorded_at": int(world.clock.now()),
        "accounts": {name: _login(world, world.users[user_id]) for user_id, name in names.items()},
        "realm": {**kept.realm, **_realm(world)},
        "users": sorted([*users, *map(dict, kept.strangers)], key=lambda user: user["user_id"]),
        "channels": [_channel(world, channel) for _, channel in sorted(world.channels.items())],
        "channel_folders": [msgspec.to_builtins(one) for one in world.channel_folders.all()],
        "subscriptions": _subscriptions(world, active=True),
        "former_subscriptions": _subscriptions(world, active=False),
        "default_channels": [one.id for one in world.channels.values() if one.is_default],
        "custom_profile_fields": [msgspec.to_builtins(field) for field in world.profile_fields],
        "user_groups": [_group(world, group) for group in world.groups],
        "linkifiers": [msgspec.to_builtins(one) for one in world.linkifiers],
        "bot_services": [
            {"user_profile_id": bot.user_id, **msgspec.to_builtins(one)}
            for bot in world.users
            for one in bot.services
        ],
        "playgrounds": playgrounds_payload(world),
        **holdings_of(world),
        "realm_emoji": custom_emoji_payload(world),
        "messages": messages,
        "per_user": {
            name: _personal(world, user_id)
            for user_id, name in names.items()
            if world.users[user_id].bot_type is not BotType.INCOMING_WEBHOOK
        },
        "next_ids": {kind: number for kind, number in world.next_numbers.items() if kind != "pair"},
    }
    document["counts"] = {name: len(document[name]) for name in ("users", "channels", "messages")}
    return document


def _names(world: World) -> dict[int, str]:
    """Return a short name for every account that is not the system's; the given ones first."""
    names = dict(world.kept.names)
    for user in world.users:
        if user.user_id not in names and not user.is_system_bot:
            local = user.delivery_email.partition("@")[0]
            taken = local in names.values()
            names[user.user_id] = f"{local}-{user.user_id}" if taken else local
    return {user_id: name for user_id, name in names.items() if world.users.get(user_id) is not None}


def _login(world: World, user: User) -> dict[str, Any]:
    role = "bot" if user.is_bot else _ROLES[Role(user.role)]
    login = {
        "user_id": user.user_id,
        "email": user.delivery_email,
        "api_key": world.keys.key(user.user_id),
        "role": role if user.is_active else "deactivated",
    }
    password = world.keys.unhashed_password(user.user_id)
    return login if password is None else {**login, "password": password}


def _realm(world: World) -> dict[str, Any]:
    organization = world.organization
    return {
        "string_id": organization.string_id,
        "settings": {
            **organization.settings,
            **{name: setting_payload(one) for name, one in organization.permissions.items()},
            "name": organization.name,
            "description": organization.description,
            "bot_domain": organization.bot_domain,
            "date_created": organization.date_created,
            "mandatory_topics": organization.mandatory_topics,
            "message_content_edit_limit_seconds": organization.edit_limit_seconds,
            "message_content_delete_limit_seconds": organization.delete_limit_seconds,
        },
        "user_settings_defaults": organization.user_defaults,
        "domains": domains_payload(world),
        "deactivated": organization.deactivated,
    }


def _user(world: World, user: User) -> dict[str, Any]:
    told = {
        **world.kept.users.get(user.user_id, {}),
        "user_id": user.user_id,
        "email": user.email,
        "delivery_email": user.delivery_email,
        "full_name": user.full_name,
        "role": int(user.role),
        "is_active": user.is_active,
        "is_bot": user.is_bot,
        "bot_type": user.bot_type,
        "bot_owner_id": user.bot_owner_id,
        "realm": SYSTEM if user.is_system_bot else world.organization.string_id,
        "api_key": world.keys.key(user.user_id),
        "date_joined": datetime.fromtimestamp(user.date_joined, UTC).isoformat(),
        "timezone": user.timezone,
        "avatar_version": user.avatar_version,
        "avatar_url": avatar_url(user, client_gravatar=False),
        "email_address_visibility": int(user.email_visibility),
        "default_all_public_streams": user.default_all_public_streams,
        "recipient_id": user.recipient_id,
    }
    given = {"settings": _settings(world, user), "profile_data": user.profile_data}
    told |= {name: value for name, value in given.items() if value}
    of_bots = {
        "default_sending_stream_id": user.default_sending_channel,
        "default_events_register_stream_id": user.default_events_channel,
        "bot_config": user.bot_config,
        "picture": user.picture,
    }
    told |= {name: value for name, value in of_bots.items() if value}
    if user.is_system_bot:
        told["is_system_bot"] = True
    return told | _password(world, user.user_id)


def _settings(world: World, user: User) -> dict[str, Any]:
    """Return where the user differs from the defaults."""
    acted_on = {
        "receives_typing_notifications": user.receives_typing_notifications,
        "send_private_typing_notifications": user.sends_direct_typing,
        "send_stream_typing_notifications": user.sends_channel_typing,
    }
    defaults = world.organization.user_defaults
    changed = {name: value for name, value in acted_on.items() if value != defaults.get(name, True)}
    return {name: value for name, value in user.settings.items() if name not in acted_on} | changed


def _password(world: World, user_id: int) -> dict[str, str]:
    password, digest = world.keys.unhashed_password(user_id), world.keys.password_hash(user_id)
    if password is not None:
        return {"password": password}
    return {} if digest is None else {"password_hash": digest}


def _channel(world: World, channel: Channel) -> dict[str, Any]:
    recipient_id = world.channel_recipient(channel.id).id
    ids = world.messages.ids_of(recipient_id)
    policy = posting_policy(world, channel)
    return {
        **world.kept.channels.get(channel.id, {}),
        **{name: setting_payload(setting) for name, setting in channel.groups.items()},
        "creator_id": channel.creator_id,
        "date_created": channel.date_created,
        "description": channel.description,
        "first_message_id": ids[0] if ids else None,
        "history_public_to_subscribers": channel.history_public,
        "invite_only": channel.invite_only,
        "is_web_public": channel.is_web_public,
        "is_archived": channel.is_archived,
        "message_retention_days": channel.message_retention_days,
        "name": channel.name,
        "rendered_description": channel.rendered_description,
        "stream_id": channel.id,
        "stream_post_policy": policy,
        "is_announcement_only": policy == 2,
        "stream_weekly_traffic": None,
        "is_default": channel.is_default,
        "topics_policy": channel.topics_policy,
        "folder_id": channel.folder_id,
        "recipient_id": recipient_id,
        "subscribers": world.subscriber_ids(channel.id),
    }


def _subscriptions(world: World, *, active: bool) -> list[dict[str, Any]]:
    found = (one for _, people in sorted(world.subscriptions.items()) for _, one in sorted(people.items()))
    return [_subscription(one) for one in found if one.active == active]


def _subscription(one: Subscription) -> dict[str, Any]:
    fields = {name: getattr(one, name) for name in (*_PERSONAL, *_OVERRIDES)}
    return {"user_id": one.user_id, "stream_id": one.channel_id, **fields}


def _group(world: World, group: Group) -> dict[str, Any]:
    told = {
        **world.kept.user_groups.get(group.id, {}),
        "id": group.id,
        "name": group.name,
        "description": group.description,
        "members": world.groups.direct_members(group),
        "direct_subgroup_ids": list(group.subgroups),
        "is_system_group": group.is_system,
        **{name: setting_payload(setting) for name, setting in group.permissions.items()},
    }
    if group.deactivated:
        told["deactivated"] = True
    made = {"creator_id": group.creator_id, "date_created": group.date_created}
    return told | {name: value for name, value in made.items() if value is not None}


def _messages(world: World) -> list[dict[str, Any]]:
    flags: dict[int, dict[str, list[str]]] = {}
    for user_id, copies in sorted(world.copies.items()):
        for message_id, bits in copies.items():
            words = [name for name, flag in NAMES.items() if bits & flag]
            flags.setdefault(message_id, {})[str(user_id)] = words
    return [_message(world, message, flags.get(message.id, {})) for message in world.messages]


def _message(world: World, message: Message, flags: Mapping[str, list[str]]) -> dict[str, Any]:
    recipient = message.recipient
    told: dict[str, Any] = {
        **world.kept.messages.get(message.id, {}),
        "id": message.id,
        "sender_id": message.sender_id,
        "client": message.client,
        "timestamp": message.timestamp,
        "content": message.content,
        "rendered_content": message.rendered,
        "recipient_id": world.told_recipient_id(message),
        "type": "private" if recipient.channel_id is None else "stream",
    }
    if recipient.channel_id is None:
        told["to"] = list(recipient.user_ids)
    else:
        told |= {"stream_id": recipient.channel_id, "topic": message.topic}
    told |= {"user_flags": dict(flags), "reactions": [_reaction(one) for one in message.reactions]}
    changed = {
        "edit_history": list(message.edit_history),
        "last_edit_timestamp": message.last_edit_timestamp,
        "last_moved_timestamp": message.last_moved_timestamp,
        "submessages": list(message.submessages),
    }
    return told | {name: value for name, value in changed.items() if value}


def _reaction(one: Any) -> dict[str, Any]:
    return {name: getattr(one, name) for name in ("user_id", "emoji_name", "emoji_code", "reaction_type")}


def _derived(world: World, user: User) -> dict[str, Any]:
    """Return what follows from messages and flags, as a client is told it; passed over when it is read."""
    asked = Asked(
        world=world,
        user=user,
        fetch=frozenset(
            {"message", "update_message_flags", "starred_messages", "recent_private_conversations"}
        ),
        client_gravatar=False,
        include_subscribers=False,
        slim_presence=False,
        capabilities=frozenset({"empty_topic_name"}),
    )
    state = take_snapshot(asked)
    return {name: state[name] for name in _DERIVED}


def _personal(world: World, user_id: int) -> dict[str, Any]:
    own = sorted(
        (one for one in world.scheduled.values() if one.sender_id == user_id), key=lambda one: one.id
    )
    return {
        **_derived(world, world.users[user_id]),
        **world.kept.per_user.get(user_id, {}),
        **keepsakes_of(world, user_id),
        **world.personal.of(user_id).payload(),
        "scheduled_messages": [
            scheduled_payload(one) | {"client": one.client, "read_by_sender": one.read_by_sender}
            for one in own
        ],
    }
