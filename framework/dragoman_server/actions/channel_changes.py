"""Changing what a channel is like, archiving it, and choosing the ones that new people follow."""

import hashlib
from typing import Any

import msgspec

from dragoman_server import levels
from dragoman_server.actions.channels import describe_privacy, note_channel_event
from dragoman_server.actions.subscriptions import (
    channels_created,
    channels_deleted,
    tell_channels_created,
    tell_channels_deleted,
)
from dragoman_server.event import Event
from dragoman_server.payloads.channels import (
    GROUP_SETTINGS,
    POSTING_POLICIES,
    channel_payload,
    channel_setting,
    posting_policy,
)
from dragoman_server.payloads.groups import setting_payload
from dragoman_server.queues import EventQueue
from dragoman_server.rendering import render_description
from dragoman_server.world.access import people_who_see
from dragoman_server.world.groups import ADMINISTRATORS
from dragoman_server.world.records import Channel, GroupSetting, User
from dragoman_server.world.world import World

ARCHIVING_IS_AN_UPDATE = 378
"""From this level on clients that know archived channels are told of a change, not of an end."""

FOR_EVER = -1
"""What is written for a time after which messages are not deleted."""

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
    kept = _tell_sight(world, changed, before)
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
    world.send(event, kept)
    _note(
        world,
        actor,
        channel,
        "changed the [access permissions](/help/channel-permissions) for this channel "
        f"from **{describe_privacy(channel)}** to **{describe_privacy(changed)}**.",
    )


def _tell_sight(world: World, channel: Channel, before: set[int]) -> list[int]:
    """Tell who has gained or lost sight of a channel of it, and return who saw it and sees it still."""
    after = set(people_who_see(world, channel))
    gained, lost = sorted(after - before), sorted(before - after)
    if gained:
        tell_channels_created(world, [channel], gained)
        subscribers = world.subscriber_ids(channel.id)
        peers = Event("subscription", op="peer_add", stream_ids=[channel.id], user_ids=subscribers)
        world.send(peers, gained)
    if world.level >= levels.DELETED_CHANNELS_BY_ID and lost:
        tell_channels_deleted(world, [channel], lost)
    return sorted(before & after)


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


def do_change_channel_permission(
    world: World, actor: User, channel: Channel, name: str, setting: GroupSetting
) -> None:
    """Give one of a channel's permissions to others."""
    before, watchers = channel_setting(world, channel, name), set(people_who_see(world, channel))
    changed = msgspec.structs.replace(channel, groups={**channel.groups, name: setting})
    world.channels[channel.id] = changed
    if world.level < GROUP_SETTINGS[name][0]:
        return
    _tell_sight(world, changed, watchers)
    _tell(world, changed, name, setting_payload(setting))
    if name == "can_send_message_group":
        _tell_old_number(world, changed, posting_policy(world, channel))
        _note(
            world,
            actor,
            channel,
            "changed the [posting permissions](/help/channel-posting-policy) for this channel:\n\n"
            f"* **Old**: {_describe(world, before)}\n* **New**: {_describe(world, setting)}",
        )


def _tell_old_number(world: World, channel: Channel, before: int) -> None:
    """Tell who posts as old clients know it, where that is another number now."""
    policy = posting_policy(world, channel)
    if policy != before:
        _tell(world, channel, "stream_post_policy", policy)
        _tell(world, channel, "is_announcement_only", policy == POSTING_POLICIES[ADMINISTRATORS])


def _describe(world: World, setting: GroupSetting) -> str:
    """Name the people and groups of a permission without waking anybody."""
    people, groups = ((), (setting,)) if isinstance(setting, int) else setting
    named = [f"@_**{world.users[one].full_name}|{one}**" for one in people]
    held = (world.groups.get(one) for one in groups)
    return ", ".join([*named, *(f"@_*{group.name}*" for group in held if group is not None)])


def do_change_topics_policy(world: World, channel: Channel, policy: str) -> None:
    """Change whether the empty topic is allowed."""
    _change(world, channel, "topics_policy", policy, topics_policy=policy)


def do_move_to_folder(world: World, channel: Channel, folder_id: int | None) -> None:
    """Put a channel into a folder, or out of all."""
    _change(world, channel, "folder_id", folder_id, folder_id=folder_id)


