"""Invitations: to addresses, and links by which many may join."""

from typing import Annotated, Any, Literal

from dragoman_server import failures
from dragoman_server.actions.invitations import (
    Offer,
    do_invite,
    do_make_invitation_link,
    do_resend,
    do_revoke,
)
from dragoman_server.call import Call
from dragoman_server.conversion import convert_json, decode_json
from dragoman_server.endpoint import endpoint
from dragoman_server.invitation_rules import (
    MAY_INVITE,
    check_channels,
    check_groups,
    check_may_invite,
    check_may_make_link,
    check_welcome,
    read_addresses,
    sort_addresses,
)
from dragoman_server.parameters import Converted, Json, Offered
from dragoman_server.payloads.invitations import invitation_link, invitation_payload
from dragoman_server.permissions import PEOPLE_BUT_GUESTS
from dragoman_server.shapes.invitations import InvitationLinkMade, InvitationsFound
from dragoman_server.world.invitations import Invitation
from dragoman_server.world.records import Role

TEN_DAYS = 14_400
"""How many minutes an invitation holds, where nothing else is said."""

AsRole = Json[Literal[100, 200, 300, 400, 600]]


def read_minutes(text: str) -> int | None:
    """Read how long an invitation holds; null is for ever."""
    minutes = decode_json("invite_expires_in_minutes", text)
    return None if minutes is None else convert_json("invite_expires_in_minutes", minutes, int)


Minutes = Annotated[int | None, Converted(read_minutes)]
Groups = Annotated[Json[list[int]], Offered(since=322)]
Welcome = Annotated[str | None, Offered(since=416)]

_NONE = "We weren't able to invite anyone."
_SOME = (
    "Some of those addresses are already using Zulip, so we didn't send them an invitation. "
    "We did send invitations to everyone else!"
)
_WRONG = "Some emails did not validate, so we didn't send any invitations."

_OFFER_FAILS = (
    *MAY_INVITE,
    failures.INVALID_INVITE_CHANNEL,
    failures.NO_SUBSCRIBING_OTHERS,
    failures.NO_SUCH_GROUP_ID,
    failures.NOT_ADMINISTRATOR,
    failures.LONG_WELCOME,
)


@endpoint("GET", "/invites", permission=PEOPLE_BUT_GUESTS, answers=InvitationsFound)
def get_invitations(call: Call) -> dict[str, Any]:
    """Return the invitations that wait for an answer: one's own, or all for administrators.

    Not in the spec: the operation.
    """
    world, user = call.world, call.user
    seen = (one for one in world.invitations if user.is_admin or one.inviter_id == user.user_id)
    return {"invites": [invitation_payload(world, one) for one in seen]}


@endpoint(
    "POST",
    "/invites",
    permission=PEOPLE_BUT_GUESTS,
    fails=(*_OFFER_FAILS, failures.NO_ADDRESSES, failures.INVITATION_FAILED),
    emits=("invites_changed",),
)
def invite(
    call: Call,
    *,
    invitee_emails: str,
    stream_ids: Json[list[int]],
    invite_expires_in_minutes: Minutes = TEN_DAYS,
    invite_as: AsRole = 400,
    group_ids: Groups = [],  # noqa: B006 - never changed
    include_realm_default_subscriptions: Json[bool] = False,
    notify_referrer_on_join: Annotated[Json[bool], Offered(since=267)] = True,
    welcome_message_custom_text: Welcome = None,
) -> None:
    """Invite people by their addresses; where some have accounts, the others are invited all the same.

    Source: POST /invites.
    """
    world, user = call.world, call.user
    check_may_invite(world, user, Role(invite_as))
    addresses = read_addresses(invitee_emails)
    offer = Offer(
        role=Role(invite_as),
        minutes=invite_expires_in_minutes,
        channel_ids=check_channels(world, user, stream_ids),
        group_ids=check_groups(world, user, group_ids),
        default_channels=include_realm_default_subscriptions,
        notify_inviter=notify_referrer_on_join,
        welcome_text=check_welcome(user, welcome_message_custom_text),
    )
    good, wrong, taken = sort_addresses(world, addresses)
    if wrong:
        raise _failed(_WRONG, [*wrong, *taken])
    if not good:
        raise _failed(_NONE, taken)
    do_invite(world, user, good, offer)
    if taken:
        raise _failed(_SOME, taken, sent=True)


