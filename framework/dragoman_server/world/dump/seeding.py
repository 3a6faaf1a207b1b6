"""Makes a living world of a dump: the same IDs, keys, history and flags."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec

from dragoman_server.actions.scheduled import keep_scheduled
from dragoman_server.clock import Clock
from dragoman_server.payloads.channels import POSTING_POLICIES
from dragoman_server.settings import ServerSettings
from dragoman_server.world import records
from dragoman_server.world.dump.document import WorldDump
from dragoman_server.world.dump.holdings import put_holdings
from dragoman_server.world.dump.keepsakes import put_keepsakes
from dragoman_server.world.dump.schema import (
    BotService,
    Channel,
    Group,
    Holders,
    Login,
    Message,
    Personal,
    Realm,
    Scheduled,
    Subscription,
    User,
)
from dragoman_server.world.flags import NAMES
from dragoman_server.world.groups import Groups
from dragoman_server.world.keys import random_key
from dragoman_server.world.linkifiers import Linkifier
from dragoman_server.world.records import GroupSetting, Recipient
from dragoman_server.world.world import NOTIFICATION_BOT, World


def seed_dump(dump: WorldDump, settings: ServerSettings, clock: Clock) -> World:
    """Return the organisation that `dump` tells of."""
    state = dump.state
    world = World(_organization(state.realm), settings, clock)
    world.kept = dump.kept
    logins = {login.user_id: login for login in state.accounts.values()}
    _number(world, dump)
    for user in state.users:
        _put_user(world, user, logins.get(user.user_id), state.realm.user_settings_defaults)
    _put_services(world, state.bot_services)
    for domain in state.realm.domains:
        world.domains.put(domain)
    for playground in state.playgrounds:
        world.playgrounds.put(playground)
    for emoji in state.realm_emoji.values():
        world.custom_emoji.put(emoji)
    for folder in state.channel_folders:
        world.channel_folders.put(folder)
    if not any(user.is_system_bot for user in world.users):
        _put_notification_bot(world)
    _put_groups(world, state.user_groups)
    world.linkifiers.arrange([Linkifier(**msgspec.structs.asdict(one)) for one in state.linkifiers])
    for channel in state.channels:
        _put_channel(world, channel, is_default=channel.stream_id in state.default_channels)
    for active, subscriptions in ((True, state.subscriptions), (False, state.former_subscriptions)):
        for subscription in subscriptions:
            world.put_subscription(_subscription(subscription, active=active))
    for message in sorted(state.messages, key=lambda one: one.id):
        _put_message(world, message)
    for name, personal in state.per_user.items():
        for scheduled in personal.scheduled_messages:
            keep_scheduled(world, _scheduled(world, scheduled, state.accounts[name].user_id))
        _put_personal(world, state.accounts[name].user_id, personal)
    put_keepsakes(world)
    put_holdings(world, state)
    for field in state.custom_profile_fields:
        world.profile_fields.put(field)
    world.number_from("field", max((field.id for field in world.profile_fields), default=0) + 1)
    for kind, number in state.next_ids.items():
        world.number_from(kind, number)
    return world


def _organization(realm: Realm) -> records.Organization:
    settings = realm.settings
    return records.Organization(
        name=settings.name,
        description=settings.description,
        string_id=realm.string_id,
        bot_domain=settings.bot_domain,
        date_created=settings.date_created,
        edit_limit_seconds=settings.message_content_edit_limit_seconds,
        delete_limit_seconds=settings.message_content_delete_limit_seconds,
        mandatory_topics=settings.mandatory_topics,
        deactivated=realm.deactivated,
        settings=realm.other_settings,
        permissions={name: _group_setting(setting) for name, setting in realm.permissions.items()},
        user_defaults=realm.user_settings_defaults,
    )


def _number(world: World, dump: WorldDump) -> None:
    """Let new IDs begin behind those of the dump, the ones of other organisations included."""
    state, kept = dump.state, dump.kept
    strange = _numbers(list(kept.strangers), "user_id")
    elsewhere = _numbers(kept.document.get("channels_of_other_realms"), "stream_id")
    scheduled = [one for personal in state.per_user.values() for one in personal.scheduled_messages]
    receiving: tuple[User | Channel | Message, ...] = (*state.users, *state.channels, *state.messages)
    submessages = [one for message in state.messages for one in _numbers(list(message.submessages), "id")]
    taken: dict[str, Iterable[int]] = {
        "user": [*(user.user_id for user in state.users), *strange],
        "channel": [*(channel.stream_id for channel in state.channels), *elsewhere],
        "message": (message.id for message in state.messages),
        "scheduled": (one.scheduled_message_id for one in scheduled),
        "recipient": (one.recipient_id or 0 for one in receiving),
        "submessage": submessages,
        "group": (group.id for group in state.user_groups),
        "linkifier": (one.id for one in state.linkifiers),
        "playground": (one.id for one in state.playgrounds),
        "emoji": (int(one.id) for one in state.realm_emoji.values()),
        "channel_folder": (one.id for one in state.channel_folders),
    }
    for kind, ids in taken.items():
        world.number_from(kind, max(ids, default=0) + 1)


def _numbers(value: Any, key: str) -> list[int]:
    """Return what the things of a list that is only kept, and may be anything, say under a key."""
    things = value if isinstance(value, list) else []
    return [one[key] for one in things if isinstance(one, dict) and isinstance(one.get(key), int)]


def _put_user(world: World, user: User, login: Login | None, defaults: Mapping[str, Any]) -> None:
    chosen = {**defaults, **user.settings}
    joined = None if user.date_joined is None else datetime.fromisoformat(user.date_joined)
    world.users.put(
        records.User(
            user_id=user.user_id,
            full_name=user.full_name,
            delivery_email=user.delivery_email,
            email=user.email,
            role=records.Role(user.role),
            is_active=user.is_active,
            bot_type=_bot_type(user),
            bot_owner_id=user.bot_owner_id,
            is_system_bot=user.is_system_bot,
            date_joined=float(world.organization.date_created) if joined is None else joined.timestamp(),
            timezone=user.timezone,
            avatar_version=user.avatar_version,
            email_visibility=records.EmailVisibility(user.email_address_visibility),
            receives_typing_notifications=chosen.get("receives_typing_notifications", True),
            sends_direct_typing=chosen.get("send_private_typing_notifications", True),
            sends_channel_typing=chosen.get("send_stream_typing_notifications", True),
            default_all_public_streams=user.default_all_public_streams,
            default_sending_channel=user.default_sending_stream_id,
            default_events_channel=user.default_events_register_stream_id,
            bot_config=user.bot_config,
            picture=user.picture,
            recipient_id=user.recipient_id,
            settings=user.settings,
            profile_data=user.profile_data,
        )
    )
    key = user.api_key or (login.api_key if login else None)
    world.keys.set_key(user.user_id, key or random_key())
    password = user.password or (login.password if login else None)
    if password is not None:
        world.keys.set_password_later(user.user_id, password)
    elif user.password_hash is not None:
        world.keys.set_password_hash(user.user_id, user.password_hash)


def _put_services(world: World, services: Iterable[BotService]) -> None:
    for one in services:
        bot = world.users.get(one.user_profile_id)
        if bot is not None:
            service = records.BotService(
                name=one.name, base_url=one.base_url, interface=one.interface, token=one.token or random_key()
            )
            world.change_user(bot, services=(*bot.services, service))


def _bot_type(user: User) -> records.BotType | None:
    return records.BotType(user.bot_type) if user.is_bot and user.bot_type is not None else None


def _put_notification_bot(world: World) -> None:
    bot = records.User(
        user_id=world.number("user"),
        full_name="Notification Bot",
        email=NOTIFICATION_BOT,
        delivery_email=NOTIFICATION_BOT,
        bot_type=records.BotType.GENERIC,
        is_system_bot=True,
        date_joined=float(world.organization.date_created),
    )
    world.users.put(bot)
    world.keys.set_key(bot.user_id, random_key())


def _put_groups(world: World, groups: Iterable[Group]) -> None:
    """Put the dump's groups in; system groups that it does not have are numbered behind it."""
    given = sorted(groups, key=lambda group: group.id)
    world.groups = Groups(world.users, world.is_new, first_id=world.next_numbers["group"])
    for group in given:
        world.groups.put(
            records.Group(
                id=group.id,
                name=group.name,
                description=group.description,
                members=frozenset() if group.is_system_group else frozenset(group.members),
                subgroups=group.direct_subgroup_ids,
                is_system=group.is_system_group,
                creator_id=group.creator_id,
                date_created=group.date_created,
                deactivated=group.deactivated,
                permissions={name: _group_setting(setting) for name, setting in group.groups.items()},
            )
        )
    world.number_from("group", max(group.id for group in world.groups) + 1)


