"""Invitations on the wire."""

from typing import Any

from dragoman_server.world.invitations import Invitation
from dragoman_server.world.world import World


def invitation_link(world: World, invitation: Invitation) -> str:
    """Return the address at which an invitation is accepted."""
    return f"{world.url}/join/{invitation.key}/"


def invitation_payload(world: World, invitation: Invitation) -> dict[str, Any]:
    """Return an invitation as its inviter and administrators are told it."""
    payload: dict[str, Any] = {
        "id": invitation.id,
        "invited_by_user_id": invitation.inviter_id,
        "invited": invitation.invited,
        "expiry_date": invitation.expires,
        "invited_as": int(invitation.role),
        "is_multiuse": invitation.is_multiuse,
    }
    if invitation.is_multiuse:
        payload["link_url"] = invitation_link(world, invitation)
    else:
        payload["email"] = invitation.email
        if world.level >= 267:
            payload["notify_referrer_on_join"] = invitation.notify_inviter
    return payload
