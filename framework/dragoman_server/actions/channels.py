"""Creating channels."""

from collections.abc import Iterable

import msgspec

from dragoman_server.actions.messages import send_as_system
from dragoman_server.actions.subscriptions import tell_channels_created
from dragoman_server.rendering import render_description
from dragoman_server.world.access import people_who_see
from dragoman_server.world.records import Channel, GroupSetting, User
from dragoman_server.world.world import World

EVENTS_TOPIC = "channel events"
"""Where the system writes what happened to a channel."""

ANNOUNCEMENTS_TOPIC = "new channels"
"""Where the system writes that there is a new channel."""


class NewChannel(msgspec.Struct, frozen=True, kw_only=True):
    """What a channel is to be like."""

    name: str
    description: str = ""
    invite_only: bool = False
    is_web_public: bool = False
    history_public: bool = True
    is_default: bool = False
    topics_policy: str = "inherit"
    message_retention_days: int | None = None
    folder_id: int | None = None
    groups: dict[str, GroupSetting] = {}


def do_create_channel(world: World, creator: User, new: NewChannel) -> Channel:
    """Create a channel without subscribers, not yet told to anybody."""
    channel = Channel(
        id=world.number("channel"),
        name=new.name,
        description=new.description,
        rendered_description=render_description(world, creator, new.description),
        date_created=int(world.clock.now()),
        creator_id=creator.user_id,
        invite_only=new.invite_only,
        is_web_public=new.is_web_public,
        history_public=new.history_public,
        is_default=new.is_default,
        topics_policy=new.topics_policy,
        message_retention_days=new.message_retention_days,
        folder_id=new.folder_id,
        groups=new.groups,
    )
    world.channels[channel.id] = channel
    return channel


def tell_new_channel(world: World, channel: Channel, first_subscribers: set[int]) -> None:
    """Tell a new channel to all who see it, and to its first subscribers."""
    tell_channels_created(world, [channel], sorted({*people_who_see(world, channel), *first_subscribers}))


def note_channel_event(world: World, channel: Channel, note: str, *, read_by: Iterable[int] = ()) -> None:
    """Write what happened to a channel where its people see it, unless that is switched off."""
    if world.setting("send_channel_events_messages"):
        send_as_system(world, world.channel_recipient(channel.id), EVENTS_TOPIC, note, read_by=read_by)


def note_creation(world: World, creator: User, channel: Channel) -> None:
    """Write the first message of a channel: who made it."""
    note = (
        f"**{describe_privacy(channel)}** channel created by @_**{creator.full_name}|{creator.user_id}**. "
        "**Description:**\n"
        f"```` quote\n{channel.description or '*No description.*'}\n````"
    )
    note_channel_event(world, channel, note, read_by=(creator.user_id,))


def announce_channels(world: World, creator: User, channels: list[Channel]) -> None:
    """Write of new channels where the organisation announces them, if it does."""
    announcing = world.channels.get(world.organization.settings.get("new_stream_announcements_stream_id", -1))
    if announcing is None or not channels:
        return
    who = f"@_**{creator.full_name}|{creator.user_id}**"
    named = ", ".join(f"#**{channel.name}**" for channel in channels)
    note = f"{who} created a new channel {named}."
    if len(channels) > 1:
        note = f"{who} created the following channels: {named}."
    recipient = world.channel_recipient(announcing.id)
    send_as_system(world, recipient, ANNOUNCEMENTS_TOPIC, note, read_by=(creator.user_id,))


def note_subscriptions(world: World, adder: User, people: dict[User, list[Channel]]) -> None:
    """Tell people which channels somebody else let them follow; bots need no telling."""
    for user, channels in people.items():
        if user.is_bot or user.user_id == adder.user_id:
            continue
        who = f"@**{adder.full_name}|{adder.user_id}**"
        named = sorted(f"#**{channel.name}**" for channel in channels)
        note = f"{who} subscribed you to the channel {named[0]}."
        if len(named) > 1:
            note = f"{who} subscribed you to the following channels:\n\n" + "\n".join(
                f"* {one}" for one in named
            )
        recipient = world.direct_recipient((world.notification_bot.user_id, user.user_id))
        send_as_system(world, recipient, "", note)


def describe_privacy(channel: Channel) -> str:
    """Say in words who finds a channel and what they see of it."""
    if channel.is_web_public:
        return "Web-public"
    if not channel.invite_only:
        return "Public"
    return "Private, shared history" if channel.history_public else "Private, protected history"
