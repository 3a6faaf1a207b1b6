"""Changing and archiving channels, deleting topics, and choosing the channels that new people follow."""

from typing import Annotated, Any, Literal

from dragoman_server import failures, levels
from dragoman_server.actions.channel_changes import (
    do_archive_channel,
    do_change_channel_permission,
    do_change_channel_property,
    do_change_posting_policy,
    do_change_privacy,
    do_describe_channel,
    do_rename_channel,
    do_set_default,
    do_unarchive_channel,
)
from dragoman_server.actions.edits import do_delete_messages
from dragoman_server.call import Call
from dragoman_server.channel_settings import read_group_setting
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json, Offered
from dragoman_server.payloads.channels import channel_setting, posting_policy
from dragoman_server.permissions import ADMINISTRATORS
from dragoman_server.shapes.channels import Deleted
from dragoman_server.user_group_rules import SettingChange
from dragoman_server.wanted_channels import Wanted, check_retention, check_wanted
from dragoman_server.world.access import access_channel, access_channel_settings
from dragoman_server.world.policies import policy_allows
from dragoman_server.world.records import Channel, GroupSetting, User
from dragoman_server.world.world import World

CHANNEL_ADMINISTRATORS = 349
"""From this level on a channel may have administrators of its own."""

DELETERS_OF_A_CHANNEL = 407
"""From this level on a channel says who may delete its messages."""

Change = Json[int | SettingChange] | None
_CHANGE_FAILS = (
    failures.INVALID_CHANNEL_ID,
    failures.NOT_ADMINISTRATOR,
    failures.CANNOT_ADMINISTER,
)


