"""Making one channel; subscribing makes channels too, on every server."""

from typing import Any, Unpack

from dragoman_server import failures
from dragoman_server.actions.channels import NewChannel, do_create_channel
from dragoman_server.actions.joining import do_join
from dragoman_server.call import Call
from dragoman_server.channel_folders import access_folder_in_use
from dragoman_server.channel_settings import HOLDER_FAILS, GroupChoices, choose_groups
from dragoman_server.endpoint import endpoint
from dragoman_server.new_channels import MAKING_FAILS, check_making, history_of, made_of
from dragoman_server.parameters import Json
from dragoman_server.permissions import NO_GUESTS
from dragoman_server.recipients import get_people_to_add
from dragoman_server.shapes.channels import ChannelMade
from dragoman_server.wanted_channels import (
    NAME_FAILS,
    Days,
    TopicsPolicy,
    Wanted,
    check_wanted,
    read_retention,
)


@endpoint(
    "POST",
    "/channels/create",
    permission=NO_GUESTS,
    fails=(
        *NAME_FAILS,
        *MAKING_FAILS,
        failures.CHANNEL_EXISTS,
        failures.USER_DEACTIVATED,
        *HOLDER_FAILS,
        failures.INVALID_FOLDER,
        failures.FOLDER_ARCHIVED,
    ),
    emits=("stream/create", "default_streams", "subscription/add", "subscription/peer_add", "message"),
    since=417,
    answers=ChannelMade,
)
def create_channel(
    call: Call,
    *,
    name: str,
    subscribers: Json[list[int]],
    description: str = "",
    announce: Json[bool] = False,
    invite_only: Json[bool] = False,
    is_web_public: Json[bool] = False,
    is_default_stream: Json[bool] = False,
    history_public_to_subscribers: Json[bool] | None = None,
    message_retention_days: Json[Days] = "realm_default",
    topics_policy: TopicsPolicy = "inherit",
    folder_id: Json[int] | None = None,
    send_new_subscription_messages: Json[bool] = True,
    **groups: Unpack[GroupChoices],
) -> dict[str, Any]:
    """Make a channel that the named people follow; the caller only where among them.

    Not in the spec: the operation.
    """
    world, user = call.world, call.user
    wanted = Wanted(name, description)
    check_wanted(wanted, "description")
    people = get_people_to_add(world, subscribers)
    like = NewChannel(
        name=name,
        invite_only=invite_only,
        is_web_public=is_web_public,
        history_public=history_of(invite_only=invite_only, chosen=history_public_to_subscribers),
        is_default=is_default_stream,
        topics_policy=topics_policy,
        message_retention_days=read_retention(message_retention_days),
        folder_id=None if folder_id is None else access_folder_in_use(world, folder_id).id,
        groups=choose_groups(world, groups),
    )
    taken = world.channel_named(name)
    if taken is not None:
        raise failures.CHANNEL_EXISTS(channel_name=taken.name)
    new = made_of(wanted, like)
    check_making(world, user, new)
    made = do_create_channel(world, user, new)
    do_join(world, user, people, (), [made], tell=send_new_subscription_messages, announce=announce)
    return {"id": made.id}