def _failed(what: str, rows: list[tuple[str, str, bool]], *, sent: bool = False) -> Exception:
    return failures.INVITATION_FAILED(
        what=what,
        errors=rows,
        sent_invitations=sent,
        license_limit_reached=False,
        daily_limit_reached=False,
    )


@endpoint(
    "POST",
    "/invites/multiuse",
    permission=PEOPLE_BUT_GUESTS,
    fails=_OFFER_FAILS,
    emits=("invites_changed",),
    answers=InvitationLinkMade,
)
def make_invitation_link(
    call: Call,
    *,
    stream_ids: Json[list[int]] = [],  # noqa: B006 - never changed
    invite_expires_in_minutes: Minutes = TEN_DAYS,
    invite_as: AsRole = 400,
    group_ids: Groups = [],  # noqa: B006 - never changed
    include_realm_default_subscriptions: Json[bool] = False,
    welcome_message_custom_text: Welcome = None,
) -> dict[str, Any]:
    """Make a link by which many may join.

    Not in the spec: the operation.
    """
    world, user = call.world, call.user
    check_may_make_link(world, user, Role(invite_as))
    offer = Offer(
        role=Role(invite_as),
        minutes=invite_expires_in_minutes,
        channel_ids=check_channels(world, user, stream_ids),
        group_ids=check_groups(world, user, group_ids),
        default_channels=include_realm_default_subscriptions,
        welcome_text=check_welcome(user, welcome_message_custom_text),
    )
    return {"invite_link": invitation_link(world, do_make_invitation_link(world, user, offer))}


_KEEPING_FAILS = (
    failures.NO_SUCH_INVITATION,
    failures.ADMINISTRATORS_INVITE_THOSE,
    failures.OWNERS_INVITE_OWNERS,
)


@endpoint("POST", "/invites/{invite_id}/resend", permission=PEOPLE_BUT_GUESTS, fails=_KEEPING_FAILS)
def resend_invitation(call: Call, *, invite_id: int) -> None:
    """Send an invitation again; it holds as long from now as it did before.

    Not in the spec: the operation.
    """
    do_resend(call.world, _access(call, invite_id, multiuse=False))


@endpoint(
    "DELETE",
    "/invites/{invite_id}",
    permission=PEOPLE_BUT_GUESTS,
    fails=_KEEPING_FAILS,
    emits=("invites_changed",),
)
def revoke_invitation(call: Call, *, invite_id: int) -> None:
    """Take back an invitation to an address.

    Not in the spec: the operation.
    """
    do_revoke(call.world, _access(call, invite_id, multiuse=False))


@endpoint(
    "DELETE",
    "/invites/multiuse/{invite_id}",
    permission=PEOPLE_BUT_GUESTS,
    fails=(*_KEEPING_FAILS, failures.INVITATION_REVOKED),
    emits=("invites_changed",),
)
def revoke_invitation_link(call: Call, *, invite_id: int) -> None:
    """Take back a link by which many may join.

    Not in the spec: the operation.
    """
    do_revoke(call.world, _access(call, invite_id, multiuse=True))


def _access(call: Call, invite_id: int, *, multiuse: bool) -> Invitation:
    """Return an invitation that the caller may change: their own, or any for administrators."""
    invitation = call.world.invitations.get(invite_id, multiuse=multiuse)
    if invitation is None:
        known = multiuse and call.world.invitations.knew_link(invite_id)
        raise failures.INVITATION_REVOKED() if known else failures.NO_SUCH_INVITATION()
    if invitation.inviter_id != call.user.user_id and not call.user.is_admin:
        raise failures.ADMINISTRATORS_INVITE_THOSE
    if invitation.role == Role.OWNER and call.user.role != Role.OWNER:
        raise failures.OWNERS_INVITE_OWNERS
    return invitation
