"""Changing what a channel is like, archiving it, and choosing the ones that new people follow."""

import secrets
from typing import Any

import msgspec

from dragoman_server import levels
from dragoman_server.actions.channels import EVENTS_TOPIC, describe_privacy
from dragoman_server.actions.messages import send_as_system
from dragoman_server.actions.subscriptions import tell_channel_created, tell_channel_deleted
from dragoman_server.event import Event
from dragoman_server.payloads.channels import (
    GROUP_SETTINGS,
    POSTING_POLICIES,
    channel_payload,
    posting_policy,
)
from dragoman_server.payloads.groups import setting_payload
from dragoman_server.rendering import render_description
from dragoman_server.world.access import people_who_see
from dragoman_server.world.records import Channel, GroupSetting, User
from dragoman_server.world.world import World

ARCHIVING_IS_AN_UPDATE = 378
"""From this level on clients that know archived channels are told of a change, not of an end."""

_WHO_POSTS = {
    1: "All channel members can post.",
    2: "Only organization administrators can post.",
    3: "Only organization full members can post.",
    4: "Only organization administrators and moderators can post.",
}


def do_rename_channel(world: World, actor: User, channel: Channel, name: str) -> None:
    """Give a channel another name."""
    _change(world, channel, "name", name, name=name)
    _note(world, actor, channel, f"renamed channel **{channel.name}** to **{name}**.")


def do_describe_channel(world: World, actor: User, channel: Channel, description: str) -> None:
    """Give a channel another description."""
    rendered = render_description(world, actor, description)
    changed = msgspec.structs.replace(channel, description=description, rendered_description=rendered)
    world.channels[channel.id] = changed
    _tell(world, changed, "description", description, rendered_description=rendered)
    _note(
        world,
        actor,
        channel,
        "changed the description for this channel.\n\n"
        f"* **Old description:**\n{_quote(channel.description)}\n"
        f"* **New description:**\n{_quote(description)}",
    )


def _quote(description: str) -> str:
    return f"```` quote\n{description or '*No description.*'}\n````"


def do_change_privacy(
    world: World, actor: User, channel: Channel, *, invite_only: bool, history_public: bool, web_public: bool
) -> None:
    """Open a channel to others or close it; who gains sight of it hears of it as of a new one."""
    before = set(people_who_see(world, channel))
    changed = msgspec.structs.replace(
        channel, invite_only=invite_only, history_public=history_public, is_web_public=web_public
    )
    world.channels[channel.id] = changed
    after = set(people_who_see(world, changed))
    gained = sorted(after - before)
    if gained:
        tell_channel_created(world, changed, gained)
        subscribers = world.subscriber_ids(channel.id)
        peers = Event("subscription", op="peer_add", stream_ids=[channel.id], user_ids=subscribers)
        world.send(peers, gained)
    if world.level >= levels.DELETED_CHANNELS_BY_ID and before - after:
        tell_channel_deleted(world, changed, sorted(before - after))
    event = Event(
        "stream",
        op="update",
        property="invite_only",
        value=invite_only,
        history_public_to_subscribers=history_public,
        is_web_public=web_public,
        stream_id=channel.id,
        name=channel.name,
    )
    world.send(event, sorted(before & after))
    _note(
        world,
        actor,
        channel,
        "changed the [access permissions](/help/channel-permissions) for this channel "
        f"from **{describe_privacy(channel)}** to **{describe_privacy(changed)}**.",
    )


def do_change_posting_policy(world: World, actor: User, channel: Channel, policy: int) -> None:
    """Let others post in a channel, by the old number."""
    before = posting_policy(world, channel)
    names = {number: name for name, number in POSTING_POLICIES.items()}
    groups = {**channel.groups, "can_send_message_group": world.groups.system(names[policy])}
    _change(world, channel, "stream_post_policy", policy, groups=groups)
    _tell(world, channel, "is_announcement_only", policy == 2)
    _note(
        world,
        actor,
        channel,
        "changed the [posting permissions](/help/channel-posting-policy) for this channel:\n\n"
        f"* **Old permissions**: {_WHO_POSTS[before]}\n* **New permissions**: {_WHO_POSTS[policy]}",
    )