def _put_channel(world: World, channel: Channel, *, is_default: bool) -> None:
    world.channels[channel.stream_id] = records.Channel(
        id=channel.stream_id,
        name=channel.name,
        description=channel.description,
        rendered_description=channel.rendered_description,
        date_created=channel.date_created,
        creator_id=channel.creator_id,
        invite_only=channel.invite_only,
        is_web_public=channel.is_web_public,
        history_public=channel.history_public_to_subscribers,
        is_archived=channel.is_archived,
        is_default=channel.is_default or is_default,
        topics_policy=channel.topics_policy,
        message_retention_days=channel.message_retention_days,
        folder_id=channel.folder_id,
        counted_from=int(world.clock.now()),
        groups=_permissions(world, channel),
    )
    if channel.recipient_id is not None:
        world.put_recipient(Recipient(channel.recipient_id, channel.stream_id))


def _permissions(world: World, channel: Channel) -> dict[str, GroupSetting]:
    groups = {name: _group_setting(setting) for name, setting in channel.groups.items()}
    if channel.stream_post_policy != 1 and "can_send_message_group" not in groups:
        names = {number: name for name, number in POSTING_POLICIES.items()}
        groups["can_send_message_group"] = world.groups.system(names[channel.stream_post_policy])
    return groups


def _group_setting(setting: int | Holders) -> GroupSetting:
    return setting if isinstance(setting, int) else (setting.direct_members, setting.direct_subgroups)


