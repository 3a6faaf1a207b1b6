"""Invite people to the organization, by e-mail or with a link."""

from typing import Annotated, Literal

from dragoman.model import UNSET, Invitation, Maybe
from dragoman.operations.operation import Answer, Done, Operation
from dragoman.operations.request import Since

Role = Literal[100, 200, 300, 400, 600]
"""100 owner, 200 administrator, 300 moderator, 400 member, 600 guest."""


class InvitationsFound(Answer):
    """Invitations that are still open: all of them for administrators, for others their own."""

    invites: tuple[Invitation, ...]


class GetInvitations(Operation[InvitationsFound], method="GET", path="/invites"):
    """List the invitations that are still open; for people who may invite.

    Fails with code ``BAD_REQUEST`` for guests and bots.
    Source: not in the spec.
    """


class Invite(Operation[Done], method="POST", path="/invites"):
    """Invite people by e-mail; for people, not for bots.

    Fails with ``InvitationFailed`` when some were not invited, which does not mean that none was; with code
    ``BAD_REQUEST`` when one may not, no address is given, or a channel is not valid; with
    ``UNAUTHORIZED_PRINCIPAL`` for a welcome text of one who is no administrator.
    Source: messaging API, "POST /invites".
    """

    invitee_emails: str
    """Addresses with commas or line breaks between them."""
    stream_ids: tuple[int, ...]
    """Channels to join; empty for none (feature level 180)."""
    invite_expires_in_minutes: int | Maybe | None = UNSET
    """Minutes; ``None`` for never, the server's own rule when left out (usually 14,400)."""
    invite_as: Role | Maybe = UNSET
    """Member when left out; nothing above one's own role."""
    group_ids: Annotated[tuple[int, ...] | Maybe, Since(322)] = UNSET
    """Groups to join. Feature level 322."""
    include_realm_default_subscriptions: Annotated[bool | Maybe, Since(261)] = UNSET
    """Feature level 261."""
    notify_referrer_on_join: Annotated[bool | Maybe, Since(267, spare=True)] = UNSET
    """True when left out. Feature level 267."""
    welcome_message_custom_text: Annotated[str | Maybe | None, Since(416)] = UNSET
    """At most 8000 code points; ``None`` takes the organization's, the empty text sends none. Administrators
    only. Feature level 416."""


class InvitationLinkMade(Answer):
    """A link that many may follow."""

    invite_link: str


class CreateInvitationLink(Operation[InvitationLinkMade], method="POST", path="/invites/multiuse"):
    """Make a link with which anybody can join; for people, not for bots.

    Fails with code ``BAD_REQUEST`` when one may not, or a channel is not valid; with
    ``UNAUTHORIZED_PRINCIPAL`` for a welcome text of one who is no administrator.
    Source: not in the spec; its fields follow "POST /invites".
    """

    stream_ids: tuple[int, ...] | Maybe = UNSET
    invite_expires_in_minutes: int | Maybe | None = UNSET
    """Minutes; ``None`` for never."""
    invite_as: Role | Maybe = UNSET
    group_ids: tuple[int, ...] | Maybe = UNSET
    include_realm_default_subscriptions: bool | Maybe = UNSET
    welcome_message_custom_text: str | Maybe | None = UNSET


class ResendInvitation(Operation[Done], method="POST", path="/invites/{invite_id}/resend"):
    """Send an invitation once more.

    Fails with code ``BAD_REQUEST`` when there is none.
    Source: not in the spec.
    """

    invite_id: int


class RevokeInvitation(Operation[Done], method="DELETE", path="/invites/{invite_id}"):
    """Take back an invitation by e-mail.

    Fails with code ``BAD_REQUEST`` when there is none.
    Source: not in the spec.
    """

    invite_id: int


class RevokeInvitationLink(Operation[Done], method="DELETE", path="/invites/multiuse/{invite_id}"):
    """Take back an invitation link.

    Fails with code ``BAD_REQUEST`` when there is none.
    Source: not in the spec.
    """

    invite_id: int