def do_change_retention(world: World, actor: User, channel: Channel, days: int | None) -> None:
    """Change how long messages are kept."""
    _change(world, channel, "message_retention_days", days, message_retention_days=days)
    everywhere = world.setting("message_retention_days")
    old, new = (everywhere if one is None else one for one in (channel.message_retention_days, days))
    outcome = f"Messages in this channel will now be automatically deleted {new} days after they are sent."
    if new == FOR_EVER:
        outcome = "Messages in this channel will now be retained forever."
    _note(
        world,
        actor,
        channel,
        "has changed the [message retention period](/help/message-retention-policy) for this channel:\n"
        f"* **Old retention period**: {_period(old)}\n* **New retention period**: {_period(new)}\n\n"
        f"{outcome}",
    )


def _period(days: int) -> str:
    return "Forever" if days == FOR_EVER else f"{days} days"


def do_archive_channel(world: World, channel: Channel) -> None:
    """Put a channel out of use; an old server also made it private, under another name."""
    watchers = people_who_see(world, channel)
    changes: dict[str, Any] = {"is_archived": True}
    if world.level < levels.ARCHIVED_CHANNELS:
        mark = hashlib.sha512(str(channel.id).encode()).hexdigest()[:7]
        changes |= {"name": f"{mark}!DEACTIVATED:{channel.name}"[:60], "invite_only": True}
    world.channels[channel.id] = msgspec.structs.replace(channel, **changes)
    if channel.is_default:
        do_set_default(world, world.channels[channel.id], is_default=False)
    _tell_archived(world, channel, watchers, archived=True)


def do_unarchive_channel(world: World, channel: Channel) -> None:
    """Put a channel into use again."""
    active = msgspec.structs.replace(channel, is_archived=False)
    world.channels[channel.id] = active
    _tell_archived(world, active, people_who_see(world, active), archived=False)
    note_channel_event(world, active, f"Channel {active.name} un-archived.")


def _tell_archived(world: World, channel: Channel, watchers: list[int], *, archived: bool) -> None:
    """Tell clients that know archived channels of a change, and the others of an end or a beginning."""
    fields = {"op": "update", "property": "is_archived", "value": archived}
    changed = Event("stream", **fields, stream_id=channel.id, name=channel.name)
    gone = channels_deleted(world, [channel]) if archived else channels_created(world, [channel])

    may_know = world.level >= ARCHIVING_IS_AN_UPDATE

    def choose(queue: EventQueue) -> tuple[Event, ...]:
        knows = may_know and "archived_channels" in queue.choices.capabilities
        return (changed if knows else gone,)

    for event in (changed, gone) if may_know else (gone,):
        world.ledger.emitted(event.kind)
    world.queues.push_each(watchers, choose)


def do_set_default(world: World, channel: Channel, *, is_default: bool) -> None:
    """Let new people follow a channel, or not; all but guests are told which ones they follow."""
    world.channels[channel.id] = msgspec.structs.replace(channel, is_default=is_default)
    told = default_channels_payload(world)
    people = [user.user_id for user in world.users if user.is_active and not user.is_guest]
    world.send(Event("default_streams", default_streams=told), people)


def default_channels_payload(world: World) -> list[Any]:
    """Return the channels that new people follow: their IDs, or on old servers the channels."""
    default = [one for one in world.channels.values() if one.is_default and not one.is_archived]
    if world.level >= levels.DEFAULT_CHANNELS_BY_ID:
        return sorted(channel.id for channel in default)
    default.sort(key=lambda channel: channel.name)
    shown = [channel_payload(world, channel) for channel in default]
    return [{key: one[key] for key in one if key != "stream_weekly_traffic"} for one in shown]


def _change(world: World, channel: Channel, told: str, value: object, **changes: Any) -> None:
    world.channels[channel.id] = msgspec.structs.replace(channel, **changes)
    _tell(world, channel, told, value)


def _tell(world: World, channel: Channel, name: str, value: object, **more: object) -> None:
    place = {"stream_id": channel.id, "name": channel.name}
    event = Event("stream", op="update", property=name, value=value, **place, **more)
    world.send(event, people_who_see(world, channel))


def _note(world: World, actor: User, channel: Channel, what: str) -> None:
    note_channel_event(world, channel, f"@_**{actor.full_name}|{actor.user_id}** {what}")
