"""Letting the invited in, and new addresses come true: what people do who follow a letter's link."""

import secrets

import msgspec

from dragoman_server.actions.invitations import do_use_up
from dragoman_server.actions.messages import send_as_system
from dragoman_server.actions.users import NewAccount, default_channels, do_change_email, do_create_user
from dragoman_server.event import Event
from dragoman_server.ledger import Deed
from dragoman_server.world.invitations import Invitation
from dragoman_server.world.letters import EmailChange, Letter
from dragoman_server.world.records import Channel, User
from dragoman_server.world.world import World

CONFIRMING = Deed("the confirmation of an address", (), ("realm_user/update",))
"""Who acts when somebody says that an address is theirs."""

JOINING = Deed(
    "joining by an invitation",
    (),
    (
        *("realm_user/add", "user_group/add_members", "subscription/add", "subscription/peer_add"),
        *("message", "invites_changed"),
    ),
)
"""Who acts when somebody accepts an invitation."""

_DAY = 86400


def do_begin_email_change(world: World, user: User, email: str) -> None:
    """Write to a new address, to be sure that it is the person's; until they answer, the old one stays."""
    now = world.clock.now()
    change = EmailChange(key=secrets.token_hex(12), user_id=user.user_id, email=email, expires=now + _DAY)
    world.letters.wait_for(change)
    path = f"/accounts/confirm_new_email/{change.key}"
    letter = Letter(id=world.number("letter"), to=email, about="email change", path=path, sent=now)
    world.letters.put(letter)


def do_confirm_email(world: World, change: EmailChange) -> None:
    """Let a person have the address that they said is theirs."""
    with world.ledger.acting(CONFIRMING):
        do_change_email(world, world.users[change.user_id], change.email)


def do_join(world: World, invitation: Invitation, new: NewAccount) -> User:
    """Make an account for somebody who was invited, as they were invited to it."""
    with world.ledger.acting(JOINING):
        account = msgspec.structs.replace(new, role=invitation.role)
        user = do_create_user(world, account, _channels_of(world, invitation))
        for group_id in invitation.group_ids:
            _put_into_group(world, user, group_id)
        do_use_up(world, invitation)
        inviter = world.users[invitation.inviter_id]
        if invitation.notify_inviter and inviter.is_active:
            _thank(world, inviter, user)
        return user


def _channels_of(world: World, invitation: Invitation) -> list[Channel]:
    named = (world.channels.get(channel_id) for channel_id in invitation.channel_ids)
    wanted = [channel for channel in named if channel is not None and not channel.is_archived]
    if invitation.default_channels or not invitation.channel_ids:
        wanted += [channel for channel in default_channels(world) if channel not in wanted]
    return wanted


def _put_into_group(world: World, user: User, group_id: int) -> None:
    group = world.groups.get(group_id)
    if group is None or group.deactivated:
        return
    world.groups.put(msgspec.structs.replace(group, members=group.members | {user.user_id}))
    world.send_to_all(Event("user_group", op="add_members", group_id=group_id, user_ids=[user.user_id]))


def _thank(world: World, inviter: User, user: User) -> None:
    """Tell whoever invited somebody that they came."""
    note = f"@_**{user.full_name}|{user.user_id}** accepted your invitation to join Zulip!"
    recipient = world.direct_recipient((world.notification_bot.user_id, inviter.user_id))
    send_as_system(world, recipient, "", note)
