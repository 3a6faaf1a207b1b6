"""Changing and archiving channels, deleting topics, and choosing the channels that new people follow."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypedDict, Unpack, cast

from dragoman_server import failures, levels
from dragoman_server.actions.channel_changes import (
    do_archive_channel,
    do_change_channel_permission,
    do_change_posting_policy,
    do_change_privacy,
    do_change_retention,
    do_change_topics_policy,
    do_describe_channel,
    do_move_to_folder,
    do_rename_channel,
    do_set_default,
    do_unarchive_channel,
)
from dragoman_server.actions.edits import do_delete_messages
from dragoman_server.call import Call
from dragoman_server.channel_folders import access_folder_in_use
from dragoman_server.channel_settings import HOLDER_FAILS, read_channel_permission, read_group_setting
from dragoman_server.conversion import WRONG_TYPE
from dragoman_server.endpoint import endpoint
from dragoman_server.new_channels import check_rights_over_topics, check_web_public
from dragoman_server.parameters import Json, Offered
from dragoman_server.payloads.channels import channel_setting
from dragoman_server.permissions import ADMINISTRATORS
from dragoman_server.shapes.channels import Deleted
from dragoman_server.user_group_rules import SettingChange
from dragoman_server.wanted_channels import (
    NAME_FAILS,
    Days,
    TopicsPolicy,
    Wanted,
    check_wanted,
    read_retention,
)
from dragoman_server.world.access import (
    CHANNEL_ADMINISTRATORS,
    GRANT_READING,
    access_channel,
    access_channel_settings,
    may_read_channel,
)
from dragoman_server.world.records import Channel, GroupSetting, Role
from dragoman_server.world.world import World

PERMISSIONS_ARE_COMPARED = 320
"""From this level on a change says what a permission is to be; one that stays as it was is not told again."""

DELETERS_OF_A_CHANNEL = 407
"""From this level on a channel says who may delete its messages."""

Change = Json[int | SettingChange]

_CHANGE_FAILS = (
    failures.INVALID_CHANNEL_ID,
    failures.NOT_ADMINISTRATOR,
    failures.CANNOT_ADMINISTER,
)


class GroupChanges(TypedDict, total=False):
    """Who may do what in a channel from now on."""

    can_remove_subscribers_group: Change
    can_administer_channel_group: Annotated[Change, Offered(since=325)]
    can_send_message_group: Annotated[Change, Offered(since=333)]
    can_add_subscribers_group: Annotated[Change, Offered(since=342)]
    can_subscribe_group: Annotated[Change, Offered(since=357)]
    can_move_messages_out_of_channel_group: Annotated[Change, Offered(since=396)]
    can_move_messages_within_channel_group: Annotated[Change, Offered(since=396)]
    can_resolve_topics_group: Annotated[Change, Offered(since=402)]
    can_delete_any_message_group: Annotated[Change, Offered(since=407)]
    can_delete_own_message_group: Annotated[Change, Offered(since=407)]
    can_create_topic_group: Annotated[Change, Offered(since=441)]


class ChannelChanges(GroupChanges, total=False):
    """What else may be `null`."""

    folder_id: Annotated[Json[int | None], Offered(since=levels.CHANNEL_FOLDERS)]


@endpoint(
    "PATCH",
    "/streams/{stream_id}",
    fails=(
        *_CHANGE_FAILS,
        *NAME_FAILS,
        failures.SAME_CHANNEL_NAME,
        failures.CHANNEL_NAME_TAKEN,
        failures.NOT_OWNER,
        failures.INSUFFICIENT,
        failures.CONTENT_ACCESS_NEEDED,
        failures.NO_CHANGE_OF_DEFAULTS,
        failures.DEFAULT_IS_PUBLIC,
        failures.PUBLIC_IS_NOT_PRIVATE,
        failures.NOT_WEB_PUBLIC_HERE,
        *HOLDER_FAILS,
        failures.NOT_A_SYSTEM_GROUP,
        failures.NOT_AS_EXPECTED,
        failures.INVALID_FOLDER,
        failures.FOLDER_ARCHIVED,
        failures.NOT_ALL_IN_EMPTY_TOPIC,
    ),
    emits=(
        *("stream/update", "stream/create", "stream/delete", "subscription/peer_add"),
        *("default_streams", "message"),
    ),
)
def update_channel(
    call: Call,
    *,
    stream_id: int,
    new_name: str | None = None,
    description: str | None = None,
    is_private: Json[bool] | None = None,
    is_web_public: Json[bool] | None = None,
    is_default_stream: Json[bool] | None = None,
    is_archived: Annotated[Json[bool] | None, Offered(since=388)] = None,
    history_public_to_subscribers: Json[bool] | None = None,
    message_retention_days: Json[Days] | None = None,
    stream_post_policy: Annotated[
        Json[Literal[1, 2, 3, 4]] | None, Offered(until=levels.POSTING_BY_GROUP)
    ] = None,
    is_announcement_only: Annotated[Json[bool] | None, Offered(until=levels.POSTING_BY_GROUP)] = None,
    topics_policy: Annotated[TopicsPolicy | None, Offered(since=levels.TOPICS_POLICY)] = None,
    **changes: Unpack[ChannelChanges],
) -> None:
    """Change a channel's name, description, privacy, permissions or other settings.

    Not in the spec: the operation; the settings are those of a channel object.
    """
    world, user = call.world, call.user
    channel = _access_to_administer(call, stream_id)
    retention = None
    if message_retention_days is not None:
        if user.role != Role.OWNER:
            raise failures.NOT_OWNER
        retention = read_retention(message_retention_days)
    name = None if new_name is None else _check_name(world, channel, new_name)
    if description is not None:
        check_wanted(Wanted("x", description), "description")
        description = description.strip().replace("\n", " ")
    if is_default_stream is not None and not user.is_admin:
        raise failures.NO_CHANGE_OF_DEFAULTS
    if topics_policy == "empty_topic_only":
        _check_all_in_empty_topic(world, channel)
    privacy = _choose_privacy(
        call, channel, is_private, is_web_public, history_public_to_subscribers, is_default_stream
    )
    folder_id = changes.pop("folder_id", channel.folder_id)
    if folder_id is not None and folder_id != channel.folder_id:
        access_folder_in_use(world, folder_id)
    permissions = _read_permissions(call, channel, changes)
    changes_topics = topics_policy not in (None, channel.topics_policy)
    check_rights_over_topics(world, user, topics_policy=changes_topics, groups=permissions)
    if is_announcement_only is not None:
        stream_post_policy = 2 if is_announcement_only else 1

    def now() -> Channel:
        return world.channels[channel.id]

    if is_archived is False and channel.is_archived:
        do_unarchive_channel(world, channel)
    if retention != channel.message_retention_days and message_retention_days is not None:
        do_change_retention(world, user, now(), retention)
    if topics_policy is not None and topics_policy != channel.topics_policy:
        do_change_topics_policy(world, now(), topics_policy)
    if folder_id != channel.folder_id:
        do_move_to_folder(world, now(), folder_id)
    if privacy is not None:
        invite_only, history, web_public = privacy
        do_change_privacy(
            world, user, now(), invite_only=invite_only, history_public=history, web_public=web_public
        )
    # Taking a channel away from the default ones is told even where it was none of them.
    if is_default_stream is False or (is_default_stream and not channel.is_default):
        do_set_default(world, now(), is_default=is_default_stream)
    if description is not None:
        do_describe_channel(world, user, now(), description)
    if name is not None:
        do_rename_channel(world, user, now(), name)
    if stream_post_policy is not None:
        do_change_posting_policy(world, user, now(), stream_post_policy)
    for key, setting in permissions.items():
        do_change_channel_permission(world, user, now(), key, setting)


def _check_all_in_empty_topic(world: World, channel: Channel) -> None:
    if any(message.topic for message in world.messages.of(world.channel_recipient(channel.id).id)):
        raise failures.NOT_ALL_IN_EMPTY_TOPIC


def _access_to_administer(call: Call, channel_id: int) -> Channel:
    """Return a channel that the caller may change: administrators, and since 349 those the channel names."""
    world, user = call.world, call.user
    if world.level < levels.CHANNEL_ADMINISTRATORS:
        if not user.is_admin:
            raise failures.NOT_ADMINISTRATOR
        return access_channel_settings(world, user, channel_id, archived=True)
    channel = access_channel_settings(world, user, channel_id, archived=True)
    setting = channel_setting(world, channel, CHANNEL_ADMINISTRATORS)
    if not (user.is_admin or world.groups.holds(setting, user)):
        raise failures.CANNOT_ADMINISTER
    return channel


def _check_name(world: World, channel: Channel, name: str) -> str:
    name = name.strip()
    if name == channel.name:
        raise failures.SAME_CHANNEL_NAME
    check_wanted(Wanted(name), "new_name")
    taken = world.channel_named(name)
    if taken is not None and taken.id != channel.id:
        raise failures.CHANNEL_NAME_TAKEN
    return name


Privacy = tuple[bool, bool, bool]
"""Whether a channel is private, whether newcomers see its history, whether all the web reads it."""


def _choose_privacy(
    call: Call,
    channel: Channel,
    is_private: bool | None,
    is_web_public: bool | None,
    history: bool | None,
    is_default: bool | None,
) -> Privacy | None:
    """Return what the channel's privacy is to be, or `None` where it stays."""
    if is_private is None and is_web_public is None and history is None:
        if is_default and channel.invite_only:
            raise failures.DEFAULT_IS_PUBLIC
        return None
    _check_may_read(call, channel)
    if is_web_public:
        check_web_public(call.world, call.user, invite_only=bool(is_private))
    web_public = channel.is_web_public if is_web_public is None else is_web_public
    invite_only = channel.invite_only if is_private is None else is_private
    if is_web_public:
        invite_only = False
    elif is_private:
        web_public = False
    if invite_only and (is_default if is_default is not None else channel.is_default):
        raise failures.DEFAULT_IS_PUBLIC
    kept = channel.history_public if channel.invite_only else False
    wanted = (invite_only, (kept if history is None else history) if invite_only else True, web_public)
    return None if wanted == (channel.invite_only, channel.history_public, channel.is_web_public) else wanted


