"""Invitations, by e-mail and by link."""

from typing import Annotated, NotRequired, TypedDict

from dragoman_server.parameters import Offered


class Invitation(TypedDict):
    """An invitation that waits for an answer."""

    id: int
    invited_by_user_id: int
    invited: int
    expiry_date: int | None
    invited_as: int
    is_multiuse: bool
    email: NotRequired[str]
    notify_referrer_on_join: NotRequired[Annotated[bool, Offered(since=267)]]
    link_url: NotRequired[str]
    """Only of links; those by e-mail have the two above."""


class InvitationsFound(TypedDict):
    """The invitations that wait for an answer."""

    invites: list[Invitation]


class InvitationLinkMade(TypedDict):
    """A link by which many may join."""

    invite_link: str
