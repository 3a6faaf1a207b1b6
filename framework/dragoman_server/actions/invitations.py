"""Inviting people, reminding them, and taking invitations back."""

import secrets

import msgspec

from dragoman_server.event import Event
from dragoman_server.world.invitations import Invitation
from dragoman_server.world.letters import Letter
from dragoman_server.world.records import Role, User
from dragoman_server.world.world import World


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """What newcomers are invited to."""

    role: Role
    minutes: int | None
    """How long the invitation holds; `None` for ever."""

    channel_ids: tuple[int, ...]
    group_ids: tuple[int, ...]
    default_channels: bool
    notify_inviter: bool = True
    welcome_text: str | None


def do_invite(world: World, inviter: User, emails: list[str], offer: Offer) -> None:
    """Invite people by their addresses."""
    for email in emails:
        invitation = _invitation(world, inviter, email, offer)
        world.invitations.put(invitation)
        _write(world, invitation)
    _tell(world, inviter.user_id)


def do_make_invitation_link(world: World, inviter: User, offer: Offer) -> Invitation:
    """Make a link by which many may join, and return it."""
    invitation = _invitation(world, inviter, None, offer)
    world.invitations.put(invitation)
    _tell(world, inviter.user_id)
    return invitation


def _write(world: World, invitation: Invitation) -> None:
    """Write to whom an invitation is for; a link is passed on by hand."""
    if invitation.email is not None:
        path, now = f"/join/{invitation.key}/", world.clock.now()
        letter = Letter(
            id=world.number("letter"), to=invitation.email, about="invitation", path=path, sent=now
        )
        world.letters.put(letter)


def _invitation(world: World, inviter: User, email: str | None, offer: Offer) -> Invitation:
    now = int(world.clock.now())
    return Invitation(
        id=world.number("invitation link" if email is None else "invitation"),
        inviter_id=inviter.user_id,
        email=email,
        key=secrets.token_hex(12),
        invited=now,
        expires=None if offer.minutes is None else now + 60 * offer.minutes,
        role=offer.role,
        channel_ids=offer.channel_ids,
        group_ids=offer.group_ids,
        default_channels=offer.default_channels,
        notify_inviter=offer.notify_inviter,
        welcome_text=offer.welcome_text,
    )


def do_resend(world: World, invitation: Invitation) -> None:
    """Send an invitation again; it holds as long from now as it did before."""
    now = int(world.clock.now())
    held = None if invitation.expires is None else invitation.expires - invitation.invited
    expires = None if held is None else now + held
    world.invitations.put(msgspec.structs.replace(invitation, invited=now, expires=expires))
    _write(world, invitation)


def do_revoke(world: World, invitation: Invitation) -> None:
    """Take an invitation back. A link stays known as one that was there."""
    _withdraw(world, invitation)
    _tell(world, invitation.inviter_id)


def _withdraw(world: World, invitation: Invitation) -> None:
    if invitation.is_multiuse:
        over = msgspec.structs.replace(invitation, expires=int(world.clock.now()))
        world.invitations.put(over)
    else:
        world.invitations.remove(invitation)


def do_use_up(world: World, invitation: Invitation) -> None:
    """Take note that an invitation was accepted; a link goes on holding."""
    if not invitation.is_multiuse:
        world.invitations.remove(invitation)
    _tell(world, invitation.inviter_id)


def do_revoke_all(world: World, inviter: User) -> None:
    """Take back all that somebody invited to."""
    own = [one for one in world.invitations if one.inviter_id == inviter.user_id]
    for invitation in own:
        _withdraw(world, invitation)
    if own:
        _tell(world, inviter.user_id)


def _tell(world: World, inviter_id: int) -> None:
    concerned = {user.user_id for user in world.users if user.is_admin and user.is_active} | {inviter_id}
    world.send(Event("invites_changed"), sorted(concerned))