def _check_may_read(call: Call, channel: Channel) -> None:
    """Refuse to open or close a channel to whoever sees no more of it than its name."""
    gone = channel.is_archived and call.level < levels.ARCHIVED_CHANNELS
    if may_read_channel(call.world, call.user, channel) and not gone:
        return
    raise (
        failures.CONTENT_ACCESS_NEEDED
        if call.level >= levels.CHANNEL_ADMINISTRATORS
        else failures.INVALID_CHANNEL_ID
    )


def _read_permissions(call: Call, channel: Channel, changes: GroupChanges) -> dict[str, GroupSetting]:
    """Return the permissions that are to change, or on old servers those that were named."""
    world = call.world
    chosen: dict[str, GroupSetting] = {}
    for name, change in cast("Mapping[str, int | SettingChange]", changes).items():
        if isinstance(change, int) and call.level >= PERMISSIONS_ARE_COMPARED:
            raise WRONG_TYPE(place=name, kind="a dict")
        old, new = (change.old, change.new) if isinstance(change, SettingChange) else (None, change)
        now = channel_setting(world, channel, name)
        if old is not None and read_group_setting(world, old) != now:
            raise failures.NOT_AS_EXPECTED
        setting = read_channel_permission(world, name, new)
        if setting == now and call.level >= PERMISSIONS_ARE_COMPARED:
            continue
        if name in GRANT_READING:
            _check_may_read(call, channel)
        chosen[name] = setting
    return chosen