@endpoint(
    "PATCH",
    "/streams/{stream_id}",
    fails=(
        *_CHANGE_FAILS,
        failures.SAME_CHANNEL_NAME,
        failures.CHANNEL_NAME_TAKEN,
        failures.EMPTY_CHANNEL_NAME,
        failures.LONG_CHANNEL_NAME,
        failures.BAD_CHANNEL_CHARACTER,
        failures.LONG_DESCRIPTION,
        failures.NOT_OWNER,
        failures.INSUFFICIENT,
        failures.DEFAULT_IS_PUBLIC,
        failures.PUBLIC_IS_NOT_PRIVATE,
        failures.INVALID_GROUP,
        failures.NO_SUCH_USER,
        failures.NOT_AS_EXPECTED,
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
    message_retention_days: Json[int | str] | None = None,
    stream_post_policy: Annotated[
        Json[Literal[1, 2, 3, 4]] | None, Offered(until=levels.POSTING_BY_GROUP)
    ] = None,
    topics_policy: Annotated[
        Literal["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"] | None,
        Offered(since=levels.TOPICS_POLICY),
    ] = None,
    can_remove_subscribers_group: Change = None,
    can_administer_channel_group: Annotated[Change, Offered(since=325)] = None,
    can_send_message_group: Annotated[Change, Offered(since=333)] = None,
    can_add_subscribers_group: Annotated[Change, Offered(since=342)] = None,
    can_subscribe_group: Annotated[Change, Offered(since=357)] = None,
    can_move_messages_out_of_channel_group: Annotated[Change, Offered(since=396)] = None,
    can_move_messages_within_channel_group: Annotated[Change, Offered(since=396)] = None,
    can_resolve_topics_group: Annotated[Change, Offered(since=402)] = None,
    can_delete_any_message_group: Annotated[Change, Offered(since=407)] = None,
    can_delete_own_message_group: Annotated[Change, Offered(since=407)] = None,
    can_create_topic_group: Annotated[Change, Offered(since=441)] = None,
) -> None:
    """Change a channel's name, description, privacy, permissions or other settings.

    Not in the spec: the operation; the settings are those of a channel object.
    """
    world, user = call.world, call.user
    channel = _access_to_administer(call, stream_id)
    retention = None
    if message_retention_days is not None:
        retention = check_retention(user, message_retention_days)
    name = None if new_name is None else _check_name(world, channel, new_name)
    if description is not None:
        check_wanted(Wanted("x", description), "description")
        description = description.strip().replace("\n", " ")
    privacy = _choose_privacy(
        call, channel, is_private, is_web_public, history_public_to_subscribers, is_default_stream
    )
    changes = {
        "can_remove_subscribers_group": can_remove_subscribers_group,
        "can_administer_channel_group": can_administer_channel_group,
        "can_send_message_group": can_send_message_group,
        "can_add_subscribers_group": can_add_subscribers_group,
        "can_subscribe_group": can_subscribe_group,
        "can_move_messages_out_of_channel_group": can_move_messages_out_of_channel_group,
        "can_move_messages_within_channel_group": can_move_messages_within_channel_group,
        "can_resolve_topics_group": can_resolve_topics_group,
        "can_delete_any_message_group": can_delete_any_message_group,
        "can_delete_own_message_group": can_delete_own_message_group,
        "can_create_topic_group": can_create_topic_group,
    }
    settings = {
        key: _read_change(world, channel, key, one) for key, one in changes.items() if one is not None
    }

    def now() -> Channel:
        return world.channels[channel.id]

    if is_archived is False and channel.is_archived:
        do_unarchive_channel(world, channel)
    if retention != channel.message_retention_days and message_retention_days is not None:
        do_change_channel_property(world, now(), "message_retention_days", retention)
    if topics_policy is not None and topics_policy != channel.topics_policy:
        do_change_channel_property(world, now(), "topics_policy", topics_policy)
    if privacy is not None:
        invite_only, history, web_public = privacy
        do_change_privacy(
            world, user, now(), invite_only=invite_only, history_public=history, web_public=web_public
        )
    if is_default_stream is not None and is_default_stream != channel.is_default:
        do_set_default(world, now(), is_default=is_default_stream)
    if description is not None and description != channel.description:
        do_describe_channel(world, user, now(), description)
    if name is not None:
        do_rename_channel(world, user, now(), name)
    if stream_post_policy is not None and stream_post_policy != posting_policy(world, channel):
        do_change_posting_policy(world, user, now(), stream_post_policy)
    for key, setting in settings.items():
        if setting != channel_setting(world, channel, key):
            do_change_channel_permission(world, now(), key, setting)


def _access_to_administer(call: Call, channel_id: int) -> Channel:
    """Return a channel that the caller may change: administrators, and since 349 those the channel names."""
    world, user = call.world, call.user
    if world.level < CHANNEL_ADMINISTRATORS:
        if not user.is_admin:
            raise failures.NOT_ADMINISTRATOR
        return access_channel_settings(world, user, channel_id)
    channel = access_channel_settings(world, user, channel_id)
    setting = channel_setting(world, channel, "can_administer_channel_group")
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
    if is_private and is_web_public:
        raise failures.PUBLIC_IS_NOT_PRIVATE
    web_public = channel.is_web_public if is_web_public is None else is_web_public
    invite_only = channel.invite_only if is_private is None else is_private
    if is_web_public:
        invite_only = False
    elif is_private:
        web_public = False
    if invite_only and (is_default if is_default is not None else channel.is_default):
        raise failures.DEFAULT_IS_PUBLIC
    if web_public and not channel.is_web_public and not _may_open_to_the_web(call.world, call.user):
        raise failures.INSUFFICIENT
    kept = channel.history_public if channel.invite_only else False
    wanted = (invite_only, (kept if history is None else history) if invite_only else True, web_public)
    return None if wanted == (channel.invite_only, channel.history_public, channel.is_web_public) else wanted


def _may_open_to_the_web(world: World, user: User) -> bool:
    if world.level < 280:
        return policy_allows(world, user, "create_web_public_stream_policy")
    return world.holds(user, "can_create_web_public_channel_group")


def _read_change(world: World, channel: Channel, name: str, change: int | SettingChange) -> GroupSetting:
    if isinstance(change, int):
        return read_group_setting(world, change)
    if change.old is not None and read_group_setting(world, change.old) != channel_setting(
        world, channel, name
    ):
        raise failures.NOT_AS_EXPECTED
    return read_group_setting(world, change.new)


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
