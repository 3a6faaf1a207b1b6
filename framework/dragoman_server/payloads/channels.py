"""Channels and subscriptions on the wire."""

from typing import Any

import msgspec

from dragoman_server import levels
from dragoman_server.payloads.channel_traffic import is_recently_active, weekly_traffic
from dragoman_server.payloads.groups import setting_payload
from dragoman_server.world.groups import ADMINISTRATORS, EVERYONE, FULL_MEMBERS, MEMBERS, MODERATORS, NOBODY
from dragoman_server.world.records import Channel, GroupSetting, Subscription
from dragoman_server.world.world import World

GROUP_SETTINGS = {
    "can_remove_subscribers_group": (0, ADMINISTRATORS),
    "can_administer_channel_group": (325, NOBODY),
    "can_send_message_group": (333, EVERYONE),
    "can_add_subscribers_group": (342, NOBODY),
    "can_subscribe_group": (357, NOBODY),
    "can_move_messages_out_of_channel_group": (396, NOBODY),
    "can_move_messages_within_channel_group": (396, NOBODY),
    "can_resolve_topics_group": (402, NOBODY),
    "can_delete_any_message_group": (407, NOBODY),
    "can_delete_own_message_group": (407, NOBODY),
    "can_create_topic_group": (441, EVERYONE),
}
"""A channel's permission settings: the level at which each came, and whom it names at first."""

POSTING_POLICIES = {EVERYONE: 1, ADMINISTRATORS: 2, FULL_MEMBERS: 3, MODERATORS: 4}
"""The number by which the old `stream_post_policy` says who may post."""

_PERSONAL_DEFAULTS = {
    "desktop_notifications": False,
    "audible_notifications": False,
    "push_notifications": False,
    "email_notifications": False,
}


def channel_setting(world: World, channel: Channel, name: str) -> GroupSetting:
    """Return who holds one of the channel's permissions."""
    return channel.groups.get(name, world.groups.system(GROUP_SETTINGS[name][1]))


def posting_policy(world: World, channel: Channel) -> int:
    """Return the old number for who may post; 1, everybody, where no old number fits."""
    setting = channel_setting(world, channel, "can_send_message_group")
    group = world.groups.get(setting) if isinstance(setting, int) else None
    return POSTING_POLICIES.get(group.name if group else MEMBERS, 1)


def channel_payload(world: World, channel: Channel) -> dict[str, Any]:
    """Return a channel."""
    ids = world.messages.ids_of(world.channel_recipient(channel.id).id)
    policy = posting_policy(world, channel)
    payload: dict[str, Any] = {
        "can_remove_subscribers_group": setting_payload(
            channel_setting(world, channel, "can_remove_subscribers_group")
        ),
        "creator_id": channel.creator_id,
        "date_created": channel.date_created,
        "description": channel.description,
        "first_message_id": ids[0] if ids else None,
        "history_public_to_subscribers": channel.history_public,
        "invite_only": channel.invite_only,
        "is_web_public": channel.is_web_public,
        "message_retention_days": channel.message_retention_days,
        "name": channel.name,
        "rendered_description": channel.rendered_description,
        "stream_id": channel.id,
        "stream_post_policy": policy,
        "is_announcement_only": policy == POSTING_POLICIES[ADMINISTRATORS],
        "stream_weekly_traffic": weekly_traffic(world, channel),
    }
    return payload | _newer_fields(world, channel)


def _newer_fields(world: World, channel: Channel) -> dict[str, Any]:
    newer: dict[str, tuple[int, Any]] = {
        "is_archived": (levels.ARCHIVED_CHANNELS, channel.is_archived),
        "is_recently_active": (levels.RECENTLY_ACTIVE, is_recently_active(world, channel)),
        "folder_id": (levels.CHANNEL_FOLDERS, channel.folder_id),
        "topics_policy": (levels.TOPICS_POLICY, channel.topics_policy),
        "subscriber_count": (levels.SUBSCRIBER_COUNT, len(world.subscriber_ids(channel.id))),
    }
    for name, (level, _) in GROUP_SETTINGS.items():
        newer[name] = (level, setting_payload(channel_setting(world, channel, name)))
    return {name: value for name, (level, value) in newer.items() if world.level >= level}


def subscription_payload(
    world: World,
    subscription: Subscription,
    *,
    null_settings: bool = True,
    subscribers: bool = False,
) -> dict[str, Any]:
    """Return a channel with what one person set for it.

    `null_settings` shows a setting that is left to the account as null; old clients get its value instead.
    """
    channel = world.channels[subscription.channel_id]
    personal = {
        name: default if value is None and not null_settings else value
        for name, default in _PERSONAL_DEFAULTS.items()
        for value in (getattr(subscription, name),)
    }
    payload = channel_payload(world, channel) | personal
    payload |= {
        "wildcard_mentions_notify": subscription.wildcard_mentions_notify,
        "color": subscription.color,
        "is_muted": subscription.is_muted,
        "in_home_view": not subscription.is_muted,
        "pin_to_top": subscription.pin_to_top,
    }
    if subscribers:
        payload["subscribers"] = world.subscriber_ids(channel.id)
    return payload


def new_subscription(world: World, user_id: int, channel_id: int, color: str | None = None) -> Subscription:
    """Return an active subscription: as it was before the person left, or a new one in an unused color."""
    former = world.subscriptions.get(channel_id, {}).get(user_id)
    if former is not None:
        return msgspec.structs.replace(former, active=True)
    color = color or _next_color(world, user_id, channel_id)
    return Subscription(user_id=user_id, channel_id=channel_id, color=color)


_COLORS = (
    *("#76ce90", "#fae589", "#a6c7e5", "#e79ab5", "#bfd56f", "#f4ae55", "#b0a5fd", "#addfe5"),
    *("#f5ce6e", "#c2726a", "#94c849", "#bd86e5", "#ee7e4a", "#a6dcbf", "#95a5fd", "#53a063"),
    *("#9987e1", "#e4523d", "#c2c2c2", "#4f8de4", "#c6a8ad", "#e7cc4d", "#c8bebf", "#a47462"),
)


def _next_color(world: World, user_id: int, channel_id: int) -> str:
    """Return the first color that none of the person's channels has, those left included."""
    used = {
        subscriptions[user_id].color
        for subscriptions in world.subscriptions.values()
        if user_id in subscriptions
    }
    repeated = _COLORS[world.channel_recipient(channel_id).id % len(_COLORS)]
    return next((color for color in _COLORS if color not in used), repeated)