def _subscription(one: Subscription, *, active: bool) -> records.Subscription:
    fields = msgspec.structs.asdict(one)
    return records.Subscription(channel_id=fields.pop("stream_id"), active=active, **fields)


def _put_message(world: World, message: Message) -> None:
    world.messages.put(
        records.Message(
            id=message.id,
            sender_id=message.sender_id,
            recipient=_recipient(world, message),
            topic=message.topic,
            content=message.content,
            rendered=message.rendered_content,
            timestamp=message.timestamp,
            client=message.client,
            reactions=tuple(
                records.Reaction(one.emoji_name, one.emoji_code, one.reaction_type, one.user_id)
                for one in message.reactions
            ),
            edit_history=message.edit_history,
            last_edit_timestamp=message.last_edit_timestamp,
            last_moved_timestamp=message.last_moved_timestamp,
            holds=_held_by(message.rendered_content),
            submessages=message.submessages,
        )
    )
    for user_id, words in message.user_flags.items():
        flags = sum({NAMES[word] for word in words if word in NAMES})
        world.set_flags(user_id, message.id, flags)


def _recipient(world: World, message: Message) -> Recipient:
    if message.stream_id is not None and message.type == "stream":
        return world.channel_recipient(message.stream_id)
    people = tuple(sorted(set(message.to)))
    if len(people) <= 2 and all(world.users[one].recipient_id for one in people):
        # Each is spoken of by a number of their own; what both have together is never told.
        if not world.knows_recipient(people):
            world.put_recipient(Recipient(-world.number("pair"), None, people))
    elif message.recipient_id is not None:
        world.put_recipient(Recipient(message.recipient_id, None, people))
    return world.direct_recipient(people)


def _held_by(rendered: str) -> frozenset[str]:
    """Return what a rendered text holds beside words."""
    marks = {
        "link": "<a href=",
        "image": 'class="message_inline_image"',
        "attachment": 'href="/user_uploads/',
    }
    return frozenset(name for name, mark in marks.items() if mark in rendered)


def _put_personal(world: World, user_id: int, told: Personal) -> None:
    world.personal.change(
        user_id,
        status=told.user_status,
        presence=told.presence,
        alert_words=tuple(told.alert_words),
        muted_users={one.id: one.timestamp for one in told.muted_users},
        push_tokens=frozenset(told.push_tokens),
        edited_settings=frozenset(told.edited_settings),
    )
    for choice in told.user_topics:
        world.personal.choose(user_id, choice)
    if told.presence is not None:
        world.personal.saw(told.presence)


def _scheduled(world: World, one: Scheduled, sender_id: int) -> records.ScheduledMessage:
    if isinstance(one.to, int):
        recipient = world.channel_recipient(one.to)
    else:
        recipient = world.direct_recipient((sender_id, *one.to))
    return records.ScheduledMessage(
        id=one.scheduled_message_id,
        sender_id=sender_id,
        recipient=recipient,
        topic=one.topic,
        content=one.content,
        rendered=one.rendered_content,
        due=one.scheduled_delivery_timestamp,
        client=one.client,
        read_by_sender=one.read_by_sender,
        failed=one.failed,
    )