def do_change_channel_permission(world: World, channel: Channel, name: str, setting: GroupSetting) -> None:
    """Give one of a channel's permissions to others."""
    world.channels[channel.id] = msgspec.structs.replace(channel, groups={**channel.groups, name: setting})
    if world.level >= GROUP_SETTINGS[name][0]:
        _tell(world, channel, name, setting_payload(setting))


def do_change_channel_property(world: World, channel: Channel, name: str, value: Any) -> None:
    """Change what needs no further words: how long messages are kept, whether the empty topic is allowed."""
    _change(world, channel, name, value, **{name: value})


def do_archive_channel(world: World, channel: Channel) -> None:
    """Put a channel out of use; before archived channels were known it also gave its name free."""
    watchers = people_who_see(world, channel)
    changes: dict[str, Any] = {"is_archived": True}
    if world.level < levels.ARCHIVED_CHANNELS:
        changes["name"] = f"{secrets.token_hex(3)}!DEACTIVATED:{channel.name}"[:60]
    world.channels[channel.id] = msgspec.structs.replace(channel, **changes)
    if channel.is_default:
        do_set_default(world, world.channels[channel.id], is_default=False)
    _tell_archived(world, channel, watchers, archived=True)


def do_unarchive_channel(world: World, channel: Channel) -> None:
    """Put a channel into use again."""
    active = msgspec.structs.replace(channel, is_archived=False)
    world.channels[channel.id] = active
    _tell_archived(world, active, people_who_see(world, active), archived=False)


def _tell_archived(world: World, channel: Channel, watchers: list[int], *, archived: bool) -> None:
    knowing = []
    if world.level >= ARCHIVING_IS_AN_UPDATE:
        capability = "archived_channels"
        knowing = [one for one in watchers if _all_know(world, one, capability)]
        _tell_these(world, channel, "is_archived", archived, knowing)
    others = [one for one in watchers if one not in knowing]
    (tell_channel_deleted if archived else tell_channel_created)(world, channel, others)


def _all_know(world: World, user_id: int, capability: str) -> bool:
    """Tell whether all of a person's clients, and there is one, have said that they know something."""
    queues = world.queues.of(user_id)
    return bool(queues) and all(capability in queue.choices.capabilities for queue in queues)


def do_set_default(world: World, channel: Channel, *, is_default: bool) -> None:
    """Let new people follow a channel, or not; all but guests are told which ones they follow."""
    world.channels[channel.id] = msgspec.structs.replace(channel, is_default=is_default)
    told = default_channels_payload(world)
    people = [user.user_id for user in world.users if user.is_active and not user.is_guest]
    world.send(Event("default_streams", default_streams=told), people)


def default_channels_payload(world: World) -> list[Any]:
    """Return the channels that new people follow: their IDs, or on old servers the channels."""
    default = [channel for _, channel in sorted(world.channels.items()) if channel.is_default]
    if world.level >= levels.DEFAULT_CHANNELS_BY_ID:
        return [channel.id for channel in default]
    shown = [channel_payload(world, channel) for channel in default]
    return [{key: one[key] for key in one if key != "stream_weekly_traffic"} for one in shown]


def _change(world: World, channel: Channel, told: str, value: object, **changes: Any) -> None:
    world.channels[channel.id] = msgspec.structs.replace(channel, **changes)
    _tell(world, channel, told, value)


def _tell(world: World, channel: Channel, name: str, value: object, **more: object) -> None:
    _tell_these(world, channel, name, value, people_who_see(world, channel), **more)


def _tell_these(
    world: World, channel: Channel, name: str, value: object, people: list[int], **more: object
) -> None:
    place = {"stream_id": channel.id, "name": channel.name}
    world.send(Event("stream", op="update", property=name, value=value, **place, **more), people)


def _note(world: World, actor: User, channel: Channel, what: str) -> None:
    recipient = world.channel_recipient(channel.id)
    note = f"@_**{actor.full_name}|{actor.user_id}** {what}"
    send_as_system(world, recipient, EVENTS_TOPIC, note, read_by=(actor.user_id,))