@endpoint(
    "DELETE",
    "/streams/{stream_id}",
    fails=(*_CHANGE_FAILS, failures.ALREADY_ARCHIVED),
    emits=("stream/delete", "stream/update", "default_streams"),
)
def archive_channel(call: Call, *, stream_id: int) -> None:
    """Archive a channel: it can be read no less than before, and nobody writes in it any more.

    Not in the spec: the operation.
    """
    channel = _access_to_administer(call, stream_id)
    if channel.is_archived:
        raise failures.ALREADY_ARCHIVED
    do_archive_channel(call.world, channel)


@endpoint(
    "POST",
    "/streams/{stream_id}/delete_topic",
    fails=(failures.INVALID_CHANNEL_ID, failures.NOT_ADMINISTRATOR),
    emits=("delete_message",),
    answers=Deleted,
)
def delete_topic(call: Call, *, stream_id: int, topic_name: str) -> dict[str, Any]:
    """Delete all messages of a topic.

    Not in the spec: the operation.
    """
    world, user = call.world, call.user
    if world.level < DELETERS_OF_A_CHANNEL and not user.is_admin:
        raise failures.NOT_ADMINISTRATOR
    channel = access_channel(world, user, stream_id)
    setting = channel_setting(world, channel, "can_delete_any_message_group")
    if not (user.is_admin or world.groups.holds(setting, user)):
        raise failures.NOT_ADMINISTRATOR
    wanted = topic_name.casefold()
    recipient = world.channel_recipient(channel.id)
    do_delete_messages(
        world, user, [one for one in world.messages.of(recipient.id) if one.topic.casefold() == wanted]
    )
    return {"complete": True}


@endpoint(
    "POST",
    "/default_streams",
    permission=ADMINISTRATORS,
    fails=(failures.INVALID_CHANNEL_ID, failures.DEFAULT_IS_PUBLIC),
    emits=("default_streams",),
)
def add_default_channel(call: Call, *, stream_id: Json[int]) -> None:
    """Let new people follow a channel.

    Not in the spec: the operation.
    """
    channel = access_channel_settings(call.world, call.user, stream_id)
    if channel.invite_only:
        raise failures.DEFAULT_IS_PUBLIC
    if not channel.is_default:
        do_set_default(call.world, channel, is_default=True)


@endpoint(
    "DELETE",
    "/default_streams",
    permission=ADMINISTRATORS,
    fails=(failures.INVALID_CHANNEL_ID,),
    emits=("default_streams",),
)
def remove_default_channel(call: Call, *, stream_id: Json[int]) -> None:
    """Let new people not follow a channel any more.

    Not in the spec: the operation.
    """
    channel = access_channel_settings(call.world, call.user, stream_id)
    do_set_default(call.world, channel, is_default=False)
